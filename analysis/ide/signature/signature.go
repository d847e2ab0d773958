package signature

import (
	"context"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/probe"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/cursor"
)

// This file is the way in, and defines what an answer consists of.

// Help is what there is to say about a call or an object around a place.
type Help struct {
	// At is the span of the function's name in the file, or of the brace of an object.
	At syntax.Span
	// Label is the call with its parameters and its result, or the object with its
	// properties, on one line.
	Label string
	Doc   string // markdown
	// Parameters are first those of the call, in order, then the inputs that stand
	// in one of them. Those of an object are the object as a whole and its properties.
	Parameters []Parameter
	// Active is the index of the parameter that is being written; -1 where the
	// function takes no more.
	Active int
}

// Parameter is a part of a label.
type Parameter struct {
	// Span is the part, in bytes of the label.
	Span syntax.Span
	Doc  string // markdown
}

// At is the help for an offset of a file, from the inside: for the literal objects
// around it whose types are known, each of the types that they may have, then for the
// innermost call, which ends the list. It is empty where nobody knows the function. The
// error is that of the context.
func At(ctx context.Context, p *analysis.Program, path string, offset int) ([]Help, error) {
	file, ok := p.File(path)
	if !ok || offset < 0 || offset > file.Len() {
		return nil, nil
	}
	h := &helper{ctx: ctx, p: p, place: probe.At(file, offset)}
	var inside []cursor.Frame
	h.call, inside = callAt(h.place)
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
	if called != nil {
		all = append(all, called.help(h.call.name, h.call.position(), h.call.input()))
	}
	return all, ctx.Err()
}

// helper is the state of answering one question.
type helper struct {
	ctx   context.Context
	p     *analysis.Program
	place *probe.Place
	call  *call // nil where there is none
}

// label is the label for what the call names, or for the builtin function where
// that is not known.
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
