package syntax

import (
	"iter"
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
	for i, it := range f.From(first) {
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

// add adds an item with the text at a place. It has the marks of a stretch besides its own.
func (b *fileBuilder) add(it *Item, base int, m mark) {
	b.items = append(b.items, Placed{Item: it, Base: base, Line: b.line})
	b.marks = append(b.marks, it.marks|m)
	b.line += it.lineEnds
}

// pieces visits the texts of the items of a stretch, with the marks that it gives them.
func pieces(s split.Stretch) iter.Seq2[lex.Span, mark] {
	return func(yield func(lex.Span, mark) bool) {
		m := markStretch
		if s.Far {
			m |= markFar
		}
		for span := range s.Spans() {
			if !yield(span, m) {
				return
			}
			m = 0
		}
	}
}

// item returns the item of a text. It is fresh if it had to be parsed. Several calls may run at once.
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

// itemsInBatch is how many items are parsed by one call.
const itemsInBatch = 32

// parse adds the items of a text, which are parsed by each.
func (b *fileBuilder) parse(each Each, text string) {
	spans := make([]lex.Span, 0, len(text)/200) // most items are longer
	marks := make([]mark, 0, cap(spans))
	keywords().Stretches(split.Part{Text: lex.ValidUTF8(text)}, func(s split.Stretch) bool {
		for span, m := range pieces(s) {
			spans, marks = append(spans, span), append(marks, m)
		}
		return true
	})
	items, fresh := make([]*Item, len(spans)), make([]bool, len(spans))
	each((len(spans)+itemsInBatch-1)/itemsInBatch, func(batch int) {
		for i := batch * itemsInBatch; i < min(len(spans), (batch+1)*itemsInBatch); i++ {
			items[i], fresh[i] = b.item(text[spans[i].Start:spans[i].End])
		}
	})
	b.items, b.marks = make([]Placed, 0, len(spans)), make([]mark, 0, len(spans))
	for i, it := range items {
		if b.add(it, spans[i].Start, marks[i]); fresh[i] {
			b.work.parsed++
		}
	}
	b.work.split = len(text)
}
