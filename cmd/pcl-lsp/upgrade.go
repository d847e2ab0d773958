package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/upgrade"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/schemaflags"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/typesys/schemadiff"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/replace"
)

// This file implements `pcl-lsp upgrade`.

const upgradeHelp = `Rewrites programs for a later version of a package, and lists what is left to do by hand.
Without VERSION, it is the newest one that a schema is found for; nothing is downloaded.

Written are: new names of resources, functions and properties, with an alias where the type of
a resource has changed, so that a run keeps it; what the note of something removed names
instead; values that fit after a list became its element, or the other way round; new required
inputs that can have only one value or have a default; and the version in package blocks, in
options of resources and in Pulumi.yaml. A schema does not say what was renamed: a guess below --confidence is listed,
and not written.

Left to do are:

  breaking    what a check with the later version rejects
  silent      what stays right, and may do something else in a run: another default, a
              secret, a replacement
  compatible  what the later version advises against

docs/upgrade.md has an example.

` + schemaflags.Help + `

` + modeHelp + `

Exit codes: 0 the programs are right for the later version; 1 something breaking is left, or
errors that were there before; 2 wrong usage; 3 something could not be read or written.`

type upgradeCommand struct {
	*app
	schemaFlags         schemaflags.Flags
	mode                modeFlag
	from, format, level string
	confidence          int
	diff                bool
}

func (a *app) upgradeCommand() *cobra.Command {
	c := &upgradeCommand{app: a}
	cmd := &cobra.Command{
		Use:   "upgrade PACKAGE[@VERSION] [PATH...]",
		Short: "Rewrite programs for a later version of a package",
		Long:  upgradeHelp,
		Example: `  pcl-lsp upgrade aws@7.2.0 --diff
  pcl-lsp upgrade eks infra
  pcl-lsp upgrade docker@5.1.0 --from 3.6.1 --schema schemas`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("name a package: pcl-lsp upgrade PACKAGE[@VERSION] [PATH...]")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return c.run(cmd.Context(), args) },
	}
	flags := cmd.Flags()
	flags.StringVar(&c.from, "from", "", "the `VERSION` that the programs are written for, if nothing in them says so")
	flags.BoolVar(&c.diff, "diff", false, "print the changes as a unified diff and write nothing; the rest goes to standard error")
	flags.IntVar(&c.confidence, "confidence", upgrade.WrittenFrom, "write names that are new with at least this `PERCENT` of confidence")
	flags.StringVar(&c.level, "level", "silent", "list what is left of this `LEVEL` or a worse one: compatible, silent or breaking")
	flags.StringVar(&c.format, "format", "text", "output format: `text`, json or markdown")
	c.schemaFlags.Register(flags)
	c.mode.register(cmd)
	return cmd
}

func (c *upgradeCommand) run(ctx context.Context, args []string) error {
	ref, err := packageArgument(args[0])
	if err != nil {
		return err
	}
	least, err := levelOf(c.level)
	switch {
	case err != nil:
		return err
	case c.confidence < 0 || c.confidence > 100:
		return fmt.Errorf("--confidence %d: choose a percentage from 0 to 100", c.confidence)
	case c.from != "" && !analysis.IsVersion(c.from):
		return fmt.Errorf("--from %s: write a version, such as 6.0.0", c.from)
	}
	if err := oneOf("format", c.format, []string{"text", "json", "markdown"}); err != nil {
		return err
	}
	c.endSoon()
	job := &upgradeJob{upgradeCommand: c, name: ref.Name}
	if err := job.find(ctx, ref.Version, args[1:]); err != nil {
		return err
	}
	done, err := job.upgrade(ctx)
	if err != nil {
		if ctx.Err() != nil {
			err = uncheckable(errors.New("interrupted; nothing was written"))
		}
		return err
	}
	w := rewriter{app: c.app, diff: c.diff}
	if err := w.put(ctx, job.rewrites); err != nil {
		return uncheckable(fmt.Errorf("nothing was written: %w", err))
	}
	done.Least, done.IsPreview = least, c.diff
	return c.print(done)
}

func (c *upgradeCommand) print(done *report.Upgrade) error {
	out := c.stdout
	if c.diff {
		out = c.stderr
	}
	var err error
	switch c.format {
	case "json":
		err = report.WriteJSON(out, done.Document())
	case "markdown":
		err = done.Markdown(out)
	default:
		err = done.Text(report.NewPlain(out))
	}
	switch {
	case err != nil:
		return unwritten("the report", err)
	case done.Count(schemadiff.Breaking)+done.Known > 0:
		return failure{code: exitFindings}
	}
	return nil
}

// upgradeJob is the upgrade of some programs.
type upgradeJob struct {
	*upgradeCommand
	name     string
	snapshot *workspace.Snapshot
	schemas  analysis.Schemas
	after    *schema.Package
	known    []string // versions
	// programs are those to upgrade, by the version that they have now, and versions are these in order.
	programs map[string][]*analysis.Program
	versions []string
	rewrites []replace.File
}

