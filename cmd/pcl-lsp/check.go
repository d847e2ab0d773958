package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// This file implements `pcl-lsp check`.

const checkHelp = `Checks the programs at or below the paths, or below the current directory.

A path is a directory, which is searched for programs, or a .pp file: then its
whole program is checked and the findings of that file are printed. Hidden
directories, node_modules and linked directories are not searched. Programs that
are used as components are checked too, wherever they are. Files ending in .pp
that are Puppet or Pascal are left alone.

` + schemaHelp + `

` + rulesHelp + `

` + modeHelp + `

` + stackHelp + `

Exit codes: 0 no errors; 1 errors in the programs; 2 the command was used
wrongly, nothing was checked; 3 something could not be checked.`

type checkCommand struct {
	*app
	schemas        schemaFlags
	rules          ruleFlags
	mode           modeFlag
	stack          stackFlag
	format         string
	requireSchemas bool
}

func (a *app) checkCommand() *cobra.Command {
	c := &checkCommand{app: a}
	cmd := &cobra.Command{
		Use:     "check [PATH...]",
		Short:   "Print the findings for programs",
		Long:    checkHelp,
		Example: "  pcl-lsp check\n  pcl-lsp check --schema ./schemas --format json infra",
		RunE:    func(cmd *cobra.Command, args []string) error { return c.run(cmd.Context(), args) },
	}
	c.schemas.register(cmd)
	c.rules.register(cmd)
	c.mode.register(cmd)
	c.stack.register(cmd)
	cmd.Flags().StringVar(&c.format, "format", "text", "how findings are written: `text` or json")
	cmd.Flags().BoolVar(&c.requireSchemas, "require-schemas", false, "exit with 3 if the schema of a package is missing")
	return cmd
}

func (c *checkCommand) run(ctx context.Context, args []string) error {
	if formats := []string{"text", "json"}; !slices.Contains(formats, c.format) {
		return fmt.Errorf("unknown format %q%s; there are %s", c.format, suggestion(c.format, formats), strings.Join(formats, ", "))
	}
	c.endSoon()
	policy, err := c.rules.policy()
	if err != nil {
		return err
	}
	session, err := c.schemas.session(ctx, c.env, workspace.Options{Mode: c.mode.mode, ModeChosen: c.mode.chosen, Stack: c.stack.name})
	if err != nil {
		return err
	}
	paths, err := c.env.paths(args)
	if err != nil {
		return err
	}
	snapshot := session.Apply(workspace.PolicyChanged{Policy: policy})
	found, err := snapshot.Discover(paths...)
	if err != nil {
		return c.env.named(err, paths)
	}
	if err := usableSettings(c.env, snapshot, found.Targets); err != nil {
		return err
	}
	results, err := diagnoseAll(ctx, snapshot, found.Targets)
	if err != nil {
		return uncheckable(err)
	}
	var dirs []string
	for _, t := range found.Targets {
		dirs = append(dirs, t.Dir)
	}
	noteMissing(c.stderr, snapshot, dirs...)
	r := c.report(snapshot, found, results)
	if err := c.write(r); err != nil {
		return uncheckable(fmt.Errorf("cannot write the findings: %w", err))
	}
	return c.verdict(r, results)
}

// diagnoseAll checks programs, several at once. The results are in the order of the
// targets.
func diagnoseAll(ctx context.Context, snapshot *workspace.Snapshot, targets []workspace.Target) ([][]analysis.Diagnostic, error) {
	results := make([][]analysis.Diagnostic, len(targets))
	errs := make([]error, len(targets))
	snapshot.Each(len(targets), func(i int) { results[i], errs[i] = diagnose(ctx, snapshot, targets[i].Dir) })
	return results, errors.Join(errs...)
}

// diagnose checks one program. A fault of the checker is an error of that program.
func diagnose(ctx context.Context, snapshot *workspace.Snapshot, dir string) (found []analysis.Diagnostic, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("internal error while checking %s: %v\n%s", dir, r, debug.Stack())
		}
	}()
	byFile, err := snapshot.Diagnose(ctx, snapshot.ProgramIn(dir))
	if errors.Is(err, context.Canceled) {
		return nil, errors.New("interrupted; nothing was reported")
	}
	for _, inFile := range byFile {
		found = append(found, inFile...)
	}
	return found, err
}

// report puts together what was asked for.
func (c *checkCommand) report(snapshot *workspace.Snapshot, found *workspace.Discovery, results [][]analysis.Diagnostic) *report.Report {
	r := &report.Report{
		Programs: len(found.Targets),
		Name:     c.env.relative,
		Text: func(path string) string {
			file, _, _, ok := snapshot.File(path)
			if !ok {
				return ""
			}
			return file.Text()
		},
	}
	for i, t := range found.Targets {
		r.FilesChecked += len(t.Files)
		if len(t.Files) == 0 {
			r.FilesChecked += len(snapshot.ProgramIn(t.Dir).Files)
		}
		for _, d := range results[i] {
			if len(t.Files) == 0 || slices.Contains(t.Files, d.Path) {
				r.Findings = append(r.Findings, d)
			}
		}
	}
	for _, p := range found.Problems {
		r.Problems = append(r.Problems, strings.ReplaceAll(p.String(), p.Path, c.env.relative(p.Path)))
	}
	for _, use := range snapshot.PackagesUsed() {
		s := report.Schema{Package: use.Ref.Name, Version: use.Version, Problem: use.Reason, Install: use.Install}
		if use.Path != "" {
			s.File = c.env.relative(filepath.ToSlash(use.Path))
		}
		r.Schemas = append(r.Schemas, s)
	}
	return r
}

func (c *checkCommand) write(r *report.Report) error {
	if c.format == "json" {
		return r.JSON(c.stdout)
	}
	return r.WriteText(c.stdout, report.Style{Colour: c.env.colour()})
}

// verdict is the exit code for a report that was written. What could not be
// checked outranks what was found.
func (c *checkCommand) verdict(r *report.Report, results [][]analysis.Diagnostic) error {
	for _, p := range r.Problems {
		fmt.Fprintf(c.stderr, "pcl-lsp: not checked: %s\n", p)
	}
	if c.requireSchemas {
		for _, s := range r.Schemas {
			if s.Problem != "" {
				return uncheckable(fmt.Errorf("package %s has no usable schema: %s", s.Package, s.Problem))
			}
		}
	}
	switch {
	case len(r.Problems) > 0:
		return failure{code: exitUnchecked}
	case r.Summary().Errors > 0:
		return failure{code: exitFindings}
	}
	return nil
}
