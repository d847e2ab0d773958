// Package change describes changes as data: of a fix, a rename or a refactoring. An editor or a command applies them. It also edits a block in its
// text, in whatever layout the block has: it adds, sets and removes attributes, options and nested blocks, and entries of lists and objects. And it
// tries changes before they are offered. It knows no feature, and not why anything changes.
//
// Invariant: the edits of one file do not overlap, and are about the program that was asked.
//
// Invariant: only a comment on the same line goes with what is removed. All others stay.
//
// **Why** it does not align columns: that depends on neighbors that other edits may change. Package format does it afterwards.
package change

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file defines edits, and tries them before a feature offers them: it checks the edited items of a copy of the
// program, which costs as much as a keystroke.

// Edit replaces a span of a file. An empty span inserts.
type Edit struct {
	Path string
	Span syntax.Span
	Text string
	// Snippet is the text with placeholders, in the notation of the Language Server Protocol,
	// or empty.
	Snippet string
	// Note explains an edit that the user may decline. Other edits have none.
	Note *Note
}

// Note describes edits that the user may decline.
type Note struct {
	// Label is a heading. Edits with the same label are shown together.
	Label, Description string
	// Confirm means that the user should be asked first.
	Confirm bool
}

// NewFile is a new file with its text.
type NewFile struct {
	Path string
	Text string
}

// Set is a change of several files.
type Set struct {
	NewFiles []NewFile
	Edits    []Edit
	// Deleted are the paths of files that nothing needs afterwards. A client that cannot delete
	// files may leave them.
	Deleted []string
}

// Refusal is the reason for the user why a change cannot be made.
type Refusal struct {
	// Path is the file that is the reason, or empty.
	Path   string
	Reason string
}

// Error returns the reason, with the last part of the path.
func (r *Refusal) Error() string {
	if r.Path == "" {
		return r.Reason
	}
	return path.Base(r.Path) + " " + r.Reason
}

// Refuse returns a [*Refusal] that is about no file.
func Refuse(format string, args ...any) error { return &Refusal{Reason: fmt.Sprintf(format, args...)} }

// Overlap reports whether two edits conflict: they touch the same text, or insert at the same
// place.
func Overlap(a, b Edit) bool {
	return a.Path == b.Path && a.Span.Start <= b.Span.End && b.Span.Start <= a.Span.End &&
		(a.Span.Start < b.Span.End && b.Span.Start < a.Span.End || a.Span.Start == b.Span.Start || a.Span.Len() == 0 || b.Span.Len() == 0)
}

// In returns edits of a file that make edits of one of its items.
func In(path string, it syntax.Placed, edits []syntax.Edit) []Edit {
	return lists.Map(edits, func(e syntax.Edit) Edit { return Edit{Path: path, Span: e.Span.Shift(it.Base), Text: e.Text} })
}

// Applied returns a file after those of the edits that belong to it.
func Applied(file *syntax.File, edits []Edit) *syntax.File {
	var own []syntax.Edit
	for _, e := range edits {
		if e.Path == file.Path {
			own = append(own, syntax.Edit{Span: e.Span, Text: e.Text})
		}
	}
	if len(own) == 0 {
		return file
	}
	lists.SortStable(own, func(a, b syntax.Edit) int { return cmp.Compare(b.Span.Start, a.Span.Start) })
	return file.Edited(joined(file, own)...) // last first, so that the offsets of the others stay valid
}

// nearby is how many bytes between two edits are cheaper to read again than to keep.
const nearby = 4096

// joined makes one edit of those that lie close together or in one item, so that no item is
// parsed once for each of them. The edits come last first and go the same way.
func joined(file *syntax.File, edits []syntax.Edit) []syntax.Edit {
	var all []syntax.Edit
	for rest := edits; len(rest) > 0; {
		n := 1
		for n < len(rest) && near(file, rest[n], rest[n-1]) {
			n++
		}
		all = append(all, together(file, rest[:n]))
		rest = rest[n:]
	}
	return all
}

// near reports whether an edit is close to a later one. Edits that overlap are not.
func near(file *syntax.File, earlier, later syntax.Edit) bool {
	gap := later.Span.Start - earlier.Span.End
	return gap >= 0 && (gap <= nearby || file.IndexAt(earlier.Span.End) == file.IndexAt(later.Span.Start))
}

// together returns the edit that makes several, which come last first.
func together(file *syntax.File, edits []syntax.Edit) syntax.Edit {
	if len(edits) == 1 {
		return edits[0]
	}
	slices.Reverse(edits)
	whole := syntax.Span{Start: edits[0].Span.Start, End: edits[len(edits)-1].Span.End}
	var text strings.Builder
	at := whole.Start
	for _, e := range edits {
		text.WriteString(file.Slice(syntax.Span{Start: at, End: e.Span.Start}))
		text.WriteString(e.Text)
		at = e.Span.End
	}
	return syntax.Edit{Span: whole, Text: text.String()}
}

