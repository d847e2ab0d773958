package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/hover"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/outline"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/ask"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/checking"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/typesys/lazy"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/prose"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// This file implements `pcl-lsp query`, and the commands dump, hover and symbols, which it has replaced.

type queryCommand struct {
	*app
	programFlags
	format, name string
	most         int
	all          bool
}

func (a *app) queryCommand() *cobra.Command { return a.queryFlags((*queryCommand).run) }

// queryFlags returns the command query, which answers by a function.
func (a *app) queryFlags(run func(*queryCommand, context.Context, []string) error) *cobra.Command {
	c := &queryCommand{app: a}
	cmd := command("query", takes(0, 1, "name one path or position: pcl-lsp query [PATH|FILE:LINE:COLUMN]"),
		func(ctx context.Context, args []string) error { return run(c, ctx, args) })
	formatVar(cmd, &c.format, "text", "markdown", "json")
	flags := cmd.Flags()
	flags.StringVar(&c.name, "name", "", "list only declarations whose name or type contains the letters of the `TEXT` in order")
	flags.IntVar(&c.most, "most", 256, "list at most `N` declarations")
	flags.BoolVar(&c.all, "all", false, "print everything known about one program, as JSON")
	c.schemas.Register(flags)
	register(cmd, c.judge.register, c.stack.register, c.limit.register, c.token.register)
	return cmd
}

// formerQuery returns a command that query has replaced. It is hidden, and stays for one release.
func formerQuery(use string, least, most int, run func(*queryCommand, context.Context, []string) error) func(*app) *cobra.Command {
	return func(a *app) *cobra.Command {
		cmd := a.queryFlags(run)
		cmd.Use, cmd.Hidden, cmd.Short, cmd.Example = use, true, "Former name of `pcl-lsp query`", "  pcl-lsp "+use
		cmd.Args = takes(least, most, "write pcl-lsp "+use)
		return cmd
	}
}

func (c *queryCommand) run(ctx context.Context, args []string) error {
	isPlace := len(args) > 0 && endsInNumber.Get().MatchString(args[0])
	switch {
	case c.all && (isPlace || c.name != ""):
		return errors.New("--all prints everything about one program; name its directory or a .pcl file, without a position and --name")
	case c.all:
		return c.everything(ctx, args)
	case isPlace && c.name != "":
		return errors.New("--name lists declarations; name a path, and no position")
	case isPlace:
		return c.hover(ctx, args)
	}
	return c.declarations(ctx, args)
}

// endsInNumber matches what is meant as a position.
var endsInNumber = lazy.Regexp(`:\d+$`)

func (c *queryCommand) everything(ctx context.Context, args []string) error {
	snapshot, program, err := c.program(ctx, &c.schemas, c.options(), args)
	if err != nil {
		return err
	}
	checking.NoteMissing(c.stderr, snapshot.Stack(), checking.IsConfigured(program))
	dump, err := analysis.DumpProgram(ctx, program)
	if err != nil {
		return uncheckable(err)
	}
	if err := report.WriteJSON(c.stdout, dump); err != nil {
		return unwritten("the dump", err)
	}
	if problems := snapshot.Problems(program.Dir); len(problems) > 0 {
		return uncheckable(fmt.Errorf("the dump is incomplete: %v", problems[0]))
	}
	return nil
}

func (c *queryCommand) hover(ctx context.Context, args []string) error {
	name, line, last, ok := ask.CutPosition(args[0])
	column, err := strconv.Atoi(last)
	if !ok || err != nil || column < 1 {
		return fmt.Errorf("%q is not a position; write FILE:LINE:COLUMN, such as main.pp:12:9, counted from 1", args[0])
	}
	snapshot, paths, err := c.open(ctx, &c.schemas, c.options(), []string{name})
	if err != nil {
		return err
	}
	program, file, err := ask.FileWith(snapshot, paths[0], c.env.relative(paths[0]), line)
	if err != nil {
		return err
	}
	found, err := hover.At(ctx, program, file.Path, file.Offset(line-1, column-1, syntax.UTF32))
	if err != nil {
		return uncheckable(err)
	}
	if found == nil {
		return nil
	}
	h := report.Hover{File: c.env.relative(file.Path), Source: file, Found: found}
	return unwritten("the hover text", report.Write(c.stdout, c.format, h.Document(), h.Markdown, h.Text))
}

// named lists the declarations that match the first argument, as the command symbols did.
func (c *queryCommand) named(ctx context.Context, args []string) error {
	if len(args) > 0 {
		c.name, args = args[0], args[1:]
	}
	return c.declarations(ctx, args)
}

func (c *queryCommand) declarations(ctx context.Context, args []string) error {
	switch {
	case c.most < 1:
		return fmt.Errorf("--most %d: use at least 1", c.most)
	case c.format == "markdown":
		return errors.New("--format markdown works only with a position: pcl-lsp query FILE:LINE:COLUMN")
	}
	paths, err := c.env.paths(args)
	if err != nil {
		return err
	}
	snapshot := workspace.New(workspace.Options{Limit: c.limit.limit}).Snapshot()
	found, err := snapshot.Discover(paths...)
	if err != nil {
		return ask.Dir(c.env.dir).Named(err, paths)
	}
	search := outline.NewSearch(c.name, math.MaxInt)
	for _, t := range found.Targets {
		if ctx.Err() != nil {
			return uncheckable(errInterrupted)
		}
		if p := snapshot.ProgramIn(t.Dir); p != nil {
			search.Add(p)
		}
	}
	all := search.Best()
	if c.name == "" {
		lists.SortStable(all, func(a, b outline.Declaration) int {
			return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.NameSpan.Start, b.NameSpan.Start))
		})
	}
	if more := len(all) - c.most; more > 0 {
		all = all[:c.most]
		fmt.Fprintf(c.stderr, "pcl-lsp: %s not listed; use --most to list more\n", prose.Counted(more, "more declaration"))
	}
	list := report.NewDeclarations()
	for _, s := range all {
		file, _, _, ok := snapshot.File(s.Path)
		if !ok {
			continue
		}
		list.Add(s, c.env.relative(s.Path), file)
	}
	return unwritten("the declarations", report.Write(c.stdout, c.format, list, nil, list.Text))
}
