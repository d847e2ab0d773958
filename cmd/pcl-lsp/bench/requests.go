package bench

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/pcl-lsp/pcl-lsp/workspace/workload"
)

// This file implements the figures of requests that come right after an edit: both
// messages are sent back to back, as editors do while somebody types.

var questions = []struct {
	method string
	at     func(p workload.Place, text string) map[string]any
}{
	{"textDocument/hover", func(p workload.Place, _ string) map[string]any { return position(p.Reference, 1) }},
	{"textDocument/completion", func(p workload.Place, text string) map[string]any { return position(p.Position, len(text)) }},
	{"textDocument/definition", func(p workload.Place, _ string) map[string]any { return position(p.Reference, 1) }},
}

func (r *run) requests(ctx context.Context) error {
	c := workload.Config{Kind: r.kind, Resources: r.Resources}
	p, err := r.programs("requests", c)
	if err != nil {
		return err
	}
	took := make([][]float64, len(questions))
	trip := 0.0
	err = r.serve(ctx, p, p.Paths(), func(e *editor) error {
		if trip, err = e.trip(ctx); err != nil {
			return err
		}
		// Completion is asked for where a name is, as everywhere else it is for a value.
		spread := slices.DeleteFunc(places(p.Workload, p.Paths()), func(p workload.Place) bool { return !p.HasReference || !named(p) })
		start := time.Now()
		for i := 0; i < r.Edits*len(questions) && r.fits(start, i/len(questions)); i++ {
			q := i % len(questions)
			d, err := e.ask(ctx, spread[i/2%len(spread)], (i+1)%2, q)
			if err != nil {
				return err
			}
			took[q] = append(took[q], milliseconds(d))
		}
		return nil
	})
	if err != nil {
		return err
	}
	for i, q := range questions {
		r.report.add(Row{
			ID: "request." + q.method, Group: "requests", What: "edit, then " + q.method, On: plural(c.Resources, "resource") + ", " + p.size(), Unit: "ms",
			Summary: summarize(took[i]), Parse: p.parse, Trip: trip, Note: r.fewer(len(took[i]), r.Edits),
		}, p99(10))
	}
	return nil
}

// named reports whether the texts of a place are names of properties.
func named(p workload.Place) bool {
	first := p.Texts[0].Text[0]
	return first >= 'a' && first <= 'z'
}

// ask edits, asks a question about the same item without waiting, and only then
// waits for the findings. The time is that from the question to its answer.
func (e *editor) ask(ctx context.Context, p workload.Place, to, question int) (time.Duration, error) {
	text := p.Texts[to]
	start, err := e.change(p, to)
	if err != nil {
		return 0, err
	}
	q := questions[question]
	answer, took, err := e.request(ctx, q.method, map[string]any{
		"textDocument": map[string]any{"uri": e.uri(p.Path)}, "position": q.at(p, text.Text),
	})
	if err != nil {
		return 0, err
	}
	if answer.Error != nil || len(answer.Result) < 3 || bytes.Equal(answer.Result, []byte("null")) {
		return 0, fmt.Errorf("%s at %s:%d has no answer: %s%s", q.method, p.Path, p.Line+1, answer.Error, answer.Result)
	}
	_, err = e.await(ctx, start, p, text)
	return took, err
}
