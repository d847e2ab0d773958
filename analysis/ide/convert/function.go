package convert

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/node"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file rewrites expressions of Terraform. They keep their text except for references and calls of functions.

// call rewrites a call. It returns false for functions that are the same in PCL. It writes the arguments once: twice would double the work with each level.
func (r *reader) call(e *hclsyntax.FunctionCallExpr) (string, bool) {
	args := sync.OnceValue(func() []string { return r.arguments(e) })
	same := func(name string) string {
		end := ")"
		if e.ExpandFinal {
			end = "...)"
		}
		return name + "(" + strings.Join(args(), ", ") + end
	}
	b := language.LookupBuiltin(e.Name)
	rewrite := rewritten()[e.Name]
	if b != nil {
		rewrite = map[language.FlowRule]rewriting{language.FlowLookup: r.lookup, language.FlowElement: r.elementOf}[b.Flow]
	}
	if rewrite != nil && (!e.ExpandFinal || slices.Contains(gathering, e.Name)) {
		if text, ok := rewrite(e, args()); ok {
			return text, true
		}
	}
	if b != nil {
		last := len(b.Parameters) - 1
		if last >= 0 && len(e.Args) > last+1 && strings.HasPrefix(b.Parameters[last].Type, "list") { // it takes one list
			list := call("concat", "input = "+inList(e, args()[last:]))
			return e.Name + "(" + strings.Join(append(args()[:last:last], list), ", ") + ")", true
		}
		if rewrite != nil {
			return same(e.Name), true
		}
		return "", false
	}
	f, _ := language.LookupForeign(e.Name)
	switch {
	case e.Name == "templatefile":
		return r.template(e), true
	case f.Function != "":
		return same(f.Function), true
	case f.Takes(len(e.Args)) && !e.ExpandFinal:
		return f.Call(args()), true
	}
	r.fail("there is no function `" + e.Name + "`")
	return same(e.Name), true
}

func (r *reader) arguments(e *hclsyntax.FunctionCallExpr) []string {
	return lists.Map(e.Args, func(arg hclsyntax.Expression) string { return r.text(arg) })
}

// choosing are functions whose result has the type of one of their arguments, or the elements of one.
var choosing = strings.Fields("coalesce coalescelist compact concat distinct flatten merge nonsensitive reverse sensitive slice sort tolist tomap toset try values")

// typeOf is the type of an expression; dynamic if it is not known.
func (r *reader) typeOf(e hclsyntax.Expression) typesys.Type {
	switch e := e.(type) {
	case *hclsyntax.FunctionCallExpr:
		if !slices.Contains(choosing, e.Name) {
			break
		}
		t := r.firstType(e.Args)
		switch inner := element(t); {
		case e.Name == "flatten" && inner.Kind() == typesys.KindList:
			return inner
		case e.Name == "merge" && t.Kind() == typesys.KindObject: // the others have more members
			return typesys.Dynamic
		}
		return t
	case *hclsyntax.ParenthesesExpr:
		return r.typeOf(e.Expression)
	case *hclsyntax.ConditionalExpr:
		return r.firstType([]hclsyntax.Expression{e.TrueResult, e.FalseResult})
	case *hclsyntax.TupleConsExpr:
		if t := r.firstType(e.Exprs); t != typesys.Dynamic {
			return typesys.List(t)
		}
	case *hclsyntax.ForExpr:
		defer r.bind(e)()
		if t := r.typeOf(e.ValExpr); e.KeyExpr == nil {
			return typesys.List(t)
		} else if !e.Group {
			return typesys.Map(t)
		}
	default:
		defer func(problem string, typing bool) { r.problem, r.typing = problem, typing }(r.problem, r.typing) // whoever writes the expression reports it
		r.typing = true
		if _, t, ok := r.access(e); ok {
			return typesys.Strip(t)
		}
	}
	return typesys.Dynamic
}

// firstType is the type of the first of several expressions that has a known one.
func (r *reader) firstType(all []hclsyntax.Expression) typesys.Type {
	for _, e := range all {
		if t := r.typeOf(e); t != typesys.Dynamic {
			return t
		}
	}
	return typesys.Dynamic
}

// bind gives the variable of a loop its type, until it is undone.
func (r *reader) bind(e *hclsyntax.ForExpr) (undo func()) {
	outer := r.bound[e.ValVar]
	r.bound[e.ValVar] = element(r.typeOf(e.CollExpr))
	return func() { r.bound[e.ValVar] = outer }
}

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
	var loops hclsyntax.Node
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
		loops = n.CollExpr
		span.Start = r.writeHeader(b, n)
	case *hclsyntax.TemplateWrapExpr:
		if text, _, ok := r.access(n.Wrapped); ok {
			b.WriteString(text)
			return
		}
	case *hclsyntax.ObjectConsKeyExpr:
		if wrap, ok := n.Wrapped.(*hclsyntax.TemplateWrapExpr); ok { // without quotes, a name would be the key itself
			b.WriteString("(" + r.text(wrap.Wrapped) + ")")
			return
		}
	}
	at := span.Start
	for _, child := range node.Children(n) {
		if inner := syntax.SpanOf(child); inner.Start >= at && inner.End <= span.End {
			b.WriteString(r.source[at:inner.Start])
			if at = inner.End; child == loops {
				b.WriteString(r.collection(child.(hclsyntax.Expression)))
			} else {
				r.write(b, child)
			}
		}
	}
	b.WriteString(r.source[at:span.End])
}

