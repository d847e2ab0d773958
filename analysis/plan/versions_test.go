package plan_test

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/analysis/plan"
	"github.com/pcl-lsp/pcl-lsp/analysis/state"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
	"github.com/pcl-lsp/pcl-lsp/internal/changes"
	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
)

// This file compares versions of programs with recorded previews of the reference, and tests laws of
// the comparison.

func ranOf(t testing.TB, p *analysis.Program) *eval.Ran {
	t.Helper()
	ran, err := eval.Run(t.Context(), p, host)
	if err != nil {
		t.Fatal(err)
	}
	return ran
}

// TestVersionsOfRecordedEdits: what two versions of a program say about names, and what a state says, is
// what the preview of the reference did. Nothing changes between a program and itself, and no order counts.
func TestVersionsOfRecordedEdits(t *testing.T) {
	t.Parallel()
	recorded, err := changes.Read(filepath.Join(analysistest.Repository(t), "testdata", "plans", "edits.jsonl.gz"))
	if err != nil {
		t.Fatal(err)
	}
	count := tally{}
	for i, r := range recorded {
		if i%testsize.VersionEvery != 0 {
			continue
		}
		before := ranOf(t, programOf(t, r.Before()))
		itself(t, fmt.Sprint("seed ", r.Seed), before)
		old, err := state.Read(r.State)
		if err != nil {
			t.Fatal(err)
		}
		for i := range r.Edits {
			e := &r.Edits[i]
			now := ranOf(t, programOf(t, r.After(e)))
			name := fmt.Sprintf("seed %d %v", r.Seed, e.Kinds)
			names := plan.Versions(now, before, host)
			count.names(t, name, names, e)
			unordered(t, name, names)
			count.names(t, name+" state", plan.MatchNames(now, host, plan.InState(old)), e)
		}
	}
	t.Log(count)
	if count["pairs"]*testsize.VersionEvery < 50 || count["names"]*testsize.VersionEvery < 5000 || count["unknown"]*100 > 15*count["names"] {
		t.Error("there are too few")
	}
}

// itself tests that a program keeps everything compared with itself.
func itself(t *testing.T, name string, ran *eval.Ran) {
	t.Helper()
	names := plan.Versions(ran, ran, host)
	for _, n := range names.All {
		if n.Match != plan.Kept && n.Match != plan.Unknown && (n.Now == nil || !n.Now.Read) {
			t.Errorf("%s: compared with itself: %+v", name, n)
		}
	}
	if len(names.Pairs().All) > 0 {
		t.Errorf("%s: pairs with itself", name)
	}
}

// unordered tests that pairs do not depend on the order of names, and that no resource is in two.
func unordered(t *testing.T, name string, names *plan.Names) {
	t.Helper()
	want := described(names)
	shuffled := &plan.Names{All: slices.Clone(names.All)}
	rand.New(rand.NewPCG(1, 2)).Shuffle(len(shuffled.All), func(i, j int) { shuffled.All[i], shuffled.All[j] = shuffled.All[j], shuffled.All[i] })
	if diff := cmp.Diff(want, described(shuffled)); diff != "" {
		t.Errorf("%s: pairs in another order:\n%s", name, diff)
	}
	seen := map[int]bool{}
	for _, p := range names.Pairs().All {
		if seen[p.Gone] || seen[p.Made] || names.All[p.Gone].Match != plan.Deleted || names.All[p.Made].Match != plan.Created {
			t.Errorf("%s: %v is no pair", name, p)
		}
		seen[p.Gone], seen[p.Made] = true, true
	}
}

func described(names *plan.Names) (all []string) {
	pairs := names.Pairs()
	for _, p := range pairs.All {
		all = append(all, names.All[p.Gone].Before.URN+" "+names.All[p.Made].Now.URN)
	}
	for i := range pairs.Alike {
		all = append(all, "alike "+names.All[i].Before.URN)
	}
	slices.Sort(all)
	return all
}

// names compares matches with the steps of a preview.
func (n tally) names(t *testing.T, name string, names *plan.Names, e *changes.Edit) {
	t.Helper()
	n["pairs"] += len(names.Pairs().All)
	if e.Error != "" {
		return
	}
	if len(names.Faults) > 0 {
		t.Errorf("%s: refused without need: %+v", name, names.Faults)
	}
	want := ops(e.Steps)
	for _, one := range names.All {
		if one.Now != nil && one.Now.Read {
			continue
		}
		n["names"]++
		urn := ""
		if one.Now != nil {
			urn = one.Now.URN
		} else {
			urn = one.Before.URN
		}
		op := want[urn]
		fits := op != "create" && op != "import" && op != "delete" && op != ""
		switch one.Match {
		case plan.Unknown:
			n["unknown"]++
			continue
		case plan.Created:
			fits = op == "create" || op == "import"
		case plan.Deleted:
			fits = op == "delete"
		}
		if !fits {
			t.Errorf("%s: %s is %d, but the preview says %q", name, urn, one.Match, op)
		}
	}
}
