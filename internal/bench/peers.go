package main

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/internal/workload"
)

// This file measures other language servers that a user could pick, next to ours, with the same resources in their languages.

// peer is a language server.
type peer struct {
	name string
	// program is below the folder of peers.
	program string
	// serve is its command or flag that starts a server on a pipe.
	serve    string
	settings map[string]any // by section, for servers that ask
	language workload.Language
	// note says what it does not do, or does besides.
	note string
}

var peers = []peer{
	{
		name: "terraform-ls", program: "terraform-ls", serve: "serve", language: workload.Terraform,
		note: "checks syntax and references; without schemas of providers",
	},
	{
		name: "yaml-language-server", program: "node_modules/.bin/yaml-language-server", serve: "--stdio", language: workload.PulumiYAML,
		// The catalogue of schemas would be downloaded.
		settings: map[string]any{"yaml": map[string]any{"schemaStore": map[string]any{"enable": false}}},
		note:     "waits for 200 ms without an edit; checks the structure, not references",
	},
}

// notInstalled is why a peer was not measured.
const notInstalled = "not installed; make bench-peers installs it"

// peers measures ours, then each peer, with a large program and a small one.
func (r *run) peers(ctx context.Context) {
	ours := peer{name: "pcl-lsp", serve: "serve", language: workload.PCL}
	for _, size := range []struct {
		id        string
		resources int
	}{{"large", r.Resources}, {"small", r.Small}} {
		yardstick := r.compare(ctx, ours, r.Server, size.id, size.resources, typing{})
		for _, p := range peers {
			r.compare(ctx, p, r.installed(p), size.id, size.resources, yardstick)
		}
	}
}

// installed returns the program of a peer, without a path if it is not there.
func (r *run) installed(p peer) Command {
	path, err := filepath.Abs(filepath.Join(r.Peers, filepath.FromSlash(p.program)))
	if err == nil {
		path, err = exec.LookPath(path)
	}
	if err != nil {
		return Command{}
	}
	return Command{Path: path}
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
func (r *run) compare(ctx context.Context, p peer, server Command, size string, n int, ours typing) (got typing) {
	w := workload.Translated(p.language, n)
	on := fmt.Sprintf("%s, %s lines of %s", plural(n, "resource"), grouped(w.Lines()), p.language.ID)
	row := Row{Group: "peers", On: on}
	id, what := "peers."+size+"."+p.name, "edit → findings, "+p.name
	err := attempt(func() {
		if server.Path == "" {
			check(errors.New(notInstalled))
		}
		what += version(ctx, server)
		got = r.typeIn(ctx, p, server, filepath.Join(r.dir, id), w)
	})
	if err != nil {
		if p.program == "" || ctx.Err() != nil {
			check(err)
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

// joined joins the notes that are not empty.
func joined(notes ...string) string {
	return strings.Join(slices.DeleteFunc(notes, func(note string) bool { return note == "" }), "; ")
}

// version returns what a server says about its version, after a space.
func version(ctx context.Context, server Command) string {
	out, err := exec.CommandContext(ctx, server.Path, "--version").Output()
	if found := regexp.MustCompile(`\d+\.\d+\.\d+\S*`).Find(out); err == nil && found != nil {
		return " " + string(found)
	}
	return ""
}

// typeIn writes a program, opens it in a server, and types in it.
func (r *run) typeIn(ctx context.Context, p peer, server Command, dir string, w *workload.Workload) (t typing) {
	r.say("peers: %s, %s lines", p.name, grouped(w.Lines()))
	writeFiles(dir, w.Files)
	writeFiles(dir, map[string]string{workload.YAMLSchemaFile: string(workload.YAMLSchema())})
	c := spawn(ctx, server, p.serve, p.settings)
	defer c.kill()
	dir = filepath.ToSlash(dir)
	c.initialize(r.Encoding, (&editor{dir: dir}).uri(""))
	e := newEditor(c, dir, w, w.Paths(), p.language.ID)
	took, note := r.keystrokes(e, places(w, w.Paths()))
	return typing{summarize(took), note, c.trip(), must(memoryOf(c.cmd.Process.Pid, "VmRSS"))}
}
