package check

import (
	"maps"
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file follows values to where they are written: through parentheses and
// conditions, and through names to the expressions of locals and the defaults of
// configs. What a value is known to be says more than its type, since every text
// has the type string.

// flow is one value on its way into a place.
type flow struct {
	c *checker
	n needs
	// path leads from the place to the part of it that the value is for.
	path []typesys.Step
	// pkg is the package whose schema declares the place; nil when none does.
	pkg *schema.Package
	// home is the item that the value is written in, and use the expression of the
	// checked item that leads there; nil when the two items are one.
	home *program.Item
	use  hclsyntax.Expression
	// converted says that the name that led here has a type that fits safely: the
	// literal got it elsewhere, as the default of a config does, and was judged there.
	converted bool
	// maybe says that only some runs use the value: it stands under a condition, in a loop
	// or in the default of a config.
	maybe bool
	// bound says that names may be loop variables.
	bound bool
	// fitting says that the value as a whole has a type that fits; safe that all its values do.
	fitting, safe bool
	// mild says that the reference accepts the value as a whole. A part that does not fit is a
	// warning then.
	mild bool
	// types holds the comparisons of the types of the value and its parts.
	types *typesys.Comparison
	// hops counts the names that led here, and budget what may still be followed:
	// names that name each other twice double with each step.
	hops   int
	budget *int
}

const (
	maxHops   = 16
	maxFollow = 256
)

// leaf is a literal that a value may be.
type leaf struct {
	expr  hclsyntax.Expression
	value cty.Value
	flow  flow
}

// unwrapped is an expression without parentheses and quotes that change nothing.
func unwrapped(e hclsyntax.Expression) hclsyntax.Expression {
	for {
		switch inner := e.(type) {
		case *hclsyntax.ParenthesesExpr:
			e = inner.Expression
		case *hclsyntax.TemplateWrapExpr:
			e = inner.Wrapped
		default:
			return e
		}
	}
}

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

// literals are the literals that an expression may stand for; complete says that
// it can be nothing else.
func (f flow) literals(e hclsyntax.Expression) (found []leaf, complete bool) {
	e = unwrapped(e)
	switch e := e.(type) {
	case *hclsyntax.ConditionalExpr:
		yes, both := f.literals(e.TrueResult)
		no, other := f.literals(e.FalseResult)
		return append(yes, no...), both && other
	case *hclsyntax.ScopeTraversalExpr:
		if target, next, ok := f.follow(e); ok {
			found, complete = next.literals(target)
			return found, complete && next.home.Syntax.Kind == syntax.KindLocal
		}
		return nil, false
	}
	if v, ok := literalValue(e); ok {
		return []leaf{{e, v, f}}, true
	}
	return nil, false
}

// follow is the expression that a name stands for, after the steps into it that
// literal objects and lists answer. False for names of anything but locals and
// configs with a default, and for variables of the item.
func (f flow) follow(e *hclsyntax.ScopeTraversalExpr) (hclsyntax.Expression, flow, bool) {
	name := e.Traversal.RootName()
	if f.bound || f.hops >= maxHops || *f.budget <= 0 {
		return nil, f, false
	}
	if f.use == nil {
		if own, closed := f.c.variable(name); own != nil || closed {
			return nil, f, false
		}
	}
	*f.budget--
	home, target := f.c.written(name)
	for _, step := range e.Traversal[1:] {
		if target == nil {
			break
		}
		target = partAt(target, step)
	}
	if target == nil {
		return nil, f, false
	}
	if f.use == nil {
		f.use = e
	}
	f.home, f.fitting = home, true
	f.maybe = f.maybe || home.Syntax.Kind == syntax.KindConfig
	f.hops++
	return target, f, true
}

// partAt is the part of a literal object or list that a step names; nil when
// the value is not literal.
func partAt(e hclsyntax.Expression, step hcl.Traverser) hclsyntax.Expression {
	key, ok := tree.StepKey(step)
	switch {
	case !ok || key.IsNull() || !key.IsKnown():
		return nil
	case key.Type() == cty.String:
		return member(e, typesys.Step{Name: key.AsString()})
	case key.Type() == cty.Number:
		if i, accuracy := key.AsBigFloat().Int64(); accuracy == 0 && i >= 0 {
			return member(e, typesys.Step{Kind: typesys.StepIndex, Index: int(i)})
		}
	}
	return nil
}

// written is the expression behind a name: that of a local, or the default of a
// config. Both results are nil for other names.
func (r *recorder) written(name string) (*program.Item, hclsyntax.Expression) {
	e := r.p.core.Declaring(name)
	kind, text, span := writing(e)
	r.Note(program.OnText, name, func(now *program.Run) bool {
		kindNow, textNow, spanNow := writing(viewOf(now.Program).core.Declaring(name))
		return kindNow == kind && textNow == text && spanNow == span
	})
	return e, valueWritten(e)
}

// relatedIn is a place in an item that has been read, as a related place of a
// finding.
func relatedIn(home *program.Item, span syntax.Span, message string) Related {
	return Related{Span: span, Message: message, at: anchor{name: home.Name}}
}

// valueWritten is the expression that an entry gives its name: that of a local, or the
// default of a config; nil for others.
func valueWritten(e *program.Item) hclsyntax.Expression {
	switch {
	case e == nil:
	case e.Syntax.Kind == syntax.KindLocal && e.Syntax.Attr != nil:
		return e.Syntax.Attr.Expr
	case e.Syntax.Kind == syntax.KindConfig && e.Syntax.Block != nil:
		if a := e.Syntax.Block.Body.Attributes["default"]; a != nil {
			return a.Expr
		}
	}
	return nil
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
			return kindOf(e), e.Syntax.Text[span.Start:span.End], span
		}
	}
	return kindOf(e), e.Syntax.Text, span
}

// sameWriting reports whether two versions of an item look the same to items that read how
// it is written.
func sameWriting(a, b *program.Item) bool {
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
	if it.Block == nil {
		return nil
	}
	return slices.Sorted(maps.Keys(it.Block.Body.Attributes))
}
