package main

import (
	"context"
	"io"
	"path"
	"path/filepath"
	"slices"
	"strings"

	udiff "github.com/aymanbagabas/go-udiff"

	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/workspace/replace"
)

// This file puts new texts of programs where they belong: into their files, to standard
// output, or there as a difference.

// rewrite is a file and the text that it is to have.
type rewrite struct{ path, old, new string }

// rewriter puts texts where they belong.
type rewriter struct {
	*app
	name   func(path string) string
	diff   bool // differences are printed
	filter bool // the text is printed, and there is one
}

// put puts texts where they belong. When one cannot be written, none is, as far as that can
// be known before; the error says so otherwise.
func (w rewriter) put(ctx context.Context, all []rewrite) error {
	switch {
	case w.diff:
		return w.putDifferences(all)
	case w.filter:
		for _, r := range all {
			if _, err := io.WriteString(w.stdout, r.new); err != nil {
				return err
			}
		}
		return nil
	}
	var files []replace.File
	for _, r := range all {
		replace.Sweep(path.Dir(r.path)) // of what another run may have left
		if r.old != r.new {
			files = append(files, replace.File{Path: r.path, Name: w.name(r.path), Old: r.old, New: r.new})
		}
	}
	notes, err := replace.All(ctx, w.env.replacing, files)
	for _, note := range notes {
		io.WriteString(w.stderr, "pcl-lsp: "+note+"\n")
	}
	return err
}

// putDifferences prints what is different, in an order that does not depend on anything.
func (w rewriter) putDifferences(all []rewrite) error {
	sorted := slices.SortedFunc(slices.Values(all), func(a, b rewrite) int { return strings.Compare(w.name(a.path), w.name(b.path)) })
	for _, r := range sorted {
		if _, err := io.WriteString(w.shown(), unifiedDiff(w.name(r.path), r.old, r.new)); err != nil {
			return err
		}
	}
	return nil
}

// unifiedDiff is what is different between two texts of a file, in the form that patch and
// git read; empty if nothing is.
func unifiedDiff(name, old, new string) string {
	if filepath.IsAbs(filepath.FromSlash(name)) {
		return udiff.Unified(name, name, old, new)
	}
	return udiff.Unified("a/"+name, "b/"+name, old, new)
}

// shown is standard output for what may be read by a program, which gets it as it is, or
// stands on a terminal, which must not obey it.
func (a *app) shown() io.Writer {
	if a.env.terminal {
		return report.NewPlain(a.stdout)
	}
	return a.stdout
}
