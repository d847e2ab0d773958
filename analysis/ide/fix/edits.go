package fix

import (
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/keep"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
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
	return s.replace(keep.Lines(s.item.Text, part), "")
}

// withSpace extends a part of the item to include a blank line before it.
func (s site) withSpace(part syntax.Span) syntax.Span {
	before := s.item.Text[:part.Start]
	bare := strings.TrimRight(before, " \t\r\n")
	if strings.Count(before[len(bare):], "\n") > 1 {
		part.Start = len(bare) + strings.Index(before[len(bare):], "\n") + 1
	}
	return part
}

// isComment reports whether the rest of a line is a comment.
func isComment(text string) bool {
	text = strings.TrimSpace(text)
	return strings.HasPrefix(text, "#") || strings.HasPrefix(text, "//")
}

// addInputs returns an edit that adds attributes after the existing ones and before any nested
// block.
func (s site) addInputs(lines []string) change.Edit {
	if s.item.Inputs != nil {
		return s.addUnindented(lines)
	}
	end := s.lineEnd()
	text := ""
	for _, line := range lines {
		text += "  " + line + end
	}
	block := s.item.Block()
	open, shut := block.OpenBraceRange.End.Byte, block.CloseBraceRange.Start.Byte
	inside := s.text(syntax.Span{Start: open, End: max(open, shut)})
	if !strings.Contains(inside, "\n") {
		body := end
		if one := strings.TrimSpace(inside); one != "" {
			body += "  " + one + end
		}
		return s.replace(syntax.Span{Start: open, End: max(open, shut)}, body+text)
	}
	at := s.line(open).End
	for _, a := range block.Body.Attributes {
		if behind := s.line(max(syntax.SpanOf(a).Start, syntax.SpanOf(a).End-1)).End; behind > at && behind <= shut {
			at = behind
		}
	}
	return s.replace(syntax.Span{Start: at, End: at}, text)
}

// addUnindented is addInputs for a file of inputs.
func (s site) addUnindented(lines []string) change.Edit {
	end, block := s.lineEnd(), s.item.Block()
	at := s.line(block.OpenBraceRange.End.Byte).End
	if block.OpenBraceRange.End.Byte == 0 {
		at = 0
	}
	for _, a := range block.Body.Attributes {
		at = max(at, s.line(max(syntax.SpanOf(a).Start, syntax.SpanOf(a).End-1)).End)
	}
	text := strings.Join(lines, end) + end
	if before := s.item.Text[:at]; before != "" && !strings.HasSuffix(before, "\n") && !strings.HasSuffix(before, "\r") {
		text = end + text
	}
	return s.replace(syntax.Span{Start: at, End: at}, text)
}

// addAttribute returns an edit that adds an attribute at the end of the item's block.
func (s site) addAttribute(attribute string) change.Edit {
	if s.item.Inputs != nil {
		return s.addUnindented([]string{attribute})
	}
	end := s.lineEnd()
	open, shut := s.item.Block().OpenBraceRange.End.Byte, s.item.Block().CloseBraceRange.Start.Byte
	inside := s.text(syntax.Span{Start: open, End: max(open, shut)})
	if strings.Contains(inside, "\n") {
		at := open + len(strings.TrimRight(inside, " \t"))
		return s.replace(syntax.Span{Start: at, End: at}, "  "+attribute+end)
	}
	body := end
	if one := strings.TrimSpace(inside); one != "" {
		body = end + "  " + one + end
	}
	return s.replace(syntax.Span{Start: open, End: max(open, shut)}, body+"  "+attribute+end)
}

// declareSecret returns an edit that declares a secret config after the item.
func (s site) declareSecret(name, kind string) change.Edit {
	end := s.lineEnd()
	text := end + secretConfig(name, kind, end) + end
	if !strings.HasSuffix(s.item.Text, "\n") {
		text = end + text
	}
	return s.replace(syntax.Span{Start: len(s.item.Text), End: len(s.item.Text)}, text)
}

func secretConfig(name, kind, end string) string {
	return "config " + name + " " + kind + " {" + end + "  " + language.ConfigSecret + " = true" + end + "}"
}
