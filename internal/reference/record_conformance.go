package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/internal/reference/binding"
)

// This file records what the binder and runs do with the programs of testdata/conformance.

// expected is the form of expected-MODE.json.
type expected struct {
	Title string `json:"title"`
	Mode  string `json:"mode"`
	binding.Record
	Unstable []string `json:"unstable,omitempty"`
}

// recordConformance writes expected-*.json of each program, and runs.json.
func recordConformance() error {
	own, err := filepath.Abs(filepath.Join(root, "testdata", "conformance"))
	if err != nil {
		return err
	}
	dirs, err := programsIn(filepath.Join(own, "programs"))
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "reference")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	binder, err := buildPatched(dir)
	if err != nil {
		return err
	}
	schemas := []string{filepath.Join(own, "schemas")}
	for _, mode := range []string{"strict", "lenient"} {
		if err := recordExpected(binder, dirs, schemas, mode); err != nil {
			return err
		}
	}
	return recordRuns(dirs, schemas, filepath.Join(own, "runs.json"))
}

// recordExpected writes what the binder says. Titles are kept.
func recordExpected(binder string, dirs, schemas []string, mode string) error {
	var questions []question
	for _, dir := range dirs {
		questions = append(questions, question{Dir: dir, Schemas: schemas, Lenient: mode == "lenient", Often: true})
	}
	answers, err := askProgram(binder, questions)
	if err != nil {
		return err
	}
	for i, dir := range dirs {
		file := filepath.Join(dir, "expected-"+mode+".json")
		before, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		var e expected
		if err := json.Unmarshal(before, &e); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		e = expected{e.Title, mode, answers[i].Record, answers[i].Unstable}
		if e.Status == binding.Fatal {
			e.Failure = "" // whether it crashes or takes too long depends on the machine
		}
		var text bytes.Buffer
		out := json.NewEncoder(&text)
		out.SetIndent("", " ")
		if err := out.Encode(e); err != nil {
			return err
		}
		if err := write(file, text.Bytes()); err != nil {
			return err
		}
	}
	return nil
}

// program is a program of which the failures are looked for.
type program struct {
	dir     string
	parts   []*declaration
	answers []answer   // of each declaration with what it needs
	finer   [][]answer // of the expressions of declarations that fail without a place
}

// recordRuns writes what runs do. Programs that may fail are run in parts too.
func recordRuns(dirs, schemas []string, file string) error {
	folder, err := os.MkdirTemp("", "parts")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	var questions []question
	for _, dir := range dirs {
		questions = append(questions, question{Dir: dir, Schemas: schemas, Runs: manySeeds})
	}
	whole, err := ask(questions)
	if err != nil {
		return err
	}
	programs := make([]program, len(dirs))
	var parts, finer batch
	for i, dir := range dirs {
		p := &programs[i]
		p.dir = dir
		if len(whole[i].failures()) == 0 || whole[i].Syntax {
			continue
		}
		if p.parts, err = declarations(dir); err != nil {
			return err
		}
		p.answers, p.finer = make([]answer, len(p.parts)), make([][]answer, len(p.parts))
		for j := range p.parts {
			if err := parts.add(p, j, nil, folder, schemas, &p.answers[j]); err != nil {
				return err
			}
		}
	}
	if err := parts.ask(); err != nil {
		return err
	}
	for i := range programs {
		p := &programs[i]
		for j, failures := range own(p.parts, p.answers) {
			if !slices.ContainsFunc(failures, func(f failure) bool { return f.at == nil && f.stage == "evaluation" }) {
				continue
			}
			p.finer[j] = make([]answer, len(p.parts[j].inside))
			for e := range p.finer[j] {
				if err := finer.add(p, j, &p.parts[j].inside[e], folder, schemas, &p.finer[j][e]); err != nil {
					return err
				}
			}
		}
	}
	if err := finer.ask(); err != nil {
		return err
	}
	var rows []string
	for i, dir := range dirs {
		verdict, first := whole[i].verdictOfRuns()
		list, some := programs[i].failures()
		if some && whole[i].Status == binding.OK && verdict == "rejected" { // no values that were made up suit all of it, but others may
			verdict = "sometimes"
		}
		row := object("verdict", verdict, "stage", first.stage, "message", short(first.message))
		if len(list) > 0 {
			row = strings.TrimSuffix(row, "}") + ", \"failures\": [\n      " + strings.Join(list, ",\n      ") + "\n    ]}"
		}
		rows = append(rows, fmt.Sprintf("    %q: %s", filepath.Base(dir), row))
	}
	return writeRuns(file, rows)
}

// batch are questions that are asked together.
type batch struct {
	questions []question
	into      []*answer
}

// add adds the question about a part of a program.
func (b *batch) add(p *program, i int, expression *binding.Range, folder string, schemas []string, into *answer) error {
	at, err := slice(p.parts, i, expression, p.dir, folder)
	b.questions, b.into = append(b.questions, question{Dir: at, Schemas: schemas, Runs: manySeeds}), append(b.into, into)
	return err
}

func (b *batch) ask() error {
	answers, err := ask(b.questions)
	for i, a := range answers {
		*b.into[i] = a
	}
	return err
}

// failures are the rows of the failures of a program, in the order of their places, and whether each depends on what is made up.
func (p *program) failures() (rows []string, some bool) {
	var all []failure
	for i, failures := range own(p.parts, p.answers) {
		d := p.parts[i]
		for _, f := range failures {
			places := []*binding.Range{f.at}
			if f.at == nil {
				f.file, places = d.file, nil
				for _, at := range d.places(f, p.finer[i]) {
					places = append(places, &at)
				}
				if parts := strings.SplitN(f.message, ": ", 3); f.stage == "provider" && len(parts) == 3 {
					f.message = parts[2] // after the names of the resource and the input
				}
			}
			for _, f.at = range places {
				if !slices.ContainsFunc(all, f.same) {
					all = append(all, f)
				}
			}
		}
	}
	slices.SortStableFunc(all, func(a, b failure) int {
		return cmp.Or(cmp.Compare(a.file, b.file), slices.Compare(a.at[:], b.at[:]))
	})
	some = len(all) > 0
	for _, f := range all {
		some = some && f.some
		rows = append(rows, object("stage", f.stage, "file", f.file, "range", f.at, "message", short(f.message), "some", f.some))
	}
	return rows, some
}
