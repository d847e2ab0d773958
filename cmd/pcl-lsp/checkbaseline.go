package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/recheck/baseline"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/replace"
)

// This file implements --baseline and --write-baseline: known findings, which check does
// not report.

// baselineFlags name the baselines to read and to write.
type baselineFlags struct{ from, to string }

func (f *baselineFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.from, "baseline", "", "report only findings that are not in the baseline `FILE`, and list its obsolete entries on standard error")
	cmd.Flags().StringVar(&f.to, "write-baseline", "", "record the findings in `FILE`, for --baseline; without --baseline, recorded findings are not reported")
}

// baselines are the contents of the files that the flags name.
type baselines struct {
	baselineFlags
	env      environment
	notes    io.Writer // nil to print none
	old      baseline.Baseline
	toUpdate baseline.Baseline
	found    recorded // in all programs
}

// read reads the baselines. The file to write need not exist, but it must be a baseline
// if it does.
func (f *baselineFlags) read(a *app, quiet bool) (*baselines, error) {
	b := &baselines{baselineFlags: *f, env: a.env}
	if !quiet {
		b.notes = a.stderr
	}
	var err error
	if f.from != "" {
		if b.old, err = readBaseline(a.env, f.from); err != nil {
			return nil, fmt.Errorf("--baseline %s: %w", f.from, err)
		}
	}
	if f.to != "" {
		b.toUpdate, err = readBaseline(a.env, f.to)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return nil, fmt.Errorf("--write-baseline %s: %w", f.to, err)
		}
	}
	return b, nil
}

func readBaseline(env environment, file string) (baseline.Baseline, error) {
	text, err := env.read(file)
	if err != nil {
		return baseline.Baseline{}, err
	}
	return baseline.Parse(text, report.FingerprintVersion)
}

// recorded are the entries of some findings in the baselines.
type recorded struct{ from, to []baseline.Entry }

// record returns the entries of the findings of a program, and what tells which of the findings
// are known: those in the baseline that is read, or else those in the one that is written. Nil
// without baselines.
func (b *baselines) record(snapshot *workspace.Snapshot, found []analysis.Diagnostic) (r recorded, isKnown func(i int) bool) {
	if b.to != "" {
		prints := b.recordable(snapshot, found, b.to)
		r.to = b.entries(b.to, found, prints)
		isKnown = func(i int) bool { return prints[i] != "" }
	}
	if b.from != "" {
		prints := b.recordable(snapshot, found, b.from)
		r.from = b.entries(b.from, found, prints)
		known := b.old.Known(r.from, string(codes.FileSize))
		isKnown = func(i int) bool { return known[prints[i]] }
	}
	return r, isKnown
}

// note notes the entries of the next program.
func (b *baselines) note(r recorded) {
	b.found.from = append(b.found.from, r.from...)
	b.found.to = append(b.found.to, r.to...)
}

// end lists obsolete entries, and writes the baseline.
func (b *baselines) end(r *report.Report) error {
	if b.from != "" {
		b.noteObsolete(baseline.New(b.found.from), r.Checked)
	}
	if b.to != "" {
		return b.write(baseline.New(b.found.to), r.Checked)
	}
	return nil
}

// beside returns the environment in the folder of a baseline. Names in a baseline are
// relative to it, so a baseline works from any working directory.
func (b *baselines) beside(file string) environment {
	env := b.env
	env.dir = filepath.Dir(env.native(file))
	return env
}

// recordable returns the fingerprints of findings for a baseline. They are empty for
// syntax errors, which cannot be recorded: unparsed code is not checked, so nobody knows
// which findings they hide.
func (b *baselines) recordable(snapshot *workspace.Snapshot, findings []analysis.Diagnostic, file string) []string {
	prints := fingerprints(snapshot, findings, b.beside(file).relative)
	for i, f := range findings {
		if strings.HasPrefix(string(f.Code), "syntax.") {
			prints[i] = ""
		}
	}
	return prints
}

func (b *baselines) entries(file string, findings []analysis.Diagnostic, prints []string) []baseline.Entry {
	env := b.beside(file)
	var entries []baseline.Entry
	for i, f := range findings {
		if prints[i] != "" {
			entries = append(entries, baseline.Entry{File: env.relative(f.Path), Code: string(f.Code), Fingerprint: prints[i], Message: f.Message})
		}
	}
	return entries
}

// obsolete returns the entries of a baseline that no longer occur, in files that were
// checked or deleted. Other files were not looked at.
func (b *baselines) obsolete(known, found baseline.Baseline, file string, checked []string) []baseline.Entry {
	env := b.beside(file)
	looked := map[string]bool{}
	for _, name := range checked {
		if path, err := workspace.PathOf(b.env.dir, name); err == nil {
			looked[env.relative(path)] = true
		}
	}
	return slices.DeleteFunc(known.Without(found), func(e baseline.Entry) bool {
		_, err := os.Lstat(env.native(filepath.FromSlash(e.File)))
		return !looked[e.File] && err == nil
	})
}

// noteObsolete lists the entries that no longer occur.
func (b *baselines) noteObsolete(found baseline.Baseline, checked []string) {
	obsolete := b.obsolete(b.old, found, b.from, checked)
	if len(obsolete) == 0 || b.notes == nil {
		return
	}
	fmt.Fprintf(b.notes, "pcl-lsp: these entries of %s no longer occur; --write-baseline removes them:\n", b.from)
	for _, e := range obsolete {
		fmt.Fprintf(b.notes, "  %s: %q [%s]\n", e.File, e.Message, e.Code)
	}
}

// write writes the findings. Entries of files that were not checked stay.
func (b *baselines) write(found baseline.Baseline, checked []string) error {
	dropped := map[string]bool{}
	for _, e := range b.obsolete(b.toUpdate, found, b.to, checked) {
		dropped[e.Fingerprint] = true
	}
	entries := found.Entries()
	entries = append(entries, lists.Where(b.toUpdate.Without(found), func(e baseline.Entry) bool {
		return !dropped[e.Fingerprint]
	})...)
	text, err := baseline.New(entries).Write(report.FingerprintVersion)
	if err == nil {
		err = replace.One(b.env.native(b.to), text, 0o644)
	}
	if err != nil {
		return fmt.Errorf("cannot write the baseline: %w", err)
	}
	if b.notes != nil {
		fmt.Fprintf(b.notes, "pcl-lsp: %s has %d findings\n", b.to, len(entries))
	}
	return nil
}
