package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/depgraph"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/ask"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
)

// This file implements `pcl-lsp graph`.

type graphCommand struct {
	*app
	programFlags
	format, file, configs string
}

func (a *app) graphCommand() *cobra.Command {
	c := &graphCommand{app: a}
	cmd := command("graph", takes(0, 1, "name the directory of one program: pcl-lsp graph DIR"), c.run)
	cmd.Flags().StringVar(&c.format, "format", "text", "output format: `text`, mermaid, json or html")
	cmd.Flags().StringVar(&c.configs, "configs", string(depgraph.ConfigsUsed), "the configs to show: `used`, all or none")
	cmd.Flags().StringVar(&c.file, "out", "", "write to a `FILE` instead of standard output")
	c.schemas.Register(cmd.Flags())
	register(cmd, c.judge.register, c.limit.register)
	return cmd
}

func (c *graphCommand) run(ctx context.Context, args []string) error {
	if instead := depgraph.Instead(c.format); instead != "" {
		return fmt.Errorf("unknown format %q; %s", c.format, instead)
	}
	if err := ask.OneOf("format", c.format, depgraph.Formats()); err != nil {
		return err
	}
	if err := ask.OneOf("choice of configs", c.configs, depgraph.ConfigChoices()); err != nil {
		return err
	}
	snapshot, program, err := c.program(ctx, &c.schemas, c.options(), args)
	if err != nil {
		return err
	}
	if err := c.print(ctx, program); err != nil {
		return err
	}
	if problems := snapshot.Problems(program.Dir); len(problems) > 0 {
		return uncheckable(fmt.Errorf("the graph is incomplete: %v", problems[0]))
	}
	return nil
}

func (c *graphCommand) print(ctx context.Context, program *analysis.Program) error {
	graph, err := depgraph.Of(ctx, program, depgraph.Options{Configs: depgraph.Configs(c.configs)})
	if err != nil {
		return uncheckable(err)
	}
	places := depgraph.LinesAndColumns(program.Dir)
	var out strings.Builder
	if text, ok := graph.Draw(depgraph.Format(c.format), places); ok {
		out.WriteString(text)
	} else if err := report.WriteJSON(&out, graph.Document(places)); err != nil {
		return uncheckable(err)
	}
	if c.file == "" {
		_, err := io.WriteString(c.stdout, out.String())
		return unwritten("the graph", err)
	}
	if err := os.WriteFile(c.env.native(c.file), []byte(out.String()), 0o644); err != nil {
		return fmt.Errorf("cannot write the graph to %s: %w; name a file in a directory that exists", c.file, err)
	}
	return nil
}
