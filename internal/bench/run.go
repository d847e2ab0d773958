package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"github.com/pcl-lsp/pcl-lsp/internal/workload"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// This file implements a run as a whole: what is measured, and on which programs.

// Options say what to measure. The fields that are numbers have no defaults here.
type Options struct {
	// Server is the program whose commands serve and check are measured.
	Server Command
	// Session makes a workspace with the schemas that Server finds.
	Session func() (*workspace.Session, error)
	Version string

	// Resources are how many a large program has, Small how many a small one.
	Resources, Small int
	// Files are over how many files a program is distributed, where it is.
	Files int
	// Programs and InPrograms are over how many programs how many resources are
	// distributed that are checked together.
	Programs, InPrograms int
	// Edits are how many are made for each figure, Soak how many while memory is
	// watched, Spawns how many servers are started.
	Edits, Soak, Spawns int
	// Rest is how long a server is left alone before the memory counts that it has at rest.
	Rest time.Duration
	// Limit is how long each figure may take. It then has fewer samples and says so.
	Limit time.Duration
	// Encoding is how the client counts in lines: utf-16 or utf-8.
	Encoding string
	// Only are the groups that are measured; all if there are none.
	Only []string
	// Progress is told what is measured next.
	Progress io.Writer
}

// Groups are the names of what can be measured on its own.
func Groups() []string {
	var names []string
	for _, g := range groups {
		names = append(names, g.name)
	}
	return names
}

var groups = []struct {
	name    string
	measure func(*run, context.Context) error
}{
	{"edits", (*run).edits},
	{"cutoff", (*run).cutoff},
	{"types", (*run).types},
	{"requests", (*run).requests},
	{"cold", (*run).cold},
	{"start", (*run).start},
	{"memory", (*run).memory},
}

// run is one run.
type run struct {
	Options
	report  *Report
	dir     string // for everything that is written
	kind    workload.Kind
	chained workload.Kind
}

// Run measures. It writes its programs to a directory of its own, which it removes.
func Run(ctx context.Context, o Options) (*Report, error) {
	dir, err := os.MkdirTemp("", "pcl-lsp-bench-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return nil, err
	}
	r := &run{Options: o, dir: dir, report: &Report{
		Version: o.Version, System: runtime.GOOS + "/" + runtime.GOARCH, CPUs: runtime.GOMAXPROCS(0), Encoding: o.Encoding,
	}}
	if err := r.furnish(ctx); err != nil {
		return nil, err
	}
	for _, g := range groups {
		if len(o.Only) > 0 && !slices.Contains(o.Only, g.name) {
			continue
		}
		if err := g.measure(r, ctx); err != nil {
			return nil, fmt.Errorf("%s: %w", g.name, err)
		}
	}
	return r.report, nil
}

func (r *run) say(format string, args ...any) { fmt.Fprintf(r.Progress, format+"\n", args...) }

// fits reports whether there is time for another sample. There is for the first.
func (r *run) fits(start time.Time, samples int) bool {
	return samples == 0 || time.Since(start) < r.Limit
}

// fewer is the note about a series that the limit cut short.
func (r *run) fewer(got, wanted int) string {
	if got >= wanted {
		return ""
	}
	return fmt.Sprintf("%d of %d within %v", got, wanted, r.Limit)
}
