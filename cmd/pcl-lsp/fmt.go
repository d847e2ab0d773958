package main

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/format"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/ask"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/checking"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
	"github.com/pcl-lsp/pcl-lsp/workspace/replace"
)

// This file implements `pcl-lsp fmt`.

type fmtCommand struct {
	*app
	check, diff bool
	input       inputFlags
	limit       limitFlag
}

func (a *app) fmtCommand() *cobra.Command {
	c := &fmtCommand{app: a}
	cmd := command("fmt", nil, c.run)
	cmd.Flags().BoolVar(&c.check, "check", false, "write nothing, print the names of the files that would change, and exit with 1 if there are any")
	cmd.Flags().BoolVar(&c.diff, "diff", false, "write nothing, and print the changes as a unified diff")
	c.input.register(cmd)
	c.limit.register(cmd)
	return cmd
}

func (c *fmtCommand) run(ctx context.Context, args []string) error {
	named := c.input.stdinFilename != ""
	if slices.Contains(args, "-") && !named {
		c.input.stdinFilename = "stdin.pp" // the name appears in messages only
	}
	in, err := c.input.read(c.app, args)
	if err != nil {
		return err
	}
	files, problems, err := c.files(in)
	if err == nil && named {
		err = c.refuseForeign(in, files[0])
	}
	if err != nil {
		return err
	}
	all, broken := c.format(files)
	failed := broken || len(problems) > 0
	for _, p := range problems {
		fmt.Fprintf(c.stderr, "pcl-lsp: not formatted: %s\n", strings.ReplaceAll(p.String(), p.Path, c.env.relative(p.Path)))
	}
	if failed && in.Stdin == nil && !c.check && !c.diff {
		return uncheckable(errors.New("nothing was changed"))
	}
	err = rewriter{app: c.app, check: c.check, diff: c.diff, filter: in.Stdin != nil}.finish(ctx, all)
	if failed && codeOf(err) != exitUnchecked {
		return failure{code: exitUnchecked}
	}
	return err
}

// refuseForeign returns an error if standard input stands for a file that is not PCL, and prints it as it is. The files around need not be read
// for a text that can only be PCL.
func (c *fmtCommand) refuseForeign(in ask.Input, file *syntax.File) error {
	if file.HasTypical() {
		return nil
	}
	_, _, err := in.Program(workspace.New(workspace.Options{FS: disk.Machine{}}))
	if err != nil && !c.check && !c.diff {
		fmt.Fprint(c.stdout, in.Stdin.Text)
	}
	return err
}

// files returns the files to format, and problems of reading them.
func (c *fmtCommand) files(in ask.Input) ([]*syntax.File, []workspace.Problem, error) {
	if in.Stdin != nil {
		return []*syntax.File{syntax.Parse(in.Stdin.Path, in.Stdin.Text, nil)}, nil, nil
	}
	confined := &disk.Confined{FS: disk.Machine{}}
	confined.Follows.Store(!c.diff)
	snapshot, found, err := in.Discover(workspace.New(workspace.Options{FS: confined, Limit: c.limit.limit, Embedded: workspace.Embedded, SearchIgnored: c.input.noGitignore}))
	if err != nil {
		return nil, nil, err
	}
	reach, err := in.Reach(snapshot)
	if err != nil {
		return nil, nil, err
	}
	var files []*syntax.File
	for _, t := range found.Targets {
		c.noteLinks(reach, checking.FilesOf(snapshot, t))
		if t.Embeds() {
			if !workspace.IsMarkdown(t.Dir) {
				return nil, nil, fmt.Errorf("%s is not a .pp, .pcl or Markdown file", c.env.relative(t.Dir))
			}
			if source, _, _, ok := snapshot.File(t.Dir); ok && reach.MayChange(t.Dir) {
				files = append(files, source)
			}
			continue
		}
		for _, file := range snapshot.ProgramIn(t.Dir).Files {
			named := slices.Contains(t.Files, file.Path)
			switch why := workspace.WhyUnparsed(file); {
			case !reach.MayChange(file.Path):
			case file.IsLarge() && errors.Is(why, disk.ErrLeaves):
				found.Problems = append(found.Problems, workspace.Problem{Path: file.Path, Err: why})
			case file.IsLarge() && named:
				fmt.Fprintf(c.stderr, "pcl-lsp: not formatted: %s: %v\n", c.env.relative(file.Path), why)
			case !file.IsLarge() && (len(t.Files) == 0 || named):
				files = append(files, file)
			}
		}
	}
	problems := slices.DeleteFunc(found.Problems, func(p workspace.Problem) bool { return path.Ext(p.Path) == ".yaml" || path.Ext(p.Path) == ".yml" })
	return files, problems, nil
}

// format formats files. It prints which ones have syntax errors and leaves them as they are.
func (c *fmtCommand) format(files []*syntax.File) (all []replace.File, broken bool) {
	for _, file := range files {
		r := replace.File{Path: file.Path, Name: c.env.relative(file.Path), Old: file.Text(), New: file.Text()}
		at, bad := file.FirstError()
		switch {
		case bad:
		case workspace.IsMarkdown(file.Path):
			r.New, at, bad = format.Markdown(r.Old)
		default:
			r.New = format.Text(file)
		}
		if bad {
			broken = true
			fmt.Fprintf(c.stderr, "pcl-lsp: not formatted: %s:%d has a syntax error\n", r.Name, file.Line(at)+1)
		}
		all = append(all, r)
	}
	return all, broken
}
