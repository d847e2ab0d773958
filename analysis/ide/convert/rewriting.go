package convert

import (
	"strconv"
	"strings"
	"sync"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file has functions of Terraform that become something else than one call, and those that read templates.

// rewriting writes a call in another way. It returns false if it cannot.
type rewriting func(e *hclsyntax.FunctionCallExpr, args []string) (string, bool)

// gathering are those that take any number of arguments, which can also be given as a list.
var gathering = strings.Fields(
	"cidrsubnets coalesce coalescelist concat format formatlist merge setintersection setunion")

// rewritten are functions that PCL has no function for, or one in package std that takes arguments in another way.
var rewritten = sync.OnceValue(func() map[string]rewriting {
	return map[string]rewriting{
		"merge": gathered("merge", "input"), "concat": gathered("concat", "input"), "coalesce": gathered("coalesce", "input"),
		"coalescelist": gathered("coalescelist", "input"), "setintersection": gathered("setintersection", "input"),
		"cidrsubnets": gathered("cidrsubnets", "input", "newbits"), "formatlist": gathered("formatlist", "input", "args"),
		"format": formatText, "setunion": union,
		"tostring": alone, "tonumber": alone, "tobool": alone, "tolist": alone, "toset": alone, "tomap": alone,
		"keys": loop("k, v", "k"), "values": loop("v", "v"), "compact": loop("v", "v if v != null && v != \"\""),
		"setsubtract": difference, "setproduct": product,
		"replace": named("replace", "text", "search", "replace"), "contains": named("contains", "input", "element"),
		"zipmap": named("zipmap", "keys", "values"), "slice": named("slice", "list", "from", "to"),
		"index": named("index", "input", "element"), "startswith": named("startswith", "input", "prefix"),
		"alltrue": named("alltrue", "input"), "anytrue": named("anytrue", "input"),
	}
})

// lookup becomes a step with a default where it is not known that there is a map: that of Terraform takes objects, too.
// The members of a local may be known, and then steps to others are errors even with a default.
func (r *reader) lookup(e *hclsyntax.FunctionCallExpr, args []string) (string, bool) {
	if len(args) < 2 || len(args) > 3 || r.typeOf(e.Args[0]).Kind() == typesys.KindMap {
		return "", false
	}
	if r.rootOf(e.Args[0]) == "local" && len(args) == 3 {
		return call("lookup", "map = "+args[0], "key = "+args[1], "default = "+args[2]), true
	}
	step := "[" + args[1] + "]"
	if key, ok := tree.PlainText(e.Args[1]); ok && syntax.IsIdentifier(key) {
		step = "." + key
	}
	if step = stepped(e, args) + step; len(args) == 2 {
		return step, true
	}
	return "try(" + step + ", " + args[2] + ")", true
}

// elementOf becomes a step, or a call of package std if the list is null by default, which the function of PCL refuses.
func (r *reader) elementOf(e *hclsyntax.FunctionCallExpr, args []string) (string, bool) {
	if len(args) == 2 && args[1] == "0" {
		return stepped(e, args) + "[0]", true
	}
	text, ok := named("element", "input", "index")(e, args)
	return text, ok && r.variableOf(e.Args[0]).nullable
}

// stepped is the first argument in a form that a step can follow.
func stepped(e *hclsyntax.FunctionCallExpr, args []string) string {
	if _, whole := e.Args[0].(*hclsyntax.ScopeTraversalExpr); whole || strings.HasSuffix(args[0], ".result") {
		return args[0]
	}
	return "(" + args[0] + ")"
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

func union(e *hclsyntax.FunctionCallExpr, args []string) (string, bool) {
	return call("distinct", "input = "+call("concat", "input = "+inList(e, args))), true
}

// difference writes a loop over the elements of a set that are not in another one.
func difference(_ *hclsyntax.FunctionCallExpr, args []string) (string, bool) {
	without := call("contains", "input = "+at(args, 1), "element = setEntry")
	all := call("distinct", "input = "+at(args, 0))
	return "[for setEntry in " + all + " : setEntry if !" + without + "]", len(args) == 2
}

// product writes a loop for each of several sets.
func product(_ *hclsyntax.FunctionCallExpr, args []string) (string, bool) {
	names := make([]string, len(args))
	for i := range names {
		names[i] = "setEntry" + strconv.Itoa(i+1)
	}
	text := "[" + strings.Join(names, ", ") + "]"
	for i := len(args) - 1; i >= 0; i-- {
		if text = "[for " + names[i] + " in " + args[i] + " : " + text + "]"; i < len(args)-1 {
			text = call("concat", "input = "+text)
		}
	}
	return text, len(args) > 1
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

// gathered calls a function of package std, whose last input gets all arguments that are left.
func gathered(name string, inputs ...string) rewriting {
	last := len(inputs) - 1
	return func(e *hclsyntax.FunctionCallExpr, args []string) (string, bool) {
		if len(args) < last {
			return "", false
		}
		return named(name, inputs...)(e, append(args[:last:last], inList(e, args[last:])))
	}
}

func loop(variables, result string) rewriting {
	return func(_ *hclsyntax.FunctionCallExpr, args []string) (string, bool) {
		return "[for " + variables + " in " + at(args, 0) + " : " + result + "]", len(args) == 1
	}
}

// formatText writes a call of format as a template, if it has no directives but %s and %d.
func formatText(e *hclsyntax.FunctionCallExpr, args []string) (string, bool) {
	other, valid := gathered("format", "input", "args")(e, args)
	if len(args) == 0 {
		return other, valid
	}
	text, ok := tree.PlainText(e.Args[0])
	if !ok || e.ExpandFinal || strings.ContainsAny(text, "\"\\$\n") {
		return other, valid
	}
	parts := strings.Split(strings.ReplaceAll(text, "%%", "\x00"), "%")
	for i, part := range parts[1:] {
		if i+1 >= len(args) || part == "" || part[0] != 's' && part[0] != 'd' || strings.Contains(args[i+1], "\n") {
			return other, valid
		}
		arg := "${" + args[i+1] + "}"
		if literal, ok := tree.PlainText(e.Args[i+1]); ok {
			arg = inner(literal)
		}
		parts[i+1] = arg + part[1:]
	}
	if len(parts) != len(args) {
		return other, valid
	}
	return `"` + strings.ReplaceAll(strings.Join(parts, ""), "\x00", "%") + `"`, true
}

// templateValue is a value that a template gets.
type templateValue struct {
	text string
	typ  typesys.Type
	used bool
}

// template writes a call of templatefile as a heredoc. A comment above keeps what the heredoc does not show.
func (r *reader) template(e *hclsyntax.FunctionCallExpr) string {
	name, content, ok := r.templateFile(e)
	if !ok {
		r.fail("the file of this template cannot be read; write it as a heredoc")
		return ""
	}
	mark := "EOT"
	for strings.Contains(content, mark) {
		mark += "T"
	}
	whole := strings.TrimSuffix(content, "\n")
	file := syntax.Parse("template.pp", "t = <<"+mark+"\n"+whole+"\n"+mark+"\n", nil)
	values, ok := tree.Unparen(e.Args[1]).(*hclsyntax.ObjectConsExpr)
	if a := file.Item(0).Attr(); !ok || a == nil || file.Count() > 1 || len(file.Item(0).Errors) > 0 {
		r.fail("`" + name + "` is no template with an object of values")
		return ""
	}
	t := newReader(r.conversion, file.Item(0).Text)
	t.bindLoops(file.Item(0).Attr())
	t.values = map[string]*templateValue{}
	for _, m := range r.entries(values) {
		v := &templateValue{text: r.text(m.value.source), typ: r.typeOf(m.value.source)}
		switch m.value.source.(type) { // whatever the template does with it
		case *hclsyntax.ConditionalExpr, *hclsyntax.BinaryOpExpr, *hclsyntax.UnaryOpExpr, *hclsyntax.ForExpr,
			*hclsyntax.TupleConsExpr:
			v.text = "(" + v.text + ")"
		}
		if t.values[m.name] = v; strings.HasPrefix(v.text, "<<") {
			v.text += "\n"
		}
	}
	text := strings.TrimRight(t.text(file.Item(0).Attr().Expr), "\n") + "\n"
	if t.problem != "" {
		r.fail("in `" + name + "`, " + t.problem)
	}
	var note writer
	note.line("# From `", name, "`, with the values in place of their names:")
	note.quoted(r.lines(syntax.SpanOf(e)))
	r.notes = append(r.notes, strings.TrimSuffix(note.String(), "\n"))
	if whole == content {
		return call("chomp", "input = "+text)
	}
	return text
}

// templateFile reads the file of a template, if it is a file of the module.
func (r *reader) templateFile(e *hclsyntax.FunctionCallExpr) (name, content string, ok bool) {
	if len(e.Args) != 2 || r.typing || r.values != nil || r.file == nil || !isTemplate(e.Args[0]) {
		return "", "", false
	}
	span := syntax.SpanOf(e.Args[0])
	name = strings.TrimPrefix(strings.Trim(r.source[span.Start:span.End], `"`), "${path.module}/")
	if strings.ContainsAny(name, "${%\\\n") {
		return "", "", false
	}
	content, ok = r.file(name)
	return name, content, ok && len(content) <= Longest && !strings.Contains(content, "\r")
}

// longestRepeated is the length of the longest value that a template may use several times.
const longestRepeated = 200

// fromGiven rewrites a reference of a template to one of its values.
func (r *reader) fromGiven(t hcl.Traversal) (string, typesys.Type, bool) {
	v := r.values[t.RootName()]
	if v == nil {
		r.fail("there is no value for `" + t.RootName() + "`")
		return "", typesys.Dynamic, false
	}
	if !r.typing && v.used && len(v.text) > longestRepeated {
		r.fail("a long value of a template is used several times")
	}
	v.used = v.used || !r.typing
	text, of := r.steps(v.text, v.typ, t[1:])
	return text, of, true
}
