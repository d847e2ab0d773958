package main

import (
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/txtar"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/internal/asking"
	"github.com/pcl-lsp/pcl-lsp/internal/attempt"
)

// This file records what runs do with examples of codes and of rules.

// manySeeds are those of runs in which configs are lists and maps of one element, of none and of two.
var manySeeds = []asking.Choices{{}, {Seed: 1}, {Seed: 2}, {Seed: 3}, {Seed: 4}, {Seed: 5}, {Seed: asking.Rich}}

// A failure is one reason why a run of a program fails. Its place may be unknown.
type failure struct {
	stage, message, detail string
	file                   string
	at                     *asking.Range
	some                   bool // only some runs fail so
}

// verdictOfRuns is the verdict of a program, and the failure that comes first.
func verdictOfRuns(a *asking.Answer) (verdict string, first failure) {
	all := failuresIn(a)
	switch {
	case len(all) == 0:
		return "accepted", failure{}
	case slices.ContainsFunc(a.Runs, func(o asking.Run) bool { return len(failuresOf(o)) == 0 }):
		return "sometimes", all[0]
	}
	return "rejected", all[0]
}

// failures are all that fail in any run, in the order of the runs.
func failuresIn(a *asking.Answer) (all []failure) {
	const crash = "the binder crashes"
	switch {
	case a.Syntax:
		return []failure{failureAt("parse", a.Diagnostics[0])}
	case a.Status == asking.Panic || a.Status == asking.Fatal:
		return []failure{{stage: "bind", message: crash}}
	case a.Status == asking.Failed:
		return []failure{{stage: "bind", message: a.Failure}}
	case a.Status == asking.Error:
		i := slices.IndexFunc(a.Diagnostics, asking.Diagnostic.IsError)
		return []failure{failureAt("bind", a.Diagnostics[i])}
	}
	for _, o := range a.Runs {
		for _, f := range failuresOf(o) {
			if !slices.ContainsFunc(all, f.same) {
				f.some = slices.ContainsFunc(a.Runs, func(o asking.Run) bool { return !slices.ContainsFunc(failuresOf(o), f.same) })
				all = append(all, f)
			}
		}
	}
	return all
}

// failuresOf are those of one run. What providers refuse counts if nothing else fails.
func failuresOf(o asking.Run) (all []failure) {
	message := plainMessage(o)
	switch found := slices.DeleteFunc(slices.Clone(o.Found), func(d asking.Diagnostic) bool { return !d.IsError() }); {
	case len(found) > 0:
		for _, d := range found {
			all = append(all, failureAt("evaluation", d))
		}
	case strings.HasPrefix(message, "panic: "):
		all = append(all, failure{stage: "evaluation", message: "the evaluator crashes"})
	case o.Stage != "":
		stage := map[bool]string{true: "evaluation", false: "engine"}[o.Evaluation]
		all = append(all, failure{stage: stage, message: message})
	default:
		for _, why := range o.Refused {
			all = append(all, failure{stage: "provider", message: why})
		}
	}
	return all
}

// plainMessage is why a run fails, without what the engine says of each failure.
func plainMessage(o asking.Run) string {
	return strings.TrimPrefix(o.Message, "an unhandled error occurred: ")
}

func failureAt(stage string, d asking.Diagnostic) failure {
	f := failure{stage: stage, message: cmp.Or(d.Summary, d.Detail), detail: d.Detail}
	if d.File != "" {
		f.file, f.at = d.File, d.Range
	}
	return f
}

// full is the message with its details.
func (f failure) full() string {
	if strings.Contains(f.message, f.detail) {
		return f.message
	}
	return f.message + ": " + f.detail
}

// same reports whether two failures have the same place, or the same reason if the place is unknown.
func (f failure) same(g failure) bool {
	if f.at == nil || g.at == nil {
		return f.at == g.at && f.stage == g.stage && f.message == g.message
	}
	return f.stage == g.stage && f.file == g.file && *f.at == *g.at
}

// object writes an object of JSON in one line, from names and values, which are texts, bools and ranges, without those that are empty.
func object(members ...any) string {
	var all []string
	for i := 0; i < len(members); i += 2 {
		switch value := members[i+1].(type) {
		case *asking.Range:
			all = append(all, fmt.Sprintf("%q: [%d, %d]", members[i], value[0], value[1]))
		case string:
			var text strings.Builder
			out := json.NewEncoder(&text)
			out.SetEscapeHTML(false)
			if value != "" && out.Encode(value) == nil {
				all = append(all, fmt.Sprintf("%q: %s", members[i], strings.TrimSpace(text.String())))
			}
		case bool:
			if value {
				all = append(all, fmt.Sprintf("%q: true", members[i]))
			}
		}
	}
	return "{" + strings.Join(all, ", ") + "}"
}

