package codes_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
)

// This file compares the severities of codes with recorded runs of their examples.

const recordedRuns = "testdata/runs.json"

var export = flag.String("export", "", "write the examples to `DIR`/CODE/NAME/TEXT, where NAME is bad or good, and TEXT identifies the text in "+recordedRuns)

// exampleRuns are the recorded runs of both examples of a code.
type exampleRuns struct{ Bad, Good recordedRun }

// recordedRun is what a run does with an example.
type recordedRun struct {
	// Text identifies the text that ran.
	Text string
	// Verdict is accepted, rejected (by every update) or sometimes (by some updates).
	Verdict string
	// Stage and Message say where and why the run fails; empty if it never does.
	Stage, Message string
}

// rejectedBy is the stage that rejects the example, for the documentation.
func (r recordedRun) rejectedBy() string {
	switch r.Verdict {
	case "rejected":
		return r.Stage
	case "sometimes":
		return r.Stage + ", sometimes"
	}
	return "–"
}

// stages are the parts of a run that reject programs, in their order.
var stages = []struct{ name, about string }{
	{"parse", "reading the text"},
	{"bind", "resolving names and types, before anything runs"},
	{"evaluation", "computing values"},
	{"engine", "what the engine checks before it asks a provider"},
	{"provider", "the engine passes the value on, and providers reject it"},
	{"project", "reading the project and its stacks"},
	{"command", "`pulumi do`, which reads files of inputs"},
	{"check", "no run reads the settings, but `pcl-lsp check` stops"},
}

// leftAtWarning are codes that are no errors although every run rejects their bad example.
var leftAtWarning = map[codes.Code]string{
	codes.ConfigSet:      "a component may get a set as an input",
	codes.DivisionByZero: "only infinity that reaches an input or an output makes a run fail",
}

// boundLeniently are codes of values that fail the evaluation only in a program that is bound
// strictly.
var boundLeniently = map[codes.Code]bool{codes.PropUnknownNested: true}

// TestRuns checks that a code is an error if and only if every run rejects its bad example.
// With -export it writes the examples.
func TestRuns(t *testing.T) {
	t.Parallel()
	if *export != "" {
		for _, d := range codes.All() {
			exportExample(t, filepath.Join(*export, string(d.Code), "bad"), d.Code.Text().Bad)
			exportExample(t, filepath.Join(*export, string(d.Code), "good"), d.Code.Text().Good)
		}
		return
	}
	runs := readRuns(t)
	for _, area := range codes.Areas() {
		for _, d := range area.Declarations {
			text := d.Code.Text()
			run := runs[d.Code]
			delete(runs, d.Code)
			checkRecord(t, d.Code, "bad", text.Bad, run.Bad)
			checkRecord(t, d.Code, "good", text.Good, run.Good)
			if run.Good.Verdict == "rejected" {
				t.Errorf("%s: every run rejects the good example: %s", d.Code, run.Good.Message)
			}
			if why := misjudged(d, area, run.Bad); why != "" {
				t.Errorf("%s: %s, but it is %s: %s", d.Code, why, d.Severity, run.Bad.Message)
			}
		}
	}
	for code := range runs {
		t.Errorf("%s has a code that does not exist: %s", recordedRuns, code)
	}
}

// misjudged says why a severity doesn't fit the run of the bad example.
func misjudged(d codes.Declaration, area codes.Area, bad recordedRun) string {
	certain := bad.Verdict == "rejected"
	_, left := leftAtWarning[d.Code]
	switch {
	case left && (d.Severity == codes.Error || !certain):
		return "it needs no reason"
	case left || area.Varies || d.Severity == codes.Off:
		return ""
	case d.Severity == codes.Error && !certain:
		return "no run rejects the bad example, or only some do"
	case d.Severity != codes.Error && certain && bad.Stage != "provider": // providers know more values than their schemas
		return "every run rejects the bad example"
	case d.Severity == codes.Error && d.Evaluated != (bad.Stage == "evaluation" && !boundLeniently[d.Code]):
		return "its field Evaluated differs from the run"
	}
	return ""
}

func readRuns(t *testing.T) map[codes.Code]exampleRuns {
	t.Helper()
	data, err := os.ReadFile(recordedRuns)
	if err != nil {
		t.Fatal(err)
	}
	var runs map[codes.Code]exampleRuns
	if err := json.Unmarshal(data, &runs); err != nil {
		t.Fatal(err)
	}
	return runs
}

// checkRecord checks that the record belongs to the example.
func checkRecord(t *testing.T, code codes.Code, name, text string, run recordedRun) {
	t.Helper()
	if id := textID(text); run.Text != id {
		t.Errorf("%s: the %s example has changed since its run was recorded; run it, and write in %s what it does, with the text %q", code, name, recordedRuns, id)
	}
	fails := run.Verdict == "rejected" || run.Verdict == "sometimes"
	if !fails && run.Verdict != "accepted" || fails != (stageNumber(run.Stage) >= 0) || fails != (run.Message != "") {
		t.Errorf("%s: the record of the %s example makes no sense: %+v", code, name, run)
	}
}

// stageNumber returns the index of a stage, or -1.
func stageNumber(name string) int {
	for i, s := range stages {
		if s.name == name {
			return i
		}
	}
	return -1
}

// textID identifies the text of an example.
func textID(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:4])
}

// exportExample writes the files of an example into a directory named after its text.
func exportExample(t *testing.T, dir, text string) {
	t.Helper()
	dir = filepath.Join(dir, textID(text))
	archive := txtar.Parse([]byte(text))
	if len(archive.Files) == 0 {
		archive.Files = []txtar.File{{Name: "main.pp", Data: []byte(text)}}
	}
	for _, f := range archive.Files {
		path := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
