package workspace

import (
	"iter"
	"maps"
)

// This file implements maps whose versions share all entries but the one that changes.

// lastApart is a map by path that never changes. The entry that differs from the version
// before is apart from the others, so that it can change again without a copy of them. The
// zero value is empty.
//
// Why not a map that each version copies: there may be hundreds of files, and each keystroke
// changes the one that the keystroke before changed.
//
// Invariant: others has no entry for the path apart, so nothing of an earlier version stays.
type lastApart[V any] struct {
	others map[string]V
	path   string
	value  V
	has    bool // there is an entry apart
}

// apartFrom returns a map, which the caller does not change afterwards, without an entry
// apart.
func apartFrom[V any](all map[string]V) lastApart[V] { return lastApart[V]{others: all} }

// at returns an entry, or the zero value.
func (l lastApart[V]) at(path string) V {
	v, _ := l.find(path)
	return v
}

// find returns an entry, and whether there is one.
func (l lastApart[V]) find(path string) (v V, ok bool) {
	if l.has && l.path == path {
		return l.value, true
	}
	v, ok = l.others[path]
	return v, ok
}

// size returns the number of entries.
func (l lastApart[V]) size() int {
	if l.has {
		return len(l.others) + 1
	}
	return len(l.others)
}

// all visits the entries in any order.
func (l lastApart[V]) all() iter.Seq2[string, V] {
	return func(yield func(string, V) bool) {
		if l.has && !yield(l.path, l.value) {
			return
		}
		for path, v := range l.others {
			if !yield(path, v) {
				return
			}
		}
	}
}

// paths visits the paths of all entries.
func (l lastApart[V]) paths() iter.Seq[string] {
	return func(yield func(string) bool) {
		for path := range l.all() {
			if !yield(path) {
				return
			}
		}
	}
}

// with returns a version with another entry.
func (l lastApart[V]) with(path string, v V) lastApart[V] {
	if !l.has || l.path != path {
		l.others = l.joined()
		delete(l.others, path)
	}
	return lastApart[V]{l.others, path, v, true}
}

// without returns a version without an entry.
func (l lastApart[V]) without(path string) lastApart[V] {
	if l.has && l.path == path {
		return apartFrom(l.others)
	}
	if _, is := l.others[path]; !is {
		return l
	}
	others := l.joined()
	delete(others, path)
	return apartFrom(others)
}

// joined returns a new map of all entries.
func (l lastApart[V]) joined() map[string]V {
	all := make(map[string]V, l.size())
	maps.Insert(all, l.all())
	return all
}
