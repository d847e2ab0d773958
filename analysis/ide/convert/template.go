package convert

import (
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file writes the text of a template file where Terraform reads the file.

// templateValue is a value that a template gets.
type templateValue struct {
	text string
	typ  typesys.Type
	used bool
}

// maxGrowth limits how much longer a template becomes by its values, which it can use more than once.
const maxGrowth = 1 << 16

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
	t.values, t.room = map[string]*templateValue{}, maxGrowth
	members := r.entries(values)
	for _, m := range members {
		t.values[m.name] = &templateValue{text: r.text(m.value.source), typ: r.typeOf(m.value.source)}
	}
	text := strings.TrimRight(t.text(file.Item(0).Attr().Expr), "\n") + "\n"
	if t.problem != "" {
		r.fail("in `" + name + "`, " + t.problem)
	}
	r.notes = append(r.notes, "# From "+name+".")
	for _, m := range members {
		for _, comments := range [][]string{m.above, m.behind, m.below} {
			r.notes = append(r.notes, comments...)
		}
		if !t.values[m.name].used {
			var w writer
			w.quoted(m.source[0]())
			r.notes = append(r.notes, "# It does not use this:", strings.TrimSuffix(w.String(), "\n"))
		}
	}
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

// fromGiven rewrites a reference of a template to one of its values.
func (r *reader) fromGiven(t hcl.Traversal) (string, typesys.Type, bool) {
	v := r.values[t.RootName()]
	if v == nil {
		r.fail("there is no value for `" + t.RootName() + "`")
		return "", typesys.Dynamic, false
	}
	text := v.text
	if len(t) > 1 && strings.ContainsAny(text, " \"") {
		text = "(" + text + ")"
	}
	if r.room -= len(text); v.used && r.room < 0 {
		r.fail("the values are too long")
		text = ""
	}
	v.used = true
	text, of := r.steps(text, v.typ, t[1:])
	return text, of, true
}
