package check

import (
	"maps"
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
)

// This file finds what a program writes for a value: the literal itself, the expression of a local, the default of
// a config, or what it gives to an input of a resource.

// maxHops is the most names that one value is followed through.
const maxHops = 16

// literalValue is the value of a text without parts, a number, a bool or null.
func literalValue(e hclsyntax.Expression) (cty.Value, bool) {
	if text, ok := tree.PlainText(e); ok {
		return cty.StringVal(text), true
	}
	if l, ok := e.(*hclsyntax.LiteralValueExpr); ok {
		return l.Val, l.Val.IsKnown()
	}
	return tree.Number(e)
}

// written is the expression behind a name: that of a local, or the default of a
// config. Both results are nil for other names.
func (r *Recorder) written(name string) (*program.Item, hclsyntax.Expression) {
	e := r.Program.Declaring(name)
	if !r.Records() {
		return e, valueWritten(e)
	}
	kind, text, span := writing(e)
	r.Note(program.OnText, name, func(now *program.Run) bool {
		kindNow, textNow, spanNow := writing(now.Program.Declaring(name))
		return kindNow == kind && textNow == text && spanNow == span
	})
	return e, valueWritten(e)
}

// valueWritten is the expression that an entry gives its name: that of a local, or the
// default of a config; nil for others.
func valueWritten(e *program.Item) hclsyntax.Expression {
	switch {
	case e == nil:
	case e.Syntax.Kind == syntax.KindLocal && e.Syntax.Attr() != nil:
		return e.Syntax.Attr().Expr
	case e.Syntax.Kind == syntax.KindConfig && e.Syntax.Block() != nil:
		if a := e.Syntax.Block().Body.Attributes["default"]; a != nil {
			return a.Expr
		}
	}
	return nil
}

// inputOf is what a resource gives to an input, as the item self may see it; nil for other names, and for
// a resource whose inputs come back to self.
func (r *Recorder) inputOf(self *program.Item, name, input string) (*program.Item, hclsyntax.Expression) {
	id := self.ID
	ask := func(now *program.Run) (e *program.Item, given hclsyntax.Expression, text string) {
		e = now.Program.Declaring(name)
		if e == nil || environmentOf(now.Program).InValueCircle(id, e.ID) || e.Syntax.Kind != syntax.KindResource || e.Syntax.Block() == nil {
			return nil, nil, ""
		}
		a := e.Syntax.Block().Body.Attributes[input]
		if a == nil {
			return e, nil, ""
		}
		span := tree.Span(a.Expr.Range())
		if span.End > len(e.Syntax.Text) {
			return e, nil, ""
		}
		return e, a.Expr, e.Syntax.Text[span.Start:span.End]
	}
	e, given, text := ask(r.Run)
	r.Note(program.OnText, name, func(now *program.Run) bool {
		_, _, textNow := ask(now)
		return textNow == text
	})
	return e, given
}

// Sets asks whether the block that declares a name sets an attribute.
func (r *Recorder) Sets(name, attribute string) bool {
	return asked(r, program.OnText, name, func(p *program.Program) bool {
		e := p.Declaring(name)
		return e != nil && e.Syntax.Block() != nil && e.Syntax.Block().Body.Attributes[attribute] != nil
	})
}

// writing is what there is to see of the value that is written: if it is the same,
// so is everything that can be said of it and its parts.
func writing(e *program.Item) (kind ObjectKind, text string, span syntax.Span) {
	if e == nil {
		return 0, "", syntax.Span{}
	}
	if x := valueWritten(e); x != nil {
		span = tree.Span(x.Range())
		if 0 <= span.Start && span.Start <= span.End && span.End <= len(e.Syntax.Text) {
			return KindOf(e), e.Syntax.Text[span.Start:span.End], span
		}
	}
	return KindOf(e), e.Syntax.Text, span
}

// SameWriting reports whether two versions of an item look the same to items that read how
// it is written.
func SameWriting(a, b *program.Item) bool {
	kindA, textA, spanA := writing(a)
	kindB, textB, spanB := writing(b)
	if kindA != kindB || textA != textB || spanA != spanB || len(a.Syntax.Labels) != len(b.Syntax.Labels) {
		return false
	}
	for i, label := range a.Syntax.Labels {
		if label.Value != b.Syntax.Labels[i].Value {
			return false
		}
	}
	return slices.Equal(attributeNames(a.Syntax), attributeNames(b.Syntax))
}

// attributeNames are the names that a block sets, sorted.
func attributeNames(it *syntax.Item) []string {
	if it.Block() == nil {
		return nil
	}
	return slices.Sorted(maps.Keys(it.Block().Body.Attributes))
}
