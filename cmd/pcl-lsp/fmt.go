package main

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/format"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// This file implements `pcl-lsp fmt`.

const fmtHelp = `Lays out the programs at or below the paths, or below the current directory, as an
editor does: there is one layout, and only white space changes. The names of the files
that were changed are printed.

A path is a directory, which is searched for programs, a .pp file, or a pattern. Hidden
directories, node_modules and linked directories are not searched. Files ending in .pp
that are Puppet or Pascal are left alone. With - the text of one file is read from
standard input, and printed laid out.

A file below the paths that is a link to one elsewhere is left alone; name it to lay
out what it leads to.

Files are replaced in one step each, when all are laid out. None is if one has a syntax
error, which is printed, or if one cannot be written or was changed meanwhile; with - the
text is then printed as it is.

Exit codes: 0 done; 1 with --check, some file would change; 2 the command was used
wrongly; 3 something could not be laid out, and nothing was changed.`

type fmtCommand struct {
	*app
	check, diff bool
	input       inputFlags
}

func (a *app) fmtCommand() *cobra.Command {
	c := &fmtCommand{app: a}
	cmd := &cobra.Command{
		Use:   "fmt [PATH...]",
		Short: "Lay out programs",
		Long:  fmtHelp,
		Example: `  pcl-lsp fmt
  pcl-lsp fmt --check --diff infra
  pcl-lsp fmt - < draft.pp`,
		RunE: func(cmd *cobra.Command, args []string) error { return c.run(cmd.Context(), args) },
	}
	cmd.Flags().BoolVar(&c.check, "check", false, "write nothing, print the names of the files that would change, and exit with 1 if there are any")
	cmd.Flags().BoolVar(&c.diff, "diff", false, "write nothing, and print the changes as a unified diff")
	c.input.register(cmd)
	return cmd
}

func (c *fmtCommand) run(ctx context.Context, args []string) error {
	if slices.Contains(args, "-") && c.input.stdinFilename == "" {
		c.input.stdinFilename = "stdin.pp" // the name does not matter but in messages
	}
	in, err := c.input.read(c.app, args)
	if err != nil {
		return err
	}
	files, problems, err := c.files(in)
	if err != nil {
		return err
	}
	all, broken := c.layOut(files)
	failed := broken || len(problems) > 0
	for _, p := range problems {
		fmt.Fprintf(c.stderr, "pcl-lsp: not laid out: %s\n", strings.ReplaceAll(p.String(), p.Path, c.env.relative(p.Path)))
	}
	if failed && in.stdin == nil && !c.check && !c.diff {
		return uncheckable(errors.New("nothing was changed"))
	}
	return c.finish(ctx, in, all, failed)
}

// finish puts laid out texts where they belong.
func (c *fmtCommand) finish(ctx context.Context, in input, all []rewrite, failed bool) error {
	changed := slices.DeleteFunc(slices.Clone(all), func(r rewrite) bool { return r.old == r.new })
	w := rewriter{app: c.app, name: c.env.relative, diff: c.diff, filter: in.stdin != nil}
	if !c.check || c.diff {
		if err := w.put(ctx, all); err != nil {
			return uncheckable(err)
		}
	}
	if in.stdin == nil && !c.diff {
		for _, r := range changed {
			fmt.Fprintln(c.shown(), c.env.relative(r.path))
		}
	}
	switch {
	case failed:
		return failure{code: exitUnchecked}
	case c.check && len(changed) > 0:
		return failure{code: exitFindings}
	}
	return nil
}

// files are those to be laid out, by path.
func (c *fmtCommand) files(in input) ([]*syntax.File, []workspace.Problem, error) {
	if in.stdin != nil {
		return []*syntax.File{syntax.Parse(in.stdin.Path, in.stdin.Text, nil)}, nil, nil
	}
	snapshot, found, err := in.discover(c.env, workspace.New(workspace.Options{}))
	if err != nil {
		return nil, nil, err
	}
	reach, err := in.reach(c.env, snapshot)
	if err != nil {
		return nil, nil, err
	}
	var files []*syntax.File
	for _, t := range found.Targets {
		c.tellLinks(reach, filesOf(snapshot, t))
		for _, file := range snapshot.ProgramIn(t.Dir).Files {
			if reach.mayChange(file.Path) && (len(t.Files) == 0 || slices.Contains(t.Files, file.Path)) {
				files = append(files, file)
			}
		}
	}
	problems := slices.DeleteFunc(found.Problems, func(p workspace.Problem) bool { return path.Base(p.Path) == "Pulumi.yaml" })
	return files, problems, nil
}

// layOut lays out files. Those that cannot be parsed are told of and stay as they are.
func (c *fmtCommand) layOut(files []*syntax.File) (all []rewrite, broken bool) {
	for _, file := range files {
		r := rewrite{path: file.Path, old: file.Text(), new: file.Text()}
		if at, bad := firstSyntaxError(file); bad {
			broken = true
			fmt.Fprintf(c.stderr, "pcl-lsp: not laid out: %s:%d has a syntax error\n", c.env.relative(file.Path), file.Line(at)+1)
		} else {
			r.new = laidOut(file)
		}
		all = append(all, r)
	}
	return all, broken
}

// laidOut is the text of a file in its layout.
func laidOut(file *syntax.File) string {
	var edits []change.Edit
	for _, e := range format.Edits(file) {
		edits = append(edits, change.Edit{Path: file.Path, Span: e.Span, Text: e.Text})
	}
	return change.Applied(file, edits).Text()
}
