package hover

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/markdown"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file implements pages and their two renderings, and fits types and the members of named types into them.
// Package typesys formats types.

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

const (
	lineWidth    = 80 // the width at which a type is broken into lines
	prettyIndent = "  "
	titleLines   = 5 // of a type, about
	titleValues  = 3 // of an enum
)

// pretty formats a type; room is the space left on its first line.
func pretty(t typesys.Type, room int) string {
	return typesys.Pretty(t, typesys.Layout{Width: lineWidth, Used: lineWidth - room, Lines: titleLines, Values: titleValues})
}

// labeled formats a label followed by a type. Further lines are not aligned with the first.
func labelled(label string, t typesys.Type) string {
	return label + pretty(t, lineWidth-utf8.RuneCountInString(label))
}

// aligned formats a table of labels and types with an aligned column of types.
func aligned(rows []typesys.Property, write func(t typesys.Type, room int) string) string {
	width := 0
	for _, r := range rows {
		width = max(width, utf8.RuneCountInString(r.Name)+2)
	}
	margin := strings.Repeat(" ", width)
	lines := make([]string, len(rows))
	for i, r := range rows {
		text := write(r.Type, lineWidth-width)
		lines[i] = r.Name + margin[utf8.RuneCountInString(r.Name):] + strings.ReplaceAll(text, "\n", "\n"+margin)
	}
	return strings.Join(lines, "\n")
}

// columns formats a table of short texts.
func columns(rows [][]string) string {
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	lines := make([]string, len(rows))
	for n, row := range rows {
		for i, cell := range row {
			lines[n] += cell + strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell)+2)
		}
		lines[n] = strings.TrimRight(lines[n], " ")
	}
	return strings.Join(lines, "\n")
}

func more(n int) string { return "… " + strconv.Itoa(n) + " more" }

const (
	maxNamed        = 2  // how many named types a page shows
	maxNamedMembers = 16 // how many members of each it shows
	memberWidth     = 56
	shapeWidth      = 40 // of a member in one of several shapes
)

// made adds the definitions of the named types in a type.
func (p *page) made(t typesys.Type) {
	for _, named := range namedIn(t) {
		if text, hidden := definition(named); text != "" {
			p.parts = append(p.parts, part{section: sectionMembers, text: text, hidden: hidden, isCode: true, rows: true})
		}
	}
}

// definition returns a named type with one member per line, as it is in each of the three shapes.
// A resource has only one. It returns how many further members there are.
func definition(t typesys.Type) (text string, hidden int) {
	if t.Source() == nil {
		return "", 0
	}
	shapes, rows, width := shapesOf(t), [][]string{{"", "plain", "input", "output"}}, shapeWidth
	if schema.ResourceOf(t) != nil {
		shapes, rows, width = []typesys.Type{t}, nil, memberWidth
	}
	members := shapes[0].Properties()
	if len(members) == 0 {
		return "", 0
	}
	for _, m := range members[:min(len(members), maxNamedMembers)] {
		row := []string{prettyIndent + typesys.QuoteName(m.Name)}
		for _, shape := range shapes {
			member, _ := shape.Property(m.Name)
			row = append(row, typesys.Short(member.Type, width))
		}
		rows = append(rows, row)
	}
	return t.Token() + "\n" + columns(rows), max(0, len(members)-maxNamedMembers)
}

// shapesOf returns a named type in its plain, input and output shape, without what is around the
// whole.
func shapesOf(t typesys.Type) []typesys.Type {
	plain := typesys.PlainShape(t)
	input := typesys.InputShape(plain).Elem()
	if declared := schema.ObjectOf(t); declared != nil {
		input = declared.Input() // it takes only plain values where the schema says so
	}
	return []typesys.Type{plain, input, typesys.OutputShape(plain).Elem()}
}

// namedIn returns the first named object types in a type, breadth first, each once and without
// types inside them.
func namedIn(t typesys.Type) []typesys.Type {
	var found []typesys.Type
	queue := []typesys.Type{t}
	seen := map[typesys.Type]bool{}
	for visited := 0; len(queue) > 0 && visited < 200 && len(found) < maxNamed; visited++ {
		next := queue[0]
		queue = queue[1:]
		if seen[next] {
			continue
		}
		seen[next] = true
		switch {
		case next.Source() != nil:
			if !slices.ContainsFunc(found, func(o typesys.Type) bool { return o.Token() == next.Token() }) {
				found = append(found, next)
			}
		case next.Kind() == typesys.KindObject:
			for _, p := range next.Properties() {
				queue = append(queue, p.Type)
			}
		case next.Elem().IsValid():
			queue = append(queue, next.Elem())
		default:
			queue = append(queue, next.Elems()...)
		}
	}
	return found
}
