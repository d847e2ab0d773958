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

// This file implements a run as a whole.

// Options say what to measure. The numbers have no defaults here.
type Options struct {
	// Server is the program to measure, with the commands serve and check.
	Server Command
	// Session creates a workspace that finds the same schemas as Server.
	Session func() (*workspace.Session, error)
	Version string

	// Resources is the size of a large program, Small that of a small one.
	Resources, Small int
	// Files is the number of files of a program with several.
	Files int
	// Programs is the number of programs that are checked together, and InPrograms the
	// number of their resources.
	Programs, InPrograms int
	// Repository is the number of programs of a large repository.
	Repository int
	// Edits is the number of edits for each figure, Soak their number while memory is
	// watched, and Spawns the number of server starts.
	Edits, Soak, Spawns int
	// Rest is the idle time before the memory at rest is measured.
	Rest time.Duration
	// Limit is the time limit of each figure. Slow figures have fewer samples and a note.
	Limit time.Duration
	// Encoding is the position encoding of the client: utf-16 or utf-8.
	Encoding string
	// Peers is the folder of other language servers to compare with.
	Peers string
	// Web is the folder of the playground, and WebTools that of the packages that drive a browser.
	Web, WebTools string
	// Only are the groups to measure; empty for all.
	Only []string
	// Progress receives the name of each measurement.
	Progress io.Writer
}

// Groups returns the names of the groups that can be measured on their own.
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
	{"rules", (*run).rules},
	{"cold", (*run).cold},
	{"repository", (*run).repository},
	{"start", (*run).start},
	{"memory", (*run).memory},
	{"peers", (*run).peers},
	{"web", (*run).web},
}

// run is a run in progress.
type run struct {
	Options
	report  *Report
	dir     string // for everything that is written
	kind    workload.Kind
	chained workload.Kind
}

// Run measures. It writes programs to a temporary directory.
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

// fits reports whether there is time for another sample. The first one always fits.
func (r *run) fits(start time.Time, samples int) bool {
	return samples == 0 || time.Since(start) < r.Limit
}

// fewer returns the note about a series that the limit cut short.
func (r *run) fewer(got, wanted int) string {
	if got >= wanted {
		return ""
	}
	return fmt.Sprintf("%d of %d within %v", got, wanted, r.Limit)
}
