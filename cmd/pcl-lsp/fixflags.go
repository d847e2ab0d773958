package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/fix"
)

// This file implements the flags about fixes.

const fixHelp = `--fix applies the safe fixes, which do not change what a program does. --fix=all also
applies fixes that change what it does, if there is one obvious fix: one that keeps all
that was written, or writes what a typing mistake or a word of another language means.
Every fix is checked, and fixes that introduce new problems are dropped. The report and
the exit code are about the remaining findings. Only files at or below the paths are
changed. They are written at the end, each in one step. No file is written if a program
has a syntax error, or if a file could not be read, cannot be written or has changed in
the meantime. --diff prints the changes instead of writing them. With --diff, and with -,
which prints the fixed text, the report goes to standard error. --add-ignores writes a
comment (# pcl-lsp:ignore CODE) above each finding that would make the exit code 1; with
--fix, it does so after fixing.`

// fixFlags are the flags about fixes.
type fixFlags struct {
	fix  string
	diff bool

	addIgnores bool
	reason     string

	choice fix.Choice // from the flag fix; empty to fix nothing
}

func (f *fixFlags) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.fix, "fix", "", "apply fixes: `safe` ones (the default if the flag has no value) or all, also called unsafe")
	flags.Lookup("fix").NoOptDefVal = string(fix.SafeOnly)
	flags.BoolVar(&f.diff, "diff", false, "print the changes of --fix or --add-ignores as a unified diff, and write nothing")
	flags.BoolVar(&f.addIgnores, "add-ignores", false, "ignore the findings that would make the exit code 1, by comments above them")
	flags.StringVar(&f.reason, "ignore-reason", "", "the `REASON` that the comments of --add-ignores give")
}

// validate reads the choice from its flag.
func (f *fixFlags) validate() error {
	switch f.fix {
	case "":
		if f.diff && !f.addIgnores {
			f.choice = fix.SafeOnly
		}
	case "safe":
		f.choice = fix.SafeOnly
	case "all", "unsafe":
		f.choice = fix.Best
	default:
		return fmt.Errorf("--fix=%s: use safe or all%s", f.fix, suggestion(f.fix, []string{"safe", "all", "unsafe"}))
	}
	if strings.ContainsAny(f.reason, "\r\n") {
		return errors.New("--ignore-reason: a reason must be one line")
	}
	if f.reason != "" && !f.addIgnores {
		return errors.New("--ignore-reason works only with --add-ignores")
	}
	return nil
}

// wanted reports whether the check changes programs.
func (f *fixFlags) wanted() bool { return f.choice != "" || f.addIgnores }

// takesOutput reports whether programs or changes are printed to standard output, so that
// reports go to standard error.
func (f *fixFlags) takesOutput(in input) bool {
	return f.wanted() && (f.diff || in.stdin != nil)
}
