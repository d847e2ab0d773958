package fix

import (
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/edit"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// replace returns an edit of a span of the item. It keeps a byte order mark, which belongs to
// the file and not to the first item.
func (s site) replace(span syntax.Span, text string) change.Edit {
	if mark := "\uFEFF"; s.item.Base == 0 && strings.HasPrefix(s.item.Text, mark) {
		span.Start, span.End = max(span.Start, len(mark)), max(span.End, len(mark))
	}
	return change.Edit{Path: s.path, Span: span.Shift(s.item.Base), Text: text}
}

// without returns an edit that removes a part of the item, and its lines if nothing else is on
// them.
func (s site) without(part syntax.Span) change.Edit {
	return s.replace(edit.Lines(s.item.Text, part), "")
}

// block returns the item's block for edits, which use the line ending of the file.
func (s site) block() edit.Block {
	block := edit.Of(s.item.Item)
	block.LineEnd = s.lineEnd()
	return block
}

// edits makes edits of the item edits of its file.
func (s site) edits(all []syntax.Edit) []change.Edit {
	return lists.Map(all, func(e syntax.Edit) change.Edit { return s.replace(e.Span, e.Text) })
}

// addInputs returns edits that add attributes after the existing ones and before any nested
// block.
func (s site) addInputs(attributes ...string) []change.Edit {
	return s.edits(s.block().AddAttributes(attributes...))
}

// declare returns an edit that adds a declaration after the item.
func (s site) declare(text string) change.Edit {
	e := edit.Declare(s.item.Text, s.lineEnd(), text)
	return s.replace(e.Span, e.Text)
}

func secretConfig(name, kind, end string) string {
	return printer.Block("config "+name+" "+kind, end, language.ConfigSecret+" = true")
}
