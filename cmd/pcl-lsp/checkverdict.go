package main

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// This file implements what the findings of a check mean for its exit code.

// verdictFlags are the flags that decide on the exit code.
type verdictFlags struct {
	failOn         string
	exitZero       bool
	requireSchemas bool

	severity codes.Severity // of failOn, if that was given
}

func (f *verdictFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.failOn, "fail-on", "", "the mildest `SEVERITY` that makes the exit code 1: error, warning, information, hint or none (default error, or what the settings file says)")
	cmd.Flags().BoolVar(&f.exitZero, "exit-zero", false, "exit with 0 where it would be 1; 2 and 3 stay")
	cmd.Flags().BoolVar(&f.requireSchemas, "require-schemas", false, "exit with 3 if the schema of a package is missing")
}

// check takes the severity from its flag.
func (f *verdictFlags) check() error {
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

// given is what the flag says; nil without it.
func (f *verdictFlags) given() *codes.Severity {
	if f.failOn == "" {
		return nil
	}
	return &f.severity
}

// failOn is the mildest severity that counts as failure in a program, as settings say.
func failOn(snapshot *workspace.Snapshot, dir string) codes.Severity {
	severity, err := failureFrom(cmp.Or(snapshot.FailOn(dir), "error"))
	if err != nil {
		return codes.Error // settings that cannot be used were refused
	}
	return severity
}

// missing says which package has no schema though the settings of a program require it;
// empty for none.
func missing(snapshot *workspace.Snapshot, targets []workspace.Target) string {
	for _, t := range targets {
		for _, use := range snapshot.Missing(t.Dir) {
			return noSchema(use.Ref.Name, use.Reason)
		}
	}
	return ""
}

func noSchema(name, reason string) string {
	return fmt.Sprintf("package %s has no usable schema: %s", name, reason)
}

// of is the exit code for a report that was written. What could not be checked
// outranks what was found.
func (f *verdictFlags) of(a *app, r *report.Report) error {
	for _, p := range r.Problems {
		fmt.Fprintf(a.stderr, "pcl-lsp: not checked: %s\n", report.OneLine(p))
	}
	if f.requireSchemas {
		for _, s := range r.Schemas {
			if s.Problem != "" {
				return uncheckable(errors.New(noSchema(s.Package, s.Problem)))
			}
		}
	}
	if r.Missing != "" {
		return uncheckable(errors.New(r.Missing))
	}
	if len(r.Problems) > 0 {
		return failure{code: exitUnchecked}
	}
	for _, found := range r.Findings {
		if r.Fails(found) && !f.exitZero {
			return failure{code: exitFindings}
		}
	}
	return nil
}

// failureFrom is the severity with a name; Off for none.
func failureFrom(name string) (codes.Severity, error) {
	var names []string
	for _, s := range []codes.Severity{codes.Error, codes.Warning, codes.Information, codes.Hint} {
		if s.String() == name {
			return s, nil
		}
		names = append(names, s.String())
	}
	if names = append(names, "none"); name == "none" {
		return codes.Off, nil
	}
	return codes.Off, fmt.Errorf("%q is none of %s%s", name, commaList(names), suggestion(name, names))
}

func commaList(names []string) string { return strings.Join(names, ", ") }
