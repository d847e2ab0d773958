package check

import (
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file walks a value whose type fits, together with the type of its place,
// and looks at what types do not tell: keys that are lost, and literals.

// flows looks at a value that converts to the type of its place.
func (c *checker) flows(e hclsyntax.Expression, got, want typesys.Type, n needs) {
	switch n.code {
	case codes.ExprType, codes.IndexType, codes.ObjectKey:
		return // operands have rules of their own
	case codes.CallArg:
		if n.of != " of `invoke`" {
			return // so have the functions of the language
		}
	}
	if c.info.Types[e] != got {
		return // an argument that is spread: the place is that of its elements
	}
	budget := maxFollow
	f := flow{c: c, n: n, home: c.e, direct: true, budget: &budget}
	if n.property != nil {
		f.pkg = c.inputs.pkg
	}
	f.into(e, want, n.property)
}

// into looks at a value that goes into a place of a type. The property is the one
// whose value it is, nil for elements.
func (f flow) into(e hclsyntax.Expression, want typesys.Type, p *schema.Property) {
	alts := alternatives(want)
	if !isTelling(alts) {
		return
	}
	switch e := unwrapped(e).(type) {
	case *hclsyntax.ConditionalExpr:
		f.direct = false
		f.into(e.TrueResult, want, p)
		f.into(e.FalseResult, want, p)
	case *hclsyntax.ObjectConsExpr:
		f.object(e, alts, p)
	case *hclsyntax.TupleConsExpr:
		for i, x := range e.Exprs {
			if t := elementIn(alts, i); t.IsValid() {
				f.at(typesys.Step{Kind: typesys.StepIndex, Index: i}).into(x, t, nil)
			}
		}
	case *hclsyntax.ForExpr:
		f.loop(e, alts)
	case *hclsyntax.ScopeTraversalExpr:
		if target, next, ok := f.follow(e); ok {
			next.converted = f.converted || f.use == nil && f.c.fitsSafely(e, want)
			next.into(target, want, p)
		}
	default:
		if v, ok := literalValue(e); ok && !v.IsNull() {
			f.scalar(e, v, alts)
		}
	}
}

// fitsSafely reports whether every value of an expression's type converts.
func (c *checker) fitsSafely(e hclsyntax.Expression, want typesys.Type) bool {
	got := c.info.Types[e]
	return got.IsValid() && typesys.Convert(want, got) == typesys.FitSafe
}

// loop looks at what a for expression makes of each element.
func (f flow) loop(e *hclsyntax.ForExpr, alts []typesys.Type) {
	f.direct, f.bound = false, true
	switch {
	case e.KeyExpr == nil:
		if t := elementIn(alts, 0); t.IsValid() {
			f.at(typesys.Step{Kind: typesys.StepElement}).into(e.ValExpr, t, nil)
		}
	case !e.Group:
		if t := valueIn(alts); t.IsValid() {
			f.at(typesys.Step{Kind: typesys.StepElement}).into(e.ValExpr, t, nil)
		}
	}
}

// at is the flow one step further in.
func (f flow) at(s typesys.Step) flow {
	f.path = append(slices.Clip(f.path), s)
	return f
}

// report makes a finding about an expression that the value is written in. What
// stands in another item is reported where it is used.
func (f flow) report(code codes.Code, e hclsyntax.Node, message string) {
	f.reportAt(code, tree.Span(e.Range()), advice{message: message})
}

// advise is like report, for messages that propose something.
func (f flow) advise(code codes.Code, e hclsyntax.Node, a advice) {
	f.reportAt(code, tree.Span(e.Range()), a)
}

func (f flow) reportAt(code codes.Code, span syntax.Span, a advice) {
	if f.use == nil {
		f.c.advise(code, span, a)
		return
	}
	related := relatedIn(f.home, span, "it is written here")
	for _, d := range f.c.info.Findings {
		if d.Code == code && d.Span == tree.Span(f.use.Range()) && d.Message == a.message {
			return // said already
		}
	}
	a.related = []Related{related}
	f.c.advise(code, tree.Span(f.use.Range()), a)
}

// where is the place in words, for the beginning of a message.
func (f flow) where() string { return f.n.at(f.path) }

// alternatives are the types that a plain value in a place may have. The caller must not
// change them.
func alternatives(want typesys.Type) []typesys.Type {
	t := typesys.Strip(typesys.PlainShape(want))
	if t.Kind() != typesys.KindUnion {
		return []typesys.Type{t}
	}
	absent := func(m typesys.Type) bool { return m == typesys.None || m == typesys.Null }
	if !slices.ContainsFunc(t.Elems(), absent) {
		return t.Elems()
	}
	return slices.DeleteFunc(slices.Clone(t.Elems()), absent)
}

// isTelling reports whether a literal can be wrong in a place of these types
// although its type fits.
func isTelling(alts []typesys.Type) bool {
	text, more := false, false // places that any value suits, and those that have more to ask
	for _, t := range alts {
		switch t.Kind() {
		case typesys.KindDynamic, typesys.Invalid:
			return false
		case typesys.KindString, typesys.KindID, typesys.KindOpaque, typesys.KindNone:
			text = true
		case typesys.KindBool, typesys.KindInt, typesys.KindNumber:
		case typesys.KindList, typesys.KindSet, typesys.KindMap:
			if isTelling(alternatives(t.Elem())) {
				more = true
			} else {
				text = true
			}
		default:
			more = true
		}
	}
	return more || !text && len(alts) > 0
}

// elementIn is the type of an element of lists of these types; invalid if there
// is none.
func elementIn(alts []typesys.Type, i int) typesys.Type {
	var found []typesys.Type
	for _, t := range alts {
		if e := elementType(t, i); e.IsValid() {
			found = append(found, e)
		}
	}
	return unionOf(found)
}

// valueIn is the type of a value of maps of these types; invalid if there is
// none.
func valueIn(alts []typesys.Type) typesys.Type {
	var found []typesys.Type
	for _, t := range alts {
		if t.Kind() == typesys.KindMap {
			found = append(found, t.Elem())
		}
	}
	return unionOf(found)
}

func unionOf(types []typesys.Type) typesys.Type {
	if len(types) == 0 {
		return typesys.Type{}
	}
	return typesys.Union(types...)
}
