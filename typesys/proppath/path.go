package proppath

import (
	"slices"
	"strconv"
)

// This file implements paths as values, and comparisons of paths.
// (Sections 2.1 and 2.4.)

// Kind is how a segment of a path selects.
type Kind uint8

// The kinds of segments.
const (
	Key      Kind = iota // one property of an object or entry of a map, by name
	Index                // one element of an array, by position
	Wildcard             // every property, entry or element
)

var kindNames = [...]string{Key: "key", Index: "index", Wildcard: "wildcard"}

// String returns the name of the kind.
func (k Kind) String() string { return kindNames[k] }

// Segment is one step of a path. Segments are compared with ==; fields of other kinds are zero.
type Segment struct {
	Kind  Kind
	Key   string
	Index int
}

// KeySegment selects by name.
func KeySegment(name string) Segment { return Segment{Kind: Key, Key: name} }

// IndexSegment selects by position.
func IndexSegment(i int) Segment { return Segment{Kind: Index, Index: i} }

// WildcardSegment selects everything.
func WildcardSegment() Segment { return Segment{Kind: Wildcard} }

// GoString shows a segment in test failures: keys quoted, indices in digits.
func (s Segment) GoString() string {
	switch s.Kind {
	case Index:
		return strconv.Itoa(s.Index)
	case Wildcard:
		return "*"
	}
	return strconv.Quote(s.Key)
}

// Path is a sequence of segments. The empty path is the whole value.
type Path []Segment

// Equal reports whether two paths have the same segments.
func (p Path) Equal(q Path) bool { return slices.Equal(p, q) }

// Contains reports whether q selects what p selects, or something around it: q is a prefix of p,
// and a wildcard in q matches any segment. A key never matches an index. (Section 2.4,
// contains.)
func Contains(q, p Path) bool {
	if len(q) > len(p) {
		return false
	}
	for i, s := range q {
		if s != p[i] && s.Kind != Wildcard {
			return false
		}
	}
	return true
}

// Overlap is a redundant path of a list, because another path of the list contains it.
type Overlap struct {
	Inner, Outer int  // positions in the list
	Same         bool // whether the two are the same path
}

// Overlaps returns the redundant paths of a list, in the order of the list. Of two equal paths,
// the later one is redundant. (Section 2.6, rule 5.)
func Overlaps(paths []Path) []Overlap {
	var found []Overlap
	for i, p := range paths {
		outer := slices.IndexFunc(paths, func(q Path) bool { return Contains(q, p) && !q.Equal(p) })
		same := slices.IndexFunc(paths[:i], p.Equal)
		switch {
		case same >= 0:
			found = append(found, Overlap{Inner: i, Outer: same, Same: true})
		case outer >= 0:
			found = append(found, Overlap{Inner: i, Outer: outer})
		}
	}
	return found
}
