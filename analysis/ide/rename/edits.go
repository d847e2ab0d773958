package rename

import (
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/edit"
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
	block := edit.Of(it.Item)
	if block.IsOneLine() && strings.TrimSpace(it.Text[open:end]) == "" { // it stays on one line
		r.replace(syntax.Span{Start: open, End: end}, " "+attribute+" ", note)
		return nil
	}
	for _, e := range block.AddFirst(attribute) {
		r.replace(e.Span, e.Text, note)
	}
	return nil
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
	switch whole := edit.Lines(it.Text, attribute); {
	case before == " " && behind == " ":
		r.replace(syntax.Span{Start: open, End: end}, "", nil)
	case strings.Count(before, "\n") == 1 && whole != attribute:
		r.replace(whole, "", nil)
	}
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
