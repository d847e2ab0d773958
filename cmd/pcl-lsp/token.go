package main

import (
	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file implements the flag that says what files of inputs are for.

const tokenHelp = `A file ending in .pcl holds the inputs of one resource, function or provider, as
"pulumi do --input pcl --input-file" reads them. A comment at its beginning says of which:
"# pcl: aws:s3/bucket:Bucket". --token TOKEN says it instead, for all .pcl files. Behind
the token may stand create, upsert, patch or list, and --stateless:
--token "aws:s3/bucket:Bucket list". docs/pcl-files.md says more.`

// tokenFlag is the flag --token. The zero value says nothing.
type tokenFlag struct {
	text   string
	inputs *syntax.Inputs
}

func (f *tokenFlag) register(cmd *cobra.Command) {
	cmd.Flags().Var(f, "token", "check .pcl files as inputs of the resource, function or provider `TOKEN`")
}

// String returns what was given.
func (f *tokenFlag) String() string { return f.text }

// Set reads a token with what may stand behind it.
func (f *tokenFlag) Set(text string) error {
	in, err := syntax.InputsFor(text)
	f.text, f.inputs = text, in
	return err
}

// Type is the kind of value, for help texts.
func (f *tokenFlag) Type() string { return "token" }
