package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/targets"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/ask"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/schemaflags"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/settings"
)

// This file implements flags that several commands have.

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
	cmd.PreRunE = func(*cobra.Command, []string) error { return ask.OneOf("format", *format, formats) }
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

func register(cmd *cobra.Command, groups ...func(*cobra.Command)) {
	for _, add := range groups {
		add(cmd)
	}
}

// programFlags are these flags. A command registers those that it has; the others select nothing.
type programFlags struct {
	schemas schemaflags.Flags
	judge   judgeFlags
	stack   stackFlag
	limit   limitFlag
	token   tokenFlag
}

// options returns what the flags say to a workspace.
func (f *programFlags) options() workspace.Options {
	options := f.judge.options()
	options.Stack, options.Limit, options.Inputs = f.stack.name, f.limit.limit, f.token.inputs
	return options
}

const judgeHelp = `The mode sets the strictness: strict is for programs that run directly, lenient for
programs that were converted from another language and may be incomplete. Without --mode,
the nearest .pcl-lsp.yaml decides. A list relaxes only some rules:

  vars    undeclared names are warnings
  props   no property is required; unknown properties of objects are warnings
  res     mistakes in the body of a resource are warnings
  invoke  unknown functions of packages are not reported
  range   ranges and loops over values that are not collections are warnings

--pulumi VERSION judges programs by the language of that version of Pulumi, such as 3.276.0.
Without it, the setting pulumi decides, or the lowest version that the pulumi block or
requiredPulumiVersion in Pulumi.yaml allows, or the version that is installed.`

// judgeFlags are the flags that say by which rules programs are judged: --mode and --pulumi. Without them, settings and programs decide.
type judgeFlags struct {
	mode   analysis.Mode
	chosen bool   // the mode was
	pulumi string // a version
}

// options returns what the flags say to a workspace.
func (f *judgeFlags) options() workspace.Options {
	return workspace.Options{Mode: f.mode, ModeChosen: f.chosen, Pulumi: f.pulumi}
}

func (f *judgeFlags) register(cmd *cobra.Command) {
	const usage = "strictness: `strict`, lenient, or a comma-separated list of vars, props, res, invoke and range"
	valueVar(cmd, "mode", "strict", usage, func(text string) (shown string, err error) {
		f.mode, err = analysis.ParseMode(text)
		f.chosen = true
		return text, err
	})
	valueVar(cmd, "pulumi", "", "judge programs by the language of Pulumi `VERSION`", func(text string) (shown string, err error) {
		f.pulumi = text
		return text, settings.CheckPulumi(text)
	})
}

const stackHelp = `--stack NAME uses the configuration of that stack, from Pulumi.NAME.yaml next to the project
file. Encrypted values are secret and unknown.`

// stackFlag is the flag --stack. The zero value selects none.
type stackFlag struct{ name string }

func (f *stackFlag) register(cmd *cobra.Command) {
	valueVar(cmd, "stack", "", "use the configuration of the stack `NAME`", func(name string) (shown string, err error) {
		f.name = name
		return name, settings.CheckStack(name)
	})
}

type limitFlag struct{ limit syntax.Limit }

func (f *limitFlag) register(cmd *cobra.Command) {
	f.limit = workspace.DefaultLimit
	standard, usage := strconv.Itoa(f.limit.Bytes>>20), "parse files of up to `N` MiB, and of 25,000 lines for each MiB"
	valueVar(cmd, "max-file-size", standard, usage, func(text string) (shown string, err error) {
		setting, _ := settings.Named("limits.fileSize")
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > setting.Most {
			return "", fmt.Errorf("%q is not a number from 1 to %d", text, setting.Most)
		}
		f.limit = syntax.LimitOf(n)
		return strconv.Itoa(n), nil
	})
}

// tokenFlag is the flag --token, which says what files of inputs are for. The zero value says nothing.
type tokenFlag struct{ inputs *syntax.Inputs }

func (f *tokenFlag) register(cmd *cobra.Command) {
	const usage = "check .pcl files as inputs of the resource, function or provider `TOKEN`"
	valueVar(cmd, "token", "", usage, func(text string) (shown string, err error) {
		f.inputs, err = syntax.InputsFor(text)
		return text, err
	})
}

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

// colorChoices are the values of the flag, in the spelling of other tools and of the variables.
var colorChoices = []string{"auto", "always", "never"}

type colorFlag struct{ choice string }

func (f *colorFlag) register(cmd *cobra.Command) {
	f.choice = colorChoices[0]
	valueVar(cmd, "color", f.choice, "colour text: `auto`, always or never", func(choice string) (shown string, err error) {
		f.choice = choice
		return choice, ask.OneOf("choice", choice, colorChoices)
	})
}

// on reports whether text on a stream has colors.
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
