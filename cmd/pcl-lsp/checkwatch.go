package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/checking"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// This file implements --watch.

// watch checks now and after each change until the context is done. The error is that of
// the last check that was completed.
func (c *checkRound) watch(ctx context.Context) error {
	w, err := checking.NewWatcher(c.outputs)
	if err != nil {
		return uncheckable(fmt.Errorf("cannot watch for changes: %w", err))
	}
	defer w.Close()
	outcome := uncheckable(errInterrupted)
	for first := true; ; first = false {
		c.follow(w) // before the check, to see changes during it
		if now := c.check(ctx); !errors.Is(now, errInterrupted) {
			outcome = now
		}
		c.follow(w) // again, because the check finds components
		switch {
		case first && codeOf(outcome) == exitUsage:
			return outcome
		case ctx.Err() != nil:
			return outcome
		}
		c.note(outcome)
		if !w.Wait(ctx) {
			return silent(outcome)
		}
		c.session.Apply(workspace.DiskChanged{})
	}
}

// note prints how a check ended.
func (c *checkRound) note(err error) {
	if message := messageOf(err); message != nil {
		fmt.Fprintf(c.app.stderr, "pcl-lsp: %v\n", message)
	}
	if !c.flags.output.quiet {
		fmt.Fprintln(c.app.stderr, "pcl-lsp: watching for changes")
	}
}

// silent returns an outcome without its message, which was printed already.
func silent(err error) error {
	if err == nil {
		return nil
	}
	return failure{code: codeOf(err)}
}

// follow watches all directories that a check reads, including new ones: those that are searched, and those
// of components and of schemas that the user named.
func (c *checkRound) follow(w *checking.Watcher) {
	args := c.in.Args
	if len(args) == 0 {
		args = []string{"."}
	}
	args = slices.Concat(args, c.flags.program.schemas.Paths)
	if file := c.flags.rules.config.file; file != "" {
		args = append(args, file)
	}
	roots := slices.Clone(c.read)
	for _, arg := range args {
		if c.in.Dir.IsPattern(arg) {
			arg, _ = doublestar.SplitPattern(filepath.ToSlash(arg))
		}
		if p, err := workspace.PathOf(c.app.env.dir, arg); err == nil {
			roots = append(roots, p)
		}
	}
	w.Follow(roots, func(dir string, err error) {
		fmt.Fprintf(c.app.stderr, "pcl-lsp: cannot watch %s: %v\n", c.name(dir), err)
	})
}
