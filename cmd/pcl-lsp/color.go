package main

import (
	"github.com/spf13/cobra"
)

// This file decides whether text has colours.

const colorHelp = `Text has colours on a terminal. The first of these that applies decides:

  1. --color always or --color never;
  2. NO_COLOR turns colours off, if it is not empty;
  3. FORCE_COLOR or CLICOLOR_FORCE turns them on, if it is neither empty nor 0;
  4. there are none if TERM is dumb, or if the output is no terminal.

Reports in files never have colours.`

// colorChoices are the values of the flag, in the spelling of other tools and of the variables.
var colorChoices = []string{"auto", "always", "never"}

// colorFlag is the flag --color.
type colorFlag struct{ choice string }

func (f *colorFlag) register(cmd *cobra.Command) {
	f.choice = colorChoices[0]
	valueVar(cmd, "color", f.choice, "colour text: `auto`, always or never", func(choice string) (shown string, err error) {
		f.choice = choice
		return choice, oneOf("choice", choice, colorChoices)
	})
}

// on reports whether text on a stream has colours.
func (f *colorFlag) on(env environment, terminal bool) bool {
	forced := func(name string) bool { return env.variable(name) != "" && env.variable(name) != "0" }
	switch {
	case f.choice != colorChoices[0]:
		return f.choice == "always"
	case env.variable("NO_COLOR") != "":
		return false
	case forced("FORCE_COLOR"), forced("CLICOLOR_FORCE"):
		return true
	}
	return terminal && env.variable("TERM") != "dumb"
}
