package workspace

import (
	"iter"
	"maps"
	"slices"
)

// This file implements maps whose versions share all entries but the one that changes.

// byPath is a map by path that never changes. Versions with the same paths share the places
// of these. The zero value is empty.
//
// Why not a map that each version copies: there may be hundreds of files, and a keystroke
// changes one of them. A list of values is copied in less than a microsecond.
//
// Invariant: places are the indexes of values.
type byPath[V any] struct {
	places map[string]int
	values []V
}

// byPathFrom returns a map with some entries.
func byPathFrom[V any](entries map[string]V) byPath[V] {
	b := byPath[V]{make(map[string]int, len(entries)), make([]V, 0, len(entries))}
	for path, v := range entries {
		b.places[path] = len(b.values)
		b.values = append(b.values, v)
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
		v = b.values[place]
	}
	return v, ok
}

// size returns the number of entries.
func (b byPath[V]) size() int { return len(b.places) }

// all visits the entries in any order.
func (b byPath[V]) all() iter.Seq2[string, V] {
	return func(yield func(string, V) bool) {
		for path, place := range b.places {
			if !yield(path, b.values[place]) {
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
	b.values = slices.Clone(b.values)
	b.values[place] = v
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
