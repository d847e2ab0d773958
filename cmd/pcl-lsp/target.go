package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/analysis/targets"
)

// This file implements the flag that names the languages to convert programs to.

// targetFlag is the flag --target. Without it, settings files decide.
type targetFlag struct{ set targets.Set }

func (f *targetFlag) register(cmd *cobra.Command) {
	usage := "report what the generators of these `LANGUAGES` cannot express, a comma-separated list of " +
		strings.Join(targets.Names(), ", ") + " (default: the settings file, or none)"
	valueVar(cmd, "target", "", usage, func(text string) (shown string, err error) {
		set, err := targets.Parse(strings.Split(text, ","))
		f.set |= set // given several times, the flag adds up
		return f.set.String(), err
	})
}
