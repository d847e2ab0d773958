package checking

import (
	"cmp"
	"context"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/fix"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// This file makes the section of a program in the report, and keeps it for the next check.

// FilesOf are the files of a program that the arguments name.
func FilesOf(snapshot *workspace.Snapshot, t workspace.Target) []string {
	if len(t.Files) > 0 {
		return slices.Clone(t.Files)
	}
	return lists.Map(snapshot.ProgramIn(t.Dir).Files, func(file *syntax.File) string { return file.Path })
}

// IsConfigured reports whether the selected stack has a file that configures a program.
func IsConfigured(p *analysis.Program) bool {
	return p != nil && p.Stack() != nil && p.Stack().Path != ""
}

// Missing describes a package without a schema in a program whose settings require one;
// empty if there is none.
func Missing(snapshot *workspace.Snapshot, dir string) string {
	for _, use := range snapshot.Missing(dir) {
		return report.Schema{Package: use.Ref.Name, Problem: use.Reason}.Unusable()
	}
	return ""
}

// checkProgram checks a program and makes its section of the report.
func (c *Check) checkProgram(ctx context.Context, e *examined) error {
	t := e.target
	s := &report.Section{Program: c.Paths.Name(t.Dir)}
	e.section = s
	for _, file := range FilesOf(c.Snapshot, t) {
		if c.Snapshot.Excluded(file) {
			s.Excluded++
		} else {
			s.Checked = append(s.Checked, c.Paths.Name(file))
		}
	}
	if len(s.Checked) == 0 {
		return nil
	}
	all, err := c.diagnose(ctx, t)
	if err != nil {
		return err
	}
	e.places = c.placesOf(all)
	e.found = lists.Where(all, func(d analysis.Diagnostic) bool {
		return len(t.Files) == 0 || slices.Contains(t.Files, d.Path)
	})
	slices.SortStableFunc(e.found, func(a, b analysis.Diagnostic) int {
		return cmp.Or(cmp.Compare(c.Paths.Name(a.Path), c.Paths.Name(b.Path)), cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(a.Code, b.Code),
			cmp.Compare(a.Span.End, b.Span.End), cmp.Compare(a.Message, b.Message))
	})
	failOn := c.FailOn(c.Snapshot, t.Dir)
	for _, d := range e.found {
		f := e.places.Finding(d)
		f.FailOn = failOn
		s.Findings = append(s.Findings, f)
		if !workspace.IsProgramFile(d.Path) && !slices.Contains(s.Checked, f.File) {
			s.Checked = append(s.Checked, f.File) // a project or stack file
		}
	}
	if e.program != nil {
		s.Configured = IsConfigured(e.program)
		edition := analysis.EditionOf(e.program)
		s.Language = report.Language{Version: edition.Version.String(), Reason: edition.String(), IsClose: edition.IsClose()}
		for _, passed := range c.Snapshot.Passed(e.program, all) {
			if c.Selects(passed.Hint.Code) {
				s.Passed = append(s.Passed, c.passedOf(e.places, passed))
			}
		}
	}
	s.Missing = Missing(c.Snapshot, t.Dir)
	if s.Names, err = c.namesIn(ctx, t.Dir); err != nil {
		return err
	}
	s.Schemas = append(s.Schemas, lists.Map(c.Snapshot.PackagesOf(t.Dir), c.schemaOf)...)
	if c.Report.needs.Fingerprints {
		for i, print := range fingerprints(c.Snapshot, e.found, c.Paths.Relative) {
			s.Findings[i].Fingerprint = print
		}
	}
	if err := c.leaveOut(ctx, e); err != nil {
		return err
	}
	if c.MostFixes == report.AllFixes {
		c.findFixes(ctx, e, len(s.Findings))
	}
	return nil
}

func (c *Check) diagnose(ctx context.Context, t workspace.Target) ([]analysis.Diagnostic, error) {
	if c.Diagnose != nil {
		return c.Diagnose(ctx, t)
	}
	return c.DiagnoseOne(ctx, c.Snapshot, t)
}

// placesOf returns what resolves the places of the findings of a program. All of them must be
// given, because they tell what may not be quoted.
func (c *Check) placesOf(found []analysis.Diagnostic) *report.Places {
	return &report.Places{
		Text: func(path string) string {
			file, _, _, ok := c.Snapshot.File(path)
			if !ok {
				return ""
			}
			return quoted(path, file.Text(), found)
		},
		Name: c.Paths.Name, InRepository: c.Paths.InRepository,
	}
}

// schemaOf is what a report says about a package that programs use.
func (c *Check) schemaOf(use workspace.PackageUse) report.Schema {
	s := report.Schema{Package: use.Ref.Name, Version: use.Version, Problem: use.Reason, Install: use.Install}
	if use.Path != "" {
		s.File = c.Paths.Name(filepath.ToSlash(use.Path))
	}
	return s
}

// fingerprints returns the fingerprints of findings, which must be all those of their
// files. The function name returns the relative name of a file, which is part of a
// fingerprint.
func fingerprints(snapshot *workspace.Snapshot, findings []analysis.Diagnostic, name func(string) string) []string {
	inFile := map[string][]int{}
	for i, f := range findings {
		inFile[f.Path] = append(inFile[f.Path], i)
	}
	prints := make([]string, len(findings))
	for path, indexes := range inFile {
		all := lists.Map(indexes, func(at int) analysis.Diagnostic { return findings[at] })
		file, _, _, _ := snapshot.File(path)
		for i, print := range report.Fingerprints(name(path), file, all) {
			prints[indexes[i]] = print
		}
	}
	return prints
}

// findFixes finds the fixes of the first findings of a program.
func (c *Check) findFixes(ctx context.Context, e *examined, n int) {
	first := e.fixed
	if e.fixed = max(first, n); e.program == nil {
		return
	}
	var at []int
	var found []analysis.Diagnostic
	for i, d := range e.found[:n] {
		if i < first {
			continue
		}
		if _, ok := e.program.File(d.Path); ok { // and no settings, project or stack file
			at, found = append(at, i), append(found, d)
		}
	}
	for i, fixes := range fix.ForEach(ctx, e.program, found) {
		for _, x := range fixes {
			known := report.Fix{Title: x.Title, Safe: x.Safe, Edits: e.places.Edits(x.Edits)}
			if install, ok := x.Command.(fix.InstallPlugin); ok {
				known.Command = install.Shell
			}
			if len(known.Edits) > 0 || known.Command != "" { // the others work in editors only
				f := &e.section.Findings[at[i]]
				f.Fixes = append(f.Fixes, known)
			}
		}
	}
}

// leaveOut leaves out the findings that are known or in unchanged lines.
func (c *Check) leaveOut(ctx context.Context, e *examined) error {
	var isKnown func(i int) bool
	e.recorded, isKnown = c.Baselines.record(c.Snapshot, e.found)
	if isKnown != nil {
		e.section.Known = e.drop(isKnown)
	}
	isUnchanged, err := c.unchanged(ctx, e.found)
	if isUnchanged != nil {
		e.section.Unchanged = e.drop(isUnchanged)
	}
	return err
}

// unchanged returns what tells which findings are in lines that have not changed; nil without a
// revision.
func (c *Check) unchanged(ctx context.Context, found []analysis.Diagnostic) (func(i int) bool, error) {
	if c.Since == nil {
		return nil, nil
	}
	files := map[string]string{} // by relative path
	for _, d := range found {
		if name := c.Paths.Relative(d.Path); !onOtherDrive(name) {
			if file, _, _, ok := c.Snapshot.File(d.Path); ok { // the report's own text has secrets masked
				files[name] = file.Text()
			}
		}
	}
	changed, err := c.Since.Changed(ctx, files)
	if err != nil {
		return nil, err
	}
	mappers := map[string]*syntax.Mapper{}
	for name, text := range files {
		mappers[name] = syntax.NewMapper(text)
	}
	var is []bool
	for _, d := range found {
		name := c.Paths.Relative(d.Path)
		m := mappers[name]
		is = append(is, m != nil && !d.Code.Matches(ComparedCodes) && !changed[name].Touch(m.Line(d.Span.Start), m.Line(max(d.Span.Start, d.Span.End-1))))
	}
	return func(i int) bool { return is[i] }, nil
}

// onOtherDrive reports whether a relative path leads to another drive, which the
// repository cannot know.
func onOtherDrive(name string) bool {
	return strings.HasPrefix(name, "/") || strings.Contains(name, ":/")
}

// drop drops findings, by number, and returns how many.
func (e *examined) drop(out func(i int) bool) int {
	kept, all := 0, e.section.Findings
	for i := range e.found {
		if !out(i) {
			e.found[kept], all[kept] = e.found[i], all[i]
			kept++
		}
	}
	n := len(e.found) - kept
	e.found, e.section.Findings = e.found[:kept], all[:kept]
	return n
}

// passedOf is what a report keeps of a value that a program passes to a component, for a hint there.
func (c *Check) passedOf(places *report.Places, passed workspace.Passed) report.Passed {
	hint := places.Finding(passed.Hint)
	hint.FailOn = c.FailOn(c.Snapshot, passed.Component)
	file, _, _, _ := c.Snapshot.File(passed.Hint.Path)
	return report.Passed{
		Component: c.Paths.Name(passed.Component), By: passed.By, Hint: hint,
		Subject: report.SubjectOf(c.Paths.Relative(passed.Hint.Path), file, passed.Hint),
		Call:    places.Related(passed.Call),
	}
}

// addHints adds the hints to the report, without those that a baseline or a revision leaves out.
func (c *Check) addHints(ctx context.Context) error {
	e := &examined{section: &report.Section{Findings: c.Report.Hints()}}
	for _, hint := range e.section.Findings {
		d, err := c.diagnosticOf(hint)
		if err != nil {
			return err
		}
		e.found = append(e.found, d)
	}
	if err := c.leaveOut(ctx, e); err != nil {
		return err
	}
	c.Baselines.note(e.recorded)
	c.Report.Report.Known += e.section.Known
	c.Report.Report.Unchanged += e.section.Unchanged
	return c.Report.Findings(e.section.Findings)
}

// diagnosticOf is a finding of a report as the checker has it, without what explains it.
func (c *Check) diagnosticOf(f report.Finding) (analysis.Diagnostic, error) {
	file, err := workspace.PathOf(c.Paths.Dir, f.File)
	span := syntax.Span{Start: f.Range.Start.Byte, End: f.Range.End.Byte}
	return analysis.Diagnostic{Path: file, Span: span, Code: f.Code, Message: f.Message}, err
}

// kept is what is remembered of a program.
type kept struct {
	// Section is nil if there is no program. It has no lines of files.
	Section *report.Section
	// Uses are the names of the directories of components.
	Uses []string
	// Fixed is the number of findings, from the first, whose fixes were looked for.
	Fixed int
}

// keptName identifies a place in the memory.
func (c *Check) keptName(t workspace.Target) string {
	return strings.Join(append([]string{c.Paths.Relative(t.Dir)}, lists.Map(t.Files, c.Paths.Relative)...), "\x00")
}

// recall restores what is remembered of a place; nil if that is nothing, or has changed.
func (c *Check) recall(t workspace.Target) *examined {
	var k kept
	if c.Memory == nil || t.Embeds() || !c.Memory.Recall(c.keptName(t), &k) {
		return nil
	}
	var uses []string
	for _, name := range k.Uses {
		dir, err := workspace.PathOf(c.Paths.Dir, name)
		if err != nil {
			return nil
		}
		uses = append(uses, dir)
	}
	return &examined{section: k.Section, target: t, components: c.Search.Restore(t, k.Section != nil, uses), isKept: true, fixed: k.Fixed}
}

// keep remembers what is at a place. What a program passes to a component comes with the text of the
// component, which is not remembered.
func (c *Check) keep(e *examined) {
	if c.Memory == nil || e.isKept || e.reads == nil || e.section != nil && len(e.section.Passed) > 0 {
		return
	}
	c.Memory.Keep(c.keptName(e.target), kept{unquoted(e.section), lists.Map(e.uses, c.Paths.Relative), e.fixed}, e.reads)
}
