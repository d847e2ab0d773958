package main

import (
	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/analysis"
)

// This file implements the flag that says how much the rules forgive.

const modeHelp = `The mode is strict, the rules of programs that are run directly, or lenient,
those for programs that were converted from another language and may be
incomplete. Without --mode the nearest .pcl-lsp.yaml decides. A list relaxes some rules only:

  vars    names that nothing declares are warnings
  props   nothing is required, unknown properties of objects are warnings
  res     what is wrong in the body of a resource is a warning
  invoke  unknown functions of packages are not reported
  range   ranges and loops over what is no collection are warnings`

// modeFlag is the mode that a flag gives. Without the flag settings files decide.
type modeFlag struct {
	mode   analysis.Mode
	text   string
	chosen bool
}

func (f *modeFlag) register(cmd *cobra.Command) {
	f.text = "strict"
	cmd.Flags().Var(f, "mode", "how much the rules forgive: `strict`, lenient, or a list out of vars,props,res,invoke,range")
}

// String is the text that was given.
func (f *modeFlag) String() string { return f.text }

// Set reads the text of the flag.
func (f *modeFlag) Set(text string) error {
	mode, err := analysis.ParseMode(text)
	if err == nil {
		f.mode, f.text, f.chosen = mode, text, true
	}
	return err
}

// Type is the kind of value, for the help.
func (f *modeFlag) Type() string { return "mode" }
