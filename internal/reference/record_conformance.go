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
	schemas := []string{filepath.Join(own, "schemas")}
	for _, mode := range []string{"strict", "lenient"} {
		if err := recordExpected(dirs, schemas, mode); err != nil {
			return err
		}
	}
	return recordRuns(dirs, schemas, filepath.Join(own, "runs.json"))
}

// recordExpected writes what the binder says. Titles are kept.
func recordExpected(dirs, schemas []string, mode string) error {
	var questions []question
	for _, dir := range dirs {
		questions = append(questions, question{Dir: dir, Schemas: schemas, Lenient: mode == "lenient", Often: true})
	}
	answers, err := ask(questions)
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
		var text bytes.Buffer
		out := json.NewEncoder(&text)
		out.SetIndent("", " ")
		if err := cmp.Or(out.Encode(e), write(file, text.Bytes())); err != nil {
			return err
		}
	}
	return nil
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
		questions = append(questions, question{Dir: dir, Schemas: schemas, Runs: manyRuns})
	}
	whole, err := ask(questions)
	if err != nil {
		return err
	}
	questions = nil
	parts := make([][]*declaration, len(dirs))
	for i, dir := range dirs {
		if len(whole[i].failures()) == 0 || whole[i].Syntax {
			continue
		}
		if parts[i], err = declarations(dir); err != nil {
			return err
		}
		for j := range parts[i] {
			at, err := slice(parts[i], j, dir, folder)
			if err != nil {
				return err
			}
			questions = append(questions, question{Dir: at, Schemas: schemas, Runs: manyRuns})
		}
	}
	answers, err := ask(questions)
	if err != nil {
		return err
	}
	var rows []string
	for i, dir := range dirs {
		verdict, first := whole[i].verdictOfRuns()
		row := object("verdict", verdict, "stage", first.stage, "message", short(first.message))
		failures := placed(parts[i], answers[:len(parts[i])])
		answers = answers[len(parts[i]):]
		slices.SortStableFunc(failures, func(a, b failure) int {
			return cmp.Or(cmp.Compare(a.file, b.file), slices.Compare(a.at[:], b.at[:]))
		})
		var list []string
		for _, f := range failures {
			list = append(list, object("stage", f.stage, "file", f.file, "range", f.at, "message", short(f.message), "some", f.some))
		}
		if len(list) > 0 {
			row = strings.TrimSuffix(row, "}") + ", \"failures\": [\n      " + strings.Join(list, ",\n      ") + "\n    ]}"
		}
		rows = append(rows, fmt.Sprintf("    %q: %s", filepath.Base(dir), row))
	}
	return writeRuns(file, rows)
}
