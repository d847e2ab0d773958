package rules

import (
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
)

// This file says what a rule says about something.

// Verdict is what one rule says about one declaration, or an input or option of it. Of the instances of
// a resource, the worst counts.
type Verdict struct {
	Rule   *Rule
	Result Result
	// Path and Span are the place in the program.
	Path string
	Span syntax.Span
	at   string // the declaration where a rule about the program is, if it names one
	// Message is the rule's message for a fail, and the reason for results that are no verdicts.
	Message string
	// Causes are what decides in the run, if the verdict is not known before.
	Causes []value.Cause
	// Instance is the key of the instance that fails; empty if all do, and for the only one.
	Instance string
	// Fix makes a fail pass, as far as the rule's author knows; nil for none.
	Fix *Fix
}

// mostCauses is how many causes a message names.
const mostCauses = 3

// Finding is what the verdict says to users; false if there is nothing to say.
func (v Verdict) Finding() (analysis.Diagnostic, bool) {
	if v.Result == Pass || v.Result == Unknown && v.Rule.WhenUnknown == IgnoreUnknown {
		return analysis.Diagnostic{}, false
	}
	d := analysis.Diagnostic{Path: v.Path, Span: v.Span, Code: v.Rule.Code(), Severity: v.Rule.Severity, Message: v.Message, Rule: &v.Rule.TeamRule}
	if v.Fix != nil {
		d.Offer = v.Fix
	}
	switch v.Result {
	case Unknown:
		d.Message = "not known before the run: " + v.Rule.Title + "; " + causesInWords(v.Causes)
		if v.Rule.WhenUnknown == ReportUnknown {
			d.Severity = max(d.Severity, codes.Information)
		}
	case Faulty:
		d.Message = "the rule `" + v.Rule.Name + "` cannot judge this: " + v.Message
	case TooExpensive:
		d.Code, d.Severity, d.Rule = codes.RuleExpensive, codes.Warning, nil
		d.Path, d.Span = v.Rule.Path, v.Rule.Span
		d.Message = "the rule `" + v.Rule.Name + "` takes too much work and is switched off"
	}
	if v.Instance != "" {
		d.Message += " (instance `" + v.Instance + "`)"
	}
	return d.Legible(), d.Severity != codes.Off
}

func causesInWords(causes []value.Cause) string {
	var words []string
	for i, c := range causes {
		if i == mostCauses {
			words = append(words, "more")
			break
		}
		words = append(words, c.String())
	}
	last := len(words) - 1
	if last <= 0 {
		return "it depends on " + strings.Join(words, "")
	}
	return "it depends on " + strings.Join(words[:last], ", ") + " and " + words[last]
}

// reads is what verdicts depend on beside the rules, the item, and what is outside of the program. They can change only
// if one of these does.
type reads struct {
	// names are declarations of the program: their text, their type and their taint. There need not be
	// such a declaration.
	names   []string
	program bool // every declaration of the program counts: its name, its type, and what it depends on
	steps   int  // the work of the rules
}
