package targets

import (
	"slices"
	"strings"
)

// This file describes rows of the table, and turns them into messages.

// Kind is how a construct is recognized.
type Kind uint8

// The kinds. A function, block or option has a name; the others stand for themselves.
const (
	Function Kind = iota
	Block
	Option
	RangeOfBool        // a range option whose value is a bool
	ComputedBool       // an option that takes a bool and gets another expression than a literal
	ComputedResources  // an option that takes a list and gets another expression than a list
	ConfigOfCollection // a config of a list, set or map
	Conditional
	Operator // with two operands
	Unary    // an operator with one operand, except in negative numbers
	Loop
	Grouping // a loop that makes an object and groups values
	TemplateLoop
	Splat
	IndexComputed // an index that is computed
	PartOfValue   // an index or attribute of anything but a name or an invoke
	Expansion     // of the last argument of a call
	LongTemplate  // a template of several lines with an interpolation
)

// Construct is something that programs contain.
type Construct struct {
	Kind Kind
	Name string // of a function, block or option; else empty
}

// Effect is what comes of a construct that a generator cannot express.
type Effect uint8

// The effects, in the order of messages.
const (
	Fails       Effect = iota // the generator stops or reports an error
	Placeholder               // a string or an exception stands in its place
	Invalid                   // the code does not compile, or does not run
	LeftOut                   // nothing stands in its place
	Differs                   // the code runs, and does something else
)

// Effects returns all effects.
func Effects() []Effect { return []Effect{Fails, Placeholder, Invalid, LeftOut, Differs} }

// String is the effect in words.
func (e Effect) String() string {
	return [...]string{"generation fails", "a placeholder", "invalid code", "it is left out", "its meaning changes"}[e]
}

// Evidence is how a fact is known, besides the tests that it names.
type Evidence uint8

// The kinds of evidence.
const (
	Read      Evidence = iota // the source of the generator was read, and it was not run
	Diagnosed                 // the generator was run on an example, and reported it or stopped
	Seen                      // the generator was run on an example, and the code that it wrote shows it
)

// String is the evidence in words.
func (e Evidence) String() string {
	return [...]string{"source", "diagnostic", "generated code"}[e]
}

// Fact is what one target makes of a construct.
type Fact struct {
	Target   Target
	Effect   Effect
	Evidence Evidence
	Source   string // the function that is responsible, in the project of the generator
	Tests    string // the conformance tests that the language host in the same project expects to fail for it; often empty
}

// Row is a construct that some targets cannot express.
type Row struct {
	Construct Construct
	Text      string // the construct in words, as the subject of a sentence
	Facts     []Fact
}

// Rows returns the whole table.
func Rows() []Row { return slices.Clip(rows) }

// Problem says what some targets make of a construct. It is empty if all of them can express it.
func (s Set) Problem(c Construct) string {
	all := Rows()
	i := slices.IndexFunc(all, func(row Row) bool { return row.Construct == c })
	if i < 0 {
		return ""
	}
	row := all[i]
	var parts []string
	for _, effect := range Effects() {
		if in := s.having(row, effect); len(in) > 0 {
			parts = append(parts, joined(in)+": "+effect.String())
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return row.Text + " can't be converted to " + strings.Join(parts, "; ")
}

// having returns the targets of the set where a construct has an effect.
func (s Set) having(row Row, effect Effect) []Target {
	var in []Target
	for _, f := range row.Facts {
		if f.Effect == effect && s.Has(f.Target) {
			in = append(in, f.Target)
		}
	}
	return in
}

// joined lists targets with the versions of their generators. Neighbors of one version share it.
func joined(in []Target) string {
	var list strings.Builder
	for i, t := range in {
		switch {
		case i > 0 && i == len(in)-1:
			list.WriteString(" and ")
		case i > 0:
			list.WriteString(", ")
		}
		list.WriteString(t.String())
		if i == len(in)-1 || in[i+1].Version() != t.Version() {
			list.WriteString(" (" + t.Version() + ")")
		}
	}
	return list.String()
}
