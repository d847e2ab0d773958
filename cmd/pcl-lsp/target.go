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
	cmd.Flags().Var(f, "target", "report what the generators of these `LANGUAGES` cannot express, a comma-separated list of "+strings.Join(targets.Names(), ", ")+" (default: the settings file, or none)")
}

// String returns the names of the languages.
func (f *targetFlag) String() string { return f.set.String() }

// Set parses the text of the flag. Given several times, the flag adds up.
func (f *targetFlag) Set(text string) error {
	set, err := targets.Parse(strings.Split(text, ","))
	f.set |= set
	return err
}

// Type is the kind of value, for help texts.
func (f *targetFlag) Type() string { return "targets" }
