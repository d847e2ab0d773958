// Package rules implements a team's own rules: it reads rule files (*.pcl-rules.hcl), and judges
// the declarations of a program by them, with three verdicts: pass, fail, or not known before the
// run. docs/rules-language.md describes the language.
//
// It knows rules, programs and schemas as data. It does not know where files are, which rules a
// team has chosen, or which verdicts anybody wants to see.
//
// # Invariants
//
// Invariant: no run of the program refutes a pass or a fail, as long as providers keep to their
// schemas. What depends on a run is unknown, with the causes.
//
// Invariant: knowing more (the configuration, outputs of resources) never turns a pass into a fail
// or a fail into a pass.
//
// Invariant: the work of a rule on one item is bounded, and so is the unusual work of all rules on a
// program, whatever they are. A rule that exceeds its share says so, however the program was edited.
//
// Invariant: no message and no fix contains a secret value.
//
// Why HCL and package eval, and not CEL or Rego: docs/rules-language.md compares them.
package rules

import (
	"regexp"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file says what a rule file and a rule are, what a rule says about something, and how patterns choose names and
// tokens: * stands for any characters.

// Ending is the ending of rule files.
const Ending = ".pcl-rules.hcl"

// IsFile reports whether a file is a rule file, by its name.
func IsFile(path string) bool { return strings.HasSuffix(path, Ending) }

// File is a rule file. It is immutable.
type File struct {
	Path string
	// Version is the version of the rules; empty if the file does not say it.
	Version string
	// Rules are the rules without mistakes, in the order of the file.
	Rules []*Rule
	// names are those of all rules, with and without mistakes; nil if the file has syntax errors, so that some may be missing.
	names []string
	// Source is the text of the file.
	Source *syntax.File
}

// WhenUnknown says what becomes of a verdict that is not known before the run.
type WhenUnknown string

// What becomes of such verdicts.
const (
	ReportUnknown WhenUnknown = "report" // as a finding of its own, the default
	IgnoreUnknown WhenUnknown = "ignore" // nothing
	FailUnknown   WhenUnknown = "fail"   // the same as of a fail
)

// Rule is one rule of a file. It is immutable.
type Rule struct {
	Name string
	analysis.TeamRule
	Severity    codes.Severity
	WhenUnknown WhenUnknown
	Tests       []Test

	subject *subject
	entry   *subject // what is looked at inside the subject: an input or option; nil for the whole
	// patterns choose among the subjects, and entries among what is set in their bodies. Any of them
	// is enough.
	patterns, entries []pattern
	when, require     hclsyntax.Expression // when may be nil
	message, at       hclsyntax.Expression // may be nil
	fix               *fix
	expressions       map[string]*regexp.Regexp // the regular expressions, by their text
	item              syntax.Placed
}

// Code is the code of the rule's findings.
func (r *Rule) Code() codes.Code { return codes.TeamPrefix + codes.Code(r.Name) }

// fix is the template of a fix.
type fix struct {
	title  string
	set    []hclsyntax.ObjectConsItem // values of inputs
	text   []hclsyntax.ObjectConsItem // source text of inputs
	remove []string
}

// Test is a program with what a rule says about it.
type Test struct {
	Name string
	// Files are the texts by path; main.pp is the program.
	Files map[string]string
	// Config is the configuration of the stack; nil selects no stack.
	Config map[string]hclsyntax.Expression
	// Expect is the worst verdict: pass, fail, unknown or none.
	Expect string
	// Findings are lines `PATH:LINE: MESSAGE`, of which the end may be `...`; nil says nothing of them.
	Findings []string
	// Fixed is main.pp after the fix of the first finding; empty says nothing of it.
	Fixed string
	// Span is the place of the name.
	Span syntax.Span
}

// Set is a set of rules that are applied together. Several goroutines may use it at once.
type Set struct {
	Rules  []*Rule
	byKind map[syntax.Kind][]*Rule // those about items
	whole  []*Rule                 // those about programs
	// codes are those of all rules, with and without mistakes, sorted; nil if not all are known.
	codes []string
}

// NewSet puts the rules of files together. Of rules with one name the first counts; the others are
// findings.
func NewSet(files ...*File) (*Set, []analysis.Diagnostic) {
	s := &Set{byKind: map[syntax.Kind][]*Rule{}}
	named := map[string]*Rule{}
	var found []analysis.Diagnostic
	allKnown := true
	for _, f := range files {
		allKnown = allKnown && f.names != nil
		s.codes = append(s.codes, lists.Map(f.names, func(name string) string { return string(codes.TeamPrefix) + name })...)
		for _, r := range f.Rules {
			if first := named[r.Name]; first != nil {
				found = append(found, analysis.Diagnostic{
					Path: f.Path, Span: r.Span, Code: codes.RuleInvalid, Severity: codes.Error, Message: "there is another rule of this name",
					Related: []analysis.Related{{Path: first.Path, Span: first.Span, Message: "it is declared here"}},
				})
				continue
			}
			named[r.Name] = r
			s.Rules = append(s.Rules, r)
			if r.subject.kind == syntax.KindUnknown {
				s.whole = append(s.whole, r)
			} else {
				s.byKind[r.subject.kind] = append(s.byKind[r.subject.kind], r)
			}
		}
	}
	slices.Sort(s.codes)
	if !allKnown {
		s.codes = nil
	}
	return s, found
}

// Result is what a rule says about something.
type Result uint8

// The results. The first three are the verdicts.
const (
	Pass Result = iota + 1
	Fail
	Unknown      // not known before the run
	Faulty       // the rule cannot judge this: it compares a text with a number, for example
	TooExpensive // the rule takes too much work; whoever asks should not ask it again
)

var resultWords = [...]string{Pass: "pass", Fail: "fail", Unknown: "unknown", Faulty: "faulty", TooExpensive: "too expensive"}

// String is the word of the language for the result.
func (r Result) String() string { return resultWords[r] }

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

// The limits of patterns.
const (
	maxPattern  = 200 // characters
	maxPatterns = 100 // in a list
)

// pattern is a text in which * stands for any characters.
type pattern string

// matches takes work in proportion to the product of the lengths at most: only the last star is ever
// tried again.
func (p pattern) matches(name string) bool {
	at, star, from := 0, -1, 0
	for i := 0; i < len(name); {
		switch {
		case at < len(p) && p[at] == '*':
			star, from = at, i
			at++
		case at < len(p) && p[at] == name[i]:
			at++
			i++
		case star >= 0:
			from++
			at, i = star+1, from
		default:
			return false
		}
	}
	return strings.Trim(string(p[at:]), "*") == ""
}

// matchAny reports whether one of the patterns matches one of the names.
func matchAny(patterns []pattern, names ...string) bool {
	return slices.ContainsFunc(patterns, func(p pattern) bool { return slices.ContainsFunc(names, p.matches) })
}

// ShortToken is the shortest way to write a token in a pattern.
func ShortToken(token string) string {
	if all := spellings(token); len(all) > 1 {
		return all[1]
	}
	return token
}

// spellings are the ways to write a token: aws:s3/bucket:Bucket is aws:s3:Bucket, too.
func spellings(token string) []string {
	t, ok := schema.ParseToken(token)
	if !ok {
		return []string{token}
	}
	module, _, _ := strings.Cut(t.Module, "/")
	short := t.Package + ":" + module + ":" + t.Member
	long := t.Package + ":" + module + "/" + strings.ToLower(t.Member[:1]) + t.Member[1:] + ":" + t.Member
	return []string{token, short, long}
}
