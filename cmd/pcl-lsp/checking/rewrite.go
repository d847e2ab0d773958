package checking

import (
	"context"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/aymanbagabas/go-udiff"

	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
	"github.com/pcl-lsp/pcl-lsp/workspace/replace"
)

// This file writes changed programs: to their files, to standard output, or as a diff.

// Writer writes changed files.
type Writer struct {
	Diff    bool            // print differences
	Filter  bool            // print the text of the only file
	Created map[string]bool // files that do not exist yet
	// Stdout is for texts, Shown for what people read, and Stderr for notes.
	Stdout, Shown, Stderr io.Writer
}

// Put writes the files. It checks first that all can be written, so that usually either
// all or none are; the error says when that failed.
func (w Writer) Put(ctx context.Context, all []replace.File) error {
	switch {
	case w.Diff:
		return w.putDifferences(all)
	case w.Filter:
		for _, r := range all {
			if _, err := io.WriteString(report.Raw(w.Stdout), r.New); err != nil {
				return err
			}
		}
		return nil
	}
	var files []replace.File
	swept := map[string]bool{}
	for _, r := range all {
		if dir := path.Dir(r.Path); !swept[dir] {
			swept[dir] = true
			replace.Sweep(dir) // remove what an interrupted run has left
		}
		if r.Old != r.New && !w.Created[r.Path] {
			files = append(files, r)
		}
	}
	notes, err := replace.All(ctx, files)
	for _, note := range notes {
		io.WriteString(w.Stderr, "pcl-lsp: "+note+"\n")
	}
	for _, r := range all {
		if err != nil || !w.Created[r.Path] {
			continue
		}
		if err = replace.One(r.Path, []byte(r.New), 0o644); err != nil {
			err = fmt.Errorf("cannot write %s: %w", r.Name, disk.WithoutPath(err))
		}
	}
	return err
}

// putDifferences prints a unified diff, sorted by name.
func (w Writer) putDifferences(all []replace.File) error {
	sorted := slices.SortedFunc(slices.Values(all), func(a, b replace.File) int { return strings.Compare(a.Name, b.Name) })
	for _, r := range sorted {
		if _, err := io.WriteString(w.Shown, unifiedDiff(r.Name, r.Old, r.New)); err != nil {
			return err
		}
	}
	return nil
}

// unifiedDiff returns the differences between two texts of a file in the format of patch
// and git; empty if there are none.
func unifiedDiff(name, old, new string) string {
	from, to := "a/"+name, "b/"+name
	if filepath.IsAbs(filepath.FromSlash(name)) {
		from, to = name, name
	}
	diff, err := udiff.ToUnifiedDiff(from, to, old, udiff.Lines(old, new), udiff.DefaultContextLines)
	if err != nil {
		panic(err) // the edits are those of the text
	}
	longer := 0 // how many lines the hunks before have added
	for _, h := range diff.Hunks {
		h.ToLine = h.FromLine + longer // the library leaves out the lines between changes of one hunk
		for _, l := range h.Lines {
			switch l.Kind {
			case udiff.Insert:
				longer++
			case udiff.Delete:
				longer--
			}
		}
	}
	return diff.String()
}
