package proppath

import (
	"slices"

	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file finds what a path denotes in a type. (docs/language/paths.md#steps)

// Resolution is what a path denotes in a type.
type Resolution struct {
	// Types are the types that the path denotes, without duplicates; several if a wildcard or
	// a union has several. After a problem, they are the types before it.
	Types []typesys.Type
	// Steps are the types after each resolved segment.
	Steps [][]typesys.Type
	// Problem is why the path denotes nothing; nil if it does.
	Problem *Problem
}

// ProblemKind is a reason why a segment selects nothing in a type.
type ProblemKind uint8

// The kinds of problems, the most specific ones first. If all members of a union reject a
// segment, the first kind is reported.
const (
	WrongCase       ProblemKind = iota // the property has other capitalization, which the engine does not match
	UnknownProperty                    // the object has no such property
	KeyOnArray                         // a name, but elements are selected by position
	IndexOnMap                         // a number in brackets, but entries are selected by name
	IndexOnObject                      // a number in brackets, but properties are selected by name
	IndexNegative                      // negative indices never match
	IndexRange                         // the tuple ends before the index
	NoMembers                          // a value of this type has nothing inside
)

// Problem is why a segment selects nothing.
type Problem struct {
	Kind     ProblemKind
	Segment  int          // the position of the segment in the path
	At       Segment      // the segment itself
	Receiver typesys.Type // the type that rejects it, without outputs and options
	Names    []string     // for WrongCase and UnknownProperty: the existing names, sorted
	Near     []string     // the names that may be meant, closest first
	Instead  Path         // for segments of a wrong kind: the segment to write; nil if there is none
}

// Resolve finds what the path denotes in a value of the type. It ignores outputs, options and
// constants around values. A union has everything that one of its members has, and dynamic has
// everything.
func Resolve(p Path, t typesys.Type) Resolution {
	var r Resolution
	r.Types = unfold(nil, t)
	for i, s := range p {
		next, problem := stepAll(r.Types, s)
		if problem != nil {
			problem.Segment, problem.At, r.Problem = i, s, problem
			return r
		}
		r.Types = next
		r.Steps = append(r.Steps, next)
	}
	return r
}

// unfold adds the types that a value of t can have: the elements of outputs, and the members of
// unions except none.
func unfold(to []typesys.Type, t typesys.Type) []typesys.Type {
	t = typesys.Strip(t)
	switch t.Kind() {
	case typesys.KindConst:
		return unfold(to, t.Elem())
	case typesys.KindUnion:
		for _, m := range t.Elems() {
			if m != typesys.None {
				to = unfold(to, m)
			}
		}
		return to
	}
	if slices.Contains(to, t) {
		return to
	}
	return append(to, t)
}

// stepAll takes a step in every type. One that allows it is enough.
func stepAll(ts []typesys.Type, s Segment) ([]typesys.Type, *Problem) {
	var results []typesys.Type
	var worst *Problem
	found := false
	for _, t := range ts {
		inner, problem := step(t, s)
		if problem != nil {
			if worst == nil || problem.telling() < worst.telling() {
				worst = problem
			}
			continue
		}
		found = true
		for _, e := range inner {
			results = unfold(results, e)
		}
	}
	if found || len(ts) == 0 {
		return results, nil
	}
	return nil, worst
}

// telling orders problems: more specific kinds come first, and of unknown names those with a
// suggestion.
func (p *Problem) telling() int {
	n := int(p.Kind) * 2
	if len(p.Near) == 0 {
		n++
	}
	return n
}

// step returns what one segment selects in a type that is neither a union nor eventual.
func step(t typesys.Type, s Segment) ([]typesys.Type, *Problem) {
	switch t.Kind() {
	case typesys.KindDynamic, typesys.Invalid:
		return []typesys.Type{typesys.Dynamic}, nil
	case typesys.KindMap:
		return stepMap(t, s)
	case typesys.KindList, typesys.KindSet, typesys.KindTuple:
		return stepArray(t, s)
	case typesys.KindObject:
		return stepObject(t, s)
	}
	return nil, &Problem{Kind: NoMembers, Receiver: t}
}

func stepMap(t typesys.Type, s Segment) ([]typesys.Type, *Problem) {
	if s.Kind == Index {
		return nil, &Problem{Kind: IndexOnMap, Receiver: t, Instead: digitKey(s)}
	}
	return []typesys.Type{t.Elem()}, nil
}

func stepArray(t typesys.Type, s Segment) ([]typesys.Type, *Problem) {
	tuple := t.Kind() == typesys.KindTuple
	switch {
	case s.Kind == Key:
		return nil, &Problem{Kind: KeyOnArray, Receiver: t, Instead: keyIndex(s)}
	case s.Kind == Index && s.Index < 0:
		return nil, &Problem{Kind: IndexNegative, Receiver: t}
	case s.Kind == Index && tuple && s.Index >= len(t.Elems()):
		return nil, &Problem{Kind: IndexRange, Receiver: t}
	case s.Kind == Index && tuple:
		return t.Elems()[s.Index : s.Index+1], nil
	case tuple:
		return t.Elems(), nil
	}
	return []typesys.Type{t.Elem()}, nil
}

func stepObject(t typesys.Type, s Segment) ([]typesys.Type, *Problem) {
	props := t.Properties()
	switch s.Kind {
	case Index:
		p := &Problem{Kind: IndexOnObject, Receiver: t}
		if _, has := t.Property(digitKey(s)[0].Key); has {
			p.Instead = digitKey(s)
		}
		return nil, p
	case Wildcard:
		types := lists.Map(props, func(p typesys.Property) typesys.Type { return p.Type })
		return types, nil
	}
	if p, has := t.Property(s.Key); has {
		return []typesys.Type{p.Type}, nil
	}
	return nil, missing(t, props, s.Key)
}
