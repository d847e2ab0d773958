// This file puts changes of a document into the order of their versions, for clients
// that send them in another: Helix 25.01 does when somebody types fast.

package lsp

import (
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// lateChanges remembers the changes of documents since a version was left out, for a
// change with that version may still come. It then takes effect in its place, and those
// after it once more.
//
// Why not wait for it: a version may be left out, and for some editors that is the rule.
//
// Invariant: only the read loop uses it; a client that leaves no version out costs
// nothing.
type lateChanges map[string]*disorder

// disorder is what came of one document since a version was left out.
type disorder struct {
	base    *syntax.File // before all of them
	version int          // of base
	changes []versioned  // in the order of their versions
	middle  *syntax.File // after the first half of the most that is remembered, if there are as many
}

// versioned is what one didChange did.
type versioned struct {
	version int
	changes []contentChange
}

// half of what is remembered at most, for editors that leave versions out as a rule.
const half = 32

// apply returns a document after a didChange, and its version; late says that the change
// belonged before others that have taken effect.
func (l lateChanges) apply(path string, file *syntax.File, last int, next versioned, enc syntax.Encoding) (after *syntax.File, version int, late bool) {
	d := l[path]
	switch {
	case d != nil && d.misses(next.version):
		after = d.insert(next, enc)
		if len(d.changes) == last-d.version {
			delete(l, path) // nothing is missing any more
		}
		return after, last, true
	case next.version <= last:
		delete(l, path) // its versions tell nothing
	case d != nil:
		d.add(next, file, enc)
	case next.version > last+1:
		l[path] = &disorder{base: file, version: last, changes: []versioned{next}}
	}
	return next.applied(file, enc), next.version, false
}

// add remembers the newest change, of a file.
func (d *disorder) add(next versioned, file *syntax.File, enc syntax.Encoding) {
	if len(d.changes) >= 2*half {
		d.base, d.version = d.middle, d.changes[half-1].version
		d.changes = slices.Delete(d.changes, 0, half)
		if len(d.changes) > half { // some were inserted
			d.replay(enc)
		}
	}
	if len(d.changes) == half {
		d.middle = file
	}
	d.changes = append(d.changes, next)
}

// insert puts a change in its place, and returns the file after all of them.
func (d *disorder) insert(next versioned, enc syntax.Encoding) *syntax.File {
	at, _ := slices.BinarySearchFunc(d.changes, next.version, func(c versioned, v int) int { return c.version - v })
	d.changes = slices.Insert(d.changes, at, next)
	return d.replay(enc)
}

// replay returns the file after all changes, and finds the middle.
func (d *disorder) replay(enc syntax.Encoding) *syntax.File {
	file := d.base
	for i, c := range d.changes {
		if i == half {
			d.middle = file
		}
		file = c.applied(file, enc)
	}
	return file
}

// forget drops what is remembered of a document, which has been opened or closed.
func (l lateChanges) forget(path string) { delete(l, path) }

// misses reports whether a version was left out.
func (d *disorder) misses(version int) bool {
	return d.version < version && version < d.changes[len(d.changes)-1].version &&
		!slices.ContainsFunc(d.changes, func(c versioned) bool { return c.version == version })
}

func (c versioned) applied(file *syntax.File, enc syntax.Encoding) *syntax.File {
	for _, change := range c.changes {
		file = edited(file, change, enc)
	}
	return file
}
