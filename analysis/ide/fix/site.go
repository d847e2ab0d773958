package fix

import (
	"context"
	"fmt"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file implements the place of a finding, and edits around it.

// site is where a finding stands.
type site struct {
	ctx     context.Context
	program *analysis.Program
	finding analysis.Diagnostic
	path    string
	file    *syntax.File
	item    syntax.Placed
	span    syntax.Span      // of the finding, relative to the item
	nodes   []hclsyntax.Node // around the beginning of the finding, outermost first

	code     codes.Code
	message  string
	severity codes.Severity
}

func siteOf(p *analysis.Program, d analysis.Diagnostic) (site, bool) {
	file, known := p.File(d.Path)
	item, ok := p.ItemAt(d.Path, d.Span.Start)
	if !known || !ok {
		return site{}, false
	}
	span := d.Span.Shift(-item.Base)
	return site{
		ctx: context.Background(), program: p, finding: d, path: d.Path, file: file, item: item, span: span,
		nodes: syntax.NodeAt(item.Item, span.Start), code: d.Code, message: d.Message, severity: d.Severity,
	}, span.Start >= 0 && span.End <= len(item.Text)
}

// innermost is the last node around the finding of a type that is like this.
func innermost[T hclsyntax.Node](s site, like func(T) bool) (found T, ok bool) {
	for _, n := range s.nodes {
		if is, right := n.(T); right && like(is) {
			found, ok = is, true
		}
	}
	return found, ok
}

// text is what stands at a place of the item.
func (s site) text(span syntax.Span) string { return s.item.Text[span.Start:span.End] }

// replace is an edit of a place of the item. A byte order mark stays, since it belongs to the
// file and not to the item behind it.
func (s site) replace(span syntax.Span, text string) change.Edit {
	if mark := "\uFEFF"; s.item.Base == 0 && strings.HasPrefix(s.item.Text, mark) {
		span.Start, span.End = max(span.Start, len(mark)), max(span.End, len(mark))
	}
	return change.Edit{Path: s.path, Span: span.Shift(s.item.Base), Text: text}
}

// lineEnd is how the file ends its lines.
func (s site) lineEnd() string {
	if strings.Contains(s.file.Text(), "\r\n") {
		return "\r\n"
	}
	return "\n"
}

// line is the place of the line in which an offset of the item is, with its end.
func (s site) line(at int) syntax.Span {
	start := strings.LastIndexByte(s.item.Text[:at], '\n') + 1
	end := strings.IndexByte(s.item.Text[at:], '\n')
	if end < 0 {
		return syntax.Span{Start: start, End: len(s.item.Text)}
	}
	return syntax.Span{Start: start, End: at + end + 1}
}

// without removes a part of the item, with its lines where nothing else is in them.
func (s site) without(part syntax.Span) change.Edit {
	first, last := s.line(part.Start), s.line(max(part.Start, part.End-1))
	before, after := s.text(syntax.Span{Start: first.Start, End: part.Start}), s.text(syntax.Span{Start: part.End, End: max(part.End, last.End)})
	if strings.TrimSpace(before) == "" && strings.TrimSpace(after) == "" {
		return s.replace(syntax.Span{Start: first.Start, End: max(part.End, last.End)}, "")
	}
	return s.replace(part, "")
}

// declareSecret is an edit that declares a secret config behind the item.
func (s site) declareSecret(name, kind string) change.Edit {
	end := s.lineEnd()
	text := end + secretConfig(name, kind, end) + end
	if !strings.HasSuffix(s.item.Text, "\n") {
		text = end + text
	}
	return s.replace(syntax.Span{Start: len(s.item.Text), End: len(s.item.Text)}, text)
}

func secretConfig(name, kind, end string) string {
	return "config " + name + " " + kind + " {" + end + "  secret = true" + end + "}"
}

// freeName is a name that nothing has: this one, or with a number.
func (s site) freeName(name string) string {
	free := name
	for n := 2; s.program.Lookup(free) != nil || s.program.LookupOutput(free) != nil; n++ {
		free = fmt.Sprint(name, n)
	}
	return free
}

// joinedName is a name of several words in the usual style.
func joinedName(words ...string) string {
	joined := ""
	for _, w := range words {
		w = strings.Map(func(r rune) rune {
			if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
				return r
			}
			return -1
		}, w)
		if joined != "" && w != "" {
			w = strings.ToUpper(w[:1]) + w[1:]
		}
		joined += w
	}
	if joined == "" || joined[0] >= '0' && joined[0] <= '9' {
		joined = "secret" + joined
	}
	return joined
}
