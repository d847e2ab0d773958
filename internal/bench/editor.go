package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/url"
	"path"
	"slices"
	"time"

	"github.com/pcl-lsp/pcl-lsp/internal/workload"
)

// This file sends edits and waits for their findings.

// patience limits the wait for an answer.
const patience = 2 * time.Minute

// editor is a client with the files of a workload open.
type editor struct {
	*client
	dir     string // of the program, absolute, with slashes
	version map[string]int
	text    map[spot]string   // what stands at places that were edited
	edits   int               // how many there were
	before  int               // the findings of the program before any edit
	tokens  map[string]string // ids of the last answers about tokens, by path
	lines   map[string][]int  // the lines of the findings that are shown, by URI
}

// spot is the position of a place.
type spot struct {
	path string
	workload.Position
}

// newEditor opens the files of a workload in a directory. It waits until the server knows
// them with their schemas: until an edit at each of some places has its findings.
func newEditor(ctx context.Context, c *client, dir string, w *workload.Workload, open []string) (*editor, error) {
	e, err := openEditor(c, dir, w, open, workload.PCL.ID)
	if err != nil {
		return nil, err
	}
	warm := places(w, open)
	for _, p := range warm[:min(len(warm), 3)] {
		for _, to := range []int{1, 0} {
			if _, err := e.edit(ctx, p, to); err != nil {
				return nil, fmt.Errorf("before anything was measured: %w", err)
			}
		}
	}
	return e, nil
}

// openEditor opens files without waiting.
func openEditor(c *client, dir string, w *workload.Workload, open []string, language string) (*editor, error) {
	e := &editor{
		client: c, dir: dir, before: w.Findings, version: map[string]int{}, lines: map[string][]int{},
		text: map[spot]string{}, tokens: map[string]string{},
	}
	for _, p := range open {
		e.version[p] = 1
		if _, err := c.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{
			"uri": e.uri(p), "languageId": language, "version": 1, "text": w.Files[p],
		}}); err != nil {
			return nil, err
		}
	}
	return e, nil
}

// places returns the places in some files, shuffled.
func places(w *workload.Workload, in []string) []workload.Place {
	var of []workload.Place
	for _, p := range w.Places {
		if slices.Contains(in, p.Path) {
			of = append(of, p)
		}
	}
	rand.New(rand.NewPCG(1, 1)).Shuffle(len(of), func(i, j int) { of[i], of[j] = of[j], of[i] })
	return of
}

func (e *editor) uri(p string) string {
	return (&url.URL{Scheme: "file", Path: path.Join("/", e.dir, p)}).String()
}

// delays are the times from an edit to its findings.
type delays struct {
	own time.Duration // those of the edited item, in the first message of that version that has them
	all time.Duration // those of the whole program
}

// edit writes a text at a place and waits for all findings.
func (e *editor) edit(ctx context.Context, p workload.Place, to int) (delays, error) {
	start, err := e.change(p, to)
	if err != nil {
		return delays{}, err
	}
	return e.await(ctx, start, p, p.Texts[to])
}

// change writes a text at a place without waiting. Each text is another one, so that none can be remembered.
func (e *editor) change(p workload.Place, to int) (time.Time, error) {
	e.edits++
	return e.write(p, fmt.Sprintf("%s /*%d*/", p.Texts[to].Text, e.edits))
}

// write writes any text at a place.
func (e *editor) write(p workload.Place, text string) (time.Time, error) {
	e.version[p.Path]++
	at := spot{p.Path, p.Position}
	before, edited := e.text[at]
	if !edited {
		before = p.Texts[0].Text
	}
	e.text[at] = text
	return e.notify("textDocument/didChange", map[string]any{
		"textDocument": map[string]any{"uri": e.uri(p.Path), "version": e.version[p.Path]},
		"contentChanges": []any{map[string]any{
			"range": map[string]any{
				"start": position(p.Position, 0),
				"end":   position(p.Position, len(before)),
			},
			"text": text,
		}},
	})
}

// position returns the position some ASCII characters after a place.
func position(p workload.Position, further int) map[string]any {
	return map[string]any{"line": p.Line, "character": p.Column + further}
}

// published are the parameters of publishDiagnostics that matter here.
type published struct {
	URI         string `json:"uri"`
	Version     *int   `json:"version"`
	Diagnostics []struct {
		Message string `json:"message"`
		Range   struct {
			Start struct {
				Line int `json:"line"`
			} `json:"start"`
		} `json:"range"`
	} `json:"diagnostics"`
}

// await waits until the newest version of the edited file has the findings of the edited
// item, and until all files together have the findings of the program.
func (e *editor) await(ctx context.Context, start time.Time, p workload.Place, want workload.Text) (d delays, err error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	uri, version := e.uri(p.Path), e.version[p.Path]
	for answered := false; ; {
		m, err := e.next(ctx, e.pushed)
		if errors.Is(err, context.DeadlineExceeded) {
			return d, fmt.Errorf("%s:%d: after %q in version %d there are %d findings in the item and %d in all, not %d and %d, for %v",
				p.Path, p.Line+1, want.Text, version, e.inItem(uri, p), e.shown(), want.Own, e.before+want.Own+want.Others, patience)
		}
		if err != nil {
			return d, err
		}
		var now published
		if err := json.Unmarshal(m.Params, &now); err != nil {
			return d, fmt.Errorf("findings that cannot be read: %w", err)
		}
		e.show(now)
		if now.URI == uri && now.Version != nil && *now.Version == version && !answered && e.inItem(uri, p) == want.Own {
			answered, d.own = true, m.at.Sub(start)
		}
		if answered && e.shown() == e.before+want.Own+want.Others {
			d.all = m.at.Sub(start)
			return d, nil
		}
	}
}

func (e *editor) show(p published) {
	lines := make([]int, len(p.Diagnostics))
	for i, d := range p.Diagnostics {
		lines[i] = d.Range.Start.Line
	}
	e.lines[p.URI] = lines
}

// shown returns the number of published findings.
func (e *editor) shown() int {
	n := 0
	for _, lines := range e.lines {
		n += len(lines)
	}
	return n
}

// inItem returns the number of findings in the item of a place.
func (e *editor) inItem(uri string, p workload.Place) int {
	n := 0
	for _, line := range e.lines[uri] {
		if line >= p.First && line <= p.Last {
			n++
		}
	}
	return n
}
