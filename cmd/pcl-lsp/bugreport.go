package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/ask"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/process"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/schemaflags"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/fault"
)

// This file implements `pcl-lsp bug-report`.

// mostPanics is how many recorded panics a bug report shows: issues on GitHub have at most 65,536 characters.
const mostPanics = 3

func (a *app) bugReportCommand() *cobra.Command {
	var schemas schemaflags.Flags
	var config configFlag
	cmd := command("bug-report", nil, func(ctx context.Context, args []string) error {
		r, err := a.describeBug(ctx, schemas, config, args)
		if err != nil {
			return err
		}
		return unwritten("the report", r.Markdown(a.stdout))
	})
	schemas.Register(cmd.Flags())
	config.register(cmd)
	return cmd
}

// describeBug describes the installation. A panic meanwhile is recorded and reported like earlier ones.
func (a *app) describeBug(ctx context.Context, flags schemaflags.Flags, config configFlag, args []string) (*report.BugReport, error) {
	build := process.Build()
	r := &report.BugReport{
		Build: []report.Described{{Name: "version", Value: build.Named()}, {Name: "Go", Value: build.Go}, {Name: "platform", Value: build.Platform}},
	}
	r.Variables = append(r.Variables, lists.Where(reportedVariables, func(name string) bool {
		return a.env.variable(name) != ""
	})...)
	if err := a.describePrograms(ctx, flags, config, args, r); err != nil {
		return nil, err
	}
	r.Panics, r.Omitted = a.bugReports().Newest(mostPanics)
	return r, nil
}

// reportedVariables are the environment variables that change findings or what the server does.
var reportedVariables = []string{"GOGC", "GOMEMLIMIT", "PCL_LSP_TRACE", "PCL_SCHEMA_PATH", "PULUMI_HOME", "PULUMI_IGNORE_AMBIENT_PLUGINS"}

func (a *app) describePrograms(ctx context.Context, flags schemaflags.Flags, config configFlag, args []string, r *report.BugReport) (err error) {
	defer func() {
		if recovered := recover(); recovered != nil {
			_ = a.internalError("looking at the programs", recovered) // the report of it is shown with the others
			r.Programs = append(r.Programs, report.Described{Name: "not complete", Value: "an internal error occurred"})
		}
	}()
	settingsFile, err := config.path(a.env)
	if err != nil {
		return err
	}
	snapshot, found, err := a.discover(ctx, &flags, workspace.Options{Settings: settingsFile}, args)
	if len(args) == 0 && errors.As(err, new(*workspace.NotPCL)) {
		found, err = &workspace.Discovery{}, nil
	}
	if err != nil {
		return err
	}
	if err := ask.Bug(ctx, snapshot, found, r); err != nil {
		return uncheckable(err)
	}
	return nil
}

// bugReports returns the folder of reports, next to the schema indexes. Without a cache
// directory there is none.
func (a *app) bugReports() fault.Reports {
	build := process.Build()
	r := fault.Reports{Version: build.Version, Build: build.String()}
	if a.env.cache != "" {
		r.Folder = filepath.Join(filepath.Dir(a.env.cache), "bugs")
	}
	return r
}

// internalError returns the error for a panic of a command, and keeps a report.
func (a *app) internalError(doing string, recovered any) error {
	f := fault.Of(recovered)
	said := fmt.Errorf("internal error while %s: %w\n%s", doing, f, f.Stack())
	if path, err := a.bugReports().Keep("a command ran", f); err == nil {
		said = fmt.Errorf("%w\nA copy is in %s, for a bug report; it contains nothing from your files", said, path)
	}
	return said
}
