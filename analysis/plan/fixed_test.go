package plan_test

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/fix"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/planview"
	"github.com/pcl-lsp/pcl-lsp/analysis/plan"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
	"github.com/pcl-lsp/pcl-lsp/internal/changes"
	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
)

// TestFixesKeepNames: with the fix of a finding about a rename, a run deletes fewer resources, and no others;
// and it is not refused.
func TestFixesKeepNames(t *testing.T) {
	t.Parallel()
	count := tally{}
	for _, file := range []string{"edits", "names"} {
		recorded, err := changes.Read(filepath.Join(analysistest.Repository(t), "testdata", "plans", file+".jsonl.gz"))
		if err != nil {
			t.Fatal(err)
		}
		for i, r := range recorded {
			if i%testsize.FixedEvery != 0 {
				continue
			}
			before := programOf(t, r.Before())
			for j := range r.Edits {
				count.fixed(t, fmt.Sprintf("%s: seed %d %v", file, r.Seed, r.Edits[j].Kinds), before, r.After(&r.Edits[j]))
			}
		}
	}
	t.Log(count)
	if count["fixes"]*testsize.FixedEvery < 300 || count["fixes"]*10 < 9*count["replaced"] {
		t.Error("there are too few")
	}
}

// fixed applies the fix of each finding by itself.
func (n tally) fixed(t *testing.T, name string, before *analysis.Program, after changes.Source) {
	t.Helper()
	old := ranOf(t, before)
	program := programOf(t, after)
	names := plan.Versions(ranOf(t, program), old, host)
	described := planview.Comparison{Program: program, Before: before, Names: names, Allowed: func(string) bool { return false }}.Describe()
	for _, found := range described.Findings {
		if found.Code != codes.NamesReplaced {
			continue
		}
		n["replaced"]++
		for _, x := range fix.For(t.Context(), program, []analysis.Diagnostic{found}) {
			n["fixes"]++
			edited := after
			edited.Files = maps.Clone(after.Files)
			for _, e := range x.Edits {
				file := strings.TrimPrefix(e.Path, analysistest.Root+"/")
				edited.Files[file] = edited.Files[file][:e.Span.Start] + e.Text + edited.Files[file][e.Span.End:]
			}
			now := plan.Versions(ranOf(t, programOf(t, edited)), old, host)
			was, is := deleted(names), deleted(now)
			if len(is) >= len(was) || len(now.Faults) > len(names.Faults) || slices.ContainsFunc(is, func(u string) bool { return !slices.Contains(was, u) }) {
				t.Errorf("%s: %s\n%+v\ndeleted %v\nand before the fix %v\nfaults %+v", name, found.Message, x.Edits, is, was, now.Faults)
			}
		}
	}
}

// deleted are the URNs of the resources that go.
func deleted(names *plan.Names) (all []string) {
	for _, n := range names.All {
		if n.Match == plan.Deleted {
			all = append(all, n.Before.URN)
		}
	}
	return all
}
