package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/pcl-lsp/pcl-lsp/internal/attempt"
	"github.com/pcl-lsp/pcl-lsp/internal/workload"
)

// This file measures other language servers with the same resources in their languages, and the playground in a browser.

type peer struct {
	name     string
	program  string         // below the folder of peers
	serve    string         // its command or flag that starts a server on a pipe
	settings map[string]any // by section, for servers that ask
	language workload.Language
	note     string // what it does not do, or does besides
}

var peers = []peer{
	{
		name: "terraform-ls", program: "terraform-ls", serve: "serve", language: workload.Terraform,
		note: "checks syntax and references; without schemas of providers",
	},
	{
		name: "yaml-language-server", program: "node_modules/.bin/yaml-language-server", serve: "--stdio", language: workload.PulumiYAML,
		// The catalog of schemas would be downloaded.
		settings: map[string]any{"yaml": map[string]any{"schemaStore": map[string]any{"enable": false}}},
		note:     "waits for 200 ms without an edit; checks the structure, not references",
	},
}

// Why a peer or the playground is not measured.
const (
	notInstalled = "not installed; make bench-peers installs it"
	notBuilt     = "not built; make web builds it"
	noBrowser    = "no browser; make e2e CLIENTS=web installs it"
)

// peers measures ours, then each peer, with a large program and a small one.
func (r *run) peers(ctx context.Context) {
	ours := peer{name: "pcl-lsp", serve: "serve", language: workload.PCL}
	for _, size := range []struct {
		id        string
		resources int
	}{{"large", r.Resources}, {"small", r.Small}} {
		yardstick := r.compare(ctx, ours, r.server, size.id, size.resources, typing{})
		for _, p := range peers {
			r.compare(ctx, p, r.installed(p), size.id, size.resources, yardstick)
		}
	}
}

// installed returns the program of a peer, without a path if it is not there.
func (r *run) installed(p peer) server {
	path, err := filepath.Abs(filepath.Join(r.peerDir, filepath.FromSlash(p.program)))
	if err == nil {
		path, err = exec.LookPath(path)
	}
	if err != nil {
		return server{}
	}
	return server{path: path}
}

// typing is what was measured of one server.
type typing struct {
	edits    Summary
	note     string
	trip     float64
	resident float64 // in MB; zero where it is not known
}

// compare measures a server, and adds rows with the ratio to ours. A peer that is missing or fails has
// rows that say so.
func (r *run) compare(ctx context.Context, p peer, s server, size string, n int, ours typing) (got typing) {
	w := workload.Translated(p.language, n)
	on := fmt.Sprintf("%s, %s lines of %s", plural(n, "resource"), grouped(w.Lines()), p.language.ID)
	row := Row{Group: "peers", On: on}
	id, what := "peers."+size+"."+p.name, "edit → findings, "+p.name
	err := attempt.Do(func() {
		if s.path == "" {
			attempt.Check(errors.New(notInstalled))
		}
		what += version(ctx, s)
		got = r.typeIn(ctx, p, s, filepath.Join(r.dir, id), w)
	})
	if err != nil {
		if p.program == "" || ctx.Err() != nil {
			attempt.Check(err)
		}
		row.Skipped, _, _ = strings.Cut(err.Error(), "\n") // further lines are what the peer wrote
	}
	memory := row.with(id+".memory", "resident memory after that, "+p.name, "MB", Summary{}).memory(got.resident)
	memory.Note = ratio(got.resident, ours.resident)
	row.Trip, row.Note = got.trip, joined(ratio(got.edits.Median, ours.edits.Median), p.note, got.note)
	r.report.add(row.with(id, what, "ms", got.edits))
	r.report.add(memory)
	return got
}

// ratio compares a figure with ours, if both are known.
func ratio(theirs, ours float64) string {
	if theirs == 0 || ours == 0 {
		return ""
	}
	return fmt.Sprintf("pcl-lsp: %s, ratio %s", figure(ours), figure(theirs/ours))
}

func joined(notes ...string) string {
	return strings.Join(slices.DeleteFunc(notes, func(note string) bool { return note == "" }), "; ")
}

// version returns what a server says about its version, after a space.
func version(ctx context.Context, s server) string {
	out, err := exec.CommandContext(ctx, s.path, "--version").Output()
	if found := regexp.MustCompile(`\d+\.\d+\.\d+\S*`).Find(out); err == nil && found != nil {
		return " " + string(found)
	}
	return ""
}

// typeIn writes a program, opens it in a server, and types in it.
func (r *run) typeIn(ctx context.Context, p peer, s server, dir string, w *workload.Workload) (t typing) {
	r.say("peers: %s, %s lines", p.name, grouped(w.Lines()))
	writeFiles(dir, w.Files)
	writeFiles(dir, map[string]string{workload.YAMLSchemaFile: string(workload.YAMLSchema())})
	c := spawn(ctx, s, p.serve, p.settings)
	defer c.kill()
	dir = filepath.ToSlash(dir)
	c.initialize(r.encoding, (&editor{dir: dir}).uri(""))
	e := newEditor(c, dir, w, w.Paths(), p.language.ID)
	took, note := r.keystrokes(e, places(w, w.Paths()))
	return typing{summarize(took), note, c.trip(), attempt.Must(memoryOf(c.cmd.Process.Pid, "VmRSS"))}
}

