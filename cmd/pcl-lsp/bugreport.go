package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/checking"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/schemaflags"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
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
	build := buildVersion()
	r := &report.BugReport{
		Build: []report.Described{{Name: "version", Value: build.named()}, {Name: "Go", Value: build.Go}, {Name: "platform", Value: build.Platform}},
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
	found.Targets = slices.DeleteFunc(found.Targets, workspace.Target.Embeds)
	files, faults := map[string]bool{}, map[string]int{}
	for _, t := range found.Targets {
		for _, file := range checking.FilesOf(snapshot, t) {
			files[file] = true
		}
		faults[snapshot.SettingsFile(t.Dir)] = len(snapshot.SettingsFaults(t.Dir))
	}
	r.Programs = []report.Described{{Name: "programs", Value: strconv.Itoa(len(found.Targets))}, {Name: "files", Value: strconv.Itoa(len(files))}}
	for _, t := range found.Targets {
		if p := snapshot.ProgramIn(t.Dir); p != nil {
			judge := report.Described{Name: "language", Value: analysis.EditionOf(p).String()}
			if !slices.Contains(r.Programs, judge) {
				r.Programs = append(r.Programs, judge)
			}
		}
	}
	count(r, "files that could not be read", len(found.Problems))
	mistakes := 0
	for _, n := range faults {
		mistakes += n
	}
	count(r, "mistakes in settings files", mistakes)
	r.Settings = settingsOf(snapshot, files)
	return a.describeSchemas(ctx, snapshot, found.Targets, r)
}

// count adds a number that is usually zero.
func count(r *report.BugReport, what string, n int) {
	if n > 0 {
		r.Programs = append(r.Programs, report.Described{Name: what, Value: strconv.Itoa(n)})
	}
}

// settingsOf returns the settings that differ from their defaults, with the number of files that they apply to.
func settingsOf(snapshot *workspace.Snapshot, files map[string]bool) []report.BugSetting {
	counts := map[report.BugSetting]int{}
	for file := range files {
		for _, s := range snapshot.InForce(file) {
			if s.Default {
				continue
			}
			key, value := s.Anonymous()
			source := "settings file"
			if s.Overrides != nil {
				source = "overrides in the settings file"
			}
			counts[report.BugSetting{Key: key, Value: value, Source: source}]++
		}
	}
	var all []report.BugSetting
	for s, n := range counts {
		s.Files = n
		all = append(all, s)
	}
	slices.SortFunc(all, func(x, y report.BugSetting) int {
		return cmp.Or(cmp.Compare(x.Key, y.Key), cmp.Compare(x.Value, y.Value), cmp.Compare(x.Source, y.Source))
	})
	return all
}

// describeSchemas names the packages whose schemas were found, and counts the others: a name that is nowhere else is a text of
// the user.
func (a *app) describeSchemas(ctx context.Context, snapshot *workspace.Snapshot, targets []workspace.Target, r *report.BugReport) error {
	used, err := a.usedPackages(ctx, snapshot, targets)
	if err != nil {
		return err
	}
	others := map[schema.State]int{}
	for _, u := range used {
		d := u.Decision
		if d.State != schema.Ready {
			others[d.State]++
			continue
		}
		s := report.BugSchema{Name: d.Ref.Name, Version: d.Version, Source: "built in"}
		for _, place := range d.Considered {
			if place.Taken {
				s.Source = place.Kind.String()
			}
		}
		if !slices.Contains(r.Schemas, s) {
			r.Schemas = append(r.Schemas, s)
		}
	}
	for _, state := range slices.Sorted(maps.Keys(others)) {
		count(r, fmt.Sprintf("packages with a schema that is %s", state), others[state])
	}
	return nil
}

// bugReports returns the folder of reports, next to the schema indexes. Without a cache
// directory there is none.
func (a *app) bugReports() fault.Reports {
	build := buildVersion()
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
