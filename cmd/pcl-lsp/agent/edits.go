package agent

import (
	"context"
	"fmt"
	"slices"
	"strings"

	udiff "github.com/aymanbagabas/go-udiff"

	"github.com/pcl-lsp/pcl-lsp/workspace/replace"
)

// This file implements what the tools that edit programs return, and writes files where that is wanted.

// Edited says what a tool changed, or would change.
type Edited struct {
	Written bool     `json:"written,omitempty" jsonschema:"the files on disk are changed; otherwise make the edits yourself"`
	Notes   []string `json:"notes,omitempty" jsonschema:"what to know about the files that were written"`
	Changes []Change `json:"changes" jsonschema:"by file; the edits of a file are from top to bottom and refer to its lines as they were"`
}

// Change is what changes in a file.
type Change struct {
	Path  string `json:"path"`
	Edits []Edit `json:"edits"`
}

// Edit replaces whole lines.
type Edit struct {
	Line   int    `json:"line" jsonschema:"the first line, from 1; with delete 0, the text goes before it"`
	Delete int    `json:"delete" jsonschema:"how many lines go"`
	Insert string `json:"insert" jsonschema:"the new lines"`
}

// edited writes the files that are on disk if the server may, and returns the changes.
func (c *call) edited(ctx context.Context, files []replace.File) (Edited, error) {
	files = slices.DeleteFunc(files, func(f replace.File) bool { return f.Old == f.New })
	slices.SortFunc(files, func(a, b replace.File) int { return strings.Compare(a.Path, b.Path) })
	done := Edited{Changes: []Change{}}
	for _, f := range files {
		if err := c.allowed(f.Path, c.name(f.Path)); err != nil {
			return done, fmt.Errorf("nothing was changed: %w", err)
		}
		done.Changes = append(done.Changes, Change{c.name(f.Path), lineEdits(f.Old, f.New)})
	}
	isUnsaved := func(f replace.File) bool {
		return slices.Contains(c.unsaved, f.Path) || slices.Contains(c.inEditor, f.Path)
	}
	if !c.options.Write || len(files) == 0 || slices.ContainsFunc(files, isUnsaved) {
		return done, nil // the author of unsaved texts makes all edits, or none of them fit
	}
	notes, err := replace.All(ctx, files)
	if err != nil {
		return Edited{Changes: []Change{}}, fmt.Errorf("nothing was written: %w", err)
	}
	done.Written, done.Notes = true, notes
	return done, nil
}

// lineEdits are the edits that make one text of another.
func lineEdits(before, after string) []Edit {
	var all []Edit
	for _, e := range udiff.Lines(before, after) {
		all = append(all, Edit{
			Line:   strings.Count(before[:e.Start], "\n") + 1,
			Delete: lines(before[e.Start:e.End]), Insert: e.New,
		})
	}
	return all
}

// lines is the number of lines in a text, of which the last may have no end.
func lines(text string) int {
	n := strings.Count(text, "\n")
	if text != "" && !strings.HasSuffix(text, "\n") {
		n++
	}
	return n
}

// text says in a few words what was changed.
func (e Edited) text() string {
	if len(e.Changes) == 0 {
		return "Nothing to change."
	}
	var out strings.Builder
	if e.Written {
		out.WriteString("Written:\n")
		for _, note := range e.Notes {
			out.WriteString("Note: " + note + "\n")
		}
	} else {
		out.WriteString("Edits to make (lines as they are now; nothing is written):\n")
	}
	for _, c := range e.Changes {
		for _, edit := range c.Edits {
			fmt.Fprintf(&out, "%s:%d delete %d insert\n%s", c.Path, edit.Line, edit.Delete, edit.Insert)
			if edit.Insert != "" && !strings.HasSuffix(edit.Insert, "\n") {
				out.WriteByte('\n')
			}
		}
	}
	return out.String()
}
