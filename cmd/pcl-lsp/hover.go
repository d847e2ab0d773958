package main

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/hover"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/schemaflags"
	"github.com/pcl-lsp/pcl-lsp/typesys/prose"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// This file implements `pcl-lsp hover`.

const hoverHelp = `Prints the hover text of an editor at a position: the type of an expression, the meaning
of a name, or the documentation of an input. Lines and columns count from 1; columns count
characters. Prints nothing if there is no hover text. Findings do not affect the exit
code.

` + schemaflags.Help + `

` + judgeHelp + `

` + stackHelp + `

` + tokenHelp

type hoverCommand struct {
	*app
	programFlags
	format string
}

func (a *app) hoverCommand() *cobra.Command {
	c := &hoverCommand{app: a}
	cmd := &cobra.Command{
		Use:   "hover FILE:LINE:COLUMN",
		Short: "Print the hover text at a position",
		Long:  hoverHelp,
		Example: `  pcl-lsp hover infra/main.pp:12:9
  pcl-lsp hover --format markdown infra/main.pp:12:9
  pcl-lsp hover --stack dev --format json infra/main.pp:12:9 | jq -r .text`,
		Args: takes(1, 1, "name one position: pcl-lsp hover FILE:LINE:COLUMN"),
		RunE: func(cmd *cobra.Command, args []string) error { return c.run(cmd.Context(), args[0]) },
	}
	formatVar(cmd, &c.format, "text", "markdown", "json")
	c.schemas.Register(cmd.Flags())
	register(cmd, c.judge.register, c.stack.register, c.limit.register, c.token.register)
	return cmd
}

// hoverDocument is the output of --format json.
type hoverDocument struct {
	File     string     `json:"file"`
	Range    hoverRange `json:"range"`
	Text     string     `json:"text"`
	Markdown string     `json:"markdown"`
}

type hoverRange struct {
	Start hoverPosition `json:"start"`
	End   hoverPosition `json:"end"`
}

type hoverPosition struct {
	Line   int `json:"line"`
	Column int `json:"column"`
}

func (c *hoverCommand) run(ctx context.Context, written string) error {
	name, line, column, err := placeArgument(written)
	if err != nil {
		return err
	}
	c.endSoon()
	snapshot, paths, err := c.open(ctx, &c.schemas, c.options(), []string{name})
	if err != nil {
		return err
	}
	path := paths[0]
	program := snapshot.Program(path)
	if program == nil {
		return fmt.Errorf("%s is not a readable PCL file; name a .pp or .pcl file: pcl-lsp hover FILE:LINE:COLUMN", c.env.relative(path))
	}
	file, _ := program.File(path)
	if file.IsLarge() {
		return fmt.Errorf("%s: %w", c.env.relative(path), workspace.WhyUnparsed(file))
	}
	if line > file.LineCount() {
		return fmt.Errorf("%s has only %d lines, not %d", c.env.relative(path), file.LineCount(), line)
	}
	found, err := hover.At(ctx, program, path, file.Offset(line-1, column-1, syntax.UTF32))
	if err != nil {
		return uncheckable(err)
	}
	if found == nil {
		return nil
	}
	return unwritten("the hover text", c.print(file, found))
}

func (c *hoverCommand) print(file *syntax.File, found *hover.Hover) error {
	text := found.Text
	switch c.format {
	case "json":
		at := func(offset int) hoverPosition {
			line, column := file.Position(offset, syntax.UTF32)
			return hoverPosition{line + 1, column + 1}
		}
		return report.WriteJSON(c.stdout, hoverDocument{c.env.relative(file.Path), hoverRange{at(found.Span.Start), at(found.Span.End)}, found.Text, found.Markdown})
	case "markdown":
		text = found.Markdown
	}
	_, err := io.WriteString(report.NewPlain(c.stdout), strings.TrimRight(text, "\n")+"\n")
	return err
}

// placeArgument reads FILE:LINE:COLUMN. Both numbers count from 1.
func placeArgument(written string) (name string, line, column int, err error) {
	rest, columnText, ok := prose.CutLast(written, ":")
	name, lineText, ok2 := prose.CutLast(rest, ":")
	line, lineErr := strconv.Atoi(lineText)
	column, columnErr := strconv.Atoi(columnText)
	if !ok || !ok2 || name == "" || lineErr != nil || columnErr != nil || line < 1 || column < 1 {
		return "", 0, 0, fmt.Errorf("%q is not a position; write FILE:LINE:COLUMN, such as main.pp:12:9, counted from 1", written)
	}
	return name, line, column, nil
}