const (
	beforeMeasuring = 2 // edits for a server to load what it needs
	// pause is the time before each edit, as of a person who types. A server may lose an edit that comes while it works on
	// the one before, even after its findings are out.
	pause      = 100 * time.Millisecond
	mostTyped  = 50          // edits of a figure, which take so long because of the pauses
	leastTyped = 3           // are measured even beyond the time limit
	lost       = time.Minute // to wait for the findings of an edit, for so many edits:
	mostLost   = 1
)

// keystrokes edits one place after another, back and forth, and returns the milliseconds until the findings of each edit. The
// note says how many edits are missing, and why.
func (r *run) keystrokes(e *editor, spread []workload.Place) (took []float64, note string) {
	typed := min(r.Edits, mostTyped)
	without := 0
	var start time.Time
	for i := 0; len(took) < typed; i++ {
		if i <= beforeMeasuring {
			start = time.Now()
		} else if len(took) >= leastTyped && time.Since(start) >= r.limit {
			break
		}
		time.Sleep(pause)
		p := spread[i/2%len(spread)]
		d, found := e.keystroke(p, i)
		switch {
		case found && i >= beforeMeasuring:
			took = append(took, milliseconds(d))
		case !found && without == mostLost:
			attempt.Check(fmt.Errorf("no findings about an edit within %v", lost))
		case !found:
			without++
			if i%2 == 0 { // take the name back; findings that don't mention it would prove nothing
				i++
				e.write(p, p.Texts[0].Text)
			}
		}
	}
	var few, silent string
	if len(took) < typed {
		few = fmt.Sprintf("%d of %s in the time", len(took), plural(typed, "edit"))
	}
	if without > 0 {
		silent = fmt.Sprintf("%s without findings for %v", plural(without, "edit"), lost)
	}
	return took, joined(few, silent)
}

// keystroke makes an edit with a number. Even ones write a name that was never there, and wait until a finding mentions it. Odd
// ones take the name back, and wait until none does. It reports whether such findings came.
func (e *editor) keystroke(p workload.Place, number int) (took time.Duration, found bool) {
	name, wrong := fmt.Sprintf("%s%d", workload.Nobody, number/2), number%2 == 0
	text := p.Texts[0].Text
	if wrong {
		text = strings.Replace(p.Texts[1].Text, workload.Nobody, name, 1)
	}
	start := e.write(p, text)
	found = e.until(lost, func(now published, at time.Time) bool {
		took = at.Sub(start)
		return now.URI == e.uri(p.Path) && now.mention(name) == wrong
	})
	return took, found
}

func (p published) mention(name string) bool {
	return slices.ContainsFunc(p.Diagnostics, func(f finding) bool { return strings.Contains(f.Message, name) })
}

// webTools is the folder of the packages that drive a browser.
var webTools = filepath.Join("bin", "e2e", "web")

// visits is how many visitors there are. None finds anything in a cache.
const visits = 10

// webFigures are the figures of editors/web/e2e/measure.mjs.
var webFigures = []struct {
	id, what, on string
	goals        []Goal
	note         string
}{
	{"ready", "page asked for → checker ready", "the playground", []Goal{median(2000)}, ""},
	{"first", "page asked for → first finding shown", "the playground", nil, ""},
	{"finding", "key → finding shown", "the first example", nil, "the page waits for a pause in typing"},
	{"hover", "mouse → hover shown", "the first example", nil, "the editor waits for the mouse to rest for 300 ms"},
	{"fix", "click on a fix → finding gone", "the first example", nil, ""},
	{"link", "shared link opened → its finding shown", "the playground", nil, ""},
}

func (r *run) web(ctx context.Context) {
	var took map[string][]float64
	missing := r.withoutWeb()
	if missing == "" {
		r.say("web: %s", plural(visits, "visit"))
		script := filepath.Join("editors", "web", "e2e", "measure.mjs")
		cmd := exec.CommandContext(ctx, "node", script, r.webDir, strconv.Itoa(visits))
		cmd.Env = append(os.Environ(), "E2E_TOOLS="+webTools)
		cmd.Stderr = r.progress
		attempt.Check(json.Unmarshal(attempt.Must(cmd.Output()), &took))
	}
	for _, f := range webFigures {
		row := Row{Group: "web", On: f.on, Skipped: missing, Note: f.note}
		r.report.add(row.with("web."+f.id, f.what, "ms", summarize(took[f.id])), f.goals...)
	}
}

// withoutWeb says what is missing if the playground cannot be measured.
func (r *run) withoutWeb() string {
	if _, err := os.Stat(filepath.Join(r.webDir, "index.html")); err != nil {
		return notBuilt
	}
	if _, err := os.Stat(filepath.Join(webTools, "node_modules", "playwright-core")); err != nil {
		return noBrowser
	}
	return ""
}
