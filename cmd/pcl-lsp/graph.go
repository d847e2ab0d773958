package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/depgraph"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/schemaflags"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// This file implements `pcl-lsp graph`.

const graphHelp = `Prints how the declarations of the program in a directory depend on each other:
resources, providers, reads, components with what is inside, hooks, outputs, and
the configs that something depends on. Dependencies lead through locals.

What can be made at the same time stands together (a rank). Edges say which option
makes them, whether the value that passes is secret or may be unknown during a
preview, and whether no value passes and the run only waits. What needs itself in a
circle is shown and marked. Findings do not change the exit code.

  text     for reading
  dot      for Graphviz
  mermaid  for Markdown
  json     for tools; docs/graph.md describes it
  svg      a picture that needs nothing else

` + schemaflags.Help + `

` + modeHelp

type graphCommand struct {
	*app
	schemas      schemaflags.Flags
	mode         modeFlag
	format, file string
	configs      string
}

func (a *app) graphCommand() *cobra.Command {
	c := &graphCommand{app: a}
	cmd := &cobra.Command{
		Use:   "graph [DIR]",
		Short: "Print how the declarations of a program depend on each other",
		Long:  graphHelp,
		Example: `  pcl-lsp graph testdata/programs/webshop
  pcl-lsp graph --format svg --out webshop.svg testdata/programs/webshop
  pcl-lsp graph --format json infra | jq '.edges[] | select(.secret)'`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return errors.New("graph wants the directory of one program: pcl-lsp graph DIR")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return c.run(cmd.Context(), args) },
	}
	cmd.Flags().StringVar(&c.format, "format", "text", "how the graph is written: `text`, dot, mermaid, json or svg")
	cmd.Flags().StringVar(&c.configs, "configs", string(depgraph.ConfigsUsed), "which configs are shown: those that something depends on (`used`), all or none")
	cmd.Flags().StringVar(&c.file, "out", "", "write to this `FILE` instead of standard output")
	c.schemas.Register(cmd.Flags())
	c.mode.register(cmd)
	return cmd
}

func (c *graphCommand) run(ctx context.Context, args []string) error {
	if err := oneOf("format", c.format, depgraph.Formats()); err != nil {
		return err
	}
	if err := oneOf("choice of configs", c.configs, depgraph.ConfigChoices()); err != nil {
		return err
	}
	c.endSoon()
	session, err := c.schemas.Session(ctx, c.env.schemas(), workspace.Options{Mode: c.mode.mode, ModeChosen: c.mode.chosen})
	if err != nil {
		return err
	}
	paths, err := c.env.paths(args)
	if err != nil {
		return err
	}
	snapshot := session.Snapshot()
	program := snapshot.ProgramIn(paths[0])
	if program == nil || len(program.Files) == 0 {
		return fmt.Errorf("no PCL program in %s: it has no .pp file that is PCL and can be read; name the directory of a program: pcl-lsp graph DIR", c.env.relative(paths[0]))
	}
	if err := c.print(ctx, program); err != nil {
		return err
	}
	if problems := snapshot.Problems(paths[0]); len(problems) > 0 {
		return uncheckable(fmt.Errorf("not in the graph: %v", problems[0]))
	}
	return nil
}

func (c *graphCommand) print(ctx context.Context, program *analysis.Program) error {
	graph, err := depgraph.Of(ctx, program, depgraph.Options{Configs: depgraph.Configs(c.configs)})
	if err != nil {
		return uncheckable(err)
	}
	write := func(w io.Writer) error {
		if text, ok := graph.Draw(depgraph.Format(c.format)); ok {
			_, err := io.WriteString(w, text)
			return err
		}
		return report.WriteJSON(w, graph.Document(depgraph.LinesAndColumns(program.Dir)))
	}
	if c.file == "" {
		if err := write(c.stdout); err != nil {
			return uncheckable(fmt.Errorf("cannot write the graph: %w", err))
		}
		return nil
	}
	return c.toFile(write)
}

// toFile writes the graph to the file. What was there stays until the graph is made.
func (c *graphCommand) toFile(write func(io.Writer) error) error {
	var text strings.Builder
	if err := write(&text); err != nil {
		return uncheckable(err)
	}
	name := c.file
	if !filepath.IsAbs(name) {
		name = filepath.Join(c.env.dir, name)
	}
	if err := os.WriteFile(name, []byte(text.String()), 0o644); err != nil {
		return fmt.Errorf("cannot write the graph to %s: %w; name a file in a directory that exists", c.file, err)
	}
	return nil
}

// oneOf refuses a word that is none of some, and suggests the nearest.
func oneOf(what, word string, words []string) error {
	if slices.Contains(words, word) {
		return nil
	}
	return fmt.Errorf("unknown %s %q%s; there are %s", what, word, suggestion(word, words), strings.Join(words, ", "))
}
