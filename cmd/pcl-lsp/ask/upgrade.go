package ask

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/upgrade"
	"github.com/pcl-lsp/pcl-lsp/analysis/impact"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/typesys/schemadiff"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
	"github.com/pcl-lsp/pcl-lsp/workspace/replace"
)

// This file upgrades programs, in memory.

// Upgrade is the question what an upgrade of programs to a later version of a package changes.
type Upgrade struct {
	Snapshot *workspace.Snapshot
	Found    *workspace.Discovery
	Where    string // where the programs were looked for; empty for the current directory
	Package  string
	Version  string // empty for the newest one with a schema
	From     string // the version that the programs are written for; empty if they say it
	// Confidence is that of a new name, from 0 to 1, from which on it is written.
	Confidence float64
	Shown      Paths
}

// upgradeJob is the upgrade of some programs.
type upgradeJob struct {
	Upgrade
	schemas analysis.Schemas
	after   *schema.Package
	known   []string // versions
	// programs are those to upgrade, by the version that they have now, and versions are these in order.
	programs map[string][]*analysis.Program
	versions []string
	rewrites []replace.File
}

// Run upgrades the programs in memory. It returns what was done and the files to write.
func (u Upgrade) Run(ctx context.Context) (*report.Upgrade, []replace.File, error) {
	j := &upgradeJob{Upgrade: u}
	if err := j.find(); err != nil {
		return nil, nil, err
	}
	done, err := j.upgrade(ctx)
	return done, j.rewrites, err
}

// find finds the programs that use the package, the version that they shall have, and those that they have.
func (j *upgradeJob) find() error {
	if len(j.Found.Problems) > 0 {
		return fmt.Errorf("%s cannot be read; nothing was written", j.Shown.Path(j.Found.Problems[0].Path))
	}
	users := Users(j.Snapshot, j.Found, j.Package)
	if len(users) == 0 {
		where := cmp.Or(j.Where, "the current directory")
		return fmt.Errorf("no program in %s uses %s; `pcl-lsp schema list` shows the packages that programs use", where, j.Package)
	}
	j.schemas = j.Snapshot.Schemas(users[0].Dir)
	if e, ok := j.schemas.(analysis.Explainer); ok {
		d, _ := e.Explain(schema.Ref{Name: j.Package, Plugin: j.Package})
		j.known = d.Versions()
	}
	if j.Version == "" {
		j.Version = schema.NewestVersion(j.known)
	}
	var err error
	if j.after, err = j.open(j.Version); err != nil {
		return err
	}
	return j.group(users)
}

// open opens a version of the package.
func (j *upgradeJob) open(version string) (*schema.Package, error) {
	found, err := Find(j.schemas, schema.Ref{Name: j.Package, Plugin: j.Package, Version: version})
	switch {
	case err != nil:
		return nil, err
	case found.Schema == nil:
		return nil, found.Missing(j.Shown)
	}
	return found.Schema, nil
}

// group groups programs by their versions. Programs that have the later version already are left out.
func (j *upgradeJob) group(users []*analysis.Program) error {
	j.programs = map[string][]*analysis.Program{}
	for _, p := range users {
		version := j.From
		if version == "" {
			pkg := p.Package(j.Package)
			if pkg == nil {
				found, err := Find(j.Snapshot.Schemas(p.Dir), schema.Ref{Name: j.Package, Plugin: j.Package})
				if d, ok := p.PackageDecision(j.Package); ok && err == nil {
					found.Decision = d
					err = found.Missing(j.Shown)
				}
				return err
			}
			version = pkg.Version()
		}
		switch order := schema.CompareVersions(version, j.after.Version()); {
		case order > 0:
			return fmt.Errorf("%s is checked with %s, which is newer than %s; an upgrade only goes forward", j.Shown.Path(p.Dir), report.Titled(j.Package, version), j.after.Version())
		case order == 0:
			continue
		}
		if j.programs[version] == nil {
			j.versions = append(j.versions, version)
		}
		j.programs[version] = append(j.programs[version], p)
	}
	if len(j.versions) == 0 {
		return fmt.Errorf("the programs are checked with %s already; name the version that they are written for with --from", report.Titled(j.Package, j.after.Version()))
	}
	slices.SortFunc(j.versions, schema.CompareVersions)
	return nil
}

