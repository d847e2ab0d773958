package convert

import (
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/node"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file rewrites expressions of Terraform. They keep their text except for references and calls.

// text returns an expression as PCL.
func (r *reader) text(n hclsyntax.Node) string {
	var b strings.Builder
	if !r.typing { // writing the parts to find a type would double the work with each level
		r.write(&b, n)
	}
	return b.String()
}

func (r *reader) write(b *strings.Builder, n hclsyntax.Node) {
	span := syntax.SpanOf(n)
	switch n := n.(type) {
	case *hclsyntax.ScopeTraversalExpr, *hclsyntax.RelativeTraversalExpr, *hclsyntax.IndexExpr, *hclsyntax.SplatExpr:
		if text, _, ok := r.access(n.(hclsyntax.Expression)); ok {
			b.WriteString(text)
			return
		}
	case *hclsyntax.FunctionCallExpr:
		if text, ok := r.call(n); ok {
			b.WriteString(text)
			return
		}
	case *hclsyntax.ForExpr:
		defer r.bind(n)()
	case *hclsyntax.TemplateWrapExpr:
		if text, _, ok := r.access(n.Wrapped); ok {
			b.WriteString(text)
			return
		}
	}
	at := span.Start
	for _, child := range node.Children(n) {
		if inner := syntax.SpanOf(child); inner.Start >= at && inner.End <= span.End {
			b.WriteString(r.source[at:inner.Start])
			r.write(b, child)
			at = inner.End
		}
	}
	b.WriteString(r.source[at:span.End])
}

// access rewrites a reference and the steps behind it. The type is dynamic if it is not known. It returns false for other expressions, and for
// references that are the same in PCL.
func (r *reader) access(e hclsyntax.Expression) (text string, t typesys.Type, ok bool) {
	switch e := e.(type) {
	case *hclsyntax.ScopeTraversalExpr:
		return r.reference(e.Traversal)
	case *hclsyntax.RelativeTraversalExpr:
		if text, t, ok = r.access(e.Source); ok {
			text, t = r.steps(text, t, e.Traversal)
		}
	case *hclsyntax.IndexExpr:
		if text, t, ok = r.access(e.Collection); ok {
			text, t = text+"["+r.text(e.Key)+"]", element(t)
		}
	case *hclsyntax.SplatExpr:
		if text, t, ok = r.access(e.Source); ok {
			if t = typesys.Strip(t); t.Kind() != typesys.KindObject { // one is a list of itself
				t = element(t)
			}
			text, t = r.splat(text+"[*]", t, e.Each)
			t = typesys.List(t)
		}
	case *hclsyntax.ParenthesesExpr:
		if text, t, ok = r.access(e.Expression); ok {
			text = "(" + text + ")"
		}
	}
	return text, t, ok
}

// splat adds the steps after a splat.
func (r *reader) splat(text string, t typesys.Type, each hclsyntax.Expression) (string, typesys.Type) {
	switch e := each.(type) {
	case *hclsyntax.RelativeTraversalExpr:
		text, t = r.splat(text, t, e.Source)
		return r.steps(text, t, e.Traversal)
	case *hclsyntax.IndexExpr:
		text, t = r.splat(text, t, e.Collection)
		return text + "[" + r.text(e.Key) + "]", element(t)
	}
	return text, t
}

// element returns the type of the elements of a list or map.
func element(t typesys.Type) typesys.Type {
	if t = typesys.Strip(t); t.Kind() == typesys.KindList || t.Kind() == typesys.KindMap || t.Kind() == typesys.KindSet {
		return t.Elem()
	}
	return typesys.Dynamic
}

// steps adds steps to a reference, with the names that the type has for them. A step into the only element of a list disappears where the schema has the
// element itself.
func (r *reader) steps(text string, t typesys.Type, steps hcl.Traversal) (string, typesys.Type) {
	for _, step := range steps {
		t = typesys.Strip(t)
		switch step := step.(type) {
		case hcl.TraverseAttr:
			name := step.Name
			if t.Kind() == typesys.KindObject {
				p, known := meant(name, t.Properties(), memberOf(t.Token()))
				if !known {
					r.fail("`" + t.Token() + "` has no output `" + name + "`")
					return text, typesys.Dynamic
				}
				name, t = p.Name, p.Type
			} else {
				t = element(t)
			}
			text += "." + name
		case hcl.TraverseIndex:
			if t.Kind() == typesys.KindObject && step.Key.Type() == cty.Number {
				continue
			}
			text, t = text+"["+printer.Value(step.Key)+"]", element(t)
		}
	}
	return text, t
}
