// Package rulefile completes and explains the words of a team's rule files, and lists their symbols.
//
// It knows the text of a file, package schemas and the language of rules, which package rules declares. It checks no program and
// knows no protocol.
//
// Invariant: every item replaces a span of one line that contains the cursor.
//
// Invariant: the work grows in proportion to the length of the rule around the cursor, and to the schemas of the packages that it names.
//
// **Why** a scan of the text and not the tree of the rule: half a rule has no tree that shows which attribute is being written. Package
// cursor tells what is being written, and the tokens of the rule tell what it looks at.
//
// **Why** hover asks completion: what can be written at a place is what can stand there, so each word is described once.
//
// **Why** package complete: items here are those of programs, so that the server converts both in the same way. The pages about functions
// and schemas are those of package hover.
package rulefile

import (
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/hover"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/markdown"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/probe"
	"github.com/pcl-lsp/pcl-lsp/analysis/rules"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/cursor"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/lex"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file reads what is being written in a rule, and what the rule around it says so far.

// place is a place in a rule file.
type place struct {
	*probe.Place
	rule  written // the attributes of the rule
	inner written // those of the block inside the rule around the place
	body  int     // the frame of the innermost block; 0 outside of blocks

	schemas analysis.Schemas
	loading bool // a schema that could say more is being loaded
}

// written are the names of attributes and blocks, and the texts in their values.
type written []entry

type entry struct {
	name  string
	texts []string
}

func at(file *syntax.File, offset int, schemas analysis.Schemas) *place {
	p := &place{Place: probe.At(file, offset), schemas: schemas}
	for i, f := range p.Cursor.Frames() {
		if f.Kind == cursor.BodyFrame {
			p.body = i
		}
	}
	p.read()
	return p
}

// read finds the attributes and blocks of the rule, and of the block in it around the place.
func (p *place) read() {
	text, offset := p.Item.Text, p.Offset-p.Item.Base
	depth, begins, name := 0, true, ""
	var inner written
	began := 0
	for t := range lex.All(text) {
		to := &p.rule
		if depth > 1 {
			to = &inner
		}
		switch {
		case t.Kind == '{':
			if depth++; depth == 2 {
				inner, began = nil, t.Start
			}
			if depth <= 2 && name != "" {
				p.rule.name(name)
			}
		case t.Kind == '}':
			if depth--; depth == 1 && began < offset && offset <= t.Start {
				p.inner = inner
			}
		case t.Kind == lex.Ident && begins:
			name = text[t.Start:t.End]
		case t.Kind == '=' && name != "":
			if depth == 1 || depth == 2 {
				to.name(name)
			}
			name = ""
		case t.Kind == lex.Text && (depth == 1 || depth == 2) && len(*to) > 0:
			last := &(*to)[len(*to)-1]
			last.texts = append(last.texts, text[t.Start:t.End])
		}
		if begins = t.Kind == lex.Newline || t.Kind == '{'; begins {
			name = ""
		}
	}
	if depth > 1 && began < offset {
		p.inner = inner
	}
}

func (w *written) name(name string) { *w = append(*w, entry{name: name}) }

func (w written) has(name string) bool {
	return slices.ContainsFunc(w, func(e entry) bool { return e.name == name })
}

// scope is what expressions of the rule can name.
func (p *place) scope() rules.Scope {
	names := lists.Map(p.rule, func(e entry) string { return e.name })
	return rules.ScopeOf(names...)
}

// block is the kind of block around the place; empty outside of blocks.
func (p *place) block() string {
	if p.body == 0 {
		return ""
	}
	return p.Cursor.Frames()[p.body-1].Entry[0].Text
}

// entry is the attribute whose value is being written; false if it is none.
func (p *place) entry() (rules.Entry, bool) {
	f := p.Cursor.Frames()[p.body]
	if p.body == 0 || len(f.Entry) == 0 || !f.Assigns() {
		return rules.Entry{}, false
	}
	return lists.Find(rules.Entries(p.block()), func(e rules.Entry) bool { return e.Name == f.Entry[0].Text })
}

// isDirect reports whether the word is the value of the attribute, or in a list that is.
func (p *place) isDirect() bool {
	inside := p.Cursor.Frames()[p.body+1:]
	if len(inside) > 0 && inside[0].Kind == cursor.ListFrame {
		inside = inside[1:]
	}
	return len(inside) == 0 || len(inside) == 1 && inside[0].Kind == cursor.QuoteFrame
}

// keysAround are the keys around a key in the object that is the value of the attribute; false if something else is around it.
func (p *place) keysAround() ([]string, bool) {
	var keys []string
	for i, f := range p.Cursor.Frames()[p.body+1:] {
		outer := p.Cursor.Frames()[p.body+i]
		switch {
		case f.Kind != cursor.ObjectFrame || len(outer.Entry) == 0:
			return nil, false
		case i > 0:
			keys = append(keys, outer.Entry[0].Text)
		}
	}
	return keys, true
}

// path are the names in front of the last dot before the word, without indexes; nil if something else is there.
func (p *place) path() []string {
	tokens := p.Cursor.Top().Entry
	var names []string
	for i := len(tokens) - 1; i >= 0 && tokens[i].Kind == '.'; {
		i--
		for i >= 0 && (tokens[i].Kind == cursor.Group && p.Item.Text[tokens[i].Start] == '[' || tokens[i].Kind == '*' || tokens[i].Kind == lex.Number) {
			if i--; i >= 0 && tokens[i].Kind == '.' {
				i-- // of .* and .0
			}
		}
		if i < 0 || tokens[i].Kind != lex.Ident {
			return nil
		}
		names = append(names, tokens[i].Text)
		i--
	}
	slices.Reverse(names)
	return names
}

// Package finds a package, and notes whether it is being loaded.
func (p *place) Package(ref schema.Ref) (*schema.Package, schema.Availability) {
	if p.schemas == nil {
		return nil, schema.Availability{}
	}
	pkg, availability := p.schemas.Package(ref)
	p.loading = p.loading || availability.State == schema.Loading
	return pkg, availability
}

// Hover explains the word at an offset of a rule file; nil if there is nothing to say.
func Hover(file *syntax.File, offset int, schemas analysis.Schemas) *hover.Hover {
	if offset < 0 || offset > file.Len() {
		return nil
	}
	p := at(file, offset, schemas)
	text := p.page()
	if text == "" {
		return nil
	}
	return &hover.Hover{Span: p.Word(), Markdown: text, Text: markdown.Plain(text)}
}

func (p *place) page() string {
	word := p.Cursor.WordText()
	if e, ok := p.entry(); ok && rules.LooksAt(e.Name) && p.Cursor.Form == cursor.FormQuoted && p.isDirect() {
		return p.matched(word)
	}
	for _, o := range p.offers() {
		switch {
		case o.Label != word:
		case o.page != nil:
			return o.page()
		default:
			return hover.OfWord(o.Label, o.Doc)
		}
	}
	return ""
}
