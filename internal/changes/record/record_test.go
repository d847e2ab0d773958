package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/changes"
)

// TestAnswer is the program that answers in TestAsk: it says of each request which program it is about, and crashes with some.
func TestAnswer(t *testing.T) {
	requests, answers := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	for {
		var r request
		if err := requests.Decode(&r); errors.Is(err, io.EOF) {
			return
		}
		a := answer{ID: r.ID, Plan: changes.Outcome{Steps: []changes.Step{{Op: "create", URN: r.After}}}}
		if strings.HasPrefix(r.After, "crashes") {
			a = answer{ID: r.ID, Failed: "crash"}
		}
		if err := answers.Encode(a); err != nil {
			t.Fatal(err)
		}
	}
}

// Each request gets its own answer, also if others crash the program.
func TestAsk(t *testing.T) {
	t.Parallel()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var requests []request
	for i := range 50 {
		after := fmt.Sprint("program", i)
		if i%7 == 3 {
			after = "crashes"
		}
		requests = append(requests, request{ID: fmt.Sprint(i), After: after})
	}
	answers, err := ask(self+" -test.run=^TestAnswer$", requests)
	if err != nil || len(answers) != len(requests) {
		t.Fatal(len(answers), err)
	}
	for i, a := range answers {
		o := a.outcome()
		if r := requests[i]; a.ID != r.ID || r.After == "crashes" && o.Error == "" || r.After != "crashes" && o.Steps[0].URN != r.After {
			t.Errorf("the answer to %+v is %+v", r, a)
		}
	}
}

// Two states of the same program that were made at different times are the same once they are settled.
func TestSettle(t *testing.T) {
	t.Parallel()
	const state = `{"deployment": {"resources": [{"created": "%s", "id": "%s", "urn": "a"}, {"provider": "p::%[2]s"}]}, "version": 3}`
	want := `{"deployment":{"resources":[{"created":"2026-01-01T00:00:00Z","id":"00000000-0000-4000-8000-000000000001","urn":"a"},{"provider":"p::00000000-0000-4000-8000-000000000001"}]},"version":3}`
	for _, at := range [][]any{
		{"2025-11-03T10:11:12.345678Z", "f47ac10b-58cc-4372-a567-0e02b2c3d479"},
		{"2025-12-03T10:11:12+01:00", "0a285074-1b7e-471a-83b4-53dbf030a57b"},
	} {
		file := filepath.Join(t.TempDir(), "state.json")
		if err := os.WriteFile(file, fmt.Appendf(nil, state, at...), 0o600); err != nil {
			t.Fatal(err)
		}
		if got, err := settle(file); err != nil || string(got) != want {
			t.Errorf("%v: %v\n got %s\nwant %s", at, err, got, want)
		}
	}
}
