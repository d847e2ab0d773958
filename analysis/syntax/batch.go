package syntax

import (
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/lex"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/split"
)

// Batches: a text is split by one goroutine, while others already parse what is split. So a
// long file doesn't keep all processors but one waiting.

// batch is stretches in a row, and their items once these are parsed.
type batch struct {
	stretches []split.Stretch
	items     []*Item
	fresh     int // items that were parsed for this file
}

// batchLength is the length of the text of a batch. Only the last one is shorter.
const batchLength = 8 << 10

func newBatch() *batch { return &batch{stretches: make([]split.Stretch, 0, batchLength/200)} } // most items are longer

// parse splits a text and parses its items. It returns the batches in order.
func (b *fileBuilder) parse(each Each, text string) (all []*batch) {
	most := len(text)/batchLength + 1
	ready := make(chan *batch, most) // so the first call never waits for the others
	each(1+most, func(i int) {
		if i > 0 {
			for one := range ready {
				b.parseBatch(text, one)
			}
			return
		}
		defer close(ready)
		eachBatch(text, func(one *batch) {
			all = append(all, one)
			ready <- one
		})
	})
	return all
}

// eachBatch splits a text into batches.
func eachBatch(text string, visit func(*batch)) {
	now := newBatch()
	keywords().Stretches(split.Part{Text: lex.ValidUTF8(text)}, func(s split.Stretch) bool {
		now.stretches = append(now.stretches, s)
		if s.End-now.stretches[0].Start >= batchLength {
			visit(now)
			now = newBatch()
		}
		return true
	})
	if len(now.stretches) > 0 {
		visit(now)
	}
}

func (b *fileBuilder) parseBatch(text string, one *batch) {
	one.items = make([]*Item, 0, len(one.stretches))
	for _, s := range one.stretches {
		for span := range s.Spans() {
			it, fresh := b.item(text[span.Start:span.End])
			one.items = append(one.items, it)
			if fresh {
				one.fresh++
			}
		}
	}
}

// addBatches adds the items of batches.
func (b *fileBuilder) addBatches(text string, all []*batch) {
	items := 0
	for _, one := range all {
		items += len(one.items)
	}
	b.items, b.marks = make([]Placed, 0, items), make([]mark, 0, items)
	for _, one := range all {
		b.ahead = one.items
		b.work.parsed += one.fresh
		for _, s := range one.stretches {
			b.add(text, s)
		}
	}
}
