// Package fastparse parses valid HCL into the tree that [hclsyntax.ParseConfig]
// would build: the same nodes with the same byte offsets and values. It returns
// nil for errors and for the rare syntax listed below; the caller then uses
// hclsyntax, which handles all of HCL and explains errors.
//
// It knows the grammar of HCL and the shape of the tree. It doesn't know items,
// positions in lines and columns, or error messages.
//
// Invariant: where fastparse returns a tree, hclsyntax reports no error and
// returns an equal tree. FuzzFastparse looks for exceptions.
//
// # Why
//
// Parsing is the larger half of checking a program for the first time. hclsyntax
// first lists all tokens and cuts the text into grapheme clusters to find the
// column of each. Nobody here needs columns, because items count in bytes.
// Reading the tokens one at a time from package lex takes an eighth of the time.
//
// A syntax tree of our own would be smaller, but then evaluation and everything
// else behind the tree would have to be written again. With one kind of tree
// there is one meaning, and one law to test.
//
// # What it leaves to hclsyntax
//
// Heredocs, template directives, strip markers ("~"), \u escapes, $${ and %%{,
// indexes and splats behind a dot (a.0 and a.*), names with letters of uncommon
// scripts, carriage returns without a line feed, and anything nested deeper or
// chained longer than programs are.
package fastparse

import (
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/lex"
)

// The parser's state: its place in the text, its limits, and the ranges it makes.

const (
	// maxDepth limits how deep the parser calls itself. It is far below what package
	// syntax rejects, so the parser accepts nothing that would be rejected there.
	maxDepth = 100
	// maxSteps limits operators, index steps and dollar signs, for the same reason.
	maxSteps = 300
)

// parser stands in front of a token. A parsing function that fails returns nil or
// false, and where the parser stands then means nothing.
type parser struct {
	lexer lex.Lexer
	next  lex.Token // never a comment
	end   int       // where the last token ended
	base  int       // added to offsets in the text to get offsets in the tree
	lines bool      // a line end is a token
	depth int
	steps int

	scratch
}

func newParser(text string, base int) *parser {
	p := parsers.Get().(*parser)
	p.lexer.Text, p.base = text, base
	p.seek(0)
	return p
}

// seek moves to the first token at or after an offset.
func (p *parser) seek(at int) {
	for {
		if p.next = p.lexer.Code(at); p.next.Kind != lex.Comment {
			return
		}
		at = p.next.End
	}
}

// peek returns the kind of the next token.
func (p *parser) peek() lex.Kind {
	for p.next.Kind == lex.Newline && !p.lines {
		p.seek(p.next.End)
	}
	return p.next.Kind
}

// read takes the next token and returns its start.
func (p *parser) read() (start int) {
	start = p.next.Start
	p.end = p.next.End
	p.seek(p.end)
	return start
}

// take takes the next token if it is of a kind.
func (p *parser) take(k lex.Kind) bool {
	if p.peek() != k {
		return false
	}
	p.read()
	return true
}

// lineEnd takes a line end or the end of the text.
func (p *parser) lineEnd() bool {
	if p.peek() == lex.Newline {
		p.seek(p.next.End)
		return true
	}
	return p.next.Kind == lex.EOF
}

// word reports whether the next token is this name.
func (p *parser) word(s string) bool {
	return p.peek() == lex.Ident && p.text(p.next.Start, p.next.End) == s
}

// name takes a name and returns its start.
func (p *parser) name() (s string, start int, ok bool) {
	if p.peek() != lex.Ident {
		return "", 0, false
	}
	start = p.read()
	s = p.text(start, p.end)
	return s, start, isCommon(s)
}

