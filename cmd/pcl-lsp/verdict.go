package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/ask"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// This file decides the exit code of a check.

// verdictFlags are the flags about the exit code.
type verdictFlags struct {
	failOn         string
	exitZero       bool
	requireSchemas bool

	severity codes.Severity // from failOn, if given
}

func (f *verdictFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.failOn, "fail-on", "", "the lowest `SEVERITY` that makes the exit code 1: error, warning, information, hint or none (default: the settings file, or error)")
	cmd.Flags().BoolVar(&f.exitZero, "exit-zero", false, "exit with 0 instead of 1; 2 and 3 are not affected")
	cmd.Flags().BoolVar(&f.requireSchemas, "require-schemas", false, "exit with 3 if a package schema is missing")
}

// validate reads the severity from its flag.
func (f *verdictFlags) validate() error {
	if f.failOn == "" {
		return nil
	}
	severity, err := failureFrom(f.failOn)
	if err != nil {
		return fmt.Errorf("--fail-on: %w", err)
	}
	f.severity = severity
	return nil
}

// given returns the severity of the flag; nil without it.
func (f *verdictFlags) given() *codes.Severity {
	if f.failOn == "" {
		return nil
	}
	return &f.severity
}

// failOn returns the lowest severity that fails a program, from its settings.
func failOn(snapshot *workspace.Snapshot, dir string) codes.Severity {
	severity, err := failureFrom(cmp.Or(snapshot.FailOn(dir), "error"))
	if err != nil {
		return codes.Error // unusable settings were rejected before
	}
	return severity
}

// of returns the outcome for a report. A problem that prevented a check outranks any
// finding.
func (f *verdictFlags) of(stderr io.Writer, r *report.Report) error {
	for _, p := range r.Problems {
		fmt.Fprintf(stderr, "pcl-lsp: not checked: %s\n", report.OneLine(p))
	}
	if f.requireSchemas {
		for _, s := range r.Schemas {
			if s.Problem != "" {
				return uncheckable(errors.New(s.Unusable()))
			}
		}
	}
	if r.Missing != "" {
		return uncheckable(errors.New(r.Missing))
	}
	if len(r.Problems) > 0 {
		return failure{code: exitUnchecked}
	}
	if r.Failed() && !f.exitZero {
		return failure{code: exitFindings}
	}
	return nil
}

// failureNames are the values of --fail-on.
var failureNames = []string{"error", "warning", "information", "hint", "none"}

// failureFrom returns the severity with a name; Off for none.
func failureFrom(name string) (codes.Severity, error) {
	if err := ask.OneOf("severity", name, failureNames); err != nil {
		return codes.Off, err
	}
	severities := []codes.Severity{codes.Error, codes.Warning, codes.Information, codes.Hint, codes.Off}
	return severities[slices.Index(failureNames, name)], nil
}