// find finds the programs, the version that they shall have, and those that they have.
func (j *upgradeJob) find(ctx context.Context, version string, paths []string) error {
	snapshot, found, err := j.discover(ctx, &j.schemaFlags, workspace.Options{Mode: j.mode.mode, ModeChosen: j.mode.chosen}, paths)
	if err != nil {
		return err
	}
	j.snapshot = snapshot
	if len(found.Problems) > 0 {
		return uncheckable(fmt.Errorf("%s cannot be read; nothing was written", j.env.relative(found.Problems[0].Path)))
	}
	var users []*analysis.Program
	for _, t := range found.Targets {
		p := j.snapshot.ProgramIn(t.Dir)
		if p == nil {
			continue
		}
		if names, _ := p.PackageNames(); slices.Contains(names, j.name) {
			users = append(users, p)
		}
	}
	if len(users) == 0 {
		where := "the current directory"
		if len(paths) > 0 {
			where = strings.Join(paths, ", ")
		}
		return uncheckable(fmt.Errorf("no program in %s uses %s; `pcl-lsp schema list` shows the packages that programs use", where, j.name))
	}
	j.schemas = j.snapshot.Schemas(users[0].Dir)
	if e, ok := j.schemas.(analysis.Explainer); ok {
		d, _ := e.Explain(schema.Ref{Name: j.name, Plugin: j.name})
		j.known = d.Versions()
	}
	if version == "" {
		version = schema.NewestVersion(j.known)
	}
	if j.after, err = j.open(version); err != nil {
		return err
	}
	return j.group(users)
}

// open opens a version of the package.
func (j *upgradeJob) open(version string) (*schema.Package, error) {
	found, err := lookedFor(j.schemas, schema.Ref{Name: j.name, Plugin: j.name, Version: version})
	switch {
	case err != nil:
		return nil, err
	case found.pkg == nil:
		return nil, found.missing(j.env)
	}
	return found.pkg, nil
}

// group groups programs by their versions. Programs that have the later version already are left out.
func (j *upgradeJob) group(users []*analysis.Program) error {
	j.programs = map[string][]*analysis.Program{}
	for _, p := range users {
		version := j.from
		if version == "" {
			pkg := p.Package(j.name)
			if pkg == nil {
				found, err := lookedFor(j.snapshot.Schemas(p.Dir), schema.Ref{Name: j.name, Plugin: j.name})
				if d, ok := p.PackageDecision(j.name); ok && err == nil {
					found.decision = d
					err = found.missing(j.env)
				}
				return err
			}
			version = pkg.Version()
		}
		switch order := schema.CompareVersions(version, j.after.Version()); {
		case order > 0:
			return uncheckable(fmt.Errorf("%s is checked with %s, which is newer than %s; an upgrade only goes forward", j.env.relative(p.Dir), titled(j.name, version), j.after.Version()))
		case order == 0:
			continue
		}
		if j.programs[version] == nil {
			j.versions = append(j.versions, version)
		}
		j.programs[version] = append(j.programs[version], p)
	}
	if len(j.versions) == 0 {
		return uncheckable(fmt.Errorf("the programs are checked with %s already; name the version that they are written for with --from", titled(j.name, j.after.Version())))
	}
	slices.SortFunc(j.versions, schema.CompareVersions)
	return nil
}

// upgrade upgrades all programs, in memory.
func (j *upgradeJob) upgrade(ctx context.Context) (*report.Upgrade, error) {
	all := &report.Upgrade{Package: j.name, After: j.after.Version(), Before: j.versions}
	for _, version := range j.versions {
		task, err := upgrade.Prepare(ctx, version, j.after.Version(), j.known, j.open)
		if err != nil {
			return nil, err
		}
		task.Programs, task.Confidence = j.programs[version], float64(j.confidence)/100
		outcomes, err := upgrade.Run(ctx, task)
		var refusal *upgrade.Refusal
		if errors.As(err, &refusal) {
			return nil, uncheckable(fmt.Errorf("%s %s; nothing was written", j.env.relative(refusal.Path), refusal.Reason))
		}
		if err != nil {
			return nil, err
		}
		for i, o := range outcomes {
			j.add(all, task.Programs[i], o)
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
		name := j.env.relative(f.Path)
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
		all.Written = append(all.Written, report.Written{File: j.env.relative(d.Path), Done: d})
	}
}

// projects writes the version into the project files of the programs.
func (j *upgradeJob) projects(all *report.Upgrade) error {
	seen := map[string]bool{}
	for _, version := range j.versions {
		for _, p := range j.programs[version] {
			at, ok, err := j.snapshot.PackageVersion(p.Dir, j.name)
			if err != nil {
				return uncheckable(fmt.Errorf("%s cannot be read: %w; nothing was written", j.env.relative(at.Path), withoutPath(err)))
			}
			if !ok || seen[at.Path] || at.Version == j.after.Version() {
				continue
			}
			seen[at.Path] = true
			name := j.env.relative(at.Path)
			text := at.Text[:at.Span.Start] + j.after.Version() + at.Text[at.Span.End:]
			j.rewrites = append(j.rewrites, replace.File{Path: at.Path, Name: name, Old: at.Text, New: text})
			all.Files++
			all.Written = append(all.Written, report.Written{File: name, Done: upgrade.Done{Path: at.Path, Item: "packages", Text: "the version is " + j.after.Version() + " now", Confidence: 1}})
		}
	}
	return nil
}
