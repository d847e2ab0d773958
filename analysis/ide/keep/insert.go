package keep

import (
	"cmp"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file adds to a change what is written about the text that it leads to.

// note explains an addition that stands alone.
var note = change.Note{
	Label:       "Keep what is deployed",
	Description: "Without this, the next run would delete the resource and create it again",
}

// insert adds edits, whose spans are about the files after the change.
func (d *draft) insert(all []change.Edit) error {
	lists.SortStable(all, func(a, b change.Edit) int { return cmp.Compare(b.Span.Start, a.Span.Start) }) // last first
	for _, in := range all {
		if i := slices.IndexFunc(d.set.NewFiles, func(f change.NewFile) bool { return f.Path == in.Path }); i >= 0 {
			f := &d.set.NewFiles[i]
			f.Text = f.Text[:in.Span.Start] + in.Text + f.Text[in.Span.End:]
			continue
		}
		if !d.insertInto(in) {
			return change.Refuse("the new text overlaps other changes")
		}
	}
	return nil
}

// insertInto adds to the edits of a file. An edit of the text of another one, or right beside it,
// becomes a part of that.
func (d *draft) insertInto(in change.Edit) bool {
	own := make([]int, 0, len(d.set.Edits))
	for i, e := range d.set.Edits {
		if e.Path == in.Path {
			own = append(own, i)
		}
	}
	lists.SortStable(own, func(a, b int) int { return cmp.Compare(d.set.Edits[a].Span.Start, d.set.Edits[b].Span.Start) })
	grown := 0 // how much the edits before have added
	for _, i := range own {
		e := &d.set.Edits[i]
		start := e.Span.Start + grown
		end := start + len(e.Text)
		switch {
		case in.Span.End < start:
			return d.alone(in, grown)
		case in.Span.Start >= start && in.Span.End <= end:
			e.Text = e.Text[:in.Span.Start-start] + in.Text + e.Text[in.Span.End-start:]
			return true
		case in.Span.Start <= end:
			return false
		}
		grown += len(e.Text) - e.Span.Len()
	}
	return d.alone(in, grown)
}

func (d *draft) alone(in change.Edit, grown int) bool {
	n := note
	d.set.Edits = append(d.set.Edits, change.Edit{Path: in.Path, Span: in.Span.Shift(-grown), Text: in.Text, Note: &n})
	return true
}
