package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/fix"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// This file implements `check --fix`: which findings are fixed, and what is said of it.
// See fixrounds.go for how, and rewrite.go for how files are written.

const fixHelp = `--fix makes the safe fixes, after which a program means what it meant and nobody misses
anything; --fix=all also those that change what it means or remove what is not used, where
there is one that nearly everybody wants or only one. Fixes are made in rounds, and each round is checked: one that does more harm than
good is not made. What is printed, and the exit code, are about what remains. Files are
written when all is done, each in one step; none is if a program has a syntax error, if
something could not be read, or if one of the files cannot be written or was changed
meanwhile. Only files at or below the paths are changed. --diff prints the changes and
writes nothing; then, and with -, where the fixed text is printed, the report goes to
standard error. --add-ignores writes a comment (# pcl-lsp:ignore CODE) above each finding
that would make the exit code 1, after --fix if both are given.`

// fixFlags are the flags about fixes.
type fixFlags struct {
	fix  string
	diff bool

	addIgnores bool
	reason     string

	choice fix.Choice // of fix; empty if nothing is to be fixed
}

func (f *fixFlags) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.fix, "fix", "", "make fixes: `safe` ones, which is what the flag alone says, or all (also called unsafe)")
	flags.Lookup("fix").NoOptDefVal = string(fix.SafeOnly)
	flags.BoolVar(&f.diff, "diff", false, "print what --fix or --add-ignores would change, as a unified diff, and write nothing")
	flags.BoolVar(&f.addIgnores, "add-ignores", false, "write comments above the findings that would make the exit code 1, so that they are ignored")
	flags.StringVar(&f.reason, "ignore-reason", "", "the `REASON` that the comments of --add-ignores give")
}

// check takes the choice from its flag.
func (f *fixFlags) check(watch bool) error {
	switch f.fix {
	case "":
		if f.diff && !f.addIgnores {
			f.choice = fix.SafeOnly
		}
	case "safe":
		f.choice = fix.SafeOnly
	case "all", "unsafe":
		f.choice = fix.Best
	default:
		return fmt.Errorf("--fix=%s: %q is none of safe, all%s", f.fix, f.fix, suggestion(f.fix, []string{"safe", "all", "unsafe"}))
	}
	if watch && f.wanted() {
		return errors.New("--watch only looks; use --fix without it")
	}
	if strings.ContainsAny(f.reason, "\r\n") {
		return errors.New("--ignore-reason: a reason is one line")
	}
	if f.reason != "" && !f.addIgnores {
		return errors.New("--ignore-reason: there is nothing to give a reason for; use --add-ignores")
	}
	return nil
}

// wanted reports whether anything is to be fixed.
func (f *fixFlags) wanted() bool { return f.choice != "" || f.addIgnores }

// takesOutput reports whether texts or changes go to standard output, and reports to
// standard error.
func (f *fixFlags) takesOutput(in input) bool {
	return f.wanted() && (f.diff || in.stdin != nil)
}

// fix makes fixes, and writes them. It returns what is to be reported. When files cannot be
// written that is what was found before.
func (c *checkRound) fix(ctx context.Context, snapshot *workspace.Snapshot, found *workspace.Discovery, results [][]analysis.Diagnostic) (*workspace.Snapshot, [][]analysis.Diagnostic, error) {
	reach, err := c.in.reach(c.env, snapshot)
	if err != nil {
		return snapshot, results, err
	}
	for _, t := range found.Targets {
		c.tellLinks(reach, filesOf(snapshot, t))
	}
	f := &fixing{checkRound: c, snapshot: snapshot, targets: found.Targets, results: results, mayChange: reach.mayChange, fixed: counts{}, ignored: counts{}}
	if why := c.unfixable(snapshot, found); why != "" {
		fmt.Fprintf(c.stderr, "pcl-lsp: nothing was fixed: %s\n", why)
	} else if err := f.all(ctx); err != nil {
		return snapshot, results, err
	}
	if err := c.rewriter().put(ctx, f.rewrites(snapshot)); err != nil {
		return snapshot, results, uncheckable(fmt.Errorf("nothing was fixed: %w", err))
	}
	if !c.output.quiet {
		done := [2]string{"fixed", "now ignored:"}
		if c.fixes.diff {
			done = [2]string{"would fix", "would ignore"}
		}
		c.tellDone(done[0], f.fixed)
		c.tellDone(done[1], f.ignored)
	}
	return f.snapshot, f.results, nil
}

// all does all that was asked for, in memory.
func (f *fixing) all(ctx context.Context) error {
	if f.fixes.choice != "" {
		if err := f.rounds(ctx); err != nil {
			return err
		}
	}
	if f.fixes.addIgnores {
		return f.ignore(ctx)
	}
	return nil
}

// rewriter is how the fixed texts are put where they belong.
func (c *checkRound) rewriter() rewriter {
	return rewriter{app: c.app, name: c.name, diff: c.fixes.diff, filter: c.in.stdin != nil}
}

// unfixable says why nothing is to be fixed; empty if that is possible.
func (c *checkRound) unfixable(snapshot *workspace.Snapshot, found *workspace.Discovery) string {
	if len(found.Problems) > 0 {
		return c.name(found.Problems[0].Path) + " could not be read"
	}
	for _, t := range found.Targets {
		for _, file := range snapshot.ProgramIn(t.Dir).Files {
			if at, broken := firstSyntaxError(file); broken {
				return fmt.Sprintf("%s:%d has a syntax error", c.name(file.Path), file.Line(at)+1)
			}
		}
	}
	return ""
}

// tellDone says what was done, file by file.
func (c *checkRound) tellDone(done string, fixed counts) {
	for _, path := range slices.Sorted(maps.Keys(fixed)) {
		var parts []string
		total := 0
		for _, code := range slices.Sorted(maps.Keys(fixed[path])) {
			n := fixed[path][code]
			if n <= 0 {
				continue
			}
			total += n
			parts = append(parts, fmt.Sprintf("%s (%d)", code, n))
		}
		noun := "findings"
		switch total {
		case 0:
			continue
		case 1:
			noun = "finding"
		}
		fmt.Fprintf(c.stderr, "pcl-lsp: %s %d %s in %s: %s\n", done, total, noun, c.name(path), commaList(parts))
	}
}
