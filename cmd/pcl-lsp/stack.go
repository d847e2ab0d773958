package main

import (
	"fmt"
	"io"
	"path"

	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/settings"
)

// This file implements the flag that selects a stack.

const stackHelp = `With --stack NAME the configuration of that stack counts: Pulumi.NAME.yaml beside
the project file. What it stores encrypted is secret and not known.`

// stackFlag is the stack that a flag selects; the zero value is none.
type stackFlag struct{ name string }

func (f *stackFlag) register(cmd *cobra.Command) {
	cmd.Flags().Var(f, "stack", "whose configuration counts, by the `NAME` of the stack")
}

// String is the name that was given.
func (f *stackFlag) String() string { return f.name }

// Set takes the name of a stack.
func (f *stackFlag) Set(name string) error {
	err := settings.CheckStack(name)
	if err == nil {
		f.name = name
	}
	return err
}

// Type is the kind of value, for the help.
func (f *stackFlag) Type() string { return "stack" }

// noteMissing tells that the selected stack has no configuration file for any of the
// programs: the name may be misspelt. Nothing is wrong with a stack that has none.
func noteMissing(to io.Writer, snapshot *workspace.Snapshot, dirs ...string) {
	name := snapshot.Stack()
	if name == "" {
		return
	}
	for _, dir := range dirs {
		if p := snapshot.ProgramIn(dir); p != nil && p.Stack() != nil && p.Stack().Path != "" {
			return
		}
	}
	fmt.Fprintf(to, "pcl-lsp: there is no Pulumi.%s.yaml beside a project file; configs have their defaults\n", path.Base(name))
}
