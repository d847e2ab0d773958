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

// editor is a client with the files of a workload open.
type editor struct {
	*client
	dir     string // of the program, absolute, with slashes
	version map[string]int
	text    map[spot]string      // what stands at places that were edited
	edits   int                  // how many there were
	before  int                  // the findings of the program before any edit
	tokens  map[string]string    // ids of the last answers about tokens, by path
	latest  map[string]published // what is shown, by URI
}

// spot is the position of a place.
type spot struct {
	path string
	workload.Position
}

// newEditor opens the files of a workload in a directory.
func newEditor(c *client, dir string, w *workload.Workload, open []string, language string) *editor {
	e := &editor{
		client: c, dir: dir, before: w.Findings, version: map[string]int{}, latest: map[string]published{},
		text: map[spot]string{}, tokens: map[string]string{},
	}
	for _, p := range open {
		e.version[p] = 1
		e.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{
			"uri": e.uri(p), "languageId": language, "version": 1, "text": w.Files[p],
		}})
	}
	return e
}

// allOf are the settings with which a server checks all files of the largest program.
var allOf = map[string]any{"pcl": map[string]any{"limits": map[string]any{"fileSize": 64}}}

// open starts a server with files of a program open, and waits until it knows them with their schemas: until an edit at
// each of some places has its findings.
func (r *run) open(ctx context.Context, p *programs, open []string) *editor {
	r.say("%s: %s", p.name, p.size())
	c := spawn(ctx, r.Server, "serve", allOf)
	c.initialize(r.Encoding, nil)
	e := newEditor(c, p.dir, p.Workload, open, workload.PCL.ID)
	warm := places(p.Workload, open)
	for _, place := range warm[:min(len(warm), 3)] {
		e.edit(place, 1)
		e.edit(place, 0)
	}
	return e
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
func (e *editor) edit(p workload.Place, to int) delays {
	start := e.change(p, to)
	return e.await(start, p, p.Texts[to])
}

// change writes a text at a place without waiting. Each text is another one, so that none can be remembered.
func (e *editor) change(p workload.Place, to int) time.Time {
	e.edits++
	return e.write(p, fmt.Sprintf("%s /*%d*/", p.Texts[to].Text, e.edits))
}

// write writes any text at a place.
func (e *editor) write(p workload.Place, text string) time.Time {
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
	URI         string
	Version     *int
	Diagnostics []finding
}

type finding struct {
	Message string
	Range   struct{ Start struct{ Line int } }
}

// until reads findings until some are those that are waited for, and reports whether they came in time.
func (e *editor) until(limit time.Duration, expected func(now published, at time.Time) bool) bool {
	for late := time.After(limit); ; {
		m, err := e.next(e.pushed, late)
		if errors.Is(err, errLate) {
			return false
		}
		check(err)
		var now published
		check(json.Unmarshal(m.Params, &now))
		e.latest[now.URI] = now
		if expected(now, m.at) {
			return true
		}
	}
}

// await waits until the newest version of the edited file has the findings of the edited
// item, and until all files together have the findings of the program.
func (e *editor) await(start time.Time, p workload.Place, want workload.Text) (d delays) {
	uri, version, all := e.uri(p.Path), e.version[p.Path], e.before+want.Own+want.Others
	answered := false
	met := e.until(patience, func(now published, at time.Time) bool {
		if now.URI == uri && now.Version != nil && *now.Version == version && !answered && e.inItem(uri, p) == want.Own {
			answered, d.own = true, at.Sub(start)
		}
		d.all = at.Sub(start)
		return answered && e.shown() == all
	})
	if !met {
		check(fmt.Errorf("%s:%d: after %q in version %d, the item has %d findings of %d, not %d of %d, for %v",
			p.Path, p.Line+1, want.Text, version, e.inItem(uri, p), e.shown(), want.Own, all, patience))
	}
	return d
}

// shown returns the number of published findings.
func (e *editor) shown() int {
	n := 0
	for _, p := range e.latest {
		n += len(p.Diagnostics)
	}
	return n
}

// inItem returns the number of findings in the item of a place.
func (e *editor) inItem(uri string, p workload.Place) int {
	n := 0
	for _, d := range e.latest[uri].Diagnostics {
		if line := d.Range.Start.Line; line >= p.First && line <= p.Last {
			n++
		}
	}
	return n
}
