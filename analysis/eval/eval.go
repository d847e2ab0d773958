// Package eval computes the values of expressions, for hovers and inlay hints, from the
// text of a program and the configuration of the selected stack. Package evaluate evaluates;
// this one says what the names and calls of a program mean.
//
// Values that exist only in a run (outputs of resources, answers of providers, files, the
// host) are unknown values of the type that the checker computed. Inputs of a resource are
// not assumed to come back as its outputs. Secrets are marked as in a run: each member of a
// list has its own marks.
//
// Invariant: no text from this package shows a marked value.
package eval

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/zclconf/go-cty/cty"
)

// This file is what others ask: values of expressions and of declarations.

// The limits of one question. Those of values are in package value.
const (
	maxWork  = 300_000 // expressions, and members of values
	maxDepth = 1_000   // names that need each other
	maxInner = 6       // components in components
	maxHops  = 200     // names that a preview follows
)

// Value is what is known of a value.
type Value struct {
	// Value is marked where it is secret, and unknown where it is unknown. It is
	// [cty.NilVal] if Fails or TooLarge.
	Value cty.Value
	// Fails says that a run would fail, and why; empty otherwise.
	Fails string
	// TooLarge says that the value was not computed because of its size.
	TooLarge bool
	// Defaults are the configs whose default was taken, sorted.
	Defaults []string
	// Stack is the name of the stack from whose configuration a value was taken; empty
	// for none.
	Stack string
}

// Known reports whether the value is known in all its parts.
func (v Value) Known() bool { return v.Value != cty.NilVal && v.Value.IsWhollyKnown() }

// Of is the value of an expression of an item. Loop variables and `range` that stand
// around it are unknown. The error is that of the context.
func Of(ctx context.Context, p *analysis.Program, it syntax.Placed, e hclsyntax.Expression) (Value, error) {
	w := newWork(ctx)
	v, err := w.root(p).item(it).Value(e)
	return w.result(v, err)
}

// work is one question on its way.
type work struct {
	value.Budget
	ctx      context.Context
	depth    int // of names that need each other
	hops     int // from a name to what it stands for, in previews
	defaults map[string]bool
	stack    string
	run      *running // nil where nothing is registered
	reading  *reading // nil unless somebody keeps what is read
}

func newWork(ctx context.Context) *work {
	return &work{Budget: value.NewBudget(ctx, maxWork), ctx: ctx, defaults: map[string]bool{}}
}

// result is the answer to the question.
func (w *work) result(v cty.Value, err error) (Value, error) {
	if ended := w.ctx.Err(); ended != nil {
		return Value{}, ended
	}
	answer := Value{Stack: w.stack}
	for name := range w.defaults {
		answer.Defaults = append(answer.Defaults, name)
	}
	slices.Sort(answer.Defaults)
	switch {
	case err == nil:
		answer.Value = v
	case errors.Is(err, value.ErrTooLarge):
		answer.TooLarge = true
	default:
		answer.Fails = err.Error()
	}
	return answer, nil
}

// root is the program as it is run by itself.
func (w *work) root(p *analysis.Program) *frame {
	return &frame{work: w, p: p, known: map[*analysis.Object]memo{}}
}

// Source is the text of an expression of an item, without the values that it makes secret:
// whoever shares a screen shows the line that holds them on purpose, and a hover by
// accident.
func Source(it *syntax.Item, e hclsyntax.Expression) string {
	whole := syntax.SpanOf(e)
	if whole.Start < 0 || whole.End > len(it.Text) || whole.Start > whole.End {
		return ""
	}
	hidden := analysis.SecretArguments(e)
	lists.SortStable(hidden, func(a, b syntax.Span) int { return a.Start - b.Start })
	var out strings.Builder
	at := whole.Start
	for _, s := range hidden {
		if s.Start >= at && s.End <= whole.End { // otherwise it is inside the one before
			out.WriteString(it.Text[at:s.Start] + moreWord)
			at = s.End
		}
	}
	out.WriteString(it.Text[at:whole.End])
	return out.String()
}
