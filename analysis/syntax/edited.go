package syntax

import (
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/lex"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/split"
)

// Edits. The file after an edit shares the items that the edit cannot have changed. These
// are almost all; see the stretches of package split for the reason.

// Edit replaces a part of a text. Edited clamps the span to the text.
type Edit struct {
	Span Span
	Text string
}

// Edited returns the file after edits, made one after the other. The result is the one of
// [ParseWithin] for the new text, except that it keeps the items whose texts are the same.
func (f *File) Edited(edits ...Edit) *File {
	for _, e := range edits {
		e.Span.Start = min(max(e.Span.Start, 0), f.Len())
		e.Span.End = min(max(e.Span.End, e.Span.Start), f.Len())
		switch {
		case e.Span.Len() == 0 && e.Text == "":
		case f.large && f.Count() > 0:
			f = f.editedPieces(e)
		case f.Count() == 0, f.Item(0).Inputs != nil,
			!f.limit.Allows(f.Len()+len(e.Text)-e.Span.Len(), 0): // without splitting the new text first
			f = f.Replaced(f.after(e, Span{End: f.Len()}))
		default:
			now := f.splitAround(e).splice()
			now.limit = f.limit
			if f = now; !f.limit.Allows(f.Len(), f.LineCount()) {
				f = f.Replaced(f.Text())
			}
		}
	}
	return f
}

// after returns the text within a span, which an edit lies in, after the edit.
func (f *File) after(e Edit, s Span) string {
	return f.Slice(Span{Start: s.Start, End: e.Span.Start}) + e.Text + f.Slice(Span{Start: e.Span.End, End: s.End})
}

// Replaced returns the file with another text.
func (f *File) Replaced(text string) *File {
	return ParseWithin(f.limit, OneByOne, f.Path, text, f)
}

// splitAround splits the stretches around an edit, and more stretches behind it until one ends
// where a stretch of the file begins.
func (f *File) splitAround(e Edit) *region {
	first := f.firstTouched(e)
	behind := f.stretchFrom(first + 1)
	for behind < f.Count() && f.Item(behind).Base < e.Span.End {
		behind = f.stretchFrom(behind + 1)
	}
	scanned := 0
	for {
		r := f.region(e, first, behind)
		scanned += len(r.text)
		if r.split() {
			r.built.work.split = scanned
			return r
		}
		behind = f.stretchFrom(behind + max(r.rest.Found+1, behind-first))
	}
}

// firstTouched returns the index of the item that begins the first stretch which an edit
// can have changed. That is the stretch of the edit if it is behind the line of the head,
// or else the stretch before. If the edit can have added or removed the end of a heredoc or
// a comment, it is the first stretch that may depend on one.
func (f *File) firstTouched(e Edit) int {
	first := f.stretchAt(f.IndexAt(e.Span.Start))
	if it := f.Item(first); e.Span.Start < it.Base+it.headEnd() {
		first = f.stretchAt(max(first-1, 0))
	}
	if far := f.firstFar(first); far < first && f.decidesAfar(e) {
		return far
	}
	return first
}

// firstFar returns the index of the first item before an index that begins a stretch which
// depends on text far behind it; the index itself if there is none.
func (f *File) firstFar(before int) int {
	for i := range f.marked(markFar) {
		return min(i, before)
	}
	return before
}

// headEnd returns the offset in an item behind the line of its head.
func (it *Item) headEnd() int {
	start := lex.SkipTrivia(it.Text)
	if n := strings.IndexByte(it.Text[start:], '\n'); n >= 0 {
		return start + n + 1
	}
	return len(it.Text) + 1
}