// common are letters outside ASCII that every version of Unicode has, of the
// scripts that programs are written in.
var common = &unicode.RangeTable{
	R16: []unicode.Range16{
		{Lo: 0xC0, Hi: 0xD6, Stride: 1}, {Lo: 0xD8, Hi: 0xF6, Stride: 1}, {Lo: 0xF8, Hi: 0x24F, Stride: 1}, // Latin
		{Lo: 0x388, Hi: 0x38A, Stride: 1}, {Lo: 0x38E, Hi: 0x3A1, Stride: 2}, {Lo: 0x3A3, Hi: 0x3CE, Stride: 1}, // Greek
		{Lo: 0x400, Hi: 0x481, Stride: 1}, {Lo: 0x48A, Hi: 0x513, Stride: 1}, // Cyrillic
		{Lo: 0x3041, Hi: 0x3096, Stride: 1}, {Lo: 0x30A1, Hi: 0x30FA, Stride: 1}, // Kana
		{Lo: 0x4E00, Hi: 0x9FA5, Stride: 1}, {Lo: 0xAC00, Hi: 0xD7A3, Stride: 1}, // Han, Hangul
	},
	LatinOffset: 2,
}

// isCommon reports whether a name has no letters but those of ASCII and common.
func isCommon(name string) bool {
	for i := range len(name) {
		if name[i] >= utf8.RuneSelf {
			for _, r := range name[i:] {
				if r >= utf8.RuneSelf && !unicode.Is(common, r) {
					return false
				}
			}
			return true
		}
	}
	return true
}

// enter goes one level deeper. It returns false where that is too deep. A function that fails
// need not leave: the text goes to hclsyntax.
func (p *parser) enter() bool {
	p.depth++
	return p.depth <= maxDepth
}

func (p *parser) leave() { p.depth-- }

// step counts what makes a tree deep by being long. It returns false where it is
// too long.
func (p *parser) step() bool {
	p.steps++
	return p.steps <= maxSteps
}

// inBrackets makes line ends mean nothing. It returns what p.lines is to be behind the bracket.
func (p *parser) inBrackets() (lines bool) {
	lines = p.lines
	p.lines = false
	return lines
}

func (p *parser) text(start, end int) string { return p.lexer.Text[start:end] }

// since is the range from an offset of the text to the end of the last token.
func (p *parser) since(start int) hcl.Range { return p.span(start, p.end) }

// span is a range of the tree. Its lines and columns mean nothing.
func (p *parser) span(start, end int) hcl.Range {
	return hcl.Range{
		Start: hcl.Pos{Line: 1, Column: 1, Byte: start + p.base},
		End:   hcl.Pos{Line: 1, Column: 1, Byte: end + p.base},
	}
}

// between is the range from the start of one range to the end of another.
func between(first, last hcl.Range) hcl.Range { return hcl.Range{Start: first.Start, End: last.End} }

// The lists that the parser is making. A list grows at the end of a longer one until its length is
// known. Then it is copied, so that no list of a tree was ever moved or is larger than what it holds.

// scratch has a list for each kind of element.
type scratch struct {
	attributes []hclsyntax.Attribute
	blocks     []*hclsyntax.Block
	exprs      []hclsyntax.Expression
	pairs      []pair
}

// pair is a member of an object.
type pair struct {
	key, value    hclsyntax.Expression
	bare          lex.Span // the key if it is a bare name; then there is no expression yet
	inParentheses bool     // the key
}

// parsers keeps parsers for the memory of their lists.
var parsers = sync.Pool{New: func() any { return &parser{} }}

// free lets others use the parser.
func (p *parser) free() {
	drop(&p.attributes, 0)
	drop(&p.blocks, 0)
	drop(&p.exprs, 0)
	drop(&p.pairs, 0)
	*p = parser{scratch: p.scratch}
	parsers.Put(p)
}

// drop removes the end of a list, and what it holds.
func drop[T any](list *[]T, from int) {
	clear((*list)[from:])
	*list = (*list)[:from]
}

// taken removes the end of a list and returns it; nil if it is empty.
func taken[T any](list *[]T, from int) []T {
	if from == len(*list) {
		return nil
	}
	end := make([]T, len(*list)-from)
	copy(end, (*list)[from:])
	drop(list, from)
	return end
}
