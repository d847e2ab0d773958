// Package refactor rewrites a program at a place without changing its meaning: it extracts
// expressions, inlines names, converts between notations, and moves declarations.
//
// [At] returns data. The package knows no editor and no protocol.
//
// # Invariants
//
//   - The edits add no error to the items they touch: every action is tried before it
//     is offered (see [change.Try]).
//   - The outputs of the program keep their values, except as the title says: an action
//     may change secrecy. A document that becomes an object keeps its meaning, and not its white space.
//   - [Moves], [Components] and [UsedUp] keep everything that is deployed, as package keep
//     proves. What the others do to declarations is in their titles.
//   - [Components] brings no finding that the programs did not have.
//   - If a user may expect an action that is not possible, it is returned as disabled,
//     with the reason.
//
// **Why** whole resources cross into a component as configs of type any: options such as
// `parent` and `dependsOn` need the resource, no other type of a config takes one, and a run
// passes it on as it is.
//
// **Why** the instances of a range stay outside a new component: their names would begin with
// that of the component, and an alias in their block is one for all of them.
package refactor

import (
	"context"
	"path"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/preserve"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/plan"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file offers refactorings: at a selection, and of whole declarations, whose changes keep everything that is
// deployed. A declaration moves to another file, gets another parent, or loses aliases that nothing needs any more.

// Kind is a kind of refactoring, as the Language Server Protocol names it.
type Kind string

// The kinds of refactorings.
const (
	Extract Kind = "refactor.extract"
	Inline  Kind = "refactor.inline"
	Rewrite Kind = "refactor.rewrite"
	Move    Kind = "refactor.move"
)

// Kinds returns all kinds of refactorings.
func Kinds() []Kind { return []Kind{Extract, Inline, Rewrite, Move} }

// Action is one way to rewrite the program.
type Action struct {
	// ID distinguishes the actions of one place.
	ID    string
	Title string
	Kind  Kind
	// Disabled is the reason why the action is not possible, or empty.
	Disabled string
	// Change is what the action does. It is empty if Disabled is set.
	Change change.Set
	// Make computes the change when the action is chosen; nil if it is there. Until then, Change
	// holds new files only. The error is a [*change.Refusal], or the context's.
	Make func(context.Context) (*change.Set, error)
}

// At returns the refactorings for a selection, which may be empty. The only error is the
// context's.
func At(ctx context.Context, p *analysis.Program, path string, selected syntax.Span) ([]Action, error) {
	s, ok, err := selectionOf(ctx, p, path, selected)
	if err != nil {
		return nil, err
	}
	var all []Action
	switch {
	case ok && s.item.Inputs != nil: // nothing but attributes can be added
		all = s.actions(slices.Concat(inside, []finder{sortAttributes}))
	case ok:
		all = slices.Concat(
			requireAllNames(p, s.actions([]finder{extractLocal, extractConfig, inlineLocal})), s.actions(inside),
			requireAllNames(p, s.actions([]finder{addOutput})), s.actions([]finder{sortAttributes}),
		)
	}
	var right []Action
	for _, a := range all {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if a.Disabled != "" || a.bringsNoError(ctx, p) {
			right = append(right, a)
		}
	}
	return right, ctx.Err()
}

// finder finds actions for a selection.
type finder func(selection) []Action

// inside are finders whose actions change an item and add none.
var inside = []finder{joinOfTemplate, templateOfJoin, splatOfFor, forOfSplat, objectOfText, secrecy}

func (s selection) actions(finders []finder) []Action {
	return slices.Concat(lists.Map(finders, func(find finder) []Action { return find(s) })...)
}

// requireAllNames disables actions that need to know all names of the program, if a file is not parsed.
func requireAllNames(p *analysis.Program, actions []Action) []Action {
	unparsed := p.Unparsed()
	for i := range actions {
		if unparsed != nil && actions[i].Disabled == "" {
			actions[i].Change, actions[i].Make = change.Set{}, nil
			actions[i].Disabled = "not all names of the program are known, because " + path.Base(unparsed.Path) + " is not parsed"
		}
	}
	return actions
}

// bringsNoError tries the edits.
func (a Action) bringsNoError(ctx context.Context, p *analysis.Program) bool {
	t := change.Try(ctx, p, a.Change.Edits)
	return t.Known && t.Is.Errors <= t.Was.Errors
}

func rewriting(id, title string, edits ...change.Edit) []Action {
	return []Action{{ID: id, Title: title, Kind: Rewrite, Change: change.Set{Edits: edits}}}
}

// Moves returns the refactorings of whole declarations for a selection. Their changes are computed
// when they are chosen, see [Action.Make]. The only error is the context's.
func Moves(ctx context.Context, around preserve.Around, p *analysis.Program, path string, selected syntax.Span) ([]Action, error) {
	s, ok, err := selectionOf(ctx, p, path, selected)
	if err != nil || syntax.IsInputs(path) {
		return nil, err
	}
	var all []moved
	switch {
	case ok && s.item.Block() != nil && (s.inHeader() || s.inOption(language.NameParent) || s.inOption(language.RangeVariable)):
		all = slices.Concat(s.ranges(), s.parents(), s.files())
	case ok && s.item.Kind == syntax.KindLocal && s.inHeader():
		all = s.files()
	case !ok && selected.Len() > 0:
		all = mergeIntoRange(ctx, p, path, selected)
	}
	actions := make([]Action, len(all))
	for i, m := range all {
		actions[i] = m.Action
		actions[i].Change.Edits = nil
		if m.Disabled == "" {
			actions[i].Make = m.keeping(around, p)
		}
	}
	return requireAllNames(p, actions), ctx.Err()
}

// moved is an action whose change does not keep the resources yet.
type moved struct {
	Action
	to preserve.Mapping
}

// rewritten is an action that keeps the resources, unless there is a reason against it.
func rewritten(id, title string, edits []change.Edit, why string, to preserve.Mapping) moved {
	return moved{Action{ID: id, Title: title, Kind: Rewrite, Disabled: why, Change: change.Set{Edits: edits}}, to}
}

// keeping completes the change when the action is chosen.
func (m moved) keeping(around preserve.Around, p *analysis.Program) func(context.Context) (*change.Set, error) {
	return func(ctx context.Context) (*change.Set, error) {
		return preserve.Resources(ctx, around, preserve.Refactoring{Program: p, Change: m.Change, Mapping: m.to})
	}
}

// inHeader reports whether the selection is in the keyword, the name or the labels.
func (s selection) inHeader() bool {
	end := s.item.NameSpan.End
	if n := len(s.item.Labels); n > 0 {
		end = max(end, s.item.Labels[n-1].Span.End)
	}
	start := s.item.NameSpan.Start
	if s.item.Keyword != "" {
		start = s.item.KeywordSpan.Start
	}
	return start <= s.selected.Start && s.selected.End <= end
}

// inOption reports whether the selection is in an option.
func (s selection) inOption(name string) bool {
	a := s.option(name)
	return a != nil && syntax.SpanOf(a).Touches(s.selected.Start) && s.selected.End <= syntax.SpanOf(a).End
}

// mostTargets is how many files or parents are offered. Nobody reads a longer menu.
const mostTargets = 20

// files offers the other files of the program, and a new one.
func (s selection) files() (all []moved) {
	switch s.item.Kind {
	case syntax.KindResource, syntax.KindComponent, syntax.KindConfig, syntax.KindOutput, syntax.KindRead, syntax.KindLocal:
	default:
		return nil
	}
	for _, f := range s.program.Files {
		if f.Path != s.path && len(all) < mostTargets {
			all = append(all, s.toFile(f.Path, f))
		}
	}
	if name := path.Join(s.program.Dir, s.item.Name+".pp"); syntax.IdentifierEnd(s.item.Name, 0) == len(s.item.Name) {
		if _, taken := s.program.File(name); !taken {
			all = append(all, s.toFile(name, nil))
		}
	}
	return all
}

func (s selection) toFile(filePath string, file *syntax.File) moved {
	title := "Move to `" + path.Base(filePath) + "`"
	if file == nil {
		title = "Move to a new file `" + path.Base(filePath) + "`"
	}
	m := moved{Action{ID: "move.file", Title: title, Kind: Move}, preserve.Unmoved}
	span, cut := s.declaration()
	own, _ := s.program.File(s.path)
	end := s.lineEnd()
	text := strings.TrimRight(own.Slice(span), "\r\n") + end
	m.Change.Edits = []change.Edit{{Path: s.path, Span: cut}}
	if file == nil {
		m.Change.NewFiles = []change.NewFile{{Path: filePath, Text: text}}
		return m
	}
	m.Change.Edits = append(m.Change.Edits, appended(file, text))
	return m
}

// declaration is the item in its file with the comments right above it, and what is cut with it: the
// empty lines above it, if there are no other comments.
func (s selection) declaration() (span, cut syntax.Span) {
	cut = s.item.Span()
	start := change.CommentsAbove(s.item.Text, analysis.ContentSpan(s.item).Start-s.item.Base, 0)
	span = syntax.Span{Start: s.item.Base + start, End: cut.End}
	if strings.TrimSpace(s.item.Text[:start]) != "" {
		cut = span
	}
	return span, cut
}

// handedOn are the options that a parent hands on to its children. A provider is handed on, too, but the block can name it.
var handedOn = []string{language.NameProtect}

// parents offers other parents, and none.
func (s selection) parents() (all []moved) {
	if s.item.Kind != syntax.KindResource {
		return nil
	}
	current := s.parentOf(s.item)
	if s.option(language.NameParent) != nil {
		all = append(all, s.reparented("", "Remove the parent", s.edits(s.block().RemoveOption(language.NameParent))))
	}
	needing := s.program.Dependents(s.item.Name)
	for _, o := range s.program.Objects() {
		it, ok := o.Item()
		if !ok || len(all) == mostTargets {
			break
		}
		if o.Kind != analysis.ObjectResource && o.Kind != analysis.ObjectComponent || o.Name == current || it.Block() == nil ||
			len(it.Errors) > 0 || analysis.RangeAttribute(it.Item) != nil || o.Name == s.item.Name || needing[o.Name] || syntax.IdentifierEnd(o.Name, 0) != len(o.Name) {
			continue
		}
		all = append(all, s.reparented(o.Name, "Set the parent to `"+o.Name+"`", s.edits(s.block().SetOption(language.NameParent, o.Name))))
	}
	return all
}

// reparented is the action, which is disabled where another parent hands on other options.
func (s selection) reparented(to, title string, edits []change.Edit) moved {
	m := rewritten("parent", title, edits, "", preserve.Unmoved)
	was, is := s.inherited(s.parentOf(s.item)), s.inherited(to)
	for _, option := range handedOn {
		if s.option(option) == nil && was[option] != is[option] {
			m.Disabled = "it would inherit another `" + option + "` from its parent"
		}
	}
	return m
}

// parentOf is the name of the parent that an item gives itself; empty for none.
func (s selection) parentOf(it syntax.Placed) string {
	a := analysis.ParentOption(it.Item)
	if a == nil {
		return ""
	}
	for _, ref := range syntax.FreeNamesIn(a.Expr) {
		return ref.Name
	}
	return ""
}

// inherited are the options that a parent and its parents hand on, as they are written.
func (s selection) inherited(name string) map[string]string {
	all := map[string]string{}
	for seen := map[string]bool{}; name != "" && !seen[name]; {
		seen[name] = true
		o := s.program.Lookup(name)
		if o == nil {
			break
		}
		it, ok := o.Item()
		if !ok {
			break
		}
		above := selection{ctx: s.ctx, program: s.program, item: it}
		for _, option := range handedOn {
			if a := above.option(option); a != nil && all[option] == "" {
				all[option] = above.textOf(a.Expr)
			}
		}
		name = s.parentOf(it)
	}
	return all
}

// UsedUp returns the actions that remove aliases of the program which the state of a stack shows
// as used up: those of the resource at an offset, and those of the whole file. What exists is that
// state. The only error is the context's.
func UsedUp(ctx context.Context, around preserve.Around, p *analysis.Program, path string, offset int, exists []plan.Old) ([]Action, error) {
	found, err := preserve.UsedUp(ctx, around, p, exists)
	if err != nil {
		return nil, err
	}
	var here, file []change.Edit
	for _, e := range found {
		if e.Path != path {
			continue
		}
		file = append(file, e)
		if it, ok := p.ItemAt(path, offset); ok && it.Base <= e.Span.Start && e.Span.End <= it.Base+len(it.Text) {
			here = append(here, e)
		}
	}
	var all []Action
	if len(here) > 0 {
		it, _ := p.ItemAt(path, offset)
		all = append(all, Action{ID: "aliases.item", Title: "Remove the aliases of `" + it.Name + "` that are used up", Kind: Rewrite, Change: change.Set{Edits: here}})
	}
	if len(file) > len(here) {
		all = append(all, Action{ID: "aliases.file", Title: "Remove all aliases in this file that are used up", Kind: Rewrite, Change: change.Set{Edits: file}})
	}
	return all, ctx.Err()
}
