package rename

import (
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file writes the edits of a rename.

func (r *renaming) edit() error {
	for _, u := range r.uses {
		r.edits = append(r.edits, change.Edit{Path: u.Path, Span: u.Word, Text: r.to})
	}
	s := r.subject
	if r.keys {
		if err := r.editKeys(); err != nil {
			return err
		}
	}
	switch {
	case r.keeps:
		return r.keep()
	case s.logical == nil:
		return nil
	case !isPlain(s.logical):
		return change.Refuse("the `__logicalName` of `%s` is computed, which no run accepts; replace it by a literal first", s.object.Name)
	case r.outside:
		r.replace(syntax.SpanOf(s.logical.Expr), `"`+r.to+`"`, nil)
	case keepsName[s.object.Kind] || s.object.Kind == analysis.ObjectOutput:
		r.unkeep()
	}
	return nil
}

// replace replaces a part of the declaring item.
func (r *renaming) replace(span syntax.Span, text string, note *change.Note) {
	r.edits = append(r.edits, change.Edit{Path: r.subject.target.Path, Span: span.Shift(r.subject.item.Base), Text: text, Note: note})
}

// keep adds the old name as `__logicalName`.
func (r *renaming) keep() error {
	s := r.subject
	it := s.item
	if it.Block() == nil || len(it.Errors) > 0 {
		return change.Refuse("the block of `%s` is incomplete; fix its syntax first so that its old name can be kept as `__logicalName`", s.object.Name)
	}
	note := &change.Note{
		Label:       "Keep the name outside the program",
		Description: "With `__logicalName`, the URN keeps the name `" + s.object.Name + "`. Without it, the next run would delete `" + s.object.Name + "` and create `" + r.to + "`",
	}
	if s.object.Kind == analysis.ObjectOutput {
		note.Description = "Without `__logicalName` the stack would export `" + r.to + "` and no more `" + s.object.Name + "`"
	}
	attribute := language.LogicalName + ` = "` + s.object.Name + `"`
	if written := it.Text[it.NameSpan.Start:it.NameSpan.End]; strings.HasPrefix(written, `"`) {
		attribute = language.LogicalName + " = " + written
	}
	open, end := it.Block().OpenBraceRange.End.Byte, it.Block().CloseBraceRange.Start.Byte
	body := it.Text[open:end]
	eol := printer.LineEnd(it.Text)
	line := strings.IndexByte(body, '\n')
	switch {
	case strings.TrimSpace(body) == "" && line < 0:
		r.replace(syntax.Span{Start: open, End: end}, " "+attribute+" ", note)
	case line < 0: // a body on one line takes only one attribute
		content := strings.TrimSpace(body)
		start := open + strings.Index(body, content)
		r.replace(syntax.Span{Start: open, End: start}, eol+"  "+attribute+eol+"  ", note)
		r.replace(syntax.Span{Start: start + len(content), End: end}, eol, note)
	default:
		at := open + len(strings.TrimSuffix(body[:line], "\r"))
		r.replace(syntax.Span{Start: at, End: at}, eol+indentation(body[line+1:])+attribute, note)
	}
	return nil
}

// indentation returns the indentation of the first indented line of a body.
func indentation(lines string) string {
	first := strings.TrimLeft(lines, " \t")
	if indent := lines[:len(lines)-len(first)]; indent != "" && !strings.HasPrefix(first, "}") {
		return indent
	}
	return "  "
}

// unkeep removes a logical name that equals the new name, if it is written as keep writes it,
// so that renaming back restores the text.
func (r *renaming) unkeep() {
	s := r.subject
	it := s.item
	if name, ok := analysis.PlainText(s.logical.Expr); !ok || name != r.to || it.Block() == nil {
		return
	}
	open, end := it.Block().OpenBraceRange.End.Byte, it.Block().CloseBraceRange.Start.Byte
	attribute := syntax.SpanOf(s.logical)
	before, behind := it.Text[open:attribute.Start], it.Text[attribute.End:end]
	if before == " " && behind == " " {
		r.replace(syntax.Span{Start: open, End: end}, "", nil)
		return
	}
	line := strings.IndexByte(before, '\n')
	if line < 0 || strings.TrimLeft(before[line+1:], " \t") != "" || strings.TrimLeft(behind, "\r") == behind && !strings.HasPrefix(behind, "\n") {
		return
	}
	start := open + len(strings.TrimSuffix(before[:line], "\r"))
	r.replace(syntax.Span{Start: start, End: attribute.End}, "", nil)
}

func isPlain(a *hclsyntax.Attribute) bool {
	_, ok := analysis.PlainText(a.Expr)
	return ok
}

// editKeys renames the keys in stack configuration.
func (r *renaming) editKeys() error {
	if r.around.Keys == nil {
		return nil
	}
	it, _ := r.subject.object.Item()
	keys, err := r.around.Keys(r.subject.target.Declaring.Dir, analysis.LogicalName(it.Item))
	if err != nil {
		return change.Refuse("%s", err.Error())
	}
	note := &change.Note{
		Label:       "Rename the key in stack configuration",
		Description: "The value for the config `" + r.to + "` is looked up under this key", Confirm: true,
	}
	for _, k := range keys {
		r.edits = append(r.edits, change.Edit{Path: k.Path, Span: k.Span, Text: r.to, Note: note})
	}
	r.moved = keys
	return nil
}
