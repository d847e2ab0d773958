package main

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"golang.org/x/tools/txtar"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/internal/asking"
)

// This file records what runs do with the examples of the codes.

// told is what a file written by hand says of an example that is not run.
type told struct{ Text, Verdict, Stage, Message string }

// recordCodes writes analysis/codes/testdata/runs.json.
func recordCodes(r reference, dir string) error {
	data := filepath.Join("analysis", "codes", "testdata")
	text, err := os.ReadFile(filepath.Join(data, "told.json"))
	if err != nil {
		return err
	}
	var byHand map[codes.Code]struct{ Bad, Good *told }
	if err := json.Unmarshal(text, &byHand); err != nil {
		return fmt.Errorf("told.json: %w", err)
	}
	var questions []asking.Question
	for _, d := range codes.All() {
		for _, example := range []string{d.Code.Text().Bad, d.Code.Text().Good} {
			q, err := writeExample(filepath.Join(dir, textID(example)), example)
			if err != nil {
				return fmt.Errorf("an example of %s: %w", d.Code, err)
			}
			questions = append(questions, q)
		}
	}
	answers, err := r.ask(questions)
	if err != nil {
		return err
	}
	var rows []string
	for i, d := range codes.All() {
		bad := exampleRow(d.Code.Text().Bad, &answers[2*i], byHand[d.Code].Bad)
		good := exampleRow(d.Code.Text().Good, &answers[2*i+1], byHand[d.Code].Good)
		rows = append(rows, fmt.Sprintf("    %q: {\n      \"bad\":  %s,\n      \"good\": %s\n    }", d.Code, bad, good))
	}
	return r.writeRuns(filepath.Join(data, "runs.json"), rows)
}

// exampleRow is what is recorded of an example: what is told of it, or what its runs do.
func exampleRow(text string, a *asking.Answer, t *told) string {
	if t != nil {
		return object("text", t.Text, "verdict", t.Verdict, "stage", t.Stage, "message", t.Message)
	}
	verdict, f := verdictOfRuns(a)
	return object("text", textID(text), "verdict", verdict, "stage", f.stage, "message", short(f.full()))
}

// scripts are commands of hooks that succeed.
var scripts = regexp.MustCompile(`\./[a-z]+\.sh`)

// writeExample writes an example to a directory.
func writeExample(dir, example string) (asking.Question, error) {
	archive := txtar.Parse([]byte(example))
	if len(archive.Files) == 0 {
		archive.Files = []txtar.File{{Name: "main.pp", Data: []byte(example)}}
	}
	for _, script := range scripts.FindAllString(example, -1) {
		file := filepath.Join(dir, script)
		if err := errors.Join(write(file, []byte("#!/bin/sh\n")), os.Chmod(file, 0o755)); err != nil {
			return asking.Question{}, err
		}
	}
	return writeFiles(dir, archive.Files)
}

// writeFiles writes files to a directory. The program is there, or in the directory below that has one.
func writeFiles(dir string, files []txtar.File) (asking.Question, error) {
	for _, f := range files {
		if err := write(filepath.Join(dir, f.Name), f.Data); err != nil {
			return asking.Question{}, err
		}
	}
	return asking.Question{Dir: programIn(dir), Schemas: []string{filepath.Join(dir, "schemas"), filepath.Join("testdata", "schemas"), conformanceSchemas}, Runs: manySeeds}, nil
}

// textID identifies the text of an example.
func textID(text string) string {
	sum := sha256.Sum256([]byte(text))
	return fmt.Sprintf("%x", sum[:4])
}

// writeRuns writes a file of runs, which says which version ran.
func (r reference) writeRuns(file string, rows []string) error {
	return write(file, fmt.Appendf(nil, "{\n  \"reference\": %q,\n  \"runs\": {\n%s\n  }\n}\n", r.version, strings.Join(rows, ",\n")))
}
