package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/pcl-lsp/pcl-lsp/internal/workload"
)

// This file measures requests right after an edit. Both messages are sent back to back, as
// editors do while the user types.

var questions = []struct {
	method string
	// more are the parameters besides the document.
	more func(e *editor, p workload.Place, text string) map[string]any
}{
	{"textDocument/hover", func(_ *editor, p workload.Place, _ string) map[string]any {
		return map[string]any{"position": position(p.Reference, 1)}
	}},
	{"textDocument/completion", func(_ *editor, p workload.Place, text string) map[string]any {
		return map[string]any{"position": position(p.Position, len(text))}
	}},
	{"textDocument/definition", func(_ *editor, p workload.Place, _ string) map[string]any {
		return map[string]any{"position": position(p.Reference, 1)}
	}},
	{"textDocument/semanticTokens/full/delta", func(e *editor, p workload.Place, _ string) map[string]any {
		return map[string]any{"previousResultId": e.tokens[p.Path]}
	}},
	{"textDocument/inlayHint", func(_ *editor, p workload.Place, _ string) map[string]any { // of what an editor shows
		return map[string]any{"range": map[string]any{
			"start": map[string]any{"line": max(p.Line-25, 0), "character": 0}, "end": map[string]any{"line": p.Line + 25, "character": 0},
		}}
	}},
}

// rest is how long nothing is sent before the first semantic tokens of a second server. It prepares them meanwhile.
const rest = 2 * time.Second

func (r *run) requests(ctx context.Context) error {
	c := r.program(r.Resources, 1)
	p, err := r.programs(ctx, "requests", c)
	if err != nil {
		return err
	}
	took := make([][]float64, len(questions))
	var trip float64
	var first, rested time.Duration
	err = r.serve(ctx, p, p.Paths(), func(e *editor) error {
		time.Sleep(rest)
		rested, err = e.colour(ctx, "main.pp")
		return err
	})
	if err != nil {
		return err
	}
	err = r.serve(ctx, p, p.Paths(), func(e *editor) error {
		if trip, err = e.trip(ctx); err != nil {
			return err
		}
		if first, err = e.colour(ctx, "main.pp"); err != nil {
			return err
		}
		// Completion is requested at a name; elsewhere it completes values.
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
	row := Row{Group: "requests", On: plural(c.Resources, "resource") + ", " + p.size(), Parse: p.parse, Trip: trip}
	r.report.add(row.with("request.tokens.first", "the first semantic tokens of the whole file", "ms",
		single(milliseconds(first))), median(40))
	r.report.add(row.with("request.tokens.rested", "the same when nothing was sent for two seconds before", "ms",
		single(milliseconds(rested))), median(40))
	for i, q := range questions {
		row.Note = r.fewer(len(took[i]), r.Edits)
		r.report.add(row.with("request."+q.method, "edit, then "+q.method, "ms", summarize(took[i])), p99(3))
	}
	return nil
}

// named reports whether the texts of a place are property names.
func named(p workload.Place) bool {
	first := p.Texts[0].Text[0]
	return first >= 'a' && first <= 'z'
}

// ask edits an item, sends a request about it without waiting, and then waits for the
// findings. It measures the time from the request to the response.
func (e *editor) ask(ctx context.Context, p workload.Place, to, question int) (time.Duration, error) {
	text := p.Texts[to]
	start, err := e.change(p, to)
	if err != nil {
		return 0, err
	}
	q := questions[question]
	params := q.more(e, p, text.Text)
	params["textDocument"] = map[string]any{"uri": e.uri(p.Path)}
	answer, took, err := e.request(ctx, q.method, params)
	if err != nil {
		return 0, err
	}
	e.coloured(p.Path, answer)
	if answer.Error != nil || len(answer.Result) < 2 || bytes.Equal(answer.Result, []byte("null")) {
		return 0, fmt.Errorf("%s at %s:%d has no answer: %s%s", q.method, p.Path, p.Line+1, answer.Error, answer.Result)
	}
	_, err = e.await(ctx, start, p, text)
	return took, err
}

// colour requests all semantic tokens of a file, so that deltas can be requested.
func (e *editor) colour(ctx context.Context, path string) (time.Duration, error) {
	answer, took, err := e.request(ctx, "textDocument/semanticTokens/full", map[string]any{"textDocument": map[string]any{"uri": e.uri(path)}})
	e.coloured(path, answer)
	return took, err
}

// coloured remembers the result ID of semantic tokens.
func (e *editor) coloured(path string, answer message) {
	var tokens struct{ ResultID string }
	if json.Unmarshal(answer.Result, &tokens) == nil && tokens.ResultID != "" {
		e.tokens[path] = tokens.ResultID
	}
}
