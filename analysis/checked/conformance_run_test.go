package checked_test

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis/dump"
)

// recordedRun is what a run does with a program: it binds it under the strict rules and
// evaluates it, several times with different outputs and configurations.
type recordedRun struct {
	// Verdict is accepted, rejected (by every run) or sometimes (by some runs).
	Verdict string
	// Stage and Message say where and why the run first fails.
	Stage, Message string
	// Failures are the failures after binding. If the program does not bind, they are those
	// of its other declarations.
	Failures []runFailure
}

// runFailure is a failure of a run after binding.
type runFailure struct {
	recordedDiagnostic
	Stage, Message string
	// Some says that only some runs fail there.
	Some bool
}

const conformanceRuns = conformanceDir + "/runs.json"

func loadRuns(t *testing.T) map[string]recordedRun {
	t.Helper()
	data, err := os.ReadFile(conformanceRuns)
	if err != nil {
		t.Fatal(err)
	}
	var recorded struct{ Runs map[string]recordedRun }
	if err := json.Unmarshal(data, &recorded); err != nil {
		t.Fatal(err)
	}
	return recorded.Runs
}

// fails says that every run rejects the program.
func (r recordedRun) fails() bool { return r.Verdict == "rejected" }

// String is the verdict in the words of differences.md.
func (r recordedRun) String() string {
	switch r.Verdict {
	case "rejected":
		return "rejects: " + r.Stage
	case "sometimes":
		return "rejects sometimes: " + r.Stage
	}
	return "accepts"
}

// evaluation is the part of a run that the rules of binding do not change: under the lenient
// rules, values of the wrong type reach the provider.
func (r recordedRun) evaluation() recordedRun {
	e := recordedRun{Verdict: "accepted"}
	for _, f := range r.Failures {
		if f.Stage == "provider" {
			continue
		}
		e.Failures = append(e.Failures, f)
		if !f.Some {
			e.Verdict, e.Stage, e.Message = "rejected", f.Stage, f.Message
		}
	}
	return e
}

// at returns whether every run fails where a finding is.
func (r recordedRun) at(o dump.Diagnostic) bool {
	return slices.ContainsFunc(r.Failures, func(f runFailure) bool { return !f.Some && f.meets(o) })
}

// atPlace says what the run does at a place of a program, in the words of differences.md.
func (r recordedRun) atPlace(bound []recordedDiagnostic, place dump.Diagnostic) string {
	if slices.ContainsFunc(bound, func(d recordedDiagnostic) bool { return d.Severity == "error" && d.meets(place) }) {
		return "rejects: " + r.Stage
	}
	for _, f := range r.Failures {
		if f.meets(place) {
			return recordedRun{Verdict: map[bool]string{false: "rejected", true: "sometimes"}[f.Some], Stage: f.Stage}.String()
		}
	}
	if r.Stage == "parse" || r.Stage == "bind" {
		return "ends before: " + r.Stage
	}
	return "accepts"
}

// TestDifferencesSayWhatTheRunDoes compares the column of differences.md about the run with
// the recorded runs.
func TestDifferencesSayWhatTheRunDoes(t *testing.T) {
	t.Parallel()
	runs := loadRuns(t)
	for _, d := range differences(t) {
		run, bound := runs[d.program], readRecording(t, d.program, "strict").Diagnostics
		for _, place := range d.places {
			says := run.String()
			if place != "" {
				says = run.atPlace(bound, parsePlace(t, place))
			}
			if says != d.run {
				t.Errorf("%s %s %s: differences.md says of the run: %s; recorded: %s", d.program, d.kind, place, d.run, says)
			}
		}
	}
}

// parsePlace reads a place of differences.md: a file, a range, and for types a kind of
// expression.
func parsePlace(t *testing.T, text string) dump.Diagnostic {
	t.Helper()
	var p dump.Diagnostic
	if _, err := fmt.Sscanf(text, "%s %d-%d", &p.File, &p.Range[0], &p.Range[1]); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return p
}
