package refactor

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/preserve"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file offers the refactorings that move declarations into components and out of them. A change is made in
// several ways until one is right.

// Components returns these refactorings for a selection. Their changes have been tried: they keep
// everything that is deployed, and bring no finding. The only error is the context's.
func Components(ctx context.Context, around preserve.Around, p *analysis.Program, path string, selected syntax.Span) ([]Action, error) {
	s, ok, err := selectionOf(ctx, p, path, selected)
	if err != nil || syntax.IsInputs(path) {
		return nil, err
	}
	var all []Action
	if ok {
		if all, err = inlineComponent(s, around); err != nil {
			return nil, err
		}
	}
	if items, registers := selectedIn(p, path, selected); registers {
		if why := tooMany(len(items)); why != "" {
			return append(all, Action{ID: "extract.component", Title: "Extract component", Kind: Extract, Disabled: why}), nil
		}
		for _, find := range []func(context.Context, preserve.Around, *analysis.Program, string, syntax.Span) ([]Action, error){
			extractComponent, moveIntoComponents, moveOutOfComponent,
		} {
			found, err := find(ctx, around, p, path, selected)
			if err != nil {
				return nil, err
			}
			all = append(all, found...)
		}
	}
	return requireAllNames(p, all), ctx.Err()
}

// mostOffered is how many components are offered for one selection.
const mostOffered = 5

// mostMoved is how many declarations may be selected. A change of as many is tried out before it is offered.
const mostMoved = 500

// tooMany is the reason against a change of so many declarations; empty for none.
func tooMany(n int) string {
	if n <= mostMoved {
		return ""
	}
	return fmt.Sprintf("%d declarations are selected, and at most %d can be moved at once", n, mostMoved)
}

// tried makes the change with types as exact as can be, and if there is something to find then
// with configs that take anything.
func (a Action) tried(make func(untyped bool) (change.Set, error)) ([]Action, error) {
	set, err := make(false)
	if _, found := err.(finding); found {
		if next, problem := make(true); problem == nil || isMinor(problem) && !isMinor(err) {
			set, err = next, problem
		}
	}
	if isMinor(err) {
		err = nil
	}
	if found, is := err.(finding); is {
		err = change.Refuse("there would be a finding: %s", found.Message)
	}
	a.Change = set
	if err != nil {
		refusal, ok := errors.AsType[*change.Refusal](err)
		if !ok {
			return nil, err
		}
		a.Change, a.Disabled = change.Set{}, refusal.Reason
	}
	return []Action{a}, nil
}

// triedWithLess leaves out what cannot have former names in a component, if it is the reason for
// a refusal.
func (a Action) triedWithLess(ctx context.Context, p *analysis.Program, items []syntax.Placed, make func(items []syntax.Placed, untyped bool) (change.Set, error)) ([]Action, error) {
	all, err := a.tried(func(untyped bool) (change.Set, error) { return make(items, untyped) })
	if err != nil || all[0].Disabled == "" {
		return all, err
	}
	var names []string
	less := slices.DeleteFunc(slices.Clone(items), func(it syntax.Placed) bool {
		if !isBound(ctx, p, it, 0) {
			return false
		}
		names = append(names, "`"+it.Name+"`")
		return true
	})
	switch {
	case len(names) == 0:
		return all, nil
	case !slices.ContainsFunc(less, registers):
		all[0].Disabled = "each instance of " + names[0] + " would need a former name of its own, which a program cannot say"
		return all, nil
	}
	a.Title += " without " + strings.Join(names, ", ")
	rest, err := a.tried(func(untyped bool) (change.Set, error) { return make(less, untyped) })
	if err != nil || rest[0].Disabled != "" {
		return all, err
	}
	return rest, nil
}

// mostNested is how deep components are looked through.
const mostNested = 20

// isBound reports whether a declaration has several registrations, which would all claim the
// former name that an alias gives.
func isBound(ctx context.Context, p *analysis.Program, it syntax.Placed, depth int) bool {
	if it.Kind == syntax.KindResource {
		return analysis.RangeAttribute(it.Item) != nil && !preserve.IsSwitched(ctx, p, it)
	}
	dir, ok := p.ComponentDir(it.Item)
	if !ok || it.Kind != syntax.KindComponent {
		return false
	}
	inner := p.ComponentProgram(dir)
	if inner == nil || depth == mostNested {
		return true
	}
	uses := 0
	for _, o := range p.Objects() {
		other, _ := o.Item()
		if dir2, ok := p.ComponentDir(other.Item); ok && dir2 == dir {
			uses++
		}
	}
	return uses > 1 || slices.ContainsFunc(inner.Objects(), func(o *analysis.Object) bool {
		it, ok := o.Item()
		return ok && isBound(ctx, inner, it, depth+1)
	})
}

// componentName is a name for a component and its directory that is free: what the names of its
// resources begin with, or else the module or package of which they all are.
func componentName(ctx context.Context, p *analysis.Program, items []syntax.Placed) (string, error) {
	var names, modules []string
	for _, it := range items {
		if registers(it) {
			names, modules = append(names, it.Name), append(modules, moduleOf(it))
		}
	}
	base := commonWords(names)
	if base == "" && len(slices.Compact(slices.Sorted(slices.Values(modules)))) == 1 {
		base = modules[0]
	}
	if base == "" || !validName(base) {
		base = "extracted"
	}
	taken, err := namesOf(ctx, p)
	if err != nil {
		return "", err
	}
	for n := 1; ; n++ {
		name := base
		if n > 1 {
			name = fmt.Sprint(base, n)
		}
		if !taken[name] && !language.IsItemVariable(name) && isFree(p, path.Join(p.Dir, name)) {
			return name, nil
		}
	}
}

// isFree reports whether there is nothing at a path, as far as is known. Editors that undo an
// extraction leave an empty directory behind.
func isFree(p *analysis.Program, dir string) bool {
	switch p.FileAt(dir).Kind {
	case analysis.FileRegular:
		return false
	case analysis.FileDirectory:
		return len(p.NamesIn(dir)) == 0
	}
	return p.ComponentProgram(dir) == nil
}

// moduleOf is the module of a type, or its package if it is not in a module.
func moduleOf(it syntax.Placed) string {
	if len(it.Labels) < 2 || it.Kind == syntax.KindComponent {
		return ""
	}
	token, _ := strings.CutPrefix(it.Labels[1].Value, providerTokens)
	parts := strings.Split(token, ":")
	if len(parts) < 2 {
		return strings.ReplaceAll(token, "-", "")
	}
	module, _, _ := strings.Cut(parts[1], "/")
	if len(parts) == 2 || module == "" || module == "index" {
		module = parts[0]
	}
	return strings.ReplaceAll(module, "-", "")
}

// commonWords are the words that several names begin with.
func commonWords(names []string) string {
	if len(names) < 2 {
		return ""
	}
	common := words(names[0])
	for _, name := range names[1:] {
		other, n := words(name), 0
		for n < min(len(common), len(other)) && common[n] == other[n] {
			n++
		}
		common = common[:n]
	}
	return strings.TrimRight(strings.Join(common, ""), "_-")
}

// words splits a name before capital letters, and after the signs that separate words.
func words(name string) []string {
	var all []string
	start, last := 0, ' '
	for i, r := range name {
		if i > start && (unicode.IsUpper(r) && !unicode.IsUpper(last) || last == '_' || last == '-' || unicode.IsDigit(r) != unicode.IsDigit(last)) {
			all = append(all, name[start:i])
			start = i
		}
		last = r
	}
	return append(all, name[start:])
}
