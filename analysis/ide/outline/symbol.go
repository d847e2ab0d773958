package outline

import (
	"context"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file defines symbols and collects those of a file.

// Kind is the kind of a symbol.
type Kind uint8

// The kinds of symbols.
const (
	KindLocal Kind = iota + 1
	KindConfig
	KindResource
	KindRead
	KindComponent
	KindOutput
	KindHook
	KindPulumi
	KindPackage
	KindBlock     // a nested block, or a block of unknown kind
	KindAttribute // an attribute of a block
	KindOption    // an attribute of an options block
	KindKey       // a key of a literal object
)

// Symbol is one declaration or part of it.
type Symbol struct {
	Name   string // never empty
	Detail string // a type or token; may be empty
	Kind   Kind
	// Span is the whole text without comments above it. NameSpan is inside it.
	Span, NameSpan syntax.Span
	// Deprecated means that the schema deprecates it.
	Deprecated bool
	Children   []Symbol
}

// Symbols returns the items of a file in order. The only error is the context's.
func Symbols(ctx context.Context, p *analysis.Program, path string) ([]Symbol, error) {
	f, ok := p.File(path)
	if !ok {
		return nil, ctx.Err()
	}
	var symbols []Symbol
	for _, it := range f.All() {
		info, err := p.Check(ctx, it)
		if err != nil {
			return nil, err
		}
		l := &lister{item: it, info: info}
		if s, named := l.symbol(); named {
			symbols = append(symbols, s)
		}
	}
	return symbols, ctx.Err()
}
