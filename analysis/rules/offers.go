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
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file tells editors which words the language has, and what can stand where; and it compares rules with package
// schemas. What a schema does not have is only a warning: a rule may be about another version of the package.

// Form is what the value of an attribute is.
type Form uint8

// The forms of values.
const (
	FormText       Form = iota // a text, or one of some words
	FormProse                  // a text of several lines
	FormPattern                // one pattern or several
	FormPlace                  // the name of an input or option, or a way into one
	FormTrue                   // true
	FormExpression             // an expression
	FormMessage                // a text with expressions
	FormTexts                  // a list of texts
	FormInputs                 // an object with an expression for each input
	FormObject                 // an object
	FormBlock                  // no attribute but a block
)

// Entry is an attribute or block that a block can have.
type Entry struct {
	Name, Doc string
	Form      Form
	// Words are the only values; nil if others are possible.
	Words []string
}

// Entries are what a kind of block can have; for the empty name, what a file can have.
func Entries(block string) []Entry {
	switch block {
	case "":
		return []Entry{
			{ruleBlock, "A rule: what has to hold of what it looks at.", FormBlock, nil},
			{attrVersion, "The version of the rules in this file, such as \"1.2.3\", for teams that share them.", FormText, nil},
		}
	case ruleBlock:
		all := lists.Map(ruleAttributes(), func(g grammar) Entry { return g.Entry })
		return append(all,
			Entry{fixBlock, "A change that makes the rule pass.", FormBlock, nil},
			Entry{testBlock, "A program with what the rule says about it.", FormBlock, nil})
	case fixBlock:
		return fixAttributes
	case testBlock:
		return testAttributes
	}
	return nil
}

// Function is a function that only rules have.
type Function struct{ Name, Form, Doc string }

// Functions are the functions that only rules have.
func Functions() []Function {
	return lists.Map(functions(), func(f *function) Function { return Function{f.name, f.form, f.doc} })
}

// Scope is what the expressions of a rule can name.
type Scope struct{ roots []*subject }

// ScopeOf is the scope of a rule that has some attributes.
func ScopeOf(attributes ...string) Scope {
	var s Scope
	for _, find := range []func(string) *subject{subjectNamed, entryNamed} {
		for _, name := range attributes {
			if found := find(name); found != nil {
				s.roots = append(s.roots, found)
				break
			}
		}
	}
	return s
}

// Members are the names behind a path of names, as far as they do not depend on schemas; for no path, the first names.
func (s Scope) Members(path ...string) []Name {
	var all []Name
	for _, root := range s.roots {
		switch {
		case len(path) == 0:
			all = append(all, Name{root.word, "The " + root.word + " that the rule looks at."})
		case path[0] != root.word:
		case len(path) == 1:
			all = append(all, namesOf(root.members)...)
		default:
			all = append(all, root.below(path[1:])...)
		}
	}
	return all
}

// below are the names behind a path that begins with a member.
func (s *subject) below(path []string) []Name {
	switch m := s.member(path[0]); {
	case m != nil && len(path) == 1:
		return m.below
	case m != nil && m.name == factSchema && len(path) == 3 && path[1] == factInputs:
		return inputFactNames
	}
	return nil
}

// NamesInputs reports whether inputs of what the rule looks at stand behind a path of names.
func (s Scope) NamesInputs(path []string) bool {
	if len(s.roots) == 0 || len(path) < 2 || path[0] != s.roots[0].word || s.roots[0].member(factInputs) == nil {
		return false
	}
	return path[1] == factInputs && len(path) == 2 || path[1] == factSchema && len(path) == 3 && path[2] == factInputs
}

// NamesOptions reports whether options stand behind a path of names.
func (s Scope) NamesOptions(path []string) bool {
	return len(s.roots) > 0 && len(path) == 2 && path[0] == s.roots[0].word && path[1] == memberOptions && s.roots[0].member(memberOptions) != nil
}

// LooksAt reports whether the attribute says which types of resources a rule is about.
func LooksAt(attribute string) bool { return attribute == wordResource }

// IsTest reports whether a block is a test. A rule may have several, and at most one of each other block.
func IsTest(block string) bool { return block == testBlock }

// IsSubject reports whether the attribute says what kind of thing a rule looks at. A rule has one such attribute.
func IsSubject(attribute string) bool { return subjectNamed(attribute) != nil }

// LooksInto reports whether the attribute says which inputs, or else which options, a rule looks at.
func LooksInto(attribute string) (inputs, options bool) {
	return attribute == wordInput, attribute == wordOption
}

// Resources are the resources that one of some patterns matches, at most a number of them. It is not whole if others may match.
func Resources(schemas analysis.Schemas, most int, patterns ...string) (found []*schema.Resource, whole bool) {
	if schemas == nil {
		return nil, false
	}
	whole = true
	for _, written := range patterns {
		p := pattern(written)
		name, ok := p.packageName()
		if !ok {
			whole = false
			continue
		}
		pkg, _ := schemas.Package(schema.Ref{Name: name, Plugin: name})
		if pkg == nil {
			whole = false
			continue
		}
		for _, token := range pkg.ResourceTokens() {
			if !matchAny([]pattern{p}, spellings(token)...) {
				continue
			}
			r := pkg.Resource(token)
			if len(found) == most || r == nil || r.Unreadable {
				return found, false
			}
			found = append(found, r)
		}
	}
	return found, whole
}

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
