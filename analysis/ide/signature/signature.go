package signature

import (
	"context"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/probe"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/cursor"
)

// This file defines the result and how it is found.

// Help describes a call or an object around a place.
type Help struct {
	// At is the span of the function's name in the file, or of the opening brace of an object.
	At syntax.Span
	// Label is the call with its parameters and result, or the object with its properties, on
	// one line.
	Label string
	Doc   string // Markdown
	// Parameters lists the parameters of a call in order, then the inputs inside one of them.
	// For an object it lists the whole object, then its properties.
	Parameters []Parameter
	// Active is the index of the active parameter, or -1 if the function takes no more.
	Active int
}

// Parameter is a part of a label.
type Parameter struct {
	// Span is the part, in bytes of the label.
	Span syntax.Span
	Doc  string // Markdown
}

// At returns the help for an offset, innermost first: the literal objects around it, once per
// possible type, then the innermost call, which is last. A call that says nothing about the object
// that is being written in it is left out: it would only cover the text. It is empty if the function is
// unknown. The only error is the context's.
func At(ctx context.Context, p *analysis.Program, path string, offset int) ([]Help, error) {
	file, ok := p.File(path)
	if !ok || offset < 0 || offset > file.Len() {
		return nil, nil
	}
	h := &helper{ctx: ctx, p: p, place: probe.At(file, offset)}
	var inside []cursor.Frame
	h.call, inside = callAt(h.place, analysis.EditionOf(p).Version)
	var called *label
	if h.call != nil {
		var err error
		if called, err = h.label(); err != nil {
			return nil, err
		}
	}
	all, err := h.objects(inside, called)
	if err != nil {
		return nil, err
	}
	if called != nil && !h.call.coversObject() {
		all = append(all, called.help(h.call.name, h.call.position(), h.call.input()))
	}
	return all, ctx.Err()
}

// helper is the state of one request.
type helper struct {
	ctx   context.Context
	p     *analysis.Program
	place *probe.Place
	call  *call // nil if there is none
}

// label returns the label of the function that the call names, or of the builtin function if
// that is unknown.
func (h *helper) label() (*label, error) {
	switch h.call.builtin.Source {
	case language.SourceFunction:
		if f := h.invoked(); f != nil {
			return invokeLabel(h.call, f), nil
		}
	case language.SourceMethod:
		receiver, f, err := h.method()
		if err != nil {
			return nil, err
		}
		if f != nil {
			return methodLabel(h.call, receiver, f), nil
		}
	}
	return builtinLabel(h.call.builtin), nil
}
