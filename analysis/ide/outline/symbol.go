package outline

import (
	"context"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file defines symbols and collects those of a file.

// Kind says what a symbol is.
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
	KindBlock     // a block inside another, or one of a kind that PCL does not know
	KindAttribute // an attribute of a block
	KindOption    // an attribute of an options block
	KindKey       // a key of a literal object
)

var kindNames = [...]string{
	KindLocal: "local", KindConfig: "config", KindResource: "resource", KindRead: "read", KindComponent: "component",
	KindOutput: "output", KindHook: "hook", KindPulumi: "pulumi", KindPackage: "package", KindBlock: "block",
	KindAttribute: "attribute", KindOption: "option", KindKey: "key",
}

// String is the kind as a word.
func (k Kind) String() string { return kindNames[k] }

// Symbol is one thing in a file.
type Symbol struct {
	Name   string // never empty
	Detail string // the type token of a resource, the type of a value; may be empty
	Kind   Kind
	// Span is everything from the first to the last byte of the thing, comments
	// above it left out; NameSpan is inside it.
	Span, NameSpan syntax.Span
	// Deprecated is set for what a schema declares deprecated.
	Deprecated bool
	Children   []Symbol
}

// Symbols are the items of a file in order. The error is that of the context.
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
