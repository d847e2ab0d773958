// This file applies the changes of a document in the order of their versions. Some clients send them out of order:
// Helix 25.01 does when the user types fast.

package lsp

import (
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/lsp/place"
)

// reorderer remembers the changes of each document since the client skipped a version, in case the skipped change is late. If it arrives, it takes effect
// in its place, and the changes after it are applied again.
//
// Why not wait for it: some editors skip versions routinely.
//
// Invariant: only the read loop uses it. A client that skips no version costs nothing.
type reorderer map[string]*gap

// gap holds the changes of one document since a version was skipped.
type gap struct {
	base    *syntax.File // before all of them
	version int          // of base
	changes []versioned  // in the order of their versions
	middle  *syntax.File // after the first half changes, if there are that many
}

// versioned is one didChange.
type versioned struct {
	version int
	changes []contentChange
}

// half of the changes that are remembered at most, for editors that skip versions routinely.
const half = 32

// apply returns a document and its version after a didChange. late says that the change belongs before others that have already taken effect.
func (r reorderer) apply(path string, file *syntax.File, last int, next versioned, enc syntax.Encoding) (after *syntax.File, version int, late bool) {
	d := r[path]
	switch {
	case d != nil && d.misses(next.version):
		after = d.insert(next, enc)
		if len(d.changes) == last-d.version {
			delete(r, path) // no version is missing now
		}
		return after, last, true
	case next.version <= last:
		delete(r, path) // the versions of this client mean nothing
	case d != nil:
		d.add(next, file, enc)
	case next.version > last+1:
		r[path] = &gap{base: file, version: last, changes: []versioned{next}}
	}
	return next.applied(file, enc), next.version, false
}

// add remembers the newest change. file is the text before it.
func (d *gap) add(next versioned, file *syntax.File, enc syntax.Encoding) {
	if len(d.changes) >= 2*half {
		d.base, d.version = d.middle, d.changes[half-1].version
		d.changes = slices.Delete(d.changes, 0, half)
		if len(d.changes) > half { // late changes were inserted
			d.replay(enc)
		}
	}
	if len(d.changes) == half {
		d.middle = file
	}
	d.changes = append(d.changes, next)
}

// insert puts a change in its place and returns the file after all changes.
func (d *gap) insert(next versioned, enc syntax.Encoding) *syntax.File {
	at, _ := slices.BinarySearchFunc(d.changes, next.version, func(c versioned, v int) int { return c.version - v })
	d.changes = slices.Insert(d.changes, at, next)
	return d.replay(enc)
}

// replay applies all changes again, returns the file after them and updates the middle.
func (d *gap) replay(enc syntax.Encoding) *syntax.File {
	file := d.base
	for i, c := range d.changes {
		if i == half {
			d.middle = file
		}
		file = c.applied(file, enc)
	}
	return file
}

// forget drops a document that has been opened or closed.
func (r reorderer) forget(path string) { delete(r, path) }

func (d *gap) misses(version int) bool {
	return d.version < version && version < d.changes[len(d.changes)-1].version &&
		!slices.ContainsFunc(d.changes, func(c versioned) bool { return c.version == version })
}

func (c versioned) applied(file *syntax.File, enc syntax.Encoding) *syntax.File {
	for _, change := range c.changes {
		file = edited(file, change, enc)
	}
	return file
}

// contentChange is one element of a didChange. Unlike the protocol's own type, it accepts what real clients send: a null range for the whole text, and any
// number for a position. If the server refused such a change, it would have the wrong text from then on.
type contentChange struct {
	Range *looseRange `json:"range"`
	Text  string      `json:"text"`
}

type looseRange struct {
	Start loosePosition `json:"start"`
	End   loosePosition `json:"end"`
}

type loosePosition struct {
	Line      float64 `json:"line"`
	Character float64 `json:"character"`
}

// edited returns a file after one change. It clamps positions outside the text and swaps the ends of a reversed range.
func edited(file *syntax.File, change contentChange, enc syntax.Encoding) *syntax.File {
	if change.Range == nil {
		return file.Replaced(change.Text)
	}
	start := change.Range.Start.offset(file, enc)
	end := change.Range.End.offset(file, enc)
	if end < start {
		start, end = end, start
	}
	return file.Edited(syntax.Edit{Span: syntax.Span{Start: start, End: end}, Text: change.Text})
}

func (p loosePosition) offset(mapper place.Mapper, enc syntax.Encoding) int {
	if p.Line < 0 {
		return 0
	}
	return mapper.Offset(place.Clamp(p.Line), place.Clamp(p.Character), enc)
}
