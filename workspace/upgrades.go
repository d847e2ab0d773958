package workspace

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"sync"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/impact"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/workspace/settings"
)

// This file finds what later versions of packages do to programs, for the setting `upgrade`.
//
// For each version there is a second program with the same texts, which is checked beside the first one and takes over results in the same way.
// So an edit costs twice as much where the setting is used, and nothing more elsewhere.

// upgradedPrograms are the programs of one directory with later versions of packages, each made when first asked for.
type upgradedPrograms struct {
	mu   sync.Mutex // guards the maps
	made map[*impact.Changes]*analysis.Program
	// last are those of an earlier state of the directory.
	last map[*impact.Changes]*analysis.Program
}

// after are the programs for the next state of the directory.
func (s *upgradedPrograms) after() *upgradedPrograms {
	next := &upgradedPrograms{}
	if s == nil {
		return next
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	next.last = maps.Clone(s.last)
	if next.last == nil {
		next.last = maps.Clone(s.made)
	} else {
		maps.Copy(next.last, s.made)
	}
	return next
}

// by is a program with a later version. The function component tells what takes the place of a component.
func (s *upgradedPrograms) by(c *impact.Changes, p *analysis.Program, component func(now *analysis.Program) *analysis.Program) *analysis.Program {
	s.mu.Lock()
	defer s.mu.Unlock()
	if known := s.made[c]; known != nil {
		return known
	}
	override := analysis.PackageOverride{Package: c.Served(), Linter: c.Linter(), Component: component}
	made := p.WithPackage(override, s.last[c])
	lists.Put(&s.made, c, made)
	delete(s.last, c)
	return made
}

// upgradeReport is what later versions of packages do to one program. It is immutable.
type upgradeReport struct{ files map[string]*upgradeFindings }

// upgradeFindings is what later versions do to a file. It is the same pointer while it says the same.
type upgradeFindings struct {
	hintsIn
	// of are the findings that it was made of: those of the program as it is, and with each later version.
	of      []*analysis.FileFindings
	missing []analysis.Diagnostic // schemas
}

// hintsIn are the findings in a file; nil for none.
func (r *upgradeReport) hintsIn(path string) *hintsIn {
	if r == nil || r.files[path] == nil {
		return nil
	}
	return &r.files[path].hintsIn
}

// upgradeCheck builds one report.
type upgradeCheck struct {
	program *analysis.Program
	// find finds a package as the program does, changes are those between two versions, or nil while they are not known, and upgraded is the program
	// with the later one.
	find     func(ref schema.Ref) (*schema.Package, schema.Availability)
	changes  func(ctx context.Context, before, after *schema.Package) *impact.Changes
	upgraded func(*impact.Changes) *analysis.Program

	known   []*impact.Changes
	reports []*analysis.Report // with each of these
	missing []analysis.Diagnostic
}

// report finds what later versions do to a program whose findings are known. The last report may be nil. The error is that of the context.
func (c *upgradeCheck) report(ctx context.Context, found *analysis.Report, upgrades []settings.Upgrade, last *upgradeReport) (*upgradeReport, error) {
	for _, u := range upgrades {
		if err := c.checkVersion(ctx, u); err != nil {
			return nil, err
		}
	}
	now := &upgradeReport{files: map[string]*upgradeFindings{}}
	for _, is := range found.Files() {
		if source, ok := c.program.File(is.Path); ok {
			now.files[is.Path] = c.file(is, source, last)
		}
	}
	return now, nil
}

// checkVersion checks the program with a later version. What is not found is noted.
func (c *upgradeCheck) checkVersion(ctx context.Context, u settings.Upgrade) error {
	p := c.program
	path, span, used := p.UseOfPackage(u.Package)
	before := p.Package(u.Package)
	if !used || before == nil || schema.CompareVersions(u.Version, before.Version()) <= 0 {
		return nil
	}
	after, available := c.find(schema.Ref{Name: u.Package, Plugin: u.Package, Version: u.Version})
	switch {
	case after != nil && after.Version() == u.Version:
	case available.State == schema.Loading:
		return nil
	default:
		c.missing = append(c.missing, analysis.Diagnostic{
			Path: path, Span: span, Code: codes.UpgradeUnknown, Severity: codes.UpgradeUnknown.Severity(),
			Message: "what " + u.Package + " " + u.Version + " changes is not known, because its schema is not found",
		})
		return nil
	}
	changes := c.changes(ctx, before, after)
	if changes == nil {
		return nil
	}
	r, err := c.upgraded(changes).Report(ctx, nil)
	if err != nil {
		return err
	}
	c.known, c.reports = append(c.known, changes), append(c.reports, r)
	return nil
}

// file is what later versions do to a file, of which the last report may know something.
func (c *upgradeCheck) file(is *analysis.FileFindings, source *syntax.File, last *upgradeReport) *upgradeFindings {
	now := &upgradeFindings{hintsIn: hintsIn{file: source}, of: []*analysis.FileFindings{is}}
	for _, r := range c.reports {
		now.of = append(now.of, r.In(is.Path))
	}
	now.missing = append(now.missing, lists.Where(c.missing, func(d analysis.Diagnostic) bool {
		return d.Path == is.Path
	})...)
	if last != nil {
		if before := last.files[is.Path]; before != nil && slices.Equal(before.of, now.of) && slices.EqualFunc(before.missing, now.missing, analysis.Diagnostic.Equal) {
			if before.file == source {
				return before
			}
			now.found = before.found
			return now
		}
	}
	now.found = slices.Clone(now.missing)
	for i, changes := range c.known {
		now.found = append(now.found, changes.Findings(is, now.of[i+1])...)
	}
	lists.SortStable(now.found, func(a, b analysis.Diagnostic) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	return now
}

// hintsIn are the hints in one version of a file, sorted.
type hintsIn struct {
	file  *syntax.File
	found []analysis.Diagnostic
}

// in are the hints in another version of the file. Those in items with another text are missing, until
// the callers are checked again.
func (h *hintsIn) in(file *syntax.File) []analysis.Diagnostic {
	if h == nil {
		return nil
	}
	if h.file == file {
		return h.found
	}
	moved := file.MovedSince(h.file)
	var found []analysis.Diagnostic
	for _, d := range h.found {
		var stays bool
		if d.Span, _, stays = moved.Of(d.Span); stays {
			found = append(found, d)
		}
	}
	return found
}

// beside are findings in a file that do not come from the program as it is: what its callers pass, what later versions of packages do,
// and what the rules of a team say.
type beside struct{ passed, upgrades, ruled *hintsIn }

// in are these findings in a version of the file, sorted.
func (b beside) in(source *syntax.File) []analysis.Diagnostic {
	all := slices.Concat(b.passed.in(source), b.upgrades.in(source), b.ruled.in(source))
	lists.SortStable(all, func(a, b analysis.Diagnostic) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	return all
}