// upgrade upgrades all programs, in memory.
func (j *upgradeJob) upgrade(ctx context.Context) (*report.Upgrade, error) {
	all := &report.Upgrade{Package: j.Package, After: j.after.Version(), Before: j.versions}
	for _, version := range j.versions {
		task, err := upgrade.Prepare(ctx, version, j.after.Version(), j.known, j.open)
		if err != nil {
			return nil, err
		}
		task.Programs, task.Confidence = j.programs[version], j.Confidence
		outcomes, err := upgrade.Run(ctx, task)
		var refusal *change.Refusal
		if errors.As(err, &refusal) {
			return nil, fmt.Errorf("%s %s; nothing was written", j.Shown.Path(refusal.Path), refusal.Reason)
		}
		if err != nil {
			return nil, err
		}
		for i, o := range outcomes {
			j.add(all, task.Programs[i], o)
			if err := j.stacks(all, task.Programs[i].Dir, task.Whole.Changes); err != nil {
				return nil, err
			}
		}
	}
	return all, j.projects(all)
}

// add adds the outcome for one program.
func (j *upgradeJob) add(all *report.Upgrade, before *analysis.Program, o upgrade.Outcome) {
	all.Known += o.Known
	for _, f := range o.Program.Files {
		old, ok := before.File(f.Path)
		if !ok {
			continue
		}
		name := j.Shown.Path(f.Path)
		j.rewrites = append(j.rewrites, replace.File{Path: f.Path, Name: name, Old: old.Text(), New: f.Text()})
		if old.Text() != f.Text() {
			all.Files++
		}
		for _, m := range o.Marks {
			if m.Path == f.Path {
				all.Left = append(all.Left, report.Left{File: name, Source: f, Mark: m})
			}
		}
	}
	for _, d := range o.Done {
		all.Written = append(all.Written, report.Written{File: j.Shown.Path(d.Path), Done: d})
	}
}

// stacks adds the keys of project and stack files whose meaning has changed.
func (j *upgradeJob) stacks(all *report.Upgrade, dir string, changes []schemadiff.Change) error {
	for _, c := range changes {
		if c.Section != schemadiff.Configuration || c.Property == "" || c.Kind == schemadiff.Added {
			continue
		}
		keys, err := j.Snapshot.ConfigKeys(dir, j.Package+":"+c.Property)
		if err != nil {
			return fmt.Errorf("%w; nothing was written", err)
		}
		for _, k := range keys {
			mark := impact.Mark{Path: k.Path, Span: k.Span, Level: c.Level, Changes: []schemadiff.Change{c}}
			all.Left = append(all.Left, report.Left{File: j.Shown.Path(k.Path), Source: syntax.Parse(k.Path, k.Text, nil), Mark: mark})
		}
	}
	return nil
}

// projects writes the version into the project files of the programs.
func (j *upgradeJob) projects(all *report.Upgrade) error {
	seen := map[string]bool{}
	for _, version := range j.versions {
		for _, p := range j.programs[version] {
			at, ok, err := j.Snapshot.PackageVersion(p.Dir, j.Package)
			if err != nil {
				return fmt.Errorf("%s cannot be read: %w; nothing was written", j.Shown.Path(at.Path), disk.WithoutPath(err))
			}
			if !ok || seen[at.Path] || at.Version == j.after.Version() {
				continue
			}
			seen[at.Path] = true
			name := j.Shown.Path(at.Path)
			text := at.Text[:at.Span.Start] + j.after.Version() + at.Text[at.Span.End:]
			j.rewrites = append(j.rewrites, replace.File{Path: at.Path, Name: name, Old: at.Text, New: text})
			all.Files++
			all.Written = append(all.Written, report.Written{File: name, Done: upgrade.Done{Path: at.Path, Item: "packages", Text: "the version is " + j.after.Version() + " now", Confidence: 1}})
		}
	}
	return nil
}
