package checked

import (
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis/check"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/options"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/evict"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
)

// This file tells the engine what it must know of the language and of the world.

// The flags of the checker.
const (
	flagFindings = program.FirstHostFlag << iota // the item has findings of its own
	flagOnce                                     // the item has findings about something that is reported only once
)

// host is a [World] as the engine sees it.
type host struct{ world World }

// Describe implements [program.Host].
func (h *host) Describe(it *syntax.Item) program.Description {
	d := program.Description{Names: syntax.FreeNames(it), Data: new(check.ItemData)}
	d.Waits = dependencyRefs(it, d.Names)
	d.First = it.Kind == syntax.KindResource || it.Kind == syntax.KindRead
	switch it.Kind.Declares() {
	case language.DeclaresItem:
		d.Name = it.Name
	case language.DeclaresOutput:
		d.Name, d.Output = it.Name, true
	case language.DeclaresKeyword:
		d.Name = it.Keyword
	}
	return d
}

// ScopeInput implements [program.Host].
func (h *host) ScopeInput(it *program.Item) any { return scopeInputOf(it) }

// CanDeclare implements [program.Host].
func (h *host) CanDeclare(it *program.Item) bool { return it.Output || it.Name != "null" }

// IsImplicit implements [program.Host].
func (h *host) IsImplicit(name string) bool {
	return language.IsItemVariable(name)
}

// OrphanedItems implements [program.Host].
func (h *host) OrphanedItems(f *syntax.File) (orphaned, follow map[int]bool) { return orphanedItems(f) }

// SameText implements [program.Host].
func (h *host) SameText(a, b *program.Item) bool { return check.SameWriting(a, b) }

// Queries implements [program.Host].
func (h *host) Queries() []program.Query {
	queries := check.Queries(isBrief)
	for _, pass := range h.world.Passes {
		queries = append(queries, pass.Queries()...)
	}
	return queries
}

// isBrief reports whether a run needs only a brief check of an item: its Info is forgotten before a request can ask for it.
func isBrief(r *program.Run, e *program.Item) bool {
	linter := ViewOf(r.Program).world.Linter
	return r.Brief && len(e.Syntax.Text) < evict.Large && (linter == nil || !linter.ReadsAll())
}

// ShadowedNames implements [program.Host].
func (h *host) ShadowedNames(result any) []string { return check.ShadowedNames(result) }

// Flags implements [program.Host].
func (h *host) Flags(r *program.Run, it *program.Item) program.Flag {
	var f program.Flag
	note := func(d diagnostic.Diagnostic) {
		if d.Once != "" {
			f |= flagOnce
		} else {
			f |= flagFindings
		}
	}
	p := ViewOf(r.Program)
	for _, d := range check.Findings(r, it) {
		note(d)
	}
	for _, pass := range p.world.Passes {
		for _, d := range pass.Findings(r, it) {
			note(d.Diagnostic)
		}
	}
	return f
}

// OnItemDone implements [program.Host].
func (h *host) OnItemDone(it *program.Item, first bool) {
	check.OnItemDone(it, first)
}

// IsFinal implements [program.Host].
func (h *host) IsFinal() bool { return h.world.Final }

// CanReuse implements [program.Host].
func (h *host) CanReuse(before program.Host) bool {
	now, then := &h.world, &before.(*host).world
	return now.Mode == then.Mode && now.edition == then.edition && now.PublicNames == then.PublicNames && now.OptIns == then.OptIns && now.Targets == then.Targets && now.Linter == then.Linter &&
		slices.Equal(now.Passes, then.Passes)
}

// EnvironmentEqual implements [program.Host].
func (h *host) EnvironmentEqual(before program.Host) bool {
	now, then := &h.world, &before.(*host).world
	return now.SchemasVersion != nil && now.SchemasVersion == then.SchemasVersion &&
		now.ComponentsVersion != nil && now.ComponentsVersion == then.ComponentsVersion
}

// InvalidateEnvironment implements [program.Host].
func (h *host) InvalidateEnvironment(before program.Host, d *program.Derivation) {
	now, then := &h.world, &before.(*host).world
	if now.SchemasVersion == nil || now.SchemasVersion != then.SchemasVersion {
		d.Suspect(program.Dependency{Kind: check.OnSchemas})
	}
	if now.ComponentsVersion == nil || now.ComponentsVersion != then.ComponentsVersion {
		d.Suspect(program.Dependency{Kind: check.OnComponents})
	}
	if now.FilesVersion == nil || now.FilesVersion != then.FilesVersion {
		d.Suspect(program.Dependency{Kind: check.OnFiles})
	}
	suspectStack(now.Stack, then.Stack, d)
}

// ScopeChanged implements [program.Host].
func (h *host) ScopeChanged(d *program.Derivation) {
	if packagesChanged(d) {
		d.Suspect(program.Dependency{Kind: check.OnSchemas})
	}
}

// ScopeData implements [program.Host].
func (h *host) ScopeData(p *program.Program) any { return newScopeData(ViewOf(p)) }

// CircleData implements [program.Host].
func (h *host) CircleData(p *program.Program, edges [][]int32) any {
	return &circles{ViewOf(p).findCycles(edges), p.OrderOf(check.ValueRefs)}
}

// ProgramData implements [program.Host].
func (h *host) ProgramData() any { return new(answers) }

// View implements [program.Host].
func (h *host) View(p *program.Program) any {
	return &Program{Dir: p.Dir, Files: p.Files, core: p, world: &h.world, answers: p.Data.(*answers)}
}

// Each implements [program.Host].
func (h *host) Each(n int, do func(i int)) { h.world.each(n, do) }

// suspectStack marks the readers of configuration values that differ between two stacks.
func suspectStack(now, then *check.Stack, d *program.Derivation) {
	if now == then {
		return
	}
	if now.File() != then.File() || now.Expected() != then.Expected() {
		d.SuspectAll(check.OnStack) // also keys that neither has
		return
	}
	for _, stack := range []*check.Stack{now, then} {
		if stack == nil {
			continue
		}
		for key := range stack.Values {
			before, had := then.Value(key)
			after, has := now.Value(key)
			if had != has || before != after {
				d.Suspect(program.Dependency{Kind: check.OnStack, Name: key})
			}
		}
	}
}

// dependencyRefs are the names among the free names of an item that the evaluator would
// wait for: all but those that are property paths.
func dependencyRefs(it *syntax.Item, refs []syntax.Ref) []syntax.Ref {
	if it.Kind != syntax.KindResource && it.Kind != syntax.KindRead {
		return refs
	}
	for _, attr := range options.PathLists(it) {
		span := tree.Span(attr.Expr.Range())
		refs = slices.DeleteFunc(slices.Clone(refs), func(r syntax.Ref) bool { return span.Contains(r.Span.Start) })
	}
	return refs
}
