package rules

import (
	"regexp"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file says what a rule file and a rule are.

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
