package workspace

import (
	"iter"
	"maps"
	"slices"
)

// This file implements maps whose versions share all entries but the one that changes.

// perShelf is how many values a shelf has: about the square root of the number of files of
// a large program, so that a shelf and the list of shelves cost the same.
const perShelf = 24

// byPath is a map by path that never changes. Versions with the same paths share the places
// of these, and all shelves of values but the one that differs. The zero value is empty.
//
// Why not a map that each version copies: there may be hundreds of files, and a keystroke
// changes one of them.
//
// Invariant: places are the numbers below their count, and each has room on a shelf.
type byPath[V any] struct {
	places  map[string]int
	shelves [][]V
}

// byPathFrom returns a map with some entries.
func byPathFrom[V any](entries map[string]V) byPath[V] {
	b := byPath[V]{places: make(map[string]int, len(entries))}
	for path, v := range entries {
		place := len(b.places)
		b.places[path] = place
		if place%perShelf == 0 {
			b.shelves = append(b.shelves, make([]V, 0, min(perShelf, len(entries)-place)))
		}
		last := &b.shelves[len(b.shelves)-1]
		*last = append(*last, v)
	}
	return b
}

// at returns an entry, or the zero value.
func (b byPath[V]) at(path string) V {
	v, _ := b.find(path)
	return v
}

// find returns an entry, and whether there is one.
func (b byPath[V]) find(path string) (v V, ok bool) {
	place, ok := b.places[path]
	if ok {
		v = b.shelves[place/perShelf][place%perShelf]
	}
	return v, ok
}

// size returns the number of entries.
func (b byPath[V]) size() int { return len(b.places) }

// all visits the entries in any order.
func (b byPath[V]) all() iter.Seq2[string, V] {
	return func(yield func(string, V) bool) {
		for path, place := range b.places {
			if !yield(path, b.shelves[place/perShelf][place%perShelf]) {
				return
			}
		}
	}
}

// paths visits the paths of all entries.
func (b byPath[V]) paths() iter.Seq[string] { return maps.Keys(b.places) }

// with returns a version with another entry.
func (b byPath[V]) with(path string, v V) byPath[V] {
	place, is := b.places[path]
	if !is {
		all := maps.Collect(b.all())
		all[path] = v
		return byPathFrom(all)
	}
	b.shelves = slices.Clone(b.shelves)
	shelf := slices.Clone(b.shelves[place/perShelf])
	shelf[place%perShelf] = v
	b.shelves[place/perShelf] = shelf
	return b
}

// without returns a version without an entry.
func (b byPath[V]) without(path string) byPath[V] {
	if _, is := b.places[path]; !is {
		return b
	}
	all := maps.Collect(b.all())
	delete(all, path)
	return byPathFrom(all)
}
