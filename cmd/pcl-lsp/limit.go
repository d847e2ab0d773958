package main

import (
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/settings"
)

// This file implements the flag that says how large the files are that a command reads.

// limitFlag is the flag --max-file-size.
type limitFlag struct{ limit syntax.Limit }

func (f *limitFlag) register(cmd *cobra.Command) {
	f.limit = workspace.DefaultLimit
	cmd.Flags().Var(f, "max-file-size", "parse files of up to `N` MiB, and of 25,000 lines for each MiB")
}

// String returns the size in MiB.
func (f *limitFlag) String() string { return strconv.Itoa(f.limit.Bytes >> 20) }

// Set parses the text of the flag.
func (f *limitFlag) Set(text string) error {
	setting, _ := settings.Named("limits.fileSize")
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > setting.Most {
		return fmt.Errorf("%q is not a number from 1 to %d", text, setting.Most)
	}
	f.limit = syntax.LimitOf(n)
	return nil
}

// Type is the kind of value, for help texts.
func (f *limitFlag) Type() string { return "MiB" }
