package rules

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file compares rules with package schemas. What a schema does not have is only a warning: a rule may be about
// another version of the package.

// manyResources is how many resources a rule may be about for its inputs to be compared.
const manyResources = 300

// CheckNames reports types and inputs in rules that no schema at hand has. Rules about a package whose schema
// is missing are left alone.
func (f *File) CheckNames(schemas analysis.Schemas) []analysis.Diagnostic {
	var found []analysis.Diagnostic
	for _, r := range f.Rules {
		if r.subject.word != wordResource {
			continue
		}
		c := nameCheck{rule: r, inputs: map[string]bool{}}
		if !c.look(schemas) {
			continue
		}
		if c.resources == 0 {
			c.find(r.Span, fmt.Sprintf("no resource matches the patterns of the rule `%s`", r.Name), "", nil)
		} else {
			c.expressions()
		}
		found = append(found, c.found...)
	}
	return found
}

// Packages are the names of the packages whose resources the rules look at, as far as patterns say them, each once.
func (f *File) Packages() []string {
	var all []string
	for _, r := range f.Rules {
		if r.subject.word != wordResource {
			continue
		}
		for _, p := range r.patterns {
			if name, ok := p.packageName(); ok && !slices.Contains(all, name) {
				all = append(all, name)
			}
		}
	}
	return all
}

// packageName is the name of the package whose tokens a pattern matches; false if there may be several.
func (p pattern) packageName() (string, bool) {
	name, _, ok := strings.Cut(string(p), ":")
	return name, ok && !strings.Contains(name, "*")
}

// nameCheck compares one rule.
type nameCheck struct {
	rule      *Rule
	resources int
	inputs    map[string]bool
	found     []analysis.Diagnostic
}

// look collects the inputs of the resources that the rule is about; false if not all of them are known.
func (c *nameCheck) look(schemas analysis.Schemas) bool {
	patterns := lists.Map(c.rule.patterns, func(p pattern) string { return string(p) })
	found, whole := Resources(schemas, manyResources, patterns...)
	c.resources = len(found)
	for _, r := range found {
		for _, input := range r.Inputs {
			c.inputs[input.Name] = true
		}
	}
	return whole
}

// expressions compares the inputs that the rule names.
func (c *nameCheck) expressions() {
	r := c.rule
	all := []hclsyntax.Expression{r.when, r.require, r.message, r.at}
	if r.fix != nil {
		for _, item := range slices.Concat(r.fix.set, r.fix.text) {
			way, _ := tree.LiteralKey(item.KeyExpr)
			name, _, _ := strings.Cut(way, ".")
			c.input(c.spanOf(syntax.SpanOf(item.KeyExpr), name), name)
			all = append(all, item.ValueExpr)
		}
	}
	for _, e := range all {
		if e == nil {
			continue
		}
		for _, t := range e.Variables() {
			member, _ := stepName(t, 1)
			name, ok := stepName(t, 2)
			if ok && t.RootName() == wordResource && member == factInputs {
				c.input(c.spanOf(tree.Span(t[2].SourceRange()), name), name)
			}
		}
	}
}

// spanOf is the place of a name in what is written in a span.
func (c *nameCheck) spanOf(span syntax.Span, name string) syntax.Span {
	at := max(strings.Index(c.rule.item.Text[span.Start:span.End], name), 0)
	return syntax.Span{Start: span.Start + at, End: span.Start + at + len(name)}
}

func (c *nameCheck) input(span syntax.Span, name string) {
	if c.inputs[name] {
		return
	}
	names := slices.Collect(maps.Keys(c.inputs))
	c.find(span.Shift(c.rule.item.Base), fmt.Sprintf("no resource that the rule looks at has an input `%s`", name), name, names)
}

func (c *nameCheck) find(span syntax.Span, message, name string, among []string) {
	d := analysis.Diagnostic{Path: c.rule.Path, Span: span, Code: codes.RuleInvalid, Severity: codes.Warning, Message: message}
	c.found = append(c.found, suggesting(d, name, among).Legible())
}
