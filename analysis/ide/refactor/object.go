package refactor

import (
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/format"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file turns JSON and manifests of Kubernetes that are written in strings into calls of toJSON.
//
// The value stays the same to everybody who reads it as JSON or YAML; its white space and the order of its keys change. A text that is interpolated in a
// string of the document loses the power to end that string: toJSON escapes it.

// objectOfText offers to write a document as an object.
func objectOfText(s place) []Action {
	t, ok := innermost[*hclsyntax.TemplateExpr](s)
	if !ok || s.mustBeWritten(s.upTo(t)) {
		return nil
	}
	d := &document{place: s}
	text, ok := d.marked(t)
	if !ok {
		return nil
	}
	root := d.root(text)
	if root == nil {
		return nil
	}
	value := d.value(root)
	if d.why == "" && len(d.written) < len(d.interpolated) {
		d.refuse("an interpolation is in a comment")
	}
	const title = "Write as an object in `toJSON`"
	if d.why != "" {
		return []Action{{ID: "rewrite.object", Title: title, Kind: Rewrite, Disabled: d.why}}
	}
	return rewriting("rewrite.object", title, s.laidOut(s.replace(syntax.SpanOf(t), "toJSON("+strings.ReplaceAll(value, "\n", s.lineEnd())+")")))
}

// laidOut returns an edit that does the same and formats the lines that it touches.
func (s place) laidOut(e change.Edit) change.Edit {
	before, _ := s.program.File(s.path)
	after := change.Applied(before, []change.Edit{e})
	lines := func(f *syntax.File, end int) syntax.Span {
		return syntax.Span{Start: f.LineStart(f.Line(e.Span.Start)), End: f.LineStart(f.Line(end) + 1)}
	}
	was, is := lines(before, e.Span.End), lines(after, e.Span.Start+len(e.Text))
	var b strings.Builder
	at := is.Start
	for _, step := range format.Steps(after, is) {
		for _, f := range step() {
			if f.Span.Start >= at && f.Span.End <= is.End {
				b.WriteString(after.Slice(syntax.Span{Start: at, End: f.Span.Start}) + f.Text)
				at = f.Span.End
			}
		}
	}
	b.WriteString(after.Slice(syntax.Span{Start: at, End: is.End}))
	return change.Edit{Path: s.path, Span: was, Text: b.String()}
}
