package main

import (
	"context"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"slices"
	"strings"

	udiff "github.com/aymanbagabas/go-udiff"

	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
	"github.com/pcl-lsp/pcl-lsp/workspace/replace"
)

// This file writes changed programs: to their files, to standard output, or as a diff.

type rewriter struct {
	*app
	check   bool            // only say which files would change, unless differences are printed
	diff    bool            // print differences
	filter  bool            // print the text of the only file
	created map[string]bool // files that do not exist yet
}

// finish writes the files, or says what that would change. It returns the outcome of the command.
func (w rewriter) finish(ctx context.Context, all []replace.File) error {
	if w.diff || !w.check {
		if err := w.put(ctx, all); err != nil {
			return uncheckable(err)
		}
	}
	changed := lists.Where(all, func(r replace.File) bool { return r.Old != r.New })
	if !w.diff && !w.filter {
		for _, r := range changed {
			fmt.Fprintln(w.shown(), r.Name)
		}
	}
	if w.check && len(changed) > 0 {
		return failure{code: exitFindings}
	}
	return nil
}

// put writes the files. It checks first that all can be written, so that usually either
// all or none are; the error says when that failed.
func (w rewriter) put(ctx context.Context, all []replace.File) error {
	switch {
	case w.diff:
		return w.putDifferences(all)
	case w.filter:
		for _, r := range all {
			if _, err := io.WriteString(report.Raw(w.stdout), r.New); err != nil {
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
		if r.Old != r.New && !w.created[r.Path] {
			files = append(files, r)
		}
	}
	notes, err := replace.All(ctx, files)
	for _, note := range notes {
		io.WriteString(w.stderr, "pcl-lsp: "+note+"\n")
	}
	for _, r := range all {
		if err != nil || !w.created[r.Path] {
			continue
		}
		if err = replace.One(r.Path, []byte(r.New), 0o644); err != nil {
			err = fmt.Errorf("cannot write %s: %w", r.Name, disk.WithoutPath(err))
		}
	}
	return err
}

// putDifferences prints a unified diff, sorted by name.
func (w rewriter) putDifferences(all []replace.File) error {
	sorted := slices.SortedFunc(slices.Values(all), func(a, b replace.File) int { return strings.Compare(a.Name, b.Name) })
	for _, r := range sorted {
		if _, err := io.WriteString(w.shown(), unifiedDiff(r.Name, r.Old, r.New)); err != nil {
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

// shown returns standard output for texts from files. Control characters are dropped on a
// terminal, which would obey them, and kept for programs.
func (a *app) shown() io.Writer {
	if a.env.terminal {
		return report.NewPlain(a.stdout)
	}
	return a.stdout
}
