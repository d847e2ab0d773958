// Package semantic classifies each piece of a program's text for editors that color it:
// keywords, names by what they refer to, strings and templates, and names whose values are
// secret or may be unknown during a preview.
//
// It knows no protocol. Types and modifiers are named as in the Language Server Protocol where
// possible, because color themes know those names.
//
// Invariant: the tokens of an item are sorted, do not overlap, are not empty, and none goes
// over a line end.
//
// **Why** tokens end with their line: every client accepts that, so the cached tokens of an
// item do not depend on the client.
//
// **Why** a painter that draws fine strokes over coarse ones: a type is inside a string, a
// template inside another string, and a name inside each. Painting in order needs no rules
// about nesting and cannot produce overlapping tokens.
package semantic

import (
	"context"
	"maps"
	"slices"
	"sync"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/lex"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file paints files item by item, so that an edit costs the items that it concerns: parts of a file, whole
// files, and items while they are checked. A painter has strokes, later ones over earlier ones, and the visible
// tokens. It paints what the tokens of the text alone tell, even in broken text: comments, strings, numbers, template
// delimiters and keywords of expressions.

// Placed is the result for an item, at its place.
type Placed[T any] struct {
	Base, Line int // as in [syntax.Placed]
	*Painted[T]
}

// Painted is the result for the tokens of an item, with what it was computed from.
type Painted[T any] struct {
	View *analysis.ItemView
	Made T
}

// In paints the items of a file that a span touches and converts their tokens with a function
// of the caller, which may run several times at once and must not keep the tokens. It reuses
// results of an earlier version of the file, which may be nil. The only error is the context's.
func In[T any](ctx context.Context, p *analysis.Program, path string, within syntax.Span, before *Document[T], made func(*syntax.Item, []Token) T) ([]Placed[T], error) {
	file, ok := p.File(path)
	if !ok {
		return nil, ctx.Err()
	}
	if before == nil {
		before = &Document[T]{}
	}
	known, _ := before.takeOver(file)
	items := file.Touching(within)
	all := make([]Placed[T], len(items))
	for n, i := range items {
		it := file.Item(i)
		all[n] = Placed[T]{Base: it.Base, Line: it.Line}
	}
	if len(items) > 0 { // which are in a row
		for n, painted := range known.Between(items[0], items[0]+len(items)) {
			all[n].Painted = painted
		}
	}
	err := repaint(ctx, p, path, items, func(n int) **Painted[T] { return &all[n].Painted }, made)
	return all, err
}

// repaint paints those of some items of a file, given by their indexes, for which there is no valid result.
func repaint[T any](ctx context.Context, p *analysis.Program, path string, items []int, at func(n int) **Painted[T], made func(*syntax.Item, []Token) T) error {
	return analysis.ItemViews(ctx, p, path, items, func(n int) *analysis.ItemView {
		if known := *at(n); known != nil {
			return known.View
		}
		return nil
	}, func(n int, s *analysis.ItemView) {
		paint(s, func(tokens []Token) { *at(n) = &Painted[T]{s, made(s.Item, tokens)} })
	})
}

// paint shows the tokens of an item to a function that must not keep them.
func paint(s *analysis.ItemView, show func([]Token)) {
	p := painters.Get().(*painter)
	defer painters.Put(p)
	p.begin(s.Item.Text)
	p.words()
	if s.Info != nil {
		n := &namer{painter: p, view: s}
		n.tree()
		n.names()
	}
	show(p.tokens())
}

// Document is the result for a whole file: a T for each item. It is immutable.
type Document[T any] struct {
	File  *syntax.File
	Items lists.Rows[*Painted[T]] // of the file, by index

	seen  *analysis.Seen
	ahead map[*syntax.Item]*Painted[T] // without the rest
}

// Whole paints a file as [In] does. It reuses what it can of the result for an earlier version of the file, which may
// be nil. The only error is the context's.
func Whole[T any](ctx context.Context, p *analysis.Program, path string, before *Document[T], made func(*syntax.Item, []Token) T) (*Document[T], error) {
	file, ok := p.File(path)
	if !ok {
		return &Document[T]{}, ctx.Err()
	}
	if before == nil {
		before = &Document[T]{}
	}
	d := &Document[T]{File: file}
	var fresh []int
	d.Items, fresh = before.takeOver(file)
	seen, again, known := p.SeenSince(ctx, path, before.seen)
	d.seen = seen
	again = append(again, fresh...)
	if !known {
		again = again[:0]
		for i := range d.Items.Len() {
			again = append(again, i)
		}
	}
	if len(again) == 0 {
		return d, ctx.Err()
	}
	slices.Sort(again)
	again = slices.Compact(again)
	first, behind := again[0], again[len(again)-1]+1
	part := d.Items.Between(first, behind)
	if err := repaint(ctx, p, path, again, func(n int) **Painted[T] { return &part[again[n]-first] }, made); err != nil {
		return nil, err
	}
	d.Items = d.Items.With(first, behind, part)
	return d, nil
}

// takeOver returns the results for the items of a later version of the file, by index; nil for those that are fresh.
func (d *Document[T]) takeOver(file *syntax.File) (items lists.Rows[*Painted[T]], fresh []int) {
	left, first, rest, behind := d.ahead, 0, 0, file.Count()
	if d.File != nil {
		var last int
		first, last = file.SharedWith(d.File)
		behind, rest = behind-last, d.Items.Len()-last
		left = make(map[*syntax.Item]*Painted[T], rest-first)
		for _, it := range d.Items.Between(first, rest) {
			left[it.View.Item] = it
		}
	}
	now := make([]*Painted[T], behind-first)
	for i, it := range file.From(first) {
		if i == behind {
			break
		}
		if now[i-first] = left[it.Item]; now[i-first] == nil {
			fresh = append(fresh, i)
		}
	}
	return d.Items.With(first, rest, now), fresh
}

// Ahead holds the results for items of a file before somebody asks for them. It is safe for concurrent use.
//
// Why: the types and taints that painting needs are forgotten soon after the check of an item, so the first
// painting of a long file would take as long as checking it again.
type Ahead[T any] struct {
	made func(*syntax.Item, []Token) T

	mu      sync.Mutex // guards painted
	painted map[*syntax.Item]*Painted[T]
}

// NewAhead returns results for no items yet. They are made as those of [Whole].
func NewAhead[T any](made func(*syntax.Item, []Token) T) *Ahead[T] {
	return &Ahead[T]{made: made, painted: map[*syntax.Item]*Painted[T]{}}
}

// See paints an item.
func (a *Ahead[T]) See(s *analysis.ItemView) {
	paint(s, func(tokens []Token) {
		result := &Painted[T]{s, a.made(s.Item, tokens)}
		a.mu.Lock()
		defer a.mu.Unlock()
		a.painted[s.Item] = result
	})
}

// From returns the results so far for [Whole], as if they were of an earlier version of the file.
func From[T any](a *Ahead[T]) *Document[T] {
	a.mu.Lock()
	defer a.mu.Unlock()
	return &Document[T]{ahead: maps.Clone(a.painted)}
}

// Token is a piece of text with one color.
type Token struct {
	Span      syntax.Span // relative to the item
	Type      Type
	Modifiers Modifiers
}

// Type is the type of a token.
type Type uint8

// The types of tokens.
const (
	Namespace Type = iota // a package, a component and its source, the `pulumi` block
	Kind                  // a type: the token of a resource, the type of a config
	Class                 // a resource
	Interface             // a read
	Parameter             // a config
	Variable              // a local, or a variable inside an item
	Property              // an attribute, option, key or step
	Constant              // an output
	Event                 // a hook
	Function
	Method
	Keyword
	Comment
	String
	Number
	Operator // the delimiters of a template
	types
)

// Types returns all types.
func Types() []Type {
	all := make([]Type, types)
	for i := range all {
		all[i] = Type(i)
	}
	return all
}

var typeNames = [types]string{
	Namespace: "namespace", Kind: "type", Class: "class", Interface: "interface", Parameter: "parameter",
	Variable: "variable", Property: "property", Constant: "enumMember", Event: "event", Function: "function",
	Method: "method", Keyword: "keyword", Comment: "comment", String: "string", Number: "number", Operator: "operator",
}

// String returns the name of the type in the protocol.
func (t Type) String() string { return typeNames[t] }

// Modifiers is a set of modifiers.
type Modifiers uint8

// The modifiers. The protocol does not define Secret and Unknown.
const (
	Declaration    Modifiers = 1 << iota
	Readonly                 // a name with only one value, given at its declaration
	Deprecated               // according to the schema
	DefaultLibrary           // defined by the language
	Secret                   // the value is or may be secret
	Unknown                  // the value may be unknown during a preview
	allModifiers   = 1<<iota - 1
)

var modifierNames = []string{"declaration", "readonly", "deprecated", "defaultLibrary", "secret", "unknown"}

// All returns the single modifiers, lowest bit first.
func All() []Modifiers {
	var all []Modifiers
	for m := Modifiers(1); m <= allModifiers; m <<= 1 {
		all = append(all, m)
	}
	return all
}

// Names returns the names of the modifiers in a set, in the order of their bits.
func (m Modifiers) Names() []string {
	var names []string
	for i, name := range modifierNames {
		if m&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return names
}

// painter paints the text of one item after the other. Its lists keep their memory.
type painter struct {
	text    string
	strokes []Token // in order of painting
	canvas  []int32 // for each byte the number of the visible stroke, from 1; 0 for none
	visible []Token

	lexed []lex.Token // see words
	order []int       // see names
}

var painters = sync.Pool{New: func() any { return &painter{} }}

// begin takes another text.
func (p *painter) begin(text string) {
	p.text, p.strokes, p.visible = text, p.strokes[:0], p.visible[:0]
	p.canvas = slices.Grow(p.canvas[:0], len(text))[:len(text)]
	clear(p.canvas)
}

// paint adds a stroke. It ignores parts outside the text, which error recovery can produce.
func (p *painter) paint(span syntax.Span, t Type, m Modifiers) {
	span.Start, span.End = max(span.Start, 0), min(span.End, len(p.text))
	if span.Start >= span.End {
		return
	}
	p.strokes = append(p.strokes, Token{span, t, m})
	for i := span.Start; i < span.End; i++ {
		p.canvas[i] = int32(len(p.strokes))
	}
}

// tokens returns the visible pieces of strokes, line by line, until the next text begins.
func (p *painter) tokens() []Token {
	for at := 0; at < len(p.canvas); {
		stroke, end := p.canvas[at], at+1
		for end < len(p.canvas) && p.canvas[end] == stroke {
			end++
		}
		if stroke > 0 {
			p.lines(syntax.Span{Start: at, End: end}, p.strokes[stroke-1])
		}
		at = end
	}
	return p.visible
}

// lines adds the part of a stroke that a span shows. It splits the span at the line ends
// that a [syntax.Mapper] counts and leaves out empty parts.
func (p *painter) lines(span syntax.Span, stroke Token) {
	start := span.Start
	for at := span.Start; at <= span.End; at++ {
		if at < span.End && p.text[at] != '\n' && p.text[at] != '\r' {
			continue
		}
		if at > start {
			p.visible = append(p.visible, Token{syntax.Span{Start: start, End: at}, stroke.Type, stroke.Modifiers})
		}
		start = at + 1
	}
}

// expressionWords are keywords anywhere in an expression.
var expressionWords = map[string]bool{"true": true, "false": true, "null": true}

// loopWords are keywords inside brackets and template directives.
var loopWords = map[string]bool{"for": true, "in": true, "if": true, "else": true, "endif": true, "endfor": true}

func (p *painter) words() {
	p.lexed = slices.AppendSeq(p.lexed[:0], lex.All(p.text))
	depth := 0
	for i := 0; i < len(p.lexed); i++ {
		t := p.lexed[i]
		span := syntax.Span{Start: t.Start, End: t.End}
		switch t.Kind {
		case lex.Comment:
			p.paint(span, Comment, 0)
		case lex.OpenQuote, lex.CloseQuote, lex.Text, lex.OpenHeredoc, lex.CloseHeredoc:
			for t.Kind != lex.CloseQuote && p.goesOn(i, lex.Text, lex.CloseQuote, lex.CloseHeredoc) {
				i++
				t = p.lexed[i]
				span.End = t.End
			}
			p.paint(span, String, 0)
		case lex.Interpolation, lex.Directive:
			depth++
			if p.goesOn(i, '~') {
				i++
				span.End = p.lexed[i].End
			}
			p.paint(span, Operator, 0)
		case '~':
			if p.goesOn(i, lex.CloseTemplate, '}') {
				i++
				depth--
				span.End = p.lexed[i].End
				p.paint(span, Operator, 0)
			}
		case lex.CloseTemplate:
			depth--
			p.paint(span, Operator, 0)
		case '{', '[', '(':
			depth++
		case '}', ']', ')':
			depth--
		case lex.Number:
			p.paint(span, Number, 0)
		case lex.Ident:
			word := p.text[t.Start:t.End]
			if (expressionWords[word] || depth > 0 && loopWords[word]) && !p.named(i) {
				p.paint(span, Keyword, 0)
			}
		}
	}
}

// goesOn reports whether a token of one of some kinds follows another one without space between.
func (p *painter) goesOn(i int, with ...lex.Kind) bool {
	return i+1 < len(p.lexed) && p.lexed[i+1].Start == p.lexed[i].End && slices.Contains(with, p.lexed[i+1].Kind)
}

// named reports whether the tokens around a word make it a name.
func (p *painter) named(i int) bool {
	return i > 0 && p.lexed[i-1].Kind == '.' || i+1 < len(p.lexed) && p.lexed[i+1].Kind == '='
}
