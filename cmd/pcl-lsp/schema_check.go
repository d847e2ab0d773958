package main

import (
	"errors"

	"github.com/spf13/cobra"
)

// This file implements `pcl-lsp schema check`.

const schemaCheckHelp = `Checks the examples in the descriptions of package schemas: each code block whose fence
says pcl or pp is checked as a program of its own, unless the word ignore follows. For the
packages of the files, these files are the schemas. All options are those of the command
check.`

func (a *app) schemaCheckCommand() *cobra.Command {
	cmd := a.checkCommand()
	check := cmd.RunE
	cmd.Use, cmd.Short, cmd.Long = "check FILE...", "Check the examples in package schemas", schemaCheckHelp
	cmd.Example = `  pcl-lsp schema check schema.json
  pcl-lsp schema check --schema ./schemas --format json schema.json`
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return errors.New("name the files of package schemas")
		}
		for _, file := range args {
			if err := cmd.Flags().Set("schema", file); err != nil {
				return err
			}
		}
		return check(cmd, args)
	}
	return cmd
}
