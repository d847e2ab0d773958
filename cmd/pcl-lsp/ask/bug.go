package ask

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/checking"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// This file says what a bug report should say about programs.

// Bug describes programs without names, paths and texts of users.
func Bug(ctx context.Context, snapshot *workspace.Snapshot, found *workspace.Discovery, r *report.BugReport) error {
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
	return describeSchemas(ctx, snapshot, found.Targets, r)
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
func describeSchemas(ctx context.Context, snapshot *workspace.Snapshot, targets []workspace.Target, r *report.BugReport) error {
	used, err := Used(ctx, snapshot, targets, func(dir string) string { return dir })
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
