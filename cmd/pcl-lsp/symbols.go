package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/outline"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// This file implements `pcl-lsp symbols`.

const symbolsHelp = `Lists the declarations that match the query, in the programs at or below the path, or below
the current directory. A declaration matches if its name or type contains the letters of
the query in order; the best matches come first. Without a query, or with "", all
declarations are listed. Findings do not affect the exit code.`

type symbolsCommand struct {
	*app
	limit  limitFlag
	format string
	most   int
}

func (a *app) symbolsCommand() *cobra.Command {
	c := &symbolsCommand{app: a}
	cmd := &cobra.Command{
		Use:   "symbols [QUERY] [PATH]",
		Short: "Search declarations",
		Long:  symbolsHelp,
		Example: `  pcl-lsp symbols bucket
  pcl-lsp symbols "" infra
  pcl-lsp symbols --format json vpc infra | jq -r '.symbols[].name'`,
		Args: takes(0, 2, "too many arguments; write pcl-lsp symbols [QUERY] [PATH]"),
		RunE: func(cmd *cobra.Command, args []string) error { return c.run(cmd.Context(), args) },
	}
	formatVar(cmd, &c.format, "text", "json")
	c.limit.register(cmd)
	cmd.Flags().IntVar(&c.most, "most", 256, "list at most `N` declarations")
	return cmd
}

// symbolsDocument is the output of --format json.
type symbolsDocument struct {
	Symbols []symbolEntry `json:"symbols"`
}

type symbolEntry struct {
	Name   string `json:"name"`
	Kind   string `json:"kind"`
	Detail string `json:"detail,omitempty"`
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
}

func (c *symbolsCommand) run(ctx context.Context, args []string) error {
	if c.most < 1 {
		return fmt.Errorf("--most %d: use at least 1", c.most)
	}
	query := ""
	if len(args) > 0 {
		query, args = args[0], args[1:]
	}
	paths, err := c.env.paths(args)
	if err != nil {
		return err
	}
	c.endSoon()
	snapshot := workspace.New(workspace.Options{Limit: c.limit.limit}).Snapshot()
	found, err := snapshot.Discover(paths...)
	if err != nil {
		return c.env.named(err, paths)
	}
	search := outline.NewSearch(query, c.most)
	for _, t := range found.Targets {
		if ctx.Err() != nil {
			return uncheckable(errInterrupted)
		}
		if p := snapshot.ProgramIn(t.Dir); p != nil {
			search.Add(p)
		}
	}
	document := symbolsDocument{Symbols: []symbolEntry{}}
	for _, s := range search.Best() {
		file, _, _, ok := snapshot.File(s.Path)
		if !ok {
			continue
		}
		line, column := file.Position(s.NameSpan.Start, syntax.UTF32)
		document.Symbols = append(document.Symbols, symbolEntry{s.Name, s.Kind.String(), s.Detail, c.env.relative(s.Path), line + 1, column + 1})
	}
	return unwritten("the declarations", report.Write(c.stdout, c.format, document, nil, document.write))
}

// write writes a line for each declaration.
func (d symbolsDocument) write(w io.Writer) error {
	for _, s := range d.Symbols {
		detail := ""
		if s.Detail != "" {
			detail = " " + s.Detail
		}
		if _, err := fmt.Fprintf(w, "%s:%d:%d: %s %s%s\n", s.File, s.Line, s.Column, s.Kind, s.Name, detail); err != nil {
			return err
		}
	}
	return nil
}
