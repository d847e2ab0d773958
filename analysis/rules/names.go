package rules

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file checks the expressions of rules: names, functions, and whether a condition can be one.

// condition reads a condition.
func (p *parser) condition(r *Rule, a *hclsyntax.Attribute) hclsyntax.Expression {
	if what := neverCondition(a.Expr); what != "" {
		p.find(syntax.SpanOf(a.Expr), "this is %s, which is never true or false", what)
	} else if _, literal := tree.Bool(a.Expr); literal {
		p.find(syntax.SpanOf(a.Expr), "this condition looks at nothing")
	}
	return p.names(r, a.Expr)
}

// neverCondition says what an expression is that is no condition whatever it looks at; empty for one that
// may be.
func neverCondition(e hclsyntax.Expression) string {
	switch e := e.(type) {
	case *hclsyntax.ParenthesesExpr:
		return neverCondition(e.Expression)
	case *hclsyntax.LiteralValueExpr:
		switch {
		case e.Val.IsNull():
			return "null"
		case e.Val.Type() == cty.Number:
			return "a number"
		}
	case *hclsyntax.TemplateExpr:
		if written, ok := tree.PlainText(e); ok {
			if _, err := value.Boolean(cty.StringVal(written)); err != nil {
				return "a text"
			}
		}
	case *hclsyntax.TupleConsExpr, *hclsyntax.SplatExpr:
		return "a list"
	case *hclsyntax.ObjectConsExpr:
		return "an object"
	case *hclsyntax.ForExpr:
		if e.KeyExpr != nil {
			return "an object"
		}
		return "a list"
	case *hclsyntax.BinaryOpExpr:
		if e.Op.Type == cty.Number {
			return "a number"
		}
	case *hclsyntax.UnaryOpExpr:
		if e.Op.Type == cty.Number {
			return "a number"
		}
	case *hclsyntax.FunctionCallExpr:
		if f := functionNamed(e.Name); f != nil && (f.name == typeFunction || f.name == lowerFunction) {
			return "a text"
		}
	}
	return ""
}

// names reads an expression, and reports names and functions in it that do not exist.
func (p *parser) names(r *Rule, e hclsyntax.Expression) hclsyntax.Expression {
	whole := map[syntax.Span]bool{} // places where the subject as a whole is an argument
	_ = hclsyntax.VisitAll(e, func(n hclsyntax.Node) hcl.Diagnostics {
		if call, ok := n.(*hclsyntax.FunctionCallExpr); ok {
			p.call(r, call, whole)
		}
		return nil
	})
	for _, t := range e.Variables() {
		p.traversal(r, t, whole[tree.Span(t.SourceRange())])
	}
	return e
}

// traversal checks a name with its first step.
func (p *parser) traversal(r *Rule, t hcl.Traversal, whole bool) {
	var words []string
	for _, s := range r.roots() {
		words = append(words, s.word)
		if s.word != t.RootName() {
			continue
		}
		name, ok := stepName(t, 1)
		switch {
		case len(t) == 1 && !whole:
			p.find(tree.Span(t[0].SourceRange()), "write what of the %s is meant, such as `%s.%s`", s.word, s.word, s.members[0].name)
		case len(t) == 1:
		case !ok:
			p.find(tree.Span(t[1].SourceRange()), "write the name of a member behind `%s`", s.word)
		case s.member(name) == nil:
			span := tree.Span(t[1].SourceRange())
			if _, attr := t[1].(hcl.TraverseAttr); attr && span.Len() > len(name) {
				span.Start = span.End - len(name) // without the dot
			}
			p.findName(span, "`"+s.word+"` has no member `"+name+"`", name, s.memberNames())
		}
		return
	}
	p.findName(tree.Span(t[0].SourceRange()), "there is no name `"+t.RootName()+"` here", t.RootName(), words)
}

// call checks the call of a function.
func (p *parser) call(r *Rule, call *hclsyntax.FunctionCallExpr, whole map[syntax.Span]bool) {
	span := tree.Span(call.NameRange)
	f := functionNamed(call.Name)
	if f == nil {
		b := language.Called(call.Name)
		switch {
		case b.Name == "":
			p.findName(span, "there is no function `"+call.Name+"`", call.Name, functionNames())
		case !b.Pure():
			p.find(span, "`%s` means nothing in a rule, because its result depends on more than its arguments", call.Name)
		case !b.Accepts(len(call.Args)) && !call.ExpandFinal:
			p.find(span, "`%s` does not take %d arguments", call.Name, len(call.Args))
		}
		return
	}
	if len(call.Args) != f.args || call.ExpandFinal {
		p.find(span, "write `%s`", f.form)
		return
	}
	if f.name == matchFunction {
		p.compile(r, call)
	}
	if !f.taint {
		return
	}
	if e, ok := call.Args[0].(*hclsyntax.ScopeTraversalExpr); ok && len(e.Traversal) == 1 && f.name == dependsFunction {
		whole[tree.Span(e.Traversal.SourceRange())] = true
		return
	}
	if _, ok := writtenPath(r, call.Args[0]); !ok {
		p.find(syntax.SpanOf(call.Args[0]), "`%s` takes something that the program writes, such as %s", f.name, r.example())
	}
}

// example is something that a program writes.
func (r *Rule) example() string {
	for i := len(r.roots()) - 1; i >= 0; i-- {
		s := r.roots()[i]
		for _, m := range s.members {
			switch {
			case m.source && (m.name == factInputs || m.name == memberOptions):
				return "`" + s.word + "." + m.name + ".name`"
			case m.source:
				return "`" + s.word + "." + m.name + "`"
			}
		}
	}
	return "an input"
}

func functionNames() []string {
	names := lists.Map(functions(), func(f *function) string { return f.name })
	for _, b := range language.Builtins() {
		if b.Pure() {
			names = append(names, b.Name)
		}
	}
	return names
}
