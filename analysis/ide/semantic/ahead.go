package semantic

import (
	"maps"
	"sync"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file paints the items of a file while they are checked.

// Ahead holds the results for items of a file before somebody asks for them. It is safe for concurrent use.
//
// Why: the types and taints that painting needs are forgotten soon after the check of an item, so the first
// painting of a long file would take as long as checking it again.
type Ahead[T any] struct {
	made func(*syntax.Item, []Token) T

	mu      sync.Mutex // guards painted
	painted map[*syntax.Item]*Painted[T]
}

// NewAhead returns results for no items yet. They are made as those of [Whole].
func NewAhead[T any](made func(*syntax.Item, []Token) T) *Ahead[T] {
	return &Ahead[T]{made: made, painted: map[*syntax.Item]*Painted[T]{}}
}

// See paints an item.
func (a *Ahead[T]) See(s *analysis.Sight) {
	paint(s, func(tokens []Token) {
		result := &Painted[T]{s, a.made(s.Item, tokens)}
		a.mu.Lock()
		defer a.mu.Unlock()
		a.painted[s.Item] = result
	})
}

// From returns the results so far for [Whole], as if they were of an earlier version of the file.
func From[T any](a *Ahead[T]) *Document[T] {
	a.mu.Lock()
	defer a.mu.Unlock()
	return &Document[T]{ahead: maps.Clone(a.painted)}
}
