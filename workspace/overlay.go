package workspace

import (
	"iter"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file holds the texts of open documents, in a map whose versions share all entries but the one that changes.

// overlay is the text of an open document. A long one is parsed when it is first needed, by
// whoever needs it, so that opening it delays no other document.
type overlay struct {
	file    func() *syntax.File
	version int
	blocks  *blockMemory // nil if the document is not Markdown
}

// soon is the length of texts that are parsed when they are opened, which takes less than ten
// milliseconds.
const soon = 64 << 10

// with is the document with another text.
func (o overlay) with(f *syntax.File, version int) overlay {
	return overlay{func() *syntax.File { return f }, version, o.blocks}
}

// unparsed is the limit of documents that are not PCL: no text is within it.
var unparsed = syntax.Limit{Bytes: -1}

// newPage is a Markdown document that is opened.
func newPage(path, text string, version int) overlay {
	return overlay{blocks: &blockMemory{}}.with(syntax.ParseWithin(unparsed, syntax.OneByOne, path, text, nil), version)
}

// sameText reports whether two files have the same text, without joining it.
func sameText(a, b *syntax.File) bool {
	if a == nil || a == b {
		return a == b
	}
	if a.Len() != b.Len() || a.Count() != b.Count() {
		return false
	}
	first, last := a.SharedWith(b)
	for i := first; i < a.Count()-last; i++ {
		if a.Item(i).Text != b.Item(i).Text {
			return false
		}
	}
	return true
}

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

func (b byPath[V]) find(path string) (v V, ok bool) {
	place, ok := b.places[path]
	if ok {
		v = b.values[place]
	}
	return v, ok
}

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

// blockMemory keeps the findings about the blocks of an open Markdown document, so that a keystroke checks only the block that it changes. It goes with the
// document.
type blockMemory struct{ found sync.Map }

// block is everything that the findings about a block depend on.
type block struct {
	schemas  analysis.Schemas
	optIns   codes.OptIns
	language language.Edition
	text     string
}

// find are the findings about a block, known or else computed. What is kept shares no text with the document, whose versions would stay in memory.
func (m *blockMemory) find(b block, compute func(text string) ([]analysis.Diagnostic, error)) ([]analysis.Diagnostic, error) {
	if known, ok := m.found.Load(b); ok {
		return known.([]analysis.Diagnostic), nil
	}
	b.text = strings.Clone(b.text)
	found, err := compute(b.text)
	if err == nil {
		m.found.Store(b, found)
	}
	return found, err
}

// keep forgets all blocks but these n.
func (m *blockMemory) keep(n int, block func(i int) block) {
	var kept sync.Map
	for i := range n {
		kept.Store(block(i), nil)
	}
	m.found.Range(func(b, _ any) bool {
		if _, ok := kept.Load(b); !ok {
			m.found.Delete(b)
		}
		return true
	})
}
