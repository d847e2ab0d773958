package refactor_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/refactor"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/rename"
	"github.com/pcl-lsp/pcl-lsp/analysis/plan"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
)

// This file lists the refactorings that a program is offered.

// offer is a refactoring that a program offers, with the place where it does.
type offer struct {
	kind  string // its ID, without the name of a component
	place string // where it was offered, and its title
	refactor.Action
}

// made is the change, or the reason for a refusal.
func (o offer) made(t *testing.T) (set *change.Set, why string) {
	t.Helper()
	if o.Disabled != "" {
		return nil, o.Disabled
	}
	if o.Make == nil {
		return &o.Change, ""
	}
	set, err := o.Make(t.Context())
	switch {
	case errors.As(err, new(*change.Refusal)):
		return nil, err.Error()
	case err != nil || set == nil:
		t.Fatal(o.place, err)
	}
	return set, ""
}

func offered(filePath string, at syntax.Span, actions []refactor.Action) (all []offer) {
	for _, a := range actions {
		kind := a.ID
		if strings.HasPrefix(kind, "move.into.") {
			kind = "move.into"
		}
		place := fmt.Sprintf("%s:%d-%d %s", strings.TrimPrefix(filePath, analysistest.Root+"/"), at.Start, at.End, a.Title)
		all = append(all, offer{kind, place, a})
	}
	return all
}

// moves are the offers at all declarations, with another name for each, and for resources with the names of instances.
func moves(t *testing.T, f *analysistest.Fixture) (all []offer) {
	t.Helper()
	for _, filePath := range f.Paths() {
		p := f.ProgramOf(filePath)
		file, _ := p.File(filePath)
		for i, it := range file.All() {
			if it.Kind == syntax.KindBlank {
				continue
			}
			at := it.Base + it.NameSpan.Start
			places := []syntax.Span{{Start: at, End: at}}
			if strings.Contains(it.Name, "-") && i+1 < file.Count() {
				places = append(places, syntax.Span{Start: it.Base, End: file.Item(i + 1).Span().End})
			}
			for _, place := range places {
				actions, err := refactor.Moves(t.Context(), around(f), p, filePath, place)
				if err != nil {
					t.Fatal(err)
				}
				all = append(all, offered(filePath, place, actions)...)
			}
			if it.Kind == syntax.KindResource || it.Kind == syntax.KindComponent {
				named := refactor.Action{ID: "rename", Title: "Rename " + it.Name, Make: func(ctx context.Context) (*change.Set, error) {
					return rename.Rename(ctx, rename.Surroundings{Users: around(f).Users}, p, filePath, at, "fresh")
				}}
				all = append(all, offered(filePath, places[0], []refactor.Action{named})...)
			}
		}
	}
	return all
}

// crossings are the offers to move declarations across the border of a component, for some selections.
func crossings(t *testing.T, f *analysistest.Fixture, r *rand.Rand) (all []offer) {
	t.Helper()
	for _, filePath := range f.Paths() {
		for _, selected := range selections(f, filePath, r) {
			all = append(all, offered(filePath, selected, componentsAt(t, f, filePath, selected))...)
		}
	}
	return all
}

// selections are up to four declarations in a row, twice, and the names of components.
func selections(f *analysistest.Fixture, filePath string, r *rand.Rand) (all []syntax.Span) {
	file, _ := f.ProgramOf(filePath).File(filePath)
	for range 2 {
		from := r.IntN(file.Count())
		to := min(file.Count()-1, from+r.IntN(4))
		all = append(all, syntax.Span{Start: file.Item(from).Base, End: file.Item(to).Span().End})
	}
	for _, it := range file.All() {
		if it.Kind == syntax.KindComponent {
			at := it.Base + it.NameSpan.Start
			all = append(all, syntax.Span{Start: at, End: at})
		}
	}
	return all
}

// usedUp are the offers to remove aliases when something exists.
func usedUp(t *testing.T, f *analysistest.Fixture, exists []plan.Old) (all []offer) {
	t.Helper()
	for _, filePath := range f.Paths() {
		file, _ := f.ProgramOf(filePath).File(filePath)
		places := []int{0}
		for _, it := range file.All() {
			if strings.Contains(it.Text, "aliases") {
				places = append(places, it.Base+it.NameSpan.Start)
			}
		}
		for _, at := range places {
			actions, err := refactor.UsedUp(t.Context(), around(f), f.ProgramOf(filePath), filePath, at, exists)
			if err != nil {
				t.Fatal(err)
			}
			for _, o := range offered(filePath, syntax.Span{Start: at, End: at}, actions) {
				if !slices.ContainsFunc(all, func(other offer) bool { return other.place == o.place }) {
					all = append(all, o)
				}
			}
		}
	}
	return all
}
