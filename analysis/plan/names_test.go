package plan_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/analysis/plan"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
	"github.com/pcl-lsp/pcl-lsp/internal/changes"
	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
)

// This file compares names with recorded runs of the reference.

// TestRecordedNames: what a program registers, under which aliases, and which one is used, is what the reference
// registered; and what the reference refuses has a fault.
func TestRecordedNames(t *testing.T) {
	t.Parallel()
	for _, file := range []string{"names", "edits"} {
		recorded, err := changes.Read(filepath.Join(analysistest.Repository(t), "testdata", "plans", file+".jsonl.gz"))
		if err != nil {
			t.Fatal(err)
		}
		compared, unsure := 0, 0
		for i, r := range recorded {
			if i%testsize.PlanEvery != 0 || file == "edits" && i%8 != 0 {
				continue
			}
			before := registered(t, r)
			for _, e := range r.Edits {
				ran, err := eval.Run(t.Context(), programOf(t, r.After(&e)), host)
				if err != nil {
					t.Fatal(err)
				}
				names := plan.MatchNames(ran, host, before)
				if e.Error != "" {
					continue // steps and registrations end somewhere
				}
				if len(ran.Failures) > 0 || len(names.Faults) > 0 {
					t.Errorf("%s: seed %d %v: refused: %v %v", file, r.Seed, e.Kinds, ran.Failures, names.Faults)
				}
				want := map[string]changes.Registered{}
				for _, one := range e.Registered {
					if !strings.Contains(one.URN, "::pulumi:pulumi:Stack::") {
						want[one.URN] = one
					}
				}
				for _, n := range names.All {
					if n.Now == nil || n.Now.Read {
						continue
					}
					if n.Match == plan.Unknown {
						unsure++
						continue
					}
					compared++
					one, is := want[n.Now.URN]
					used := ""
					if n.Match == plan.Aliased {
						used = n.Before.URN
					}
					if !is || !slices.Equal(n.FormerURNs, one.Aliases) || used != one.Used {
						t.Errorf("%s: seed %d %v: %s: got aliases %v used %q, want %v", file, r.Seed, e.Kinds, n.Now.URN, n.FormerURNs, used, one)
					}
					delete(want, n.Now.URN)
				}
				if unsure == 0 && len(ran.Open) == 0 && len(want) > 0 {
					t.Errorf("%s: seed %d %v: not registered: %v", file, r.Seed, e.Kinds, want)
				}
			}
		}
		if t.Logf("%s: %d names, %d not known", file, compared, unsure); compared*testsize.PlanEvery < 4_000 || unsure*20 > compared {
			t.Errorf("too few: %d, %d", compared, unsure)
		}
	}
}

// registered are the resources of a recorded program before the edits.
func registered(t *testing.T, r changes.Recorded) []plan.Old {
	t.Helper()
	ran, err := eval.Run(t.Context(), programOf(t, r.Before()), host)
	if err != nil {
		t.Fatal(err)
	}
	return plan.Registered(ran)
}

// TestFaultsOfNames: runs that fail because of names are foreseen.
func TestFaultsOfNames(t *testing.T) {
	t.Parallel()
	recorded, err := changes.Read(filepath.Join(analysistest.Repository(t), "testdata", "plans", "names.jsonl.gz"))
	if err != nil {
		t.Fatal(err)
	}
	failing := 0
	for _, r := range recorded {
		before := registered(t, r)
		for _, e := range r.Edits {
			if e.Error == "" || strings.Contains(e.Error, "panic") {
				continue
			}
			failing++
			ran, err := eval.Run(t.Context(), programOf(t, r.After(&e)), host)
			if err != nil {
				t.Fatal(err)
			}
			if names := plan.MatchNames(ran, host, before); len(names.Faults)+len(ran.Failures) == 0 {
				t.Errorf("seed %d %v: not foreseen: %s", r.Seed, e.Kinds, e.Error)
			}
		}
	}
	if failing < 10 {
		t.Errorf("only %d runs fail", failing)
	}
}
