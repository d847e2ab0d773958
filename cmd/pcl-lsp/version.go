package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/process"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/schemaflags"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// This file implements `pcl-lsp version`.

func (a *app) versionCommand() *cobra.Command {
	asJSON := false
	cmd := command("version", cobra.NoArgs, func(_ context.Context, _ []string) error {
		v := process.Build()
		v.Pulumi.Installed, _ = schemaflags.PulumiIn(disk.Machine{}, a.env.variable("PATH"))()
		if asJSON {
			return report.WriteJSON(a.stdout, v)
		}
		languages := "PCL of Pulumi " + v.Pulumi.Oldest + " to " + v.Pulumi.Newest
		if v.Pulumi.Installed != "" {
			languages += "; " + v.Pulumi.Installed + " is installed"
		}
		_, err := fmt.Fprintf(a.stdout, "%s\n%s\n", v, languages)
		return err
	})
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}
