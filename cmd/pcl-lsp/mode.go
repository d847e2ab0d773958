package main

import (
	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/analysis"
)

// This file implements the flag that sets the strictness.

const modeHelp = `The mode sets the strictness: strict is for programs that run directly, lenient for
programs that were converted from another language and may be incomplete. Without --mode,
the nearest .pcl-lsp.yaml decides. A list relaxes only some rules:

  vars    undeclared names are warnings
  props   no property is required; unknown properties of objects are warnings
  res     mistakes in the body of a resource are warnings
  invoke  unknown functions of packages are not reported
  range   ranges and loops over values that are not collections are warnings`

// modeFlag is the flag --mode. Without it, settings files decide.
type modeFlag struct {
	mode   analysis.Mode
	text   string
	chosen bool
}

func (f *modeFlag) register(cmd *cobra.Command) {
	f.text = "strict"
	cmd.Flags().Var(f, "mode", "strictness: `strict`, lenient, or a comma-separated list of vars, props, res, invoke and range")
}

// String returns the text of the flag.
func (f *modeFlag) String() string { return f.text }

// Set parses the text of the flag.
func (f *modeFlag) Set(text string) error {
	mode, err := analysis.ParseMode(text)
	if err == nil {
		f.mode, f.text, f.chosen = mode, text, true
	}
	return err
}

// Type is the kind of value, for help texts.
func (f *modeFlag) Type() string { return "mode" }
