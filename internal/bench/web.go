package main

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
)

// This file measures the playground as a visitor meets it, in a browser.

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

// Why the playground was not measured.
const (
	notBuilt  = "not built; make web builds it"
	noBrowser = "no browser; make e2e CLIENTS=web installs it"
)

// web measures the playground.
func (r *run) web(ctx context.Context) {
	var took map[string][]float64
	missing := r.withoutWeb()
	if missing == "" {
		r.say("web: %s", plural(visits, "visit"))
		script := filepath.Join("editors", "web", "e2e", "measure.mjs")
		cmd := exec.CommandContext(ctx, "node", script, r.Web, strconv.Itoa(visits))
		cmd.Env = append(os.Environ(), "E2E_TOOLS="+webTools)
		cmd.Stderr = r.Progress
		check(json.Unmarshal(must(cmd.Output()), &took))
	}
	for _, f := range webFigures {
		row := Row{Group: "web", On: f.on, Skipped: missing, Note: f.note}
		r.report.add(row.with("web."+f.id, f.what, "ms", summarize(took[f.id])), f.goals...)
	}
}

// withoutWeb says what is missing if the playground cannot be measured.
func (r *run) withoutWeb() string {
	if _, err := os.Stat(filepath.Join(r.Web, "index.html")); err != nil {
		return notBuilt
	}
	if _, err := os.Stat(filepath.Join(webTools, "node_modules", "playwright-core")); err != nil {
		return noBrowser
	}
	return ""
}
