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

func (r *run) requests(ctx context.Context) {
	p := r.programs(ctx, "requests", r.program(r.Resources, 1))
	e := r.open(ctx, p, p.Paths())
	time.Sleep(rest)
	rested := e.colour("main.pp")
	e.close()
	e = r.open(ctx, p, p.Paths())
	row := Row{Group: "requests", On: p.on(), Parse: p.parse, Trip: e.trip()}
	first := e.colour("main.pp")
	took := make([][]float64, len(questions))
	spread := slices.DeleteFunc(places(p.Workload, p.Paths()), unnamed)
	sample(r.Limit, r.Edits, func(i int) {
		for q := range questions {
			n := i*len(questions) + q
			took[q] = append(took[q], milliseconds(e.ask(spread[n/2%len(spread)], (n+1)%2, q)))
		}
	})
	e.close()
	r.report.add(row.with("request.tokens.first", "the first semantic tokens of the whole file", "ms",
		single(milliseconds(first))), median(40))
	r.report.add(row.with("request.tokens.rested", "the same when nothing was sent for two seconds before", "ms",
		single(milliseconds(rested))), median(40))
	for i, q := range questions {
		row.Note = r.fewer(len(took[i]), r.Edits)
		r.report.add(row.with("request."+q.method, "edit, then "+q.method, "ms", summarize(took[i])), p99(3))
	}
}

// unnamed reports whether an item has no reference or the texts of its place are not property names. Completion is
// requested at a name; elsewhere it completes values.
func unnamed(p workload.Place) bool {
	first := p.Texts[0].Text[0]
	return !p.HasReference || first < 'a' || first > 'z'
}

// ask edits an item, sends a request about it without waiting, and then waits for the
// findings. It measures the time from the request to the response.
func (e *editor) ask(p workload.Place, to, question int) time.Duration {
	text := p.Texts[to]
	start := e.change(p, to)
	q := questions[question]
	params := q.more(e, p, text.Text)
	params["textDocument"] = map[string]any{"uri": e.uri(p.Path)}
	answer, took := e.request(q.method, params)
	e.coloured(p.Path, answer)
	if answer.Error != nil || len(answer.Result) < 2 || bytes.Equal(answer.Result, []byte("null")) {
		check(fmt.Errorf("%s at %s:%d has no answer: %s%s", q.method, p.Path, p.Line+1, answer.Error, answer.Result))
	}
	e.await(start, p, text)
	return took
}

// colour requests all semantic tokens of a file, so that deltas can be requested.
func (e *editor) colour(path string) time.Duration {
	document := map[string]any{"textDocument": map[string]any{"uri": e.uri(path)}}
	answer, took := e.request("textDocument/semanticTokens/full", document)
	e.coloured(path, answer)
	return took
}

// coloured remembers the result ID of semantic tokens.
func (e *editor) coloured(path string, answer message) {
	var tokens struct{ ResultID string }
	if json.Unmarshal(answer.Result, &tokens) == nil && tokens.ResultID != "" {
		e.tokens[path] = tokens.ResultID
	}
}
