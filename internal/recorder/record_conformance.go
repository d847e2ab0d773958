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

	"github.com/pcl-lsp/pcl-lsp/internal/asking"
)

// This file records what the binder and runs do with the programs of testdata/conformance.

// expected is the form of expected-MODE.json.
type expected struct {
	Title string `json:"title"`
	Mode  string `json:"mode"`
	asking.Record
	Unstable []string `json:"unstable,omitempty"`
}

// recordConformance writes expected-*.json of each program, and runs.json.
func recordConformance(r reference, dir string) error {
	questions, err := programsIn(conformance, conformanceSchemas)
	if err != nil {
		return err
	}
	binder, err := buildPatched(dir)
	if err != nil {
		return err
	}
	for _, mode := range []string{"strict", "lenient"} {
		if err := binder.recordExpected(slices.Clone(questions), mode); err != nil {
			return err
		}
	}
	return r.recordRuns(questions, dir)
}

// recordExpected writes what the binder says. Titles are kept.
func (r reference) recordExpected(questions []asking.Question, mode string) error {
	for i := range questions {
		questions[i].Lenient, questions[i].Often = mode == "lenient", true
	}
	answers, err := r.ask(questions)
	if err != nil {
		return err
	}
	for i, q := range questions {
		file := filepath.Join(q.Dir, "expected-"+mode+".json")
		before, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		var e expected
		if err := json.Unmarshal(before, &e); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		e = expected{e.Title, mode, answers[i].Record, answers[i].Unstable}
		if e.Status == asking.Fatal {
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
	asking.Question
	parts   []*declaration
	answers []asking.Answer   // of each declaration with what it needs
	finer   [][]asking.Answer // of the expressions of declarations that fail without a place
}

// recordRuns writes what runs do. Programs that may fail are run in parts too, which are in a folder.
func (r reference) recordRuns(questions []asking.Question, folder string) error {
	for i := range questions {
		questions[i].Runs = manySeeds
	}
	whole, err := r.ask(questions)
	if err != nil {
		return err
	}
	programs := make([]program, len(questions))
	parts, finer := batch{folder: folder}, batch{folder: folder}
	for i, q := range questions {
		p := &programs[i]
		p.Question = q
		if len(failuresIn(&whole[i])) == 0 || whole[i].Syntax {
			continue
		}
		if p.parts, err = declarations(q.Dir); err != nil {
			return err
		}
		p.answers, p.finer = make([]asking.Answer, len(p.parts)), make([][]asking.Answer, len(p.parts))
		for j := range p.parts {
			if err := parts.add(p, j, nil, &p.answers[j]); err != nil {
				return err
			}
		}
	}
	if err := parts.ask(r); err != nil {
		return err
	}
	for i := range programs {
		p := &programs[i]
		for j, failures := range own(p.parts, p.answers) {
			if !slices.ContainsFunc(failures, func(f failure) bool { return f.at == nil && f.stage == "evaluation" }) {
				continue
			}
			p.finer[j] = make([]asking.Answer, len(p.parts[j].inside))
			for e := range p.finer[j] {
				if err := finer.add(p, j, &p.parts[j].inside[e], &p.finer[j][e]); err != nil {
					return err
				}
			}
		}
	}
	if err := finer.ask(r); err != nil {
		return err
	}
	var rows []string
	for i, q := range questions {
		verdict, first := verdictOfRuns(&whole[i])
		list, some := programs[i].failures()
		if some && whole[i].Status == asking.OK && verdict == "rejected" { // no values that were made up suit all of it, but others may
			verdict = "sometimes"
		}
		row := object("verdict", verdict, "stage", first.stage, "message", short(first.message))
		if len(list) > 0 {
			row = strings.TrimSuffix(row, "}") + ", \"failures\": [\n      " + strings.Join(list, ",\n      ") + "\n    ]}"
		}
		rows = append(rows, fmt.Sprintf("    %q: %s", filepath.Base(q.Dir), row))
	}
	return r.writeRuns(filepath.Join(conformance, "..", "runs.json"), rows)
}

// batch are questions that are asked together.
type batch struct {
	folder    string
	questions []asking.Question
	into      []*asking.Answer
}

// add adds the question about a part of a program.
func (b *batch) add(p *program, i int, expression *asking.Range, into *asking.Answer) error {
	q := p.Question
	var err error
	q.Dir, err = slice(p.parts, i, expression, p.Dir, b.folder)
	b.questions, b.into = append(b.questions, q), append(b.into, into)
	return err
}

func (b *batch) ask(r reference) error {
	answers, err := r.ask(b.questions)
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
			places := []*asking.Range{f.at}
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
