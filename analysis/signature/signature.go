package signature

import (
	"context"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/partial"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file is the way in, and defines what an answer consists of.

// Help is what there is to say about the call around a place.
type Help struct {
	// Call is the span of the function's name in the file.
	Call syntax.Span
	// Label is the call with its parameters and its result, on one line.
	Label string
	Doc   string // markdown
	// Parameters are first those of the call, in order, then the inputs that stand
	// in one of them.
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

// At is the help for the innermost call around an offset of a file; nil where
// there is none, or where nobody knows the function. The error is that of the
// context.
func At(ctx context.Context, p *analysis.Program, path string, offset int) (*Help, error) {
	file, ok := p.File(path)
	if !ok || offset < 0 || offset > file.Len() {
		return nil, nil
	}
	call := callAt(partial.At(file, offset))
	if call == nil {
		return nil, ctx.Err()
	}
	h := &helper{ctx: ctx, p: p, call: call}
	made, err := h.label()
	if err != nil {
		return nil, err
	}
	return &Help{
		Call: call.name, Label: made.text.String(), Doc: strings.Join(made.doc, "\n\n"),
		Parameters: made.parameters(), Active: made.active(call),
	}, ctx.Err()
}

// helper is the state of answering one question.
type helper struct {
	ctx  context.Context
	p    *analysis.Program
	call *call
}

// label is the label for what the call names, or for the builtin function where
// that is not known.
func (h *helper) label() (*label, error) {
	switch h.call.builtin.Name {
	case "invoke":
		if f := h.invoked(); f != nil {
			return invokeLabel(h.call, f), nil
		}
	case "call":
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