// Tally counts the findings of items: all errors, those of syntax among them, and all findings by code.
type Tally struct {
	Errors int
	Syntax int // they hide other errors
	Of     map[codes.Code]Count
}

// Count is the number of findings with one code, and how many of them are errors.
type Count struct{ All, Errors int }

// Location is text to check besides the edits.
type Location struct {
	Path string
	Span syntax.Span
}

// Trial is what trying edits found out.
type Trial struct {
	Was, Is Tally // the problems before and after
	// Known is false if a file does not belong to the program, or if the context has ended.
	Known bool
	// Read is the number of bytes in the items that were checked.
	Read int
}

// Try counts the problems before and after the edits, in the items that they touch and the
// items at the places.
func Try(ctx context.Context, p *analysis.Program, edits []Edit, about ...Location) (t Trial) {
	inFile := map[string][]Edit{}
	var files []*syntax.File
	for _, e := range edits {
		if _, ok := p.File(e.Path); !ok {
			return t
		}
		inFile[e.Path] = append(inFile[e.Path], e)
	}
	for _, path := range slices.Sorted(maps.Keys(inFile)) {
		old, _ := p.File(path)
		files = append(files, Applied(old, inFile[path]))
	}
	p = p.Lasting()
	places := map[string][]syntax.Span{}
	for _, file := range files {
		old, _ := p.File(file.Path)
		was, is := touched(inFile[file.Path], about, file.Path)
		places[file.Path] = is
		t.Read += t.Was.add(ctx, p, old, was)
	}
	after := p.With(files...) // it takes over what was asked for before
	for _, file := range files {
		t.Read += t.Is.add(ctx, after, file, places[file.Path])
	}
	t.Known = ctx.Err() == nil
	return t
}

// touched returns the changed places of a file and those that the trial is about, before and
// after the edits.
func touched(edits []Edit, about []Location, path string) (was, is []syntax.Span) {
	edits = slices.Clone(edits)
	lists.SortStable(edits, func(a, b Edit) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	ends, grown := make([]int, len(edits)), make([]int, len(edits)+1) // where edits end, and how much those before each one add
	for i, e := range edits {
		ends[i], grown[i+1] = e.Span.End, grown[i]+len(e.Text)-e.Span.Len()
		// The item before it too: without it, an item that is removed or added at the end of a file would have no neighbor to compare.
		was = append(was, syntax.Span{Start: e.Span.Start - 1, End: e.Span.End})
		is = append(is, syntax.Span{Start: e.Span.Start - 1 + grown[i], End: e.Span.End + grown[i+1]})
	}
	for _, place := range about {
		if place.Path != path {
			continue
		}
		was = append(was, place.Span)
		before, _ := slices.BinarySearch(ends, place.Span.Start+1)
		until, _ := slices.BinarySearchFunc(edits, place.Span.End, func(e Edit, at int) int { return cmp.Compare(e.Span.Start, at) })
		now := syntax.Span{Start: place.Span.Start + grown[before], End: place.Span.End + grown[until]}
		if before < len(edits) && edits[before].Span.Start < place.Span.Start { // it begins in an edit
			now.Start = edits[before].Span.Start + grown[before]
		}
		if until > 0 && ends[until-1] > place.Span.End {
			now.End = ends[until-1] + grown[until]
		}
		is = append(is, now)
	}
	return was, is
}

// add counts the findings of the items at some places, and returns how many bytes they have.
func (c *Tally) add(ctx context.Context, p *analysis.Program, file *syntax.File, at []syntax.Span) (read int) {
	if file.Count() == 0 {
		return 0
	}
	counted := map[int]bool{}
	for _, span := range at {
		from, to := max(file.IndexAt(max(span.Start, 0)), 0), file.IndexAt(min(span.End, file.Len()))
		for i := from; i <= to && ctx.Err() == nil; i++ {
			if !counted[i] {
				counted[i] = true
				read += c.item(ctx, p, file, file.Item(i))
			}
		}
	}
	return read
}

func (c *Tally) item(ctx context.Context, p *analysis.Program, file *syntax.File, it syntax.Placed) (read int) {
	for _, e := range file.ErrorsOf(it) {
		c.Syntax++
		c.count(codes.Error, e.Code, 1)
	}
	if info, err := p.Check(ctx, it); err == nil {
		for _, d := range info.Findings {
			c.count(d.Severity, d.Code, 1)
		}
		for kind, n := range info.Hidden {
			c.count(kind.Severity, kind.Code, n)
		}
	}
	return len(it.Text)
}

func (c *Tally) count(s codes.Severity, code codes.Code, more int) {
	if c.Of == nil {
		c.Of = map[codes.Code]Count{}
	}
	n := c.Of[code]
	n.All += more
	if s == codes.Error {
		n.Errors += more
		c.Errors += more
	}
	c.Of[code] = n
}
