// This file finds out where findings are after an edit without converting all their places again.

package publish

import (
	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/lsp/place"
	"go.lsp.dev/protocol"
)

// movement relates the places of findings in two versions of a file. Items begin at the beginnings of lines, so a place in an item that both versions have
// keeps its distance from the first line of the item, and its column.
type movement struct {
	View
	mapper      place.Mapper // of the present version
	before, now []analysis.Diagnostic

	head, foot int // both versions have the same items before the first offset of the present version, and from the second on
	bytes      int // by which the text from foot on has moved
	lines      int
}

// compare finds out what two versions of the file have in common.
func (m *movement) compare(before, now *syntax.File) {
	if m.foot = now.Len() + 1; before == nil {
		return
	}
	first, last := now.SharedWith(before)
	switch {
	case first == now.Count():
		m.head = now.Len()
	default:
		m.head = now.Item(first).Base
	}
	if last == 0 {
		return
	}
	at, was := now.Item(now.Count()-last), before.Item(before.Count()-last)
	m.foot, m.bytes, m.lines = at.Base, at.Base-was.Base, at.Line-was.Line
}

// at returns the range of a finding, given by its number now and its number before, when it had another range. The two may differ only in their place.
func (m *movement) at(now, before int, was protocol.Range) protocol.Range {
	span, old := m.now[now].Span, m.before[before].Span
	switch {
	case span == old && span.End < m.head:
		return was
	case span.Start >= m.foot && span == old.Shift(m.bytes):
		was.Start.Line += uint32(m.lines)
		was.End.Line += uint32(m.lines)
		return was
	}
	return m.Range(m.mapper, span)
}

// takeOver takes over findings of the last report, from one number to another. by is the difference of their numbers.
func (m *movement) takeOver(b *builder, last *report, from, to, by int) {
	first := 0 // number of the first finding of the block
	for _, block := range last.blocks {
		lo, hi := max(from-first, 0), min(to-first, len(block.parts))
		if lo < hi {
			m.takeOverBlock(b, block, first, lo, hi, by)
		}
		if first += len(block.parts); first >= to {
			return
		}
	}
}

// takeOverBlock takes over some findings of a block whose first one has a certain number.
func (m *movement) takeOverBlock(b *builder, from *block, first, lo, hi, by int) {
	var at [mostInBlock]protocol.Range
	whole := hi-lo == len(from.parts) && b.keeps(from)
	for i := lo; i < hi; i++ {
		at[i] = m.at(first+i+by, first+i, from.parts[i].at)
		whole = whole && at[i] == from.parts[i].at
	}
	if whole {
		b.keep(from)
		return
	}
	for i := lo; i < hi; i++ {
		b.move(from, i, at[i])
	}
}
