package syntax

import (
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/parse"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/split"
)

// Parsing a file into items.

// Parse cuts the text of a file into items and parses each. It never fails. It keeps items
// of prev, which may be nil, where their text occurs again.
func Parse(path, text string, prev *File) *File { return ParseBy(OneByOne, path, text, prev) }

// Each calls a function with every number below n, maybe several at once, and returns when all
// calls have returned.
type Each func(n int, do func(i int))

// OneByOne calls the function in order, and never twice at once.
func OneByOne(n int, do func(i int)) {
	for i := range n {
		do(i)
	}
}

// ParseBy is [Parse] that parses the items by each.
//
// A file of inputs is parsed by [ParseInputs], with what was given from outside for prev.
func ParseBy(each Each, path, text string, prev *File) *File {
	if given, ok := prev.inputs(); ok || IsInputs(path) {
		return ParseInputs(path, text, given)
	}
	b := fileBuilder{path: path}
	if prev != nil && !prev.large {
		b.know(prev, 0, prev.Count())
	}
	b.parse(each, text)
	f := b.file()
	f.text.Store(&text)
	if f.work.parsed > 0 {
		unchecked.Keep(f, len(text))
	}
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
