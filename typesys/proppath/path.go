// Package proppath implements property paths, such as `rules[0].port` or `tags["a.b"]`.
// Options such as ignoreChanges, schemas, configuration keys and diffs use them to point
// into a value.
//
// [Parse] reads the engine's grammar, which accepts nearly everything as a name. It
// returns the place of every segment, so that an editor can point there. [Resolve]
// finds what a path denotes in a type, and which segments cannot exist. [Contains]
// compares two paths. [Refer] shows how the engine reads a property reference of a
// program.
//
// The package does not know resources, schemas or files: the caller supplies the type
// to which a path is relative. (docs/language/paths.md)
//
// # Invariants
//
// Invariant: parsing a printed path gives the same path.
//
// Invariant: no text makes the parser panic, and every error has a place inside the
// text.
//
// # Where the reference differs
//
// It prints an empty key as nothing, and cannot read the result. It prints a key that
// ends in a backslash in quotes, and the backslash escapes the closing quote. Here an
// empty key is `[""]`, and a key that ends in a backslash is printed without quotes,
// where everything except a dot and an opening bracket is part of the name.
//
// Why a path has no places: paths are compared, and are equal wherever they were
// written. [Parsed] has both.
package proppath

import "slices"

// This file implements paths as values, and comparisons of paths. (docs/language/paths.md#coverage)

// Kind is how a segment of a path selects.
type Kind uint8

// The kinds of segments.
const (
	Key      Kind = iota // one property of an object or entry of a map, by name
	Index                // one element of an array, by position
	Wildcard             // every property, entry or element
)

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

// Path is a sequence of segments. The empty path is the whole value.
type Path []Segment

// Equal reports whether two paths have the same segments.
func (p Path) Equal(q Path) bool { return slices.Equal(p, q) }

// Overlap is a redundant path of a list, because another path of the list contains it.
type Overlap struct {
	Inner, Outer int  // positions in the list
	Same         bool // whether the two are the same path
}

// Overlaps returns the redundant paths of a list, in the order of the list. Of two equal paths,
// the later one is redundant. (docs/language/paths.md#coverage)
func Overlaps(paths []Path) []Overlap {
	var found []Overlap
	all := SetOf(paths)
	for i, p := range paths {
		own := all.at(p)
		if same := own.first - 1; same < i {
			found = append(found, Overlap{Inner: i, Outer: same, Same: true})
		} else if outer := all.around(p, own) - 1; outer >= 0 {
			found = append(found, Overlap{Inner: i, Outer: outer})
		}
	}
	return found
}

// Set are paths, as a tree of their segments. The zero value is empty.
//
// Why a tree: a resource can have as many paths in an option as inputs that they are compared with.
type Set struct {
	first int // the position of the first path that ends here, from 1; 0 for none
	next  map[Segment]*Set
}

// SetOf returns a set of paths.
func SetOf(paths []Path) *Set {
	s := &Set{}
	for i, p := range paths {
		if end := s.at(p); end.first == 0 {
			end.first = i + 1
		}
	}
	return s
}

// at is where a path ends. It is made if it is not there.
func (s *Set) at(p Path) *Set {
	for _, segment := range p {
		if s.next == nil {
			s.next = map[Segment]*Set{}
		}
		if s.next[segment] == nil {
			s.next[segment] = &Set{}
		}
		s = s.next[segment]
	}
	return s
}

// Contains reports whether a path of the set selects what p selects, or something around it: it is a prefix of p,
// and a wildcard in it matches any segment. A key never matches an index.
func (s *Set) Contains(p Path) bool { return s.around(p, nil) > 0 }

// around is the position, from 1, of the first path that contains p ([Set.Contains]) and does not end at own; 0 for none.
func (s *Set) around(p Path, own *Set) int {
	if s == nil {
		return 0
	}
	first := s.first
	if s == own {
		first = 0
	}
	if len(p) == 0 {
		return first
	}
	branches := []*Set{s.next[p[0]]}
	if p[0].Kind != Wildcard {
		branches = append(branches, s.next[WildcardSegment()])
	}
	for _, branch := range branches {
		if at := branch.around(p[1:], own); first == 0 || at > 0 && at < first {
			first = at
		}
	}
	return first
}
