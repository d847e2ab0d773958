package eval

import (
	"context"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
	"github.com/pcl-lsp/pcl-lsp/typesys/prose"
)

// This file writes what is known of a value that is known in part only: the known
// parts by their values, the others as the program writes them.

// Preview is a value in words.
type Preview struct {
	Value
	// Text is the value on one line; empty if nothing is known of it that the program
	// does not say in the same words.
	Text string
	// Plain says that the value is written out in the program as it is.
	Plain bool
}

// PreviewOf is the value of an expression of an item, in words.
func PreviewOf(ctx context.Context, p *analysis.Program, it syntax.Placed, e hclsyntax.Expression) (Preview, error) {
	w := newWork(ctx)
	return w.preview(w.root(p).item(it), e)
}

// PreviewName is what a name of the program stands for, in words.
func PreviewName(ctx context.Context, p *analysis.Program, o *analysis.Object) (Preview, error) {
	w := newWork(ctx)
	f := w.root(p)
	it, ok := o.Item()
	switch e := attributeOf(it, language.OutputValue); {
	case ok && o.Kind == analysis.ObjectLocal && it.Attr() != nil:
		return w.preview(f.item(it), it.Attr().Expr)
	case o.Kind == analysis.ObjectOutput && e != nil:
		return w.preview(f.item(it), e)
	}
	v, err := f.object(o)
	answer, err := w.result(v, err)
	shown := Preview{Value: answer}
	if err == nil && answer.Value != cty.NilVal && telling(answer.Value) {
		shown.Text = Text(answer.Value)
	}
	return shown, err
}

func (w *work) preview(s *scope, e hclsyntax.Expression) (Preview, error) {
	v, err := s.Value(e)
	answer, ended := w.result(v, err)
	if ended != nil {
		return Preview{}, ended
	}
	shown := Preview{Value: answer, Plain: plainly(e)}
	switch {
	case err != nil:
	case v.IsMarked():
		shown.Text, shown.Defaults, shown.Stack = markedWord(v), nil, "" // whatever it is made of
	case v.IsWhollyKnown():
		shown.Text = Text(v)
	default:
		if text, told := s.partly(e, 0); told {
			shown.Text = text
		}
	}
	return shown, w.ctx.Err()
}

// telling reports whether something is known of a value.
func telling(v cty.Value) bool { return v.IsMarked() || v.IsKnown() }

// partly writes an expression with the values of what is known in it. Told says that
// there is something that the program does not say in the same words.
func (s *scope) partly(e hclsyntax.Expression, depth int) (text string, told bool) {
	v, err := s.Value(e)
	if err != nil {
		return s.hole(e), false
	}
	if v.IsMarked() {
		return markedWord(v), true
	}
	if v.IsWhollyKnown() {
		return show(v, depth), !plainly(e)
	}
	if inner := tree.Bare(e); inner != e {
		return s.partly(inner, depth)
	}
	switch e := e.(type) {
	case *hclsyntax.TemplateExpr:
		text, told := s.partlyText(e)
		return `"` + text + `"`, told
	case *hclsyntax.TupleConsExpr:
		told := false
		text := list(len(e.Exprs), depth, func(i int) string { return s.part(e.Exprs[i], depth+1, &told) })
		return text, told
	case *hclsyntax.ObjectConsExpr:
		return s.partlyObject(e, v, depth)
	default:
		if from, inner, ok := s.through(e); ok {
			return inOtherWords(from.partly(inner, depth))
		}
	}
	if v.IsKnown() {
		return show(v, depth), true
	}
	return s.hole(e), false
}

// inOtherWords is what an expression stands for: a text tells more than its name.
func inOtherWords(text string, told bool) (string, bool) {
	return text, told || text != "" && strings.ContainsRune("\"[{", rune(text[0]))
}

// part is a member of a list or object: what is unknown is said to be so.
func (s *scope) part(e hclsyntax.Expression, depth int, told *bool) string {
	text, tells := s.partly(e, depth)
	*told = *told || tells
	if tells || plainly(e) {
		return text
	}
	return unknownWord
}

// hole is an expression as the program writes it, on one line.
func (s *scope) hole(e hclsyntax.Expression) string {
	text := Source(s.it.Item, e)
	if text == "" {
		return moreWord
	}
	return prose.Shortened(strings.Join(strings.Fields(text), " "), maxQuoted)
}

// partlyText is a text between its quotes: what is unknown stays in `${…}`.
func (s *scope) partlyText(e *hclsyntax.TemplateExpr) (text string, told bool) {
	var out strings.Builder
	for _, part := range e.Parts {
		if _, literal := part.(*hclsyntax.LiteralValueExpr); !literal {
			inner, tells := s.inText(part)
			out.WriteString(inner)
			told = told || tells
			continue
		}
		if v, err := s.Value(part); err == nil && v.IsKnown() && v.Type() == cty.String {
			out.WriteString(escaped(v.AsString()))
		}
	}
	return out.String(), told
}

