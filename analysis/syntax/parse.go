// Package syntax turns the text of a PCL file into items: the top-level attributes and
// blocks, each parsed on its own. It also maps offsets to the positions of editors.
//
// It knows items and edits. It doesn't know scopes, types, schemas, the file system, or
// the protocol. It never fails and never panics: errors are data ([Item.Errors],
// [File.Errors]).
//
// The packages below it do the work on text: lex reads tokens, split cuts a text into
// items, parse turns the text of an item into a tree and errors, fastparse is the parser
// for valid text, and node walks the trees. Package cursor reads text that is being typed.
//
// Invariant: the items of a file tile its text. Joining their texts gives the text of the
// file, byte for byte.
//
// Invariant: an item depends on its own text only. Every offset inside it is relative to
// that text, so items can be moved, kept and shared, and equal texts have equal items.
//
// Invariant: [File.Edited] returns what [Parse] returns for the new text. It splits and
// parses only the text around an edit, because how a file is split at an item depends on
// nothing before it if the item begins a stretch (package split).
//
// Invariant: two versions of a file share their items in chunks of some dozens (chunk.go).
// So an edit copies only the items of the chunks that it touches, and [File.SharedWith]
// skips the others.
//
// # Which text belongs to which item
//
// An item runs from the end of the line that ends the item before it to the end of its own
// last line. So blank lines and comments lead the item behind them, and a comment behind
// an item on the same line belongs to that item. Trivia at the end of the file is an item
// of [KindBlank]. Consecutive lines that begin no item make one item of [KindStray].
//
// In trees of hclsyntax only the byte offsets of positions mean something.
//
// **Why** split before parsing: the recovery of hclsyntax doesn't stop at the broken
// block. An unterminated string, an open bracket or a missing brace loses every later
// block of the file. And parsing a whole file on each keystroke costs a hundred times as
// much as parsing one item.
package syntax

import (
	"iter"
	"strings"
	"sync"

	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/lex"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/parse"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/split"
)

// Parsing a file into items.

// Parse cuts the text of a file into items and parses each. It never fails. It keeps items
// of prev, which may be nil, where their text occurs again.
func Parse(path, text string, prev *File) *File {
	return ParseWithin(Limit{}, OneByOne, path, text, prev)
}

// Each calls a function with every number below n, maybe several at once, and returns when all
// calls have returned.
type Each func(n int, do func(i int))

// OneByOne calls the function in order, and never twice at once.
func OneByOne(n int, do func(i int)) {
	for i := range n {
		do(i)
	}
}

// ParseWithin is [Parse] that parses the items by each, for a text that must be within a limit. If it is not, the
// file is large and says so. Later versions of the file have the same limit.
//
// A file of inputs is parsed by [ParseInputs], with what was given from outside for prev.
func ParseWithin(limit Limit, each Each, path, text string, prev *File) *File {
	given, isInputs := prev.inputs()
	var f *File
	switch {
	case !limit.Allows(len(text), CountLines(text)):
		f = Unparsed(path, text, limit.Exceeded(len(text)))
		f.given = given
	case isInputs || IsInputs(path):
		f = ParseInputs(path, text, given)
	default:
		b := fileBuilder{path: path}
		if prev != nil && !prev.large {
			b.know(prev, 0, prev.Count())
		}
		b.parse(each, text)
		f = b.file()
		f.text.Store(&text)
		if f.work.parsed > 0 {
			unchecked.Keep(f, len(text))
		}
	}
	f.limit = limit
	return f
}

// ParseItem parses the text of one item. More than one attribute or block in the text is
// an error.
func ParseItem(text string) *Item {
	it := &Item{Text: text, lineEnds: countLineEnds(text)}
	it.parse()
	it.marks = it.ownMarks()
	return it
}

func (it *Item) parse() {
	p := parse.Text(it.Text, keywords())
	it.Labels, it.Errors = p.Labels, p.Errors
	it.plant(treeOf(p))
	switch h := p.Head; {
	case p.Blank:
		it.Kind = KindBlank
	case h.Shape == split.AttrHead:
		it.Kind, it.Name, it.NameSpan = KindLocal, h.Name, h.Word
	case h.Shape == split.BlockHead:
		it.Kind, it.Keyword, it.KeywordSpan = language.KindOf(h.Name), h.Name, h.Word
		if n := language.BlockOf(it.Kind).NameLabel(); n >= 0 && n < len(it.Labels) {
			it.Name, it.NameSpan = it.Labels[n].Value, it.Labels[n].Span
		}
	default:
		it.Kind = KindStray
	}
}

// Building files from stretches.

// work is the cost of making a file: the items parsed and the bytes split.
type work struct{ parsed, split int }

// fileBuilder collects the items of a file, or of a part of one.
type fileBuilder struct {
	path       string
	known      kept
	items      []Placed
	marks      []mark
	base, line int // where the next item begins
	work       work
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

// add adds the next item. It has the marks of a stretch besides its own.
func (b *fileBuilder) add(it *Item, m mark) {
	b.items = append(b.items, Placed{Item: it, Base: b.base, Line: b.line})
	b.marks = append(b.marks, it.marks|m)
	b.base += len(it.Text)
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
	return b.fileOf(cutEvenly(b.items, b.marks, 0))
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
		if b.add(it, marks[i]); fresh[i] {
			b.work.parsed++
		}
	}
	b.work.split = len(text)
}