// decidesAfar reports whether an edit touches a line that can end a heredoc or comment which
// begins far above, in the old text or in the new.
func (f *File) decidesAfar(e Edit) bool {
	before, _ := f.ItemAt(e.Span.Start)
	start := before.Base + strings.LastIndexByte(before.Text[:e.Span.Start-before.Base], '\n') + 1
	after, _ := f.ItemAt(e.Span.End)
	end := after.Span().End
	if n := strings.IndexByte(after.Text[e.Span.End-after.Base:], '\n'); n >= 0 {
		end = e.Span.End + n + 1
	}
	lines := Span{Start: start, End: end}
	return decidesAfar(lex.ValidUTF8(f.Slice(lines))) || decidesAfar(lex.ValidUTF8(f.after(e, lines)))
}

func decidesAfar(lines string) bool {
	if strings.Contains(lines, "*/") || strings.Contains(lines, "<<") {
		return true
	}
	for line := range strings.Lines(lines) {
		word := strings.TrimSpace(line)
		if word != "" && lex.IdentifierEnd(word, 0) == len(word) {
			return true
		}
		if h := keywords().Head(line, 0); h.Known {
			return true
		}
	}
	return false
}

// region is the part of a file around an edit that is split again.
type region struct {
	file   *File
	first  int // index of the file's first item in it
	behind int // index of the first item that it need not contain
	text   string
	rest   *split.Rest
	base   int // where it begins in the file
	grown  int // how much longer the edit makes the text
	free   int // the earliest offset in its text where the region may end
	built  fileBuilder
	meets  int // index of the item of the file that follows the region
}

// region returns the part of the text after an edit from one item to another, up to the end
// of the line of the other's head.
func (f *File) region(e Edit, first, behind int) *region {
	r := &region{file: f, first: first, behind: min(behind, f.Count()), base: f.Item(first).Base}
	end := f.Len()
	if r.behind < f.Count() {
		next := f.Item(r.behind)
		head := min(next.headEnd(), len(next.Text))
		end = next.Base + head
		r.rest = split.NewRest(func(yield func(string) bool) {
			if !yield(lex.ValidUTF8(next.Text[head:])) {
				return
			}
			for _, it := range f.From(r.behind + 1) {
				if !yield(lex.ValidUTF8(it.Text)) {
					return
				}
			}
		})
	}
	r.grown = len(e.Text) - e.Span.Len()
	r.free = e.Span.Start + len(e.Text) - r.base
	r.text = f.after(e, Span{Start: r.base, End: end})
	return r
}

// split splits the region until it meets a stretch of the file. It reports whether it meets
// one.
func (r *region) split() bool {
	r.built = fileBuilder{base: r.base, line: r.file.Item(r.first).Line}
	r.meets = -1
	var stretches []split.Stretch
	part := split.Part{Text: lex.ValidUTF8(r.text), Behind: r.first > 0, Rest: r.rest}
	keywords().Stretches(part, func(s split.Stretch) bool {
		if r.rest != nil && (s.End == len(r.text) || r.rest.Found >= 0) {
			return false
		}
		stretches = append(stretches, s)
		r.meets = r.meeting(s.End)
		return r.meets < 0
	})
	if r.meets < 0 && r.rest == nil {
		r.meets = r.file.Count()
	}
	if r.meets < 0 {
		return false
	}
	r.built.know(r.file, r.first, r.meets) // the file keeps the others where they are
	for _, s := range stretches {
		for span, m := range pieces(s) {
			it, fresh := r.built.item(r.text[span.Start:span.End])
			if r.built.add(it, m); fresh {
				r.built.work.parsed++
			}
		}
	}
	return true
}

// meeting returns the index of the item that begins a stretch of the file where a stretch of
// the region ends, behind the edit; -1 if there is none.
func (r *region) meeting(end int) int {
	if end < r.free || end == len(r.text) {
		return -1
	}
	base := end + r.base - r.grown
	i := r.file.IndexAt(base)
	marks := r.file.marksOf(i)
	if r.file.Item(i).Base != base || marks&markStretch == 0 {
		return -1
	}
	if i == 0 && marks&markByteOrder != 0 { // the byte order mark has lost its meaning
		return -1
	}
	return i
}
