package codes_test

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
)

// This file compares the severities of codes with recorded runs of their examples.

// recordedRuns is written by make record ONLY=codes: it runs the examples but those of told.json, a file that is written by hand.
const recordedRuns = "testdata/runs.json"

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
	codes.FileLanguage:   "the file may be no PCL, and not meant to be run",
	codes.DivisionByZero: "only infinity that reaches an input or an output makes a run fail",
}

// boundLeniently are codes of values that fail the evaluation only in a program that is bound
// strictly.
var boundLeniently = map[codes.Code]bool{codes.PropUnknownNested: true}

// TestRuns checks that a code is an error if and only if every run rejects its bad example.
func TestRuns(t *testing.T) {
	t.Parallel()
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
	case d.Engine != (d.Severity == codes.Error && bad.Stage == "engine"):
		return "its field Engine differs from the run"
	}
	return ""
}

// TestTold checks that the record has what told.json says of examples that are not run, and that each has a reason.
func TestTold(t *testing.T) {
	t.Parallel()
	var told map[codes.Code]struct {
		Why       string
		Bad, Good *recordedRun
	}
	readJSON(t, "testdata/told.json", &told)
	runs := readRuns(t)
	for code, example := range told {
		bad, good := runs[code].Bad, runs[code].Good
		if example.Why == "" || *cmp.Or(example.Bad, &bad) != bad || *cmp.Or(example.Good, &good) != good {
			t.Errorf("%s: told.json gives no reason, or %s says something else: run make record ONLY=codes", code, recordedRuns)
		}
	}
}

func readRuns(t *testing.T) map[codes.Code]exampleRuns {
	t.Helper()
	var recorded struct{ Runs map[codes.Code]exampleRuns }
	readJSON(t, recordedRuns, &recorded)
	return recorded.Runs
}

func readJSON(t *testing.T, file string, into any) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(data, into)
	}
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
}

// checkRecord checks that the record belongs to the example.
func checkRecord(t *testing.T, code codes.Code, name, text string, run recordedRun) {
	t.Helper()
	if id := textID(text); run.Text != id {
		t.Errorf("%s: the %s example has changed since its run was recorded: run make record ONLY=codes; if told.json has it, write there what it does, with the text %q", code, name, id)
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
