package convert

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file has functions of Terraform that become something else than one call.

// rewriting returns the other way to write calls of a function, if there is one.
func (r *reader) rewriting(name string, b *language.Builtin) rewriting {
	switch {
	case b == nil:
		return rewritten()[name]
	case b.Flow == language.FlowLookup:
		return r.lookup
	case b.Flow == language.FlowElement:
		return r.elementOf
	}
	return nil
}

// rewritten are functions that PCL has no function for, or one in package std that takes all arguments in one list.
var rewritten = sync.OnceValue(func() map[string]rewriting {
	return map[string]rewriting{
		"tostring": alone, "tonumber": alone, "tobool": alone, "tolist": alone, "toset": alone, "tomap": alone,
		"merge": standard("merge"), "concat": standard("concat"), "coalesce": standard("coalesce"), "coalescelist": standard("coalescelist"),
		"setintersection": standard("setintersection"), "setunion": func(e *hclsyntax.FunctionCallExpr, args []string) (string, bool) {
			return call("distinct", "input = "+call("concat", "input = "+inList(e, args))), true
		}, "formatlist": func(e *hclsyntax.FunctionCallExpr, args []string) (string, bool) {
			return call("formatlist", "input = "+at(args, 0), "args = "+inList(e, args[min(1, len(args)):])), len(args) > 1
		}, "setsubtract": subtraction, "setproduct": product,
		"keys": loop("k, v", "k"), "values": loop("v", "v"),
		"compact": loop("v", "v if v != null && v != \"\""), "format": func(e *hclsyntax.FunctionCallExpr, args []string) (string, bool) {
			if text, ok := formatText(e, args); ok {
				return text, true
			}
			return call("format", "input = "+at(args, 0), "args = "+inList(e, args[min(1, len(args)):])), true
		},
		"replace": named("replace", "text", "search", "replace"), "contains": named("contains", "input", "element"), "zipmap": named("zipmap", "keys", "values"),
		"slice": named("slice", "list", "from", "to"), "index": named("index", "input", "element"), "startswith": named("startswith", "input", "prefix"),
		"alltrue": named("alltrue", "input"), "anytrue": named("anytrue", "input"),
		"cidrsubnets": func(e *hclsyntax.FunctionCallExpr, args []string) (string, bool) {
			return call("cidrsubnets", "input = "+at(args, 0), "newbits = "+inList(e, args[min(1, len(args)):])), len(args) > 1
		},
	}
})

// lookup becomes a step with a default where it is not known that the collection is a map: one of Terraform takes objects, too. The members of a
// local may be known, and then steps to others are errors even if there is a default.
func (r *reader) lookup(e *hclsyntax.FunctionCallExpr, args []string) (string, bool) {
	if len(args) < 2 || len(args) > 3 || e.ExpandFinal || r.typeOf(e.Args[0]).Kind() == typesys.KindMap {
		return "", false
	}
	if variableIn(e.Args[0]) == "local" && len(args) == 3 {
		return call("lookup", "map = "+args[0], "key = "+args[1], "default = "+args[2]), true
	}
	of, step := args[0], "["+args[1]+"]"
	if _, whole := e.Args[0].(*hclsyntax.ScopeTraversalExpr); !whole {
		of = "(" + of + ")"
	}
	if key, ok := tree.PlainText(e.Args[1]); ok && syntax.IsIdentifier(key) {
		step = "." + key
	}
	if len(args) == 2 {
		return of + step, true
	}
	return "try(" + of + step + ", " + args[2] + ")", true
}

// variableIn is the name that a reference starts with; empty for other expressions.
func variableIn(e hclsyntax.Expression) string {
	for {
		switch of := e.(type) {
		case *hclsyntax.IndexExpr:
			e = of.Collection
		case *hclsyntax.RelativeTraversalExpr:
			e = of.Source
		case *hclsyntax.ScopeTraversalExpr:
			return of.Traversal.RootName()
		default:
			return ""
		}
	}
}

