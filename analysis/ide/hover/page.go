package hover

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/markdown"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file implements pages and their two renderings.

// page is the content of a hover.
type page struct {
	parts   []part
	section section // where the next parts go
}

// section is a place on a page. Parts of one section stay in the order in which they were added.
type section uint8

// The sections, in their order. Later ones are shortened first.
const (
	sectionFacts section = iota // the type, and what people must know
	sectionProse
	sectionFlow   // whether the value is secret or unknown, and what it depends on
	sectionShapes // and other details
	sectionMembers
)

// part is a code block, or a paragraph of safe Markdown.
type part struct {
	section section
	heading string
	text    string
	isCode  bool
	rows    bool // each line is worth something without the others
	hidden  int  // rows that are not shown
}

// shown returns the text, with the number of hidden rows.
func (p part) shown() string {
	switch {
	case p.hidden == 0:
		return p.text
	case p.isCode:
		return p.text + "\n" + prettyIndent + more(p.hidden)
	}
	return p.text + "\n- " + more(p.hidden)
}

const (
	// mostLines is how many lines a page has: one that people read without scrolling.
	mostLines = 10
	// proseWidth is how many characters a line of a paragraph has, about.
	proseWidth = 100
)

// lines returns how many lines a part has.
func (p part) lines() int {
	n := 0
	if p.heading != "" {
		n++
	}
	if p.isCode {
		return n + 1 + strings.Count(p.shown(), "\n")
	}
	for line := range strings.SplitSeq(markdown.Plain(p.shown()), "\n") {
		if line != "" {
			n += 1 + (utf8.RuneCountInString(line)-1)/proseWidth
		}
	}
	return n
}

// within returns the part in at most some lines. ok is false if that leaves nothing.
func (p part) within(lines int) (short part, ok bool) {
	if p.lines() <= lines {
		return p, true
	}
	rows := strings.Split(p.text, "\n")
	for keep := min(len(rows)-1, lines); p.rows && keep > 0; keep-- {
		short := p
		short.hidden, short.text = p.hidden+len(rows)-keep, strings.Join(rows[:keep], "\n")
		if short.lines() <= lines {
			return short, true
		}
	}
	return p, false
}

// urgent says which parts get lines first: the type, then facts and the taint, then what is only long.
var urgent = []func(i int, p part) bool{
	func(i int, _ part) bool { return i == 0 },
	func(_ int, p part) bool { return !p.rows && (p.section == sectionFacts || p.section == sectionFlow) },
	func(_ int, p part) bool { return p.section <= sectionProse },
	func(int, part) bool { return true },
}

// fitting returns the parts in the order of their sections, as far as a page has lines for them. The
// first part is always there.
func (p *page) fitting() []part {
	fits := make([]part, len(p.parts))
	taken := make([]bool, len(p.parts))
	left := mostLines
	for _, isNext := range urgent {
		for i, part := range p.parts {
			if taken[i] || !isNext(i, part) {
				continue
			}
			if short, ok := part.within(left); ok || i == 0 {
				left -= short.lines()
				fits[i], taken[i] = short, true
			}
		}
	}
	kept := fits[:0]
	for i, fitting := range fits {
		if taken[i] {
			kept = append(kept, fitting)
		}
	}
	lists.SortStable(kept, func(a, b part) int { return int(a.section) - int(b.section) })
	return kept
}

func (p *page) empty() bool { return len(p.parts) == 0 }

// code adds a code block.
func (p *page) code(text string) {
	if text != "" {
		p.parts = append(p.parts, part{section: p.section, text: text, isCode: true})
	}
}

// line adds a paragraph.
func (p *page) line(t markdown.Text) { p.add(p.section, t) }

func (p *page) add(in section, t markdown.Text) {
	if text := t.Markdown(); text != "" {
		p.parts = append(p.parts, part{section: in, text: text})
	}
}

// second inserts a paragraph after the first part.
func (p *page) second(t markdown.Text) {
	if text := t.Markdown(); text != "" && len(p.parts) > 0 {
		p.parts = slices.Insert(p.parts, 1, part{text: text})
	}
}

// list adds statements as a list under a heading, which may be empty.
func (p *page) list(heading markdown.Text, rows []markdown.Text) {
	var list markdown.Page
	if list.Items(rows...); len(rows) > 0 {
		p.parts = append(p.parts, part{section: p.section, heading: heading.Markdown(), text: list.String(), rows: true})
	}
}

// facts adds short statements on one line.
func (p *page) facts(statements ...markdown.Text) {
	p.line(markdown.Joined(slices.DeleteFunc(statements, func(t markdown.Text) bool { return t == "" }), " · "))
}

// documentation adds the first sentence of a text from a schema. The document of the schema has all
// of it.
func (p *page) documentation(text string) { p.add(sectionProse, markdown.Sentence(text)) }

// comment adds a text of the program's authors.
func (p *page) comment(text string) { p.add(sectionProse, markdown.Paragraph(text)) }

// deprecation adds a deprecation message.
func (p *page) deprecation(message string) {
	if message != "" {
		p.line("**Deprecated:** " + markdown.Prose(message))
	}
}

// successor adds what takes the place of something deprecated.
func (p *page) successor(m schema.Match) {
	if m.Spelling != schema.NotFound {
		p.line("**Successor:** " + markdown.Code(schema.ShortToken(m.Canonical)))
	}
}

// typed adds a title with a type, and the members of named types in it.
func (p *page) typed(title string, t typesys.Type) {
	if !t.IsValid() {
		p.code(title)
		return
	}
	p.code(labelled(title+": ", t))
	p.made(t)
}

func (p *page) markdown() string {
	var blocks []string
	for _, part := range p.fitting() {
		if part.heading != "" {
			blocks = append(blocks, part.heading)
		}
		if part.isCode {
			blocks = append(blocks, markdown.Fenced("pcl", part.shown()))
		} else {
			blocks = append(blocks, part.shown())
		}
	}
	return strings.Join(blocks, "\n\n")
}

func (p *page) text() string {
	var texts []string
	for _, part := range p.fitting() {
		text := part.shown()
		if !part.isCode {
			text = markdown.Plain(text)
		}
		if part.heading != "" {
			texts = append(texts, part.heading)
		}
		texts = append(texts, text)
	}
	return strings.Join(texts, "\n\n")
}
