package syntax

import (
	"strings"
	"sync"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/lex"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/split"
)

// Building files from stretches.

// work is the cost of making a file: the items parsed and the bytes split.
type work struct{ parsed, split int }

// fileBuilder collects the items of a file, or of a part of one.
type fileBuilder struct {
	path  string
	known kept
	ahead []*Item // the next items, already parsed
	items []Placed
	marks []mark
	line  int // where the next item begins
	work  work
}

// kept are the items of an older version of a file, by text. The zero value has none. Each item
// is taken once, so an item stands at one place of a file, and features may use it as a key.
type kept struct {
	mu    sync.Mutex // guards what follows
	first map[string]*Item
	more  map[string][]*Item // further items with the same text
}

// know keeps the items of a file from one index to another.
func (b *fileBuilder) know(f *File, first, behind int) {
	k := &b.known
	k.first, k.more = make(map[string]*Item, behind-first), map[string][]*Item{}
	for i, it := range f.from(first) {
		if i >= behind {
			break
		}
		if k.first[it.Text] == nil {
			k.first[it.Text] = it.Item
		} else {
			k.more[it.Text] = append(k.more[it.Text], it.Item)
		}
	}
}

// take returns an item with a text, if one is left.
func (k *kept) take(text string) *Item {
	k.mu.Lock()
	defer k.mu.Unlock()
	it := k.first[text]
	if more := k.more[text]; len(more) > 0 {
		k.first[text], k.more[text] = more[0], more[1:]
	} else if it != nil {
		delete(k.first, text)
	}
	return it
}

// next returns the next item, which has this text.
func (b *fileBuilder) next(text string) *Item {
	if len(b.ahead) > 0 {
		it := b.ahead[0]
		b.ahead = b.ahead[1:]
		return it
	}
	it, fresh := b.item(text)
	if fresh {
		b.work.parsed++
	}
	return it
}

// add adds the items of a stretch.
func (b *fileBuilder) add(text string, s split.Stretch) {
	for span := range s.Spans() {
		it := b.next(text[span.Start:span.End])
		m := it.marks
		if span.Start == s.Start {
			m |= markStretch
			if s.Far {
				m |= markFar
			}
		}
		b.items = append(b.items, Placed{Item: it, Base: span.Start, Line: b.line})
		b.marks = append(b.marks, m)
		b.line += it.lineEnds
	}
	b.work.split += s.End - s.Start
}

// item returns the item of a text. It is fresh if it had to be parsed.
func (b *fileBuilder) item(text string) (it *Item, fresh bool) {
	if b.known.first != nil {
		if it := b.known.take(text); it != nil {
			return it, false
		}
		text = strings.Clone(text) // so that the item doesn't keep the text of the whole file alive
	}
	return ParseItem(text), true
}

// file returns the file with the added items.
func (b *fileBuilder) file() *File {
	return b.fileOf(cutEvenly([]part{{items: b.items, marks: b.marks}}, 0))
}

// fileOf returns the file with chunks.
func (b *fileBuilder) fileOf(chunks []placedChunk) *File {
	f := &File{Path: b.path, chunks: chunks, work: b.work}
	for _, c := range f.chunks {
		f.some |= c.some
	}
	f.Errors = f.fileErrors()
	f.remains = f.findRemains()
	return f
}

// Parsed returns how many items were parsed to make the file. The others were kept from the
// version before it.
func (f *File) Parsed() int { return f.work.parsed }

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
