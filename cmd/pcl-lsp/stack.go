package main

import (
	"fmt"
	"io"
	"path"

	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/workspace/settings"
)

// This file implements the flag that selects a stack.

const stackHelp = `--stack NAME uses the configuration of that stack, from Pulumi.NAME.yaml next to the project
file. Encrypted values are secret and unknown.`

// stackFlag is the flag --stack. The zero value selects none.
type stackFlag struct{ name string }

func (f *stackFlag) register(cmd *cobra.Command) {
	cmd.Flags().Var(f, "stack", "use the configuration of the stack `NAME`")
}

// String returns the name of the stack.
func (f *stackFlag) String() string { return f.name }

// Set checks and sets the name of the stack.
func (f *stackFlag) Set(name string) error {
	err := settings.CheckStack(name)
	if err == nil {
		f.name = name
	}
	return err
}

// Type is the kind of value, for help texts.
func (f *stackFlag) Type() string { return "stack" }

// noteMissing prints a note if the selected stack has no configuration file for any of the
// programs, because the name may be misspelled. A stack without one is valid.
func noteMissing(to io.Writer, stack string, configured bool) {
	if stack != "" && !configured {
		fmt.Fprintf(to, "pcl-lsp: there is no Pulumi.%s.yaml next to a project file; configs have their defaults\n", path.Base(stack))
	}
}

// isConfigured reports whether the selected stack has a file that configures a program.
func isConfigured(p *analysis.Program) bool {
	return p != nil && p.Stack() != nil && p.Stack().Path != ""
}