// collection writes what a loop is over. A run loops over no choice between values of several forms.
func (r *reader) collection(e hclsyntax.Expression) string {
	var choices []hclsyntax.Expression
	switch e := tree.Unparen(e).(type) {
	case *hclsyntax.ConditionalExpr:
		choices = []hclsyntax.Expression{e.TrueResult, e.FalseResult}
	case *hclsyntax.FunctionCallExpr:
		if b := language.LookupBuiltin(e.Name); b != nil && b.Flow == language.FlowFirstSuccess {
			choices = e.Args
		}
	}
	join, several := "", 0
	for _, choice := range choices {
		switch choice := choice.(type) {
		case *hclsyntax.TupleConsExpr:
			join, several = "concat", several+min(len(choice.Exprs), 1)
		case *hclsyntax.ObjectConsExpr:
			join, several = "merge", several+min(len(choice.Items), 1)
		default:
			root := r.rootOf(choice)
			if _, bound := r.bound[root]; bound || r.iterators[root] || root == "each" || r.variableOf(choice).open {
				several += 2
			}
		}
	}
	text := r.text(e)
	if join == "" || several < 2 {
		return text
	}
	return call(join, "input = ["+text+"]")
}

// variableOf is the declaration that an expression refers to.
func (r *reader) variableOf(e hclsyntax.Expression) *declaration {
	t, _ := e.(*hclsyntax.ScopeTraversalExpr)
	if t == nil {
		return new(declaration)
	}
	address, _ := addressOf(t.Traversal)
	return cmp.Or(r.declarations[address], new(declaration))
}

// rootOf is the name that a reference starts with.
func (r *reader) rootOf(e hclsyntax.Expression) string {
	span := syntax.SpanOf(e)
	text := r.source[span.Start:span.End]
	return text[:strings.IndexAny(text+".", ".[")]
}

// writeHeader writes the beginning of a loop up to its collection, and returns where that is.
func (r *reader) writeHeader(b *strings.Builder, n *hclsyntax.ForExpr) (end int) {
	start, end := syntax.SpanOf(n).Start, syntax.SpanOf(n.CollExpr).Start
	in := start + max(strings.LastIndex(r.source[start:end], "in"), 0)
	header, after := r.source[start:in], r.source[in:end]
	for _, name := range []string{n.ValVar, n.KeyVar} {
		if at := strings.LastIndex(header, name); name != "" && r.loopName(name) != name && at >= 0 {
			header, after = header[:at], r.loopName(name)+header[at+len(name):]+after
		}
	}
	b.WriteString(header + after)
	return end
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
			if strings.HasPrefix(text, "[") || t.Kind() == typesys.KindObject && t.Token() != "" {
				r.fail("there is only one here, and it has no elements")
			}
			text, t = text+"["+r.text(e.Key)+"]", element(t)
		}
	case *hclsyntax.SplatExpr:
		if text, t, ok = r.access(e.Source); ok {
			if of, listed := strings.CutPrefix(text, "["); listed { // one is a list of itself
				text = strings.TrimSuffix(of, "]")
			}
			if t = typesys.Strip(t); t.Kind() != typesys.KindObject && t != someOutputs {
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
	if t = typesys.Strip(t); t.Kind() == typesys.KindTuple && len(t.Elems()) > 0 {
		return t.Elems()[0]
	} else if t.Kind() == typesys.KindList || t.Kind() == typesys.KindMap || t.Kind() == typesys.KindSet {
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
			switch {
			case t == someOutputs:
				name, t = identifier(name), typesys.Dynamic
			case t.Kind() == typesys.KindObject:
				p, known := meant(name, t.Properties(), memberOf(t.Token()))
				if !known {
					r.fail("`" + cmp.Or(t.Token(), text) + "` has no output `" + name + "`")
					return text, typesys.Dynamic
				}
				name, t = p.Name, p.Type
			default:
				t = element(t)
			}
			text += "." + name
		case hcl.TraverseIndex:
			if (t == someOutputs || t.Kind() == typesys.KindObject) && step.Key.Type() == cty.Number {
				if step.Key.AsBigFloat().Sign() != 0 {
					r.fail("`" + text + "` is one here, and has no other elements")
				}
				continue
			}
			text, t = text+"["+printer.Value(step.Key)+"]", element(t)
		}
	}
	return text, t
}
