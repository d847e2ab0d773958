package rules

import (
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
)

// This file finds the places where a fix changes a block, and the objects that are written out in it.

const indent = "  " // of the inputs of a block

// placing collects the edits of a fix, in the text of an item.
type placing struct {
	text  string
	edits []syntax.Edit
}

func (p *placing) edit(start, end int, text string) {
	p.edits = append(p.edits, syntax.Edit{Span: syntax.Span{Start: start, End: end}, Text: text})
}

// entry is an attribute of a block, or a property of an object.
type entry struct {
	name  string
	span  syntax.Span
	value hclsyntax.Expression
}

// inBody changes the inputs of a block; false if that cannot be done.
func (p *placing) inBody(block *hclsyntax.Block, all []*setting) bool {
	var entries []entry
	for _, a := range tree.Attributes(block.Body) {
		entries = append(entries, entry{a.Name, syntax.SpanOf(a), a.Expr})
	}
	added, removed, ok := p.changes(entries, all)
	if !ok {
		return false
	}
	if len(added) > 0 {
		removed = p.addLines(block, entries, added, removed)
	}
	p.remove(entries, removed)
	return true
}

// addLines adds inputs after those that are there. A block in one line, which has one input at most, gets lines. The one that is removed on the way is left out of what
// addLines returns.
func (p *placing) addLines(block *hclsyntax.Block, entries []entry, added []string, removed []int) []int {
	open, shut := block.OpenBraceRange.End.Byte, block.CloseBraceRange.Start.Byte
	lines := indent + strings.Join(added, "\n"+indent) + "\n"
	switch inside := p.text[open:shut]; {
	case strings.Contains(inside, "\n"):
		at := p.lineEnd(open)
		for _, e := range entries {
			if end := p.lineEnd(e.span.End - 1); end <= shut {
				at = max(at, end)
			}
		}
		p.edit(at, at, lines)
		return removed
	case len(removed) > 0:
		p.edit(open, shut, "\n"+lines)
	case len(entries) == 0:
		p.edit(open+len(strings.TrimRight(inside, " \t")), shut, "\n"+lines)
	default:
		p.edit(open, entries[0].span.Start, "\n"+indent)
		p.edit(entries[0].span.End, shut, "\n"+lines)
	}
	return nil
}

// inObject changes an object that is written out; false if that cannot be done.
func (p *placing) inObject(object *hclsyntax.ObjectConsExpr, all []*setting) bool {
	var entries []entry
	for _, item := range object.Items {
		name, literal := analysis.LiteralKey(item.KeyExpr)
		if !literal {
			return false
		}
		entries = append(entries, entry{name, syntax.Span{Start: syntax.SpanOf(item.KeyExpr).Start, End: syntax.SpanOf(item.ValueExpr).End}, item.ValueExpr})
	}
	added, removed, ok := p.changes(entries, all)
	if !ok {
		return false
	}
	if len(added) > 0 {
		removed = p.add(syntax.SpanOf(object), entries, added, removed)
	}
	p.remove(entries, removed)
	return true
}

// add adds properties to an object, on lines of their own if the last one has some. In one line, they take the place of the first
// that is removed; add returns the others.
func (p *placing) add(whole syntax.Span, entries []entry, added []string, removed []int) []int {
	text := strings.Join(added, ", ")
	if len(entries) == 0 {
		p.edit(whole.Start, whole.End, "{ "+text+" }")
		return removed
	}
	last := entries[len(entries)-1].span
	if end := p.lineEnd(last.End - 1); end < whole.End && p.startsLine(last.Start) {
		before := p.text[p.lineStart(last.Start):last.Start]
		p.edit(end, end, before+strings.Join(added, "\n"+before)+"\n")
		return removed
	}
	if len(removed) > 0 {
		span := entries[removed[0]].span
		p.edit(span.Start, span.End, text)
		return removed[1:]
	}
	p.edit(last.End, last.End, ", "+text)
	return nil
}

// changes changes the entries that are written, and returns the text of those to add, and which are to be removed.
func (p *placing) changes(entries []entry, all []*setting) (added []string, removed []int, ok bool) {
	for _, s := range all {
		written := false
		for i, e := range entries {
			if e.name != s.name {
				continue
			}
			written = true
			if s.remove {
				removed = append(removed, i)
			} else if !p.change(e.value, s) {
				return nil, nil, false
			}
		}
		if !written {
			added = append(added, sources([]*setting{s})...)
		}
	}
	return added, removed, true
}

// change changes a value, or what is inside it.
func (p *placing) change(e hclsyntax.Expression, s *setting) bool {
	if len(s.inner) == 0 {
		span := syntax.SpanOf(e)
		p.edit(span.Start, span.End, s.text)
		return true
	}
	object, written := e.(*hclsyntax.ObjectConsExpr)
	return written && p.inObject(object, s.inner)
}

// remove removes entries with their lines, or with the comma that separates them from others.
func (p *placing) remove(entries []entry, removed []int) {
	for _, i := range removed {
		span := entries[i].span
		switch {
		case p.startsLine(span.Start) && p.endsLine(span.End):
			p.edit(p.lineStart(span.Start), p.lineEnd(span.End-1), "")
		case i > 0:
			p.edit(entries[i-1].span.End, span.End, "")
		case len(entries) > 1:
			p.edit(span.Start, entries[1].span.Start, "")
		default:
			p.edit(len(strings.TrimRight(p.text[:span.Start], " \t")), span.End, "")
		}
	}
}

// lineStart and lineEnd are the beginning of a line, and its end with the line break.
func (p *placing) lineStart(at int) int { return strings.LastIndexByte(p.text[:at], '\n') + 1 }

func (p *placing) lineEnd(at int) int {
	if n := strings.IndexByte(p.text[at:], '\n'); n >= 0 {
		return at + n + 1
	}
	return len(p.text)
}

// startsLine reports whether only blanks are before a place.
func (p *placing) startsLine(at int) bool {
	return strings.TrimSpace(p.text[p.lineStart(at):at]) == ""
}

// endsLine reports whether only a comma and a comment are behind a place on its line, and a line break.
func (p *placing) endsLine(at int) bool {
	rest := strings.TrimLeft(p.text[at:p.lineEnd(at-1)], ", \t\r")
	return strings.HasSuffix(p.text[:p.lineEnd(at-1)], "\n") && (rest == "" || rest[0] == '\n' || rest[0] == '#' || strings.HasPrefix(rest, "//"))
}
