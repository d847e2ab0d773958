package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// This file measures the playground as a visitor meets it, in a browser.

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
func (r *run) web(ctx context.Context) error {
	took, missing, err := r.visit(ctx)
	if err != nil {
		return err
	}
	for _, f := range webFigures {
		row := Row{ID: "web." + f.id, Group: "web", What: f.what, On: f.on, Unit: "ms", Skipped: missing, Summary: summarize(took[f.id]), Note: f.note}
		r.report.add(row, f.goals...)
	}
	return nil
}

// visit lets the visitors in, and returns the milliseconds of each figure. Without a playground or a browser, it says what is missing.
func (r *run) visit(ctx context.Context) (took map[string][]float64, missing string, err error) {
	tools := filepath.Join(r.WebTools, "node_modules", "playwright-core")
	switch {
	case !exists(filepath.Join(r.Web, "index.html")):
		return nil, notBuilt, nil
	case !exists(tools):
		return nil, noBrowser, nil
	}
	r.say("web: %s", plural(visits, "visit"))
	cmd := exec.CommandContext(ctx, "node", filepath.Join("editors", "web", "e2e", "measure.mjs"), r.Web, strconv.Itoa(visits))
	cmd.Env = append(os.Environ(), "E2E_TOOLS="+r.WebTools)
	var complaint strings.Builder
	cmd.Stderr = &complaint
	out, err := cmd.Output()
	if err == nil {
		err = json.Unmarshal(out, &took)
	}
	if err != nil {
		return nil, "", fmt.Errorf("the playground cannot be measured: %w\n%s", err, complaint.String())
	}
	return took, "", nil
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
