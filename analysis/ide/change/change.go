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
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

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
