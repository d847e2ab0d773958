package complete_test

import (
	"context"
	"slices"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file measures ranking on questions that were not used to tune it: all names in the
// programs of testdata/conformance that a completion can write. These are short programs that
// each test something rare, so the figures do not represent everyday work. They must not fall.

// otherFloors are minimum scores, by the kind of name.
var otherFloors = map[string][3]float64{
	"reference": {0.38, 0.87, 0.88}, "member": {0.56, 0.89, 0.95}, "attribute": {0.74, 0.95, 0.97}, "key": {0.74, 0.86, 0.89},
	"function": {0.31, 0.77, 0.93}, "option": {0.54, 0.80, 0.88},
}

// askedKinds names the kinds of names as the question files do.
var askedKinds = map[analysis.OccurrenceKind]string{
	analysis.OccurVariable: "reference", analysis.OccurMember: "member", analysis.OccurAttribute: "attribute",
	analysis.OccurKey: "key", analysis.OccurFunction: "function", analysis.OccurOption: "option",
}

func TestRankingOfOthers(t *testing.T) {
	t.Parallel()
	ps := newPrograms(t)
	sums, counts := map[string][3]float64{}, map[string]int{}
	for _, dir := range directories(t, "conformance/programs") {
		p := ps.open(dir)
		for _, f := range p.Files {
			for _, q := range namesIn(t, p, f) {
				sum := sums[q.kind]
				for n := range sum {
					if rank, _ := q.rank(t, ps, n); rank > 0 {
						sum[n] += 1 / float64(rank)
					}
				}
				sums[q.kind] = sum
				counts[q.kind]++
			}
		}
	}
	for kind, floor := range otherFloors {
		if counts[kind] < 20 {
			t.Errorf("only %d questions for %s", counts[kind], kind)
		}
		mean := sums[kind]
		for n := range mean {
			if mean[n] /= float64(counts[kind]); mean[n] < floor[n] {
				t.Errorf("%s: the mean of 1/rank with %d letters is %.3f, less than %.2f", kind, n, mean[n], floor[n])
			}
		}
		t.Logf("mean of 1/rank of %-9s %3d questions: %.3f, with a letter %.3f, with two %.3f", kind, counts[kind], mean[0], mean[1], mean[2])
	}
}

// isKnown reports whether the name can be known. Programs that test errors use undeclared
// names, and map keys are free.
func isKnown(info *analysis.Info, o analysis.Occurrence) bool {
	wrong := slices.ContainsFunc(info.Findings, func(d analysis.Diagnostic) bool {
		return d.Span.Start < o.Span.End && o.Span.Start < d.Span.End
	})
	switch o.Kind {
	case analysis.OccurKey:
		return !wrong && o.Owner.Kind() == typesys.KindObject
	case analysis.OccurMember:
		return !wrong && o.Type.IsValid() && o.Type.Kind() != typesys.KindDynamic
	}
	return !wrong
}

// namedQuestion is a question about a kind of name.
type namedQuestion struct {
	question
	kind string
}

// namesIn returns questions for the names in a file.
func namesIn(t *testing.T, p *analysis.Program, f *syntax.File) []namedQuestion {
	t.Helper()
	var all []namedQuestion
	for _, placed := range f.All() {
		if len(placed.Item.Errors) > 0 {
			continue
		}
		info, err := p.Check(context.Background(), placed)
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range info.Occurrences {
			kind, text := askedKinds[o.Kind], placed.Item.Text[o.Span.Start:o.Span.End]
			if kind == "" || !isKnown(info, o) || text != o.Name { // it is quoted, or an alias
				continue
			}
			start, end := placed.Base+o.Span.Start, placed.Base+o.Span.End
			q := question{show: f.Path + ": " + o.Name, program: p, path: f.Path, before: f.Text()[:start], after: f.Text()[end:], wanted: []string{text}}
			q.prepare(p, kind, text)
			all = append(all, namedQuestion{q, kind})
		}
	}
	return all
}
