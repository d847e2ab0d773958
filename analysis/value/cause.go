package value

import (
	"cmp"
	"slices"

	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file is about what decides values that are not known before the run.

// CauseKind says what kind of thing decides a value.
type CauseKind uint8

// The kinds of causes.
const (
	CauseConfig   CauseKind = iota + 1 // the configuration of the stack
	CauseOutputs                       // the outputs of a resource, read or component
	CauseFunction                      // what a function gives in the run
	CauseRange                         // the instances that a range makes
	CauseFailure                       // nothing: the run fails, for the reason in Name
	CauseSize                          // the run; the value is too large to be computed before
	CauseSchema                        // the schema of a package that cannot be had
	CauseOther                         // something in the run
)

// Cause is a mark of unknown values: what decides them. Only evaluations that are asked for causes
// set it.
type Cause struct {
	Kind CauseKind
	// Name is that of the declaration or function. In a component, the names of the components
	// around go before it, each with a dot.
	Name string
}

// String is the cause in words, for the end of a sentence.
func (c Cause) String() string {
	switch c.Kind {
	case CauseConfig:
		return "config `" + c.Name + "`"
	case CauseOutputs:
		return "the outputs of `" + c.Name + "`"
	case CauseFunction:
		return "the result of `" + c.Name + "`"
	case CauseRange:
		return "the range of `" + c.Name + "`"
	case CauseFailure:
		return "a value that cannot be computed (" + c.Name + ")"
	case CauseSize:
		return "a value that is too large to compute"
	case CauseSchema:
		return "the schema of package `" + c.Name + "`, which was not found"
	}
	return "values of the run"
}

// Because returns the value with a cause on each unknown part that has none.
func Because(v cty.Value, c Cause) cty.Value {
	inner, marks := v.Unmark()
	switch {
	case !inner.IsKnown():
		for m := range marks {
			if _, told := m.(Cause); told {
				return v
			}
		}
		return v.Mark(c)
	case inner.IsWhollyKnown():
		return v
	}
	return Mapped(v, func(_ string, member cty.Value) cty.Value { return Because(member, c) })
}

// CausesOf returns the causes of everything unknown in a value, sorted.
func CausesOf(v cty.Value) []Cause {
	var all []Cause
	for m := range DeepMarks(v) {
		if c, ok := m.(Cause); ok {
			all = append(all, c)
		}
	}
	SortCauses(all)
	return all
}

// SortCauses sorts causes by kind and name.
func SortCauses(all []Cause) {
	lists.SortStable(all, func(a, b Cause) int { return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Name, b.Name)) })
}

// WithoutCauses returns the value without causes.
func WithoutCauses(v cty.Value) cty.Value {
	if !v.ContainsMarked() {
		return v
	}
	inner, marks := v.UnmarkDeepWithPaths()
	for i := range marks {
		for m := range marks[i].Marks {
			if _, is := m.(Cause); is {
				delete(marks[i].Marks, m)
			}
		}
	}
	marks = slices.DeleteFunc(marks, func(p cty.PathValueMarks) bool { return len(p.Marks) == 0 })
	return inner.MarkWithPaths(marks)
}