// inText is a part of a text.
func (s *scope) inText(part hclsyntax.Expression) (text string, told bool) {
	v, err := s.Value(part)
	switch {
	case err != nil:
	case v.IsMarked():
		return markedWord(v), true
	case v.IsWhollyKnown():
		if text, err := value.Written(v); err == nil {
			return escaped(text), true
		}
	default:
		if from, inner, ok := s.templateBehind(part); ok {
			text, _ := from.partlyText(inner)
			return text, true
		}
	}
	return "${" + s.hole(part) + "}", false
}

// templateBehind is the template that an expression stands for, through names.
func (s *scope) templateBehind(e hclsyntax.Expression) (*scope, *hclsyntax.TemplateExpr, bool) {
	for range maxNesting {
		e = tree.Bare(e)
		if template, ok := e.(*hclsyntax.TemplateExpr); ok {
			return s, template, true
		}
		var ok bool
		if s, e, ok = s.through(e); !ok {
			break
		}
	}
	return nil, nil, false
}

// through is the expression that another one stands for: the branch that a condition chooses, or that of a local.
func (s *scope) through(e hclsyntax.Expression) (*scope, hclsyntax.Expression, bool) {
	switch e := e.(type) {
	case *hclsyntax.ConditionalExpr:
		chosen, ok := s.chosen(e)
		return s, chosen, ok
	case *hclsyntax.ScopeTraversalExpr:
		return s.behind(e)
	}
	return nil, nil, false
}

// partlyObject writes an object whose keys are known.
func (s *scope) partlyObject(e *hclsyntax.ObjectConsExpr, v cty.Value, depth int) (string, bool) {
	if !v.IsKnown() {
		return s.hole(e), false
	}
	keys, values := value.Members(v)
	last := map[string]hclsyntax.Expression{}
	for _, item := range e.Items {
		if key, err := s.Value(item.KeyExpr); err == nil && key.IsKnown() {
			key, _ = key.UnmarkDeep()
			if text, err := value.Written(key); err == nil {
				last[text] = item.ValueExpr
			}
		}
	}
	told := false
	text := object(len(keys), depth, func(i int) (string, string) {
		if from := last[keys[i]]; from != nil {
			return keys[i], s.part(from, depth+1, &told)
		}
		return keys[i], show(values[i], depth+1)
	})
	return text, told
}

// plainly reports whether an expression is its own value: literals, and lists and
// objects of them.
func plainly(e hclsyntax.Expression) bool {
	switch e := e.(type) {
	case *hclsyntax.LiteralValueExpr:
		return true
	case *hclsyntax.ParenthesesExpr:
		return plainly(e.Expression)
	case *hclsyntax.UnaryOpExpr:
		return e.Op == hclsyntax.OpNegate && plainly(e.Val)
	case *hclsyntax.TemplateExpr:
		return !slices.ContainsFunc(e.Parts, func(part hclsyntax.Expression) bool { return !plainly(part) })
	case *hclsyntax.TupleConsExpr:
		return !slices.ContainsFunc(e.Exprs, func(x hclsyntax.Expression) bool { return !plainly(x) })
	case *hclsyntax.ObjectConsExpr:
		return !slices.ContainsFunc(e.Items, func(item hclsyntax.ObjectConsItem) bool {
			_, literal := analysis.LiteralKey(item.KeyExpr)
			return !literal || !plainly(item.ValueExpr)
		})
	}
	return false
}

// chosen is the branch that a condition chooses, if it is known.
func (s *scope) chosen(e *hclsyntax.ConditionalExpr) (hclsyntax.Expression, bool) {
	condition, err := s.Value(e.Condition)
	if err != nil || condition.IsMarked() || !condition.IsKnown() {
		return nil, false
	}
	yes, err := value.Boolean(condition)
	switch {
	case err != nil:
		return nil, false
	case yes:
		return e.TrueResult, true
	}
	return e.FalseResult, true
}

// behind is what a name stands for where it is a local, with steps into objects that
// are written out.
func (s *scope) behind(e *hclsyntax.ScopeTraversalExpr) (*scope, hclsyntax.Expression, bool) {
	root := e.Traversal.RootName()
	if s.IsVariable(root) || s.ask().inner[syntax.SpanOf(e).Start] {
		return nil, nil, false
	}
	o := s.p.Lookup(root)
	if o == nil || o.Kind != analysis.ObjectLocal {
		return nil, nil, false
	}
	it, _ := o.Item()
	if it.Attr() == nil || s.hops == maxHops {
		return nil, nil, false
	}
	s.hops++
	from, at := s.item(it), hclsyntax.Expression(it.Attr().Expr)
	for _, step := range e.Traversal[1:] {
		next, ok := memberOf(at, step)
		if !ok {
			return nil, nil, false
		}
		at = next
	}
	return from, at, true
}

// memberOf is the value that a literal object has for a step.
func memberOf(e hclsyntax.Expression, step hcl.Traverser) (hclsyntax.Expression, bool) {
	object, ok := e.(*hclsyntax.ObjectConsExpr)
	attr, named := step.(hcl.TraverseAttr)
	if !ok || !named {
		return nil, false
	}
	var found hclsyntax.Expression
	for _, item := range object.Items {
		key, literal := analysis.LiteralKey(item.KeyExpr)
		if !literal {
			return nil, false
		}
		if key == attr.Name {
			found = item.ValueExpr
		}
	}
	return found, found != nil
}
