package main

import (
	"context"
	"embed"
	"fmt"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/schemaflags"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file makes commands with the texts of their help. A file in the folder texts has the usage, a sentence, the
// description and the examples of a command. Braces stand for what several descriptions have in common: {{stack}}.

//go:embed texts/*
var texts embed.FS

// command returns a command that a file describes.
func command(name string, args cobra.PositionalArgs, run func(ctx context.Context, args []string) error) *cobra.Command {
	cmd := &cobra.Command{Args: args}
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return run(cmd.Context(), args) }
	text := helpText(name)
	cmd.Use, text, _ = strings.Cut(text, "\n")
	cmd.Short, text, _ = strings.Cut(text, "\n\n")
	cmd.Long, cmd.Example, _ = strings.Cut(text, "\n\nExamples:\n")
	return cmd
}

// helpText returns the text of a file, with what braces stand for.
func helpText(name string) string { return shared().Replace(fileOf(name)) }

func fileOf(name string) string {
	text, err := texts.ReadFile("texts/" + name + ".txt")
	if err != nil {
		panic(err) // the tests make all commands
	}
	return strings.TrimSuffix(string(text), "\n")
}

// shared are the texts that several descriptions have.
var shared = sync.OnceValue(func() *strings.Replacer {
	formats := lists.Map(report.Formats(), func(f report.Format) string { return fmt.Sprintf("  %-11s %s\n", f.Name, f.About) })
	return strings.NewReplacer("{{schemas}}", schemaflags.Help, "{{judge}}", judgeHelp, "{{stack}}", stackHelp, "{{token}}", fileOf("_token"),
		"{{output}}", strings.Replace(fileOf("_output"), "{{formats}}", strings.Join(formats, ""), 1))
})
