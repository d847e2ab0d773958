package rules

import (
	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file tells editors which words the language has, and what can stand where.

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