// elementOf becomes a step, or a call of package std if the list is null by default, which the function refuses.
func (r *reader) elementOf(e *hclsyntax.FunctionCallExpr, args []string) (string, bool) {
	switch {
	case len(args) != 2 || e.ExpandFinal:
		return "", false
	case args[1] != "0":
		return call("element", "input = "+args[0], "index = "+args[1]), r.isNullable(e.Args[0])
	}
	if _, whole := e.Args[0].(*hclsyntax.ScopeTraversalExpr); !whole && !strings.HasSuffix(args[0], ".result") {
		return "(" + args[0] + ")[0]", true
	}
	return args[0] + "[0]", true
}

// isNullable reports whether an expression is a variable that is null by default.
func (r *reader) isNullable(e hclsyntax.Expression) bool {
	t, ok := e.(*hclsyntax.ScopeTraversalExpr)
	if !ok {
		return false
	}
	address, _ := addressOf(t.Traversal)
	d := r.declarations[address]
	return d != nil && d.nullable
}

// inList writes arguments as one list. The last one may be a list of several.
func inList(e *hclsyntax.FunctionCallExpr, args []string) string {
	switch last := len(args) - 1; {
	case !e.ExpandFinal || last < 0:
		return "[" + strings.Join(args, ", ") + "]"
	case last == 0:
		return args[0]
	default:
		return call("concat", "input = [["+strings.Join(args[:last], ", ")+"], "+args[last]+"]")
	}
}

// subtraction writes a loop over the elements of the first set that are not in the other.
func subtraction(e *hclsyntax.FunctionCallExpr, args []string) (string, bool) {
	if len(args) != 2 || e.ExpandFinal {
		return "", false
	}
	v := unusedIn(args, "item")
	other := call("contains", "input = "+args[1], "element = "+v)
	return "[for " + v + " in " + call("distinct", "input = "+args[0]) + " : " + v + " if !" + other + "]", true
}

// product writes a loop for each of several sets.
func product(e *hclsyntax.FunctionCallExpr, args []string) (string, bool) {
	if len(args) < 2 || e.ExpandFinal {
		return "", false
	}
	v := unusedIn(args, "item")
	all := make([]string, len(args))
	for i := range all {
		all[i] = v + strconv.Itoa(i+1)
	}
	text := "[" + strings.Join(all, ", ") + "]"
	for i, arg := range slices.Backward(args) {
		if text = "[for " + all[i] + " in " + arg + " : " + text + "]"; i < len(args)-1 {
			text = call("concat", "input = "+text)
		}
	}
	return text, true
}

// unusedIn returns a name that no text has.
func unusedIn(texts []string, name string) string {
	for strings.Contains(strings.Join(texts, "\n"), name) {
		name += "X"
	}
	return name
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

func alone(e *hclsyntax.FunctionCallExpr, args []string) (string, bool) {
	return at(args, 0), len(args) == 1 && !e.ExpandFinal
}

// named calls a function of package std with named inputs.
func named(name string, inputs ...string) rewriting {
	return func(e *hclsyntax.FunctionCallExpr, args []string) (string, bool) {
		members := make([]string, len(inputs))
		for i, input := range inputs {
			members[i] = input + " = " + at(args, i)
		}
		return call(name, members...), len(args) == len(inputs) && !e.ExpandFinal
	}
}

func standard(name string) rewriting {
	return func(e *hclsyntax.FunctionCallExpr, args []string) (string, bool) {
		return call(name, "input = "+inList(e, args)), true
	}
}

func loop(variables, result string) rewriting {
	return func(e *hclsyntax.FunctionCallExpr, args []string) (string, bool) {
		return "[for " + variables + " in " + at(args, 0) + " : " + result + "]", len(args) == 1 && !e.ExpandFinal
	}
}

// formatText writes a call of format with %s and %d as a template.
func formatText(e *hclsyntax.FunctionCallExpr, args []string) (string, bool) {
	text, ok := tree.PlainText(firstOf(e))
	if !ok || e.ExpandFinal || strings.ContainsAny(text, "\"\\$\n") {
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
			arg := "${" + rest[0] + "}"
			if literal, ok := tree.PlainText(e.Args[len(e.Args)-len(rest)]); ok && rest[0] == printer.Text(literal) {
				arg = rest[0][1 : len(rest[0])-1]
			}
			b.WriteString(arg)
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
