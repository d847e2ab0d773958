package convert

import (
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
	named := func(name string) string {
		end := ")"
		if e.ExpandFinal {
			end = "...)"
		}
		return name + "(" + strings.Join(args(), ", ") + end
	}
	rewrite := rewritten()[e.Name]
	if rewrite != nil && !e.ExpandFinal {
		if text, ok := rewrite(e, args()); ok {
			return text, true
		}
	}
	if b := language.LookupBuiltin(e.Name); b != nil {
		switch last := len(b.Parameters) - 1; {
		case b.Flow == language.FlowLookup && !e.ExpandFinal:
			if text, ok := lookup(e, args(), r.typeOf(firstOf(e))); ok {
				return text, true
			}
			return named(e.Name), true
		case last >= 0 && len(e.Args) > last+1 && strings.HasPrefix(b.Parameters[last].Type, "list"): // it takes one list
			if e.ExpandFinal {
				r.fail("`" + e.Name + "` takes one list")
			}
			list, _ := standard("concat")(e, args()[last:])
			return e.Name + "(" + strings.Join(append(args()[:last:last], list), ", ") + ")", true
		case rewrite != nil:
			return named(e.Name), true
		}
		return "", false
	}
	f, _ := language.LookupForeign(e.Name)
	switch {
	case f.Function != "":
		return named(f.Function), true
	case f.Takes(len(e.Args)) && !e.ExpandFinal:
		return f.Call(args()), true
	}
	r.fail("there is no function `" + e.Name + "`")
	return named(e.Name), true
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

// rewriting writes a call in another way. It returns false if it cannot.
type rewriting func(e *hclsyntax.FunctionCallExpr, args []string) (string, bool)

// rewritten are functions that PCL has no function for, or one in package std that takes all arguments in one list.
var rewritten = sync.OnceValue(func() map[string]rewriting {
	return map[string]rewriting{
		"tostring": alone, "tonumber": alone, "tobool": alone, "tolist": alone, "toset": alone, "tomap": alone,
		"merge": standard("merge"), "concat": standard("concat"), "coalesce": standard("coalesce"), "coalescelist": standard("coalescelist"),
		"keys": loop("k, v", "k"), "values": loop("v", "v"),
		"compact": loop("v", "v if v != null && v != \"\""), "format": func(e *hclsyntax.FunctionCallExpr, args []string) (string, bool) {
			if text, ok := template(e, args); ok {
				return text, true
			}
			return call("format", "input = "+at(args, 0), "args = ["+strings.Join(args[min(1, len(args)):], ", ")+"]"), true
		},
		"replace": named("replace", "text", "search", "replace"), "contains": named("contains", "input", "element"), "zipmap": named("zipmap", "keys", "values"),
		"slice": named("slice", "list", "from", "to"), "index": named("index", "input", "element"), "startswith": named("startswith", "input", "prefix"),
		"alltrue": named("alltrue", "input"), "anytrue": named("anytrue", "input"),
		"cidrsubnets": func(_ *hclsyntax.FunctionCallExpr, args []string) (string, bool) {
			return call("cidrsubnets", "input = "+at(args, 0), "newbits = ["+strings.Join(args[min(1, len(args)):], ", ")+"]"), len(args) > 1
		},
	}
})

// lookup becomes a step with a default where it is not known that the collection is a map: one of Terraform takes objects, too.
func lookup(e *hclsyntax.FunctionCallExpr, args []string, first typesys.Type) (string, bool) {
	if len(args) != 3 || first.Kind() == typesys.KindMap {
		return "", false
	}
	of, step := args[0], "["+args[1]+"]"
	if _, isReference := e.Args[0].(*hclsyntax.ScopeTraversalExpr); !isReference {
		of = "(" + of + ")"
	}
	if key, ok := tree.PlainText(e.Args[1]); ok && syntax.IsIdentifier(key) {
		step = "." + key
	}
	return "try(" + of + step + ", " + args[2] + ")", true
}

func at(args []string, i int) string {
	if i < len(args) {
		return args[i]
	}
	return "null"
}

// call calls a function of package std.
func call(name string, inputs ...string) string {
	return "invoke(\"std:index:" + name + "\", { " + strings.Join(inputs, ", ") + " }).result"
}

func alone(_ *hclsyntax.FunctionCallExpr, args []string) (string, bool) {
	return at(args, 0), len(args) == 1
}

// named calls a function of package std with named inputs.
func named(name string, inputs ...string) rewriting {
	return func(_ *hclsyntax.FunctionCallExpr, args []string) (string, bool) {
		members := make([]string, len(inputs))
		for i, input := range inputs {
			members[i] = input + " = " + at(args, i)
		}
		return call(name, members...), len(args) == len(inputs)
	}
}

func standard(name string) rewriting {
	return func(_ *hclsyntax.FunctionCallExpr, args []string) (string, bool) {
		return call(name, "input = ["+strings.Join(args, ", ")+"]"), true
	}
}

func loop(variables, result string) rewriting {
	return func(_ *hclsyntax.FunctionCallExpr, args []string) (string, bool) {
		return "[for " + variables + " in " + at(args, 0) + " : " + result + "]", len(args) == 1
	}
}

// template writes a call of format with %s and %d as a template.
func template(e *hclsyntax.FunctionCallExpr, args []string) (string, bool) {
	text, ok := tree.PlainText(firstOf(e))
	if !ok || strings.ContainsAny(text, "\"\\$\n") {
		return "", false
	}
	var b strings.Builder
	rest := args[1:]
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] != '%':
			b.WriteByte(text[i])
		case strings.HasPrefix(text[i:], "%%"):
			b.WriteByte('%')
			i++
		case (strings.HasPrefix(text[i:], "%s") || strings.HasPrefix(text[i:], "%d")) && len(rest) > 0 && !strings.ContainsAny(rest[0], "\n"):
			b.WriteString("${" + rest[0] + "}")
			rest = rest[1:]
			i++
		default:
			return "", false
		}
	}
	return `"` + b.String() + `"`, len(rest) == 0
}

func firstOf(e *hclsyntax.FunctionCallExpr) hclsyntax.Expression {
	if len(e.Args) == 0 {
		return nil
	}
	return e.Args[0]
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
