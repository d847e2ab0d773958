package refactorings

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/preserve"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/refactor"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/rename"
	"github.com/pcl-lsp/pcl-lsp/analysis/plan"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
)

// This file lists the refactorings that a program is offered.

// Offer is a refactoring that a program offers, with the place where it does.
type Offer struct {
	Kind  string // its ID, without the name of a component
	Place string // where it was offered, and its title
	refactor.Action
}

// Made is the change, or the reason for a refusal.
func (o Offer) Made(t testing.TB) (set *change.Set, why string) {
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
		t.Fatal(o.Place, err)
	}
	return set, ""
}

func offered(filePath string, at syntax.Span, actions []refactor.Action) (all []Offer) {
	for _, a := range actions {
		kind := a.ID
		if strings.HasPrefix(kind, "move.into.") {
			kind = "move.into"
		}
		place := fmt.Sprintf("%s:%d-%d %s", strings.TrimPrefix(filePath, analysistest.Root+"/"), at.Start, at.End, a.Title)
		all = append(all, Offer{kind, place, a})
	}
	return all
}

// Moves are the offers at all declarations, with another name for each, and for resources with the names of instances.
func Moves(t testing.TB, f *analysistest.Fixture) (all []Offer) {
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
				actions, err := refactor.Moves(t.Context(), Around(f), p, filePath, place)
				if err != nil {
					t.Fatal(err)
				}
				all = append(all, offered(filePath, place, actions)...)
			}
			if it.Kind == syntax.KindResource || it.Kind == syntax.KindComponent {
				named := refactor.Action{ID: "rename", Title: "Rename " + it.Name, Make: func(ctx context.Context) (*change.Set, error) {
					return rename.Rename(ctx, rename.Surroundings{Users: Around(f).Users}, p, filePath, at, "fresh")
				}}
				all = append(all, offered(filePath, places[0], []refactor.Action{named})...)
			}
		}
	}
	return all
}

// Crossings are the offers to move declarations across the border of a component, for some selections.
func Crossings(t testing.TB, f *analysistest.Fixture, r *rand.Rand) (all []Offer) {
	t.Helper()
	for _, filePath := range f.Paths() {
		for _, selected := range selections(f, filePath, r) {
			all = append(all, offered(filePath, selected, ComponentsAt(t, f, filePath, selected))...)
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

// UsedUp are the offers to remove aliases when something exists.
func UsedUp(t testing.TB, f *analysistest.Fixture, exists []plan.Old) (all []Offer) {
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
			actions, err := refactor.UsedUp(t.Context(), Around(f), f.ProgramOf(filePath), filePath, at, exists)
			if err != nil {
				t.Fatal(err)
			}
			for _, o := range offered(filePath, syntax.Span{Start: at, End: at}, actions) {
				if !slices.ContainsFunc(all, func(other Offer) bool { return other.Place == o.Place }) {
					all = append(all, o)
				}
			}
		}
	}
	return all
}

// ComponentsAt are the offers to move what is selected across the border of a component.
func ComponentsAt(t testing.TB, f *analysistest.Fixture, filePath string, selected syntax.Span) []refactor.Action {
	t.Helper()
	actions, err := refactor.Components(t.Context(), Around(f), f.ProgramOf(filePath), filePath, selected)
	if err != nil {
		t.Fatal(err)
	}
	return actions
}

// Around are the programs around those of a fixture.
func Around(f *analysistest.Fixture) preserve.Around {
	return preserve.Around{Users: func(_ context.Context, dir string) ([]*analysis.Program, error) { return f.CallersOf(dir), nil }}
}

// mostOfKind is how many refactorings of each kind are tried on a program.
const mostOfKind = 3

// Chosen are some offers of each kind.
func Chosen(t testing.TB, f *analysistest.Fixture, seed uint64) []Offer {
	r := rand.New(rand.NewPCG(seed, 11))
	all := append(Moves(t, f), Crossings(t, f, r)...)
	r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	of := map[string]int{}
	return slices.DeleteFunc(all, func(o Offer) bool {
		of[o.Kind]++
		return of[o.Kind] > mostOfKind
	})
}
