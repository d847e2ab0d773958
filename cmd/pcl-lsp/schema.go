package main

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/schemaflags"
)

// This file implements `pcl-lsp schema`.

const schemaCommandHelp = `Shows which package schemas programs are checked with, and their contents.

` + schemaflags.Help

func (a *app) schemaCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "schema",
		Short: "Show the package schemas that programs use",
		Long:  schemaCommandHelp,
		Example: `  pcl-lsp schema list infra
  pcl-lsp schema where aws@6.0.0
  pcl-lsp schema show random random:index/randomPet:RandomPet`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("choose a command: pcl-lsp schema list, show or where")
			}
			return unknownCommand(cmd, args)
		},
		RunE: func(*cobra.Command, []string) error { return nil }, // Args refuses everything
	}
	cmd.AddCommand(a.schemaListCommand(), a.schemaShowCommand(), a.schemaWhereCommand())
	return cmd
}
