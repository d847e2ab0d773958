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
	// Web is the folder of the playground.
	Web string
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
	measure func(*run, context.Context)
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
	report        *Report
	dir           string // for everything that is written
	kind, chained workload.Kind
}

// Run measures. It writes programs to a temporary directory.
func Run(ctx context.Context, o Options) (*Report, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop() // ends the servers of a measurement that failed
	r := &run{Options: o, report: &Report{
		Version: o.Version, System: runtime.GOOS + "/" + runtime.GOARCH, CPUs: runtime.GOMAXPROCS(0), Encoding: o.Encoding,
	}}
	return r.report, attempt(func() {
		r.dir = must(filepath.EvalSymlinks(must(os.MkdirTemp("", "pcl-lsp-bench-"))))
		defer os.RemoveAll(r.dir)
		r.furnish(ctx)
		for _, g := range groups {
			if len(o.Only) > 0 && !slices.Contains(o.Only, g.name) {
				continue
			}
			if err := attempt(func() { g.measure(r, ctx) }); err != nil {
				check(fmt.Errorf("%s: %w", g.name, err))
			}
		}
	})
}

func (r *run) say(format string, args ...any) { fmt.Fprintf(r.Progress, format+"\n", args...) }

// sample measures as often as it should, unless the time is over. There is always time for the first sample.
func sample(limit time.Duration, times int, measure func(i int)) {
	for i, start := 0, time.Now(); i < times && (i == 0 || time.Since(start) < limit); i++ {
		measure(i)
	}
}

// fewer returns the note about a series that the limit cut short.
func (r *run) fewer(got, wanted int) string {
	if got >= wanted {
		return ""
	}
	return fmt.Sprintf("%d of %d within %v", got, wanted, r.Limit)
}