// short is the beginning of a message, in one line.
func short(message string) string {
	const limit = 150
	message = strings.Join(strings.Fields(message), " ")
	if len(message) > limit {
		message = strings.ToValidUTF8(message[:limit], "") + "…"
	}
	return message
}

// told is what a file written by hand says of an example that is not run.
type told struct{ Text, Verdict, Stage, Message string }

// recordCodes writes analysis/codes/testdata/runs.json.
func recordCodes(r reference, dir string) {
	data := filepath.Join("analysis", "codes", "testdata")
	text := attempt.Must(os.ReadFile(filepath.Join(data, "told.json")))
	var byHand map[codes.Code]struct{ Bad, Good *told }
	attempt.Check(json.Unmarshal(text, &byHand))
	var questions []asking.Question
	for _, d := range codes.All() {
		for _, example := range []string{d.Code.Text().Bad, d.Code.Text().Good} {
			questions = append(questions, writeExample(filepath.Join(dir, textID(example)), example))
		}
	}
	answers := r.ask(questions)
	var rows []string
	for i, d := range codes.All() {
		bad := exampleRow(d.Code.Text().Bad, &answers[2*i], byHand[d.Code].Bad)
		good := exampleRow(d.Code.Text().Good, &answers[2*i+1], byHand[d.Code].Good)
		rows = append(rows, fmt.Sprintf("    %q: {\n      \"bad\":  %s,\n      \"good\": %s\n    }", d.Code, bad, good))
	}
	r.writeRuns(filepath.Join(data, "runs.json"), rows)
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
func writeExample(dir, example string) asking.Question {
	archive := txtar.Parse([]byte(example))
	if len(archive.Files) == 0 {
		archive.Files = []txtar.File{{Name: "main.pp", Data: []byte(example)}}
	}
	for _, script := range scripts.FindAllString(example, -1) {
		file := filepath.Join(dir, script)
		write(file, []byte("#!/bin/sh\n"))
		attempt.Check(os.Chmod(file, 0o755))
	}
	return writeFiles(dir, archive.Files)
}

// writeFiles writes files to a directory. The program is there, or in the directory below that has one.
func writeFiles(dir string, files []txtar.File) asking.Question {
	for _, f := range files {
		write(filepath.Join(dir, f.Name), f.Data)
	}
	schemas := []string{filepath.Join(dir, "schemas"), filepath.Join("testdata", "schemas"), conformanceSchemas}
	return asking.Question{Dir: programIn(dir), Schemas: schemas, Runs: manySeeds}
}

// textID identifies the text of an example.
func textID(text string) string {
	sum := sha256.Sum256([]byte(text))
	return fmt.Sprintf("%x", sum[:4])
}

// writeRuns writes a file of runs, which says which version ran.
func (r reference) writeRuns(file string, rows []string) {
	write(file, fmt.Appendf(nil, "{\n  \"reference\": %q,\n  \"runs\": {\n%s\n  }\n}\n", r.version, strings.Join(rows, ",\n")))
}

var (
	runLine = regexp.MustCompile(`(?m)^run: .*$`)
	pinned  = regexp.MustCompile(`(?m)^pulumi: "(.*)"$`)
)

// recordRules writes the line about the run into each rule. A rule of another version keeps it.
func recordRules(r reference, dir string) {
	for _, file := range attempt.Must(filepath.Glob(filepath.Join("testdata", "random", "rules", "*.txtar"))) {
		archive := attempt.Must(txtar.ParseFile(file))
		if version := pinned.FindSubmatch(txtar.Format(archive)); version != nil && string(version[1]) != r.version {
			continue
		}
		answers := r.ask([]asking.Question{writeFiles(filepath.Join(dir, filepath.Base(file)), archive.Files)})
		verdict, first := verdictOfRuns(&answers[0])
		said := fmt.Sprintf("run: with %s, %s", r.version, cmp.Or(short(first.message), verdict))
		archive.Comment = []byte(runLine.ReplaceAllString(string(archive.Comment), strings.ReplaceAll(said, "$", "$$")))
		write(file, txtar.Format(archive))
	}
}
