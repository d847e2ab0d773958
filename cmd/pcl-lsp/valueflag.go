package main

import (
	"strings"

	"github.com/spf13/cobra"
)

// This file implements flags whose values are read by functions, and groups of flags.

// valueFlag is the value of a flag that a function reads. It implements pflag.Value.
type valueFlag struct {
	shown string
	read  func(text string) (shown string, err error)
}

// valueVar adds a flag to a command. The function reads a value, and returns how help texts and questions show it.
func valueVar(cmd *cobra.Command, name, standard, usage string, read func(text string) (shown string, err error)) {
	cmd.Flags().Var(&valueFlag{standard, read}, name, usage)
}

// formatVar adds the flag --format to a command, which rejects other formats before it runs. The first one is the default.
func formatVar(cmd *cobra.Command, format *string, formats ...string) {
	last := len(formats) - 1
	shown := append([]string{"`" + formats[0] + "`"}, formats[1:last]...)
	cmd.Flags().StringVar(format, "format", formats[0], "output format: "+strings.Join(shown, ", ")+" or "+formats[last])
	cmd.PreRunE = func(*cobra.Command, []string) error { return oneOf("format", *format, formats) }
}

// String returns the value as it is shown.
func (f *valueFlag) String() string { return f.shown }

// Set reads a value.
func (f *valueFlag) Set(text string) error {
	shown, err := f.read(text)
	if err == nil {
		f.shown = shown
	}
	return err
}

// Type is the kind of value.
func (f *valueFlag) Type() string { return "value" }

// register adds flags to a command.
func register(cmd *cobra.Command, groups ...func(*cobra.Command)) {
	for _, add := range groups {
		add(cmd)
	}
}
