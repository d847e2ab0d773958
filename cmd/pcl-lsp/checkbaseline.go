package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/fingerprint"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/baseline"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/replace"
)

// This file implements baselines: findings that a check knows and does not report.

// baselineFlags name the baselines that are read and written.
type baselineFlags struct{ from, to string }

func (f *baselineFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.from, "baseline", "", "report only findings that the baseline in `FILE` does not have, and list on standard error which of its entries no longer occur")
	cmd.Flags().StringVar(&f.to, "write-baseline", "", "record the findings in `FILE`, for --baseline; without --baseline they are not reported")
}

// check refuses uses that would record something else than the programs.
func (f *baselineFlags) check(c *checkCommand, in input) error {
	switch {
	case f.to != "" && in.stdin != nil:
		return errors.New("--write-baseline records what files say, not standard input")
	case f.to != "" && c.watch:
		return errors.New("--write-baseline and --watch cannot be used together")
	}
	return nil
}

// baselines are the findings that a check knows: those to leave out, and those that are in
// the file that is written.
type baselines struct{ from, to baseline.Baseline }

// read reads the baselines. The one that is written need not exist; another file is not
// written over.
func (f *baselineFlags) read(env environment) (b baselines, err error) {
	if f.from != "" {
		if b.from, err = readBaseline(env, f.from); err != nil {
			return b, fmt.Errorf("--baseline %s: %w", f.from, err)
		}
	}
	if f.to != "" {
		b.to, err = readBaseline(env, f.to)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return b, fmt.Errorf("--write-baseline %s: %w", f.to, err)
		}
	}
	return b, nil
}

func readBaseline(env environment, file string) (baseline.Baseline, error) {
	text, err := os.ReadFile(env.native(file))
	if err != nil {
		return baseline.Baseline{}, withoutPath(err)
	}
	return baseline.Parse(text, fingerprint.Version)
}

// native is the path of a file that an argument names.
func (e environment) native(file string) string {
	if filepath.IsAbs(file) {
		return filepath.Clean(file)
	}
	return filepath.Join(e.dir, file)
}

func withoutPath(err error) error {
	var inPath *os.PathError
	if errors.As(err, &inPath) {
		return inPath.Err
	}
	return err
}

// compare records the findings, and leaves out those that are known: by the baseline that
// is read, or else by the one that is written.
func (c *checkRound) compare(snapshot *workspace.Snapshot, r *report.Report, known baselines) error {
	var from, to []string // the fingerprints in each
	if c.baseline.from != "" {
		from = c.recordable(snapshot, r.Findings, c.baseline.from)
		c.tellGone(known.from, entriesOf(c.env.beside(c.baseline.from), r.Findings, from), r.Checked)
	}
	if c.baseline.to != "" {
		to = c.recordable(snapshot, r.Findings, c.baseline.to)
		if err := c.record(known.to, entriesOf(c.env.beside(c.baseline.to), r.Findings, to), r.Checked); err != nil {
			return err
		}
	}
	switch {
	case from != nil:
		r.Known = leaveOut(r, func(i int) bool { return known.from.Has(from[i]) })
	case to != nil:
		r.Known = leaveOut(r, func(i int) bool { return to[i] != "" })
	}
	r.Compared = from != nil || to != nil
	return nil
}

// beside is the environment that names files relative to the folder of another one: so a
// baseline is the same from wherever it is used.
func (e environment) beside(file string) environment {
	e.dir = filepath.Dir(e.native(file))
	return e
}

// recordable are the fingerprints of findings as a baseline has them; empty for syntax
// errors: what cannot be parsed is not checked, and nobody knows what would be hidden.
func (c *checkRound) recordable(snapshot *workspace.Snapshot, findings []report.Finding, file string) []string {
	prints := fingerprints(snapshot, findings, c.env.beside(file).relative)
	for i, f := range findings {
		if strings.HasPrefix(string(f.Code), "syntax.") {
			prints[i] = ""
		}
	}
	return prints
}

func entriesOf(beside environment, findings []report.Finding, prints []string) baseline.Baseline {
	var entries []baseline.Entry
	for i, f := range findings {
		if prints[i] != "" {
			entries = append(entries, baseline.Entry{File: beside.relative(f.Path), Code: string(f.Code), Fingerprint: prints[i], Message: f.Message})
		}
	}
	return baseline.New(entries)
}

// leaveOut removes findings from a report, by number, and says how many.
func leaveOut(r *report.Report, out func(i int) bool) int {
	var kept []report.Finding
	for i, f := range r.Findings {
		if !out(i) {
			kept = append(kept, f)
		}
	}
	left := len(r.Findings) - len(kept)
	r.Findings = kept
	return left
}

// gone are the entries of a baseline that were not found again, of files that were checked
// or are no more. Others were not looked for.
func (c *checkRound) gone(known, found baseline.Baseline, file string, checked []string) []baseline.Entry {
	beside := c.env.beside(file)
	looked := map[string]bool{}
	for _, path := range checked {
		looked[beside.relative(path)] = true
	}
	return slices.DeleteFunc(known.Without(found), func(e baseline.Entry) bool {
		_, err := os.Lstat(beside.native(filepath.FromSlash(e.File)))
		return !looked[e.File] && err == nil
	})
}

// tellGone lists the entries that no longer occur.
func (c *checkRound) tellGone(known, found baseline.Baseline, checked []string) {
	gone := c.gone(known, found, c.baseline.from, checked)
	if len(gone) == 0 || c.output.quiet {
		return
	}
	fmt.Fprintf(c.stderr, "pcl-lsp: no longer found, though in %s; --write-baseline drops them:\n", c.baseline.from)
	for _, e := range gone {
		fmt.Fprintf(c.stderr, "  %s: %q [%s]\n", e.File, e.Message, e.Code)
	}
}

// record writes what was found. Entries of files that were not checked stay.
func (c *checkRound) record(before, found baseline.Baseline, checked []string) error {
	dropped := map[string]bool{}
	for _, e := range c.gone(before, found, c.baseline.to, checked) {
		dropped[e.Fingerprint] = true
	}
	entries := found.Entries()
	for _, e := range before.Without(found) {
		if !dropped[e.Fingerprint] {
			entries = append(entries, e)
		}
	}
	text, err := baseline.New(entries).Write(fingerprint.Version)
	if err == nil {
		err = replace.One(c.env.native(c.baseline.to), text, 0o644)
	}
	if err != nil {
		return fmt.Errorf("cannot write the baseline: %w", err)
	}
	if !c.output.quiet {
		fmt.Fprintf(c.stderr, "pcl-lsp: %d findings are in %s\n", len(entries), c.baseline.to)
	}
	return nil
}
