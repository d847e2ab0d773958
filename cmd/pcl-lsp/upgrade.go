package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/upgrade"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/ask"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/schemaflags"
	"github.com/pcl-lsp/pcl-lsp/typesys/schemadiff"
)

// This file implements `pcl-lsp upgrade`.

const upgradeHelp = `Rewrites programs for a later version of a package, and lists what is left to do by hand.
Without VERSION, it is the newest one that a schema is found for; nothing is downloaded.

Written are: new names of resources, functions and properties, with an alias where the type of
a resource has changed, so that a run keeps it; what the note of something removed names
instead; values that fit after a list became its element, or the other way round; new required
inputs that can have only one value or have a default; and the version in package blocks, in
options of resources and in Pulumi.yaml. A schema does not say what was renamed: a guess below --confidence is listed,
and not written.

Left to do are:

  breaking    what a check with the later version rejects
  silent      what stays right, and may do something else in a run: another default, a
              secret, a replacement
  compatible  what the later version advises against

docs/upgrade.md has an example.

` + schemaflags.Help + `

` + judgeHelp + `

Exit codes: 0 the programs are right for the later version; 1 something breaking is left, or
errors that were there before; 2 wrong usage; 3 something could not be read or written.`

type upgradeCommand struct {
	*app
	programFlags
	from, format, level string
	confidence          int
	diff                bool
}

func (a *app) upgradeCommand() *cobra.Command {
	c := &upgradeCommand{app: a}
	cmd := &cobra.Command{
		Use:   "upgrade PACKAGE[@VERSION] [PATH...]",
		Short: "Rewrite programs for a later version of a package",
		Long:  upgradeHelp,
		Example: `  pcl-lsp upgrade aws@7.2.0 --diff
  pcl-lsp upgrade eks infra
  pcl-lsp upgrade docker@5.1.0 --from 3.6.1 --schema schemas`,
		Args: takes(1, math.MaxInt, "name a package: pcl-lsp upgrade PACKAGE[@VERSION] [PATH...]"),
		RunE: func(cmd *cobra.Command, args []string) error { return c.run(cmd.Context(), args) },
	}
	flags := cmd.Flags()
	flags.StringVar(&c.from, "from", "", "the `VERSION` that the programs are written for, if nothing in them says so")
	flags.BoolVar(&c.diff, "diff", false, "print the changes as a unified diff and write nothing; the rest goes to standard error")
	flags.IntVar(&c.confidence, "confidence", upgrade.WrittenFrom, "write names that are new with at least this `PERCENT` of confidence")
	flags.StringVar(&c.level, "level", "silent", "list what is left of this `LEVEL` or a worse one: compatible, silent or breaking")
	formatVar(cmd, &c.format, "text", "json", "markdown")
	c.schemas.Register(flags)
	c.judge.register(cmd)
	return cmd
}

func (c *upgradeCommand) run(ctx context.Context, args []string) error {
	ref, err := ask.ParsePackage(args[0])
	if err != nil {
		return err
	}
	least, err := levelOf(c.level)
	switch {
	case err != nil:
		return err
	case c.confidence < 0 || c.confidence > 100:
		return fmt.Errorf("--confidence %d: choose a percentage from 0 to 100", c.confidence)
	case c.from != "" && !analysis.IsVersion(c.from):
		return fmt.Errorf("--from %s: write a version, such as 6.0.0", c.from)
	}
	snapshot, found, err := c.discover(ctx, &c.schemas, c.options(), args[1:])
	if err != nil {
		return err
	}
	job := ask.Upgrade{
		Snapshot: snapshot, Found: found, Where: strings.Join(args[1:], ", "), Package: ref.Name, Version: ref.Version, From: c.from,
		Confidence: float64(c.confidence) / 100, Shown: c.env.shownPaths(),
	}
	done, rewrites, err := job.Run(ctx)
	if err != nil {
		if ctx.Err() != nil {
			err = errors.New("interrupted; nothing was written")
		}
		return uncheckable(err)
	}
	w := rewriter{app: c.app, diff: c.diff}
	if err := w.put(ctx, rewrites); err != nil {
		return uncheckable(fmt.Errorf("nothing was written: %w", err))
	}
	done.Least, done.IsPreview = least, c.diff
	return c.print(done)
}

func (c *upgradeCommand) print(done *report.Upgrade) error {
	out := c.stdout
	if c.diff {
		out = c.stderr
	}
	if err := report.Write(out, c.format, done.Document(), done.Markdown, done.Text); err != nil {
		return unwritten("the report", err)
	}
	if done.Count(schemadiff.Breaking)+done.Known > 0 {
		return failure{code: exitFindings}
	}
	return nil
}
