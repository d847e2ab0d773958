package fix

import (
	"cmp"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/lex"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file writes suppression comments: `# pcl-lsp:ignore CODE` on the line before a finding. Package analysis
// decides what they mean. A comment is offered only where it is read as a comment. Inside a multi-line string it
// would be text; there the comment goes before the attribute or whatever else contains the string. Places are found
// for all findings of an item at once, so that n findings do not cost n times what their item costs.

// Ignore adds a suppression comment for one finding.
type Ignore struct {
	// Title is an imperative sentence without a full stop.
	Title string
	Edit  change.Edit
}

// Ignores returns the comment that suppresses each finding, or nil where that is impossible. A new
// comment has no reason, which only its author knows; the snippet has a placeholder for it.
func Ignores(p *analysis.Program, findings ...analysis.Diagnostic) []*Ignore {
	actions := make([]*Ignore, len(findings))
	for i, at := range placesFor(p, findings) {
		if at == nil {
			continue
		}
		d := findings[i]
		actions[i] = &Ignore{"Ignore `" + string(d.Code) + "` here", at.edit([]codes.Code{d.Code}, "")}
		if at.word == wordBlock {
			actions[i].Title = "Ignore `" + string(d.Code) + "` in this whole block"
		}
	}
	return actions
}

// IgnoreAll returns comments that suppress findings, with a reason unless that is empty. Findings of
// one line share a comment. Findings that cannot be suppressed are skipped.
func IgnoreAll(p *analysis.Program, findings []analysis.Diagnostic, reason string) change.Set {
	var places []newComment
	wanted := map[newComment][]codes.Code{}
	for i, found := range placesFor(p, findings) {
		if found == nil {
			continue
		}
		switch at, code := *found, findings[i].Code; {
		case wanted[at] == nil:
			places, wanted[at] = append(places, at), []codes.Code{code}
		case !slices.Contains(wanted[at], code):
			wanted[at] = append(wanted[at], code)
		}
	}
	var set change.Set
	index := map[change.Edit]int{} // by place
	for _, at := range places {
		e := at.edit(wanted[at], reason)
		where := change.Edit{Path: e.Path, Span: e.Span}
		if i, taken := index[where]; taken { // a block and a line may start at one place
			set.Edits[i].Text, set.Edits[i].Snippet = set.Edits[i].Text+e.Text, ""
			continue
		}
		index[where] = len(set.Edits)
		set.Edits = append(set.Edits, e)
	}
	return set
}

// newComment is where codes are written: in a new or an existing comment.
type newComment struct {
	path   string
	at     int
	word   string // of a new comment; empty for an existing one
	first  bool   // the existing comment has no code yet
	indent string
	end    string // line ending
}

func (at newComment) edit(list []codes.Code, reason string) change.Edit {
	words := lists.Map(list, func(c codes.Code) string { return string(c) })
	text := strings.Join(words, ", ")
	e := change.Edit{Path: at.path, Span: syntax.Span{Start: at.at, End: at.at}}
	switch {
	case at.word == "" && at.first:
		e.Text = " " + text
	case at.word == "":
		e.Text = ", " + text
	default:
		e.Text = at.comment(text, reason)
		if reason == "" {
			e.Snippet = at.comment(text, "${1:reason}")
		}
	}
	return e
}

// comment returns a new comment with its line ending.
func (at newComment) comment(list, reason string) string {
	text := at.indent + "# pcl-lsp:" + at.word + " " + list
	if reason != "" {
		text += " -- " + reason
	}
	return text + at.end
}

// lineEnding returns the line ending of a file.
func lineEnding(f *syntax.File) string {
	return printer.LineEnd(f.Slice(syntax.Span{Start: f.LineStart(0), End: f.LineStart(1)}))
}

// mostTried is how many places around a finding are tried. Multi-line strings are not nested
// deeper.
const mostTried = 20

// mostParsed is how often an item is parsed with comments.
const mostParsed = 100

// The words of new comments.
const (
	wordLine  = "ignore"
	wordBlock = "ignore-block"
)

// placesFor returns where to write the code of each finding, or nil.
func placesFor(p *analysis.Program, findings []analysis.Diagnostic) []*newComment {
	places := make([]*newComment, len(findings))
	searches := map[*syntax.Item]*search{}
	var order []*search
	for i, d := range findings {
		file, known := p.File(d.Path)
		if !known || !d.Code.Suppressible() {
			continue
		}
		it, ok := file.ItemAt(d.Span.Start)
		if !ok {
			continue
		}
		s := searches[it.Item]
		if s == nil {
			s = &search{it: it, path: d.Path, end: lineEnding(file)}
			searches[it.Item] = s
			order = append(order, s)
		}
		s.sought = append(s.sought, &sought{found: &places[i], offset: d.Span.Start - it.Base})
	}
	for _, s := range order {
		s.run()
	}
	return places
}

// search looks for the places for the findings of an item.
type search struct {
	it     syntax.Placed
	path   string
	end    string // line ending
	sought []*sought
	parsed int // how often the item was parsed
}

// sought is a finding that needs a place.
type sought struct {
	found  **newComment
	offset int
	line   int   // the start of its line
	outer  []int // the starts of earlier lines outside strings, up to the start of the item
}

func (s *search) run() {
	s.lines()
	existing := map[int]syntax.Suppression{} // by the line that it is about
	for _, c := range slices.Backward(s.it.Item.Suppressions()) {
		if c.Extent == syntax.ExtentLine {
			existing[c.Target.Start] = c
		}
	}
	var left []*sought
	for _, f := range s.sought {
		if c, has := existing[f.line]; has && c.Target.Touches(f.offset) {
			*f.found = &newComment{path: s.path, at: s.it.Base + c.List.End, first: len(c.Codes) == 0}
		} else {
			left = append(left, f)
		}
	}
	left = s.try(left, wordLine, func(f *sought) int { return f.line })
	for i := 0; len(left) > 0; i++ {
		left = slices.DeleteFunc(left, func(f *sought) bool { return i >= len(f.outer) })
		left = s.try(left, wordBlock, func(f *sought) int { return f.outer[i] })
	}
}

// lines finds the lines around each finding.
func (s *search) lines() {
	text := s.it.Text
	type start struct{ token, line int } // the first token of a line outside strings
	var starts []start
	inside, line := 0, 0
	last := 0 // the end of what was searched for line ends
	for t := range lex.All(text) {
		at := t.Start
		if i := strings.LastIndexByte(text[last:at], '\n'); i >= 0 {
			line = last + i + 1
		}
		last = at
		switch t.Kind {
		case lex.Newline, lex.Comment:
			continue
		case lex.CloseQuote, lex.CloseHeredoc:
			inside--
		}
		if inside == 0 && (len(starts) == 0 || starts[len(starts)-1].line != line) {
			starts = append(starts, start{at, line})
		}
		if t.Kind == lex.OpenQuote || t.Kind == lex.OpenHeredoc {
			inside++
		}
	}
	lists.SortStable(s.sought, func(a, b *sought) int { return cmp.Compare(a.offset, b.offset) })
	last, line = 0, 0
	for _, f := range s.sought {
		if offset := min(f.offset, len(text)); offset > last {
			if i := strings.LastIndexByte(text[last:offset], '\n'); i >= 0 {
				line = last + i + 1
			}
			last = offset
		}
		f.line = line
		n, _ := slices.BinarySearchFunc(starts, f.offset+1, func(s start, at int) int { return cmp.Compare(s.token, at) })
		for i := n - 1; i >= max(0, n-mostTried); i-- {
			f.outer = append(f.outer, starts[i].line)
		}
		if n > mostTried {
			f.outer = append(f.outer, starts[0].line)
		}
	}
}

// try tries comments above a line for each finding, all at once. If that breaks the item, it
// tries halves. It returns the findings for which it found no place.
func (s *search) try(findings []*sought, word string, above func(*sought) int) (left []*sought) {
	if len(findings) == 0 || s.parsed == mostParsed {
		return findings
	}
	s.parsed++
	lists.SortStable(findings, func(a, b *sought) int { return cmp.Compare(above(a), above(b)) })
	var text strings.Builder
	places := make([]newComment, len(findings)) // relative to the item
	comments := make([]int, len(findings))      // where the comments of the findings are in the text
	type insertion struct{ at, grown int }      // how much longer the text is after a place
	var grown []insertion
	written := 0
	for i, f := range findings {
		at := s.placeAbove(above(f), word)
		if i > 0 && places[i-1] == at {
			places[i], comments[i] = at, comments[i-1]
			continue
		}
		text.WriteString(s.it.Text[written:at.at])
		written = at.at
		places[i], comments[i] = at, text.Len()+len(at.indent)
		text.WriteString(at.comment("unused.*", ""))
		grown = append(grown, insertion{at.at, text.Len() - at.at})
	}
	text.WriteString(s.it.Text[written:])
	tried := s.it.With(text.String())
	if len(tried.Errors) > len(s.it.Errors) {
		middle := slices.Index(places, places[len(places)/2])
		if middle == 0 {
			middle = slices.IndexFunc(places, func(at newComment) bool { return at != places[0] })
		}
		if middle < 0 { // a single place
			return findings
		}
		return append(s.try(findings[:middle], word, above), s.try(findings[middle:], word, above)...)
	}
	targets := map[int]syntax.Span{}
	for _, c := range tried.Suppressions() {
		targets[c.Span.Start] = c.Target
	}
	for i, f := range findings {
		target, read := targets[comments[i]]
		n, _ := slices.BinarySearchFunc(grown, f.offset+1, func(g insertion, at int) int { return cmp.Compare(g.at, at) })
		if offset := f.offset + grown[max(n-1, 0)].grown; !read || target.Start < 0 || !target.Touches(offset) {
			left = append(left, f)
			continue
		}
		places[i].at += s.it.Base
		*f.found = &places[i]
	}
	return left
}

// placeAbove returns the place for a comment above a line of the item. The byte order mark stays
// first.
func (s *search) placeAbove(line int, word string) newComment {
	rest := strings.TrimPrefix(s.it.Text[line:], "\uFEFF")
	return newComment{
		path: s.path, at: len(s.it.Text) - len(rest), word: word, end: s.end,
		indent: rest[:len(rest)-len(strings.TrimLeft(rest, " \t"))],
	}
}
