package checked_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis/checked"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
)

// One mistake is one finding. The mean is taken over all kinds of mistakes, each of which counts
// alike, and no mistake goes unnoticed.
//
// A declaration that is removed or renamed, or whose keyword is misspelled, is no mistake of this
// kind: the run rejects every use of its name, so each of them is a finding.
func TestOneFindingForEachMistake(t *testing.T) {
	t.Parallel()
	const least, most, mostOfKind = 1.0, 1.1, 1.25
	schemas := analysistest.RepositorySchemas(t)
	random := rand.New(rand.NewPCG(19, 4))
	type place struct {
		program memoryProgram
		mistake
	}
	places := map[string][]place{}
	known := map[string][]diagnostic.Diagnostic{}
	for _, m := range validPrograms(t, schemas) {
		p := m.open(schemas)
		known[m.name] = findingsOf(t, p)
		found, err := mistakesIn(p, random)
		if err != nil {
			t.Fatal(err)
		}
		for _, mistake := range found {
			places[mistake.kind] = append(places[mistake.kind], place{m, mistake})
		}
	}
	total, kinds := 0.0, slices.Sorted(maps.Keys(places))
	for _, kind := range kinds {
		all := places[kind]
		slices.SortFunc(all, func(a, b place) int {
			return strings.Compare(fmt.Sprint(a.program.name, a.file, a.span, a.by), fmt.Sprint(b.program.name, b.file, b.span, b.by))
		})
		random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		all = all[:min(len(all), testsize.Mistakes)]
		sum := 0
		for _, p := range all {
			o := newFindings(t, p.program, p.file, p.in(p.program.texts[p.file]), schemas, known[p.program.name])
			sum += len(o.added)
			switch {
			case len(o.added) == 0:
				t.Errorf("no finding: %s, %s", p.program.name, o.what)
			case len(o.added) > 1 && testing.Verbose():
				t.Logf("%d findings: %s, %s\n%s", len(o.added), p.program.name, o.what, o)
			}
		}
		mean := float64(sum) / float64(len(all))
		t.Logf("%-26s %4d mistakes, %.3f findings each", kind, len(all), mean)
		total += mean
		if mean > mostOfKind {
			t.Errorf("%s: %.3f findings each; want at most %.2f", kind, mean, mostOfKind)
		}
	}
	if mean := total / float64(len(kinds)); mean < least || mean > most {
		t.Errorf("a mistake has %.3f findings; want %.1f to %.1f", mean, least, most)
	} else {
		t.Logf("a mistake has %.3f findings", mean)
	}
}

// newFindings are the findings above a hint that a mistake leads to.
func newFindings(t *testing.T, m memoryProgram, name string, changed mutant, schemas checked.Schemas, before []diagnostic.Diagnostic) outcome {
	t.Helper()
	known := map[string]int{}
	for _, d := range before {
		known[string(d.Code)+d.Message]++
	}
	o := outcome{program: m.name, what: name + " " + changed.what}
	for _, d := range findingsOf(t, m.with(name, changed.text).open(schemas)) {
		key := string(d.Code) + d.Message
		if known[key]--; known[key] < 0 && d.Severity < codes.Hint {
			o.added = append(o.added, d)
		}
	}
	return o
}
