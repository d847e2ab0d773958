package main

import (
	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/schemaflags"
)

// This file implements `pcl-lsp schema`.

const schemaCommandHelp = `Shows which package schemas programs are checked with, their contents, and what changed
between two versions of one.

` + schemaflags.Help

func (a *app) schemaCommand() *cobra.Command {
	return group(&cobra.Command{
		Use:   "schema",
		Short: "Show the package schemas that programs use",
		Long:  schemaCommandHelp,
		Example: `  pcl-lsp schema list infra
  pcl-lsp schema where aws@6.0.0
  pcl-lsp schema show random random:index/randomPet:RandomPet
  pcl-lsp schema diff random@4.16.0 random@4.21.1
  pcl-lsp schema check schema.json`,
	}, "choose a command: pcl-lsp schema list, show, where, diff or check",
		a.schemaListCommand(), a.schemaShowCommand(), a.schemaWhereCommand(), a.schemaDiffCommand(), a.schemaCheckCommand())
}
