package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/bench"
)

// runAsProgram is the variable with which the tests' executable is the program, so
// that what is started in tests is what was compiled for them.
const runAsProgram = "PCL_LSP_TEST_RUN_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(stopAt) != "" {
		os.Exit(runStopping(os.Args[1:]))
	}
	if os.Getenv(runAsProgram) != "" {
		prepareProcess()
		main()
		return
	}
	os.Exit(m.Run())
}

// benchIn runs a small bench and returns its outcome.
func benchIn(t *testing.T, args ...string) outcome {
	t.Helper()
	home := t.TempDir()
	return runWith(t, append(words("bench --quick --resources 40 --edits 4 --soak 20 --spawns 2"), args...), environment{
		dir: home, variable: func(string) string { return "" },
		spawned: []string{runAsProgram + "=1", "HOME=" + home, "XDG_CACHE_HOME=" + home, "PULUMI_HOME=" + home, "PCL_SCHEMA_PATH="},
	})
}

// Everything is measured, with real servers, and nothing took no time at all.
func TestBench(t *testing.T) {
	t.Parallel()
	got := benchIn(t, "--format", "json", "--json", "besides.json")
	if got.code != exitClean {
		t.Fatalf("got status %d: %s", got.code, got.stderr)
	}
	var report bench.Report
	if err := json.Unmarshal([]byte(got.stdout), &report); err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, row := range report.Rows {
		ids = append(ids, row.ID)
		if row.Skipped != "" && runtime.GOOS == "linux" {
			t.Errorf("%s was skipped: %s", row.ID, row.Skipped)
		}
		if row.Skipped == "" && row.ID != "memory.growth" && (row.N == 0 || row.Median <= 0 || row.Max < row.P99 || row.P99 < row.Median) {
			t.Errorf("%s has the figures %+v", row.ID, row.Summary)
		}
		if row.What == "" || row.On == "" || row.Unit == "" || !slices.Contains(bench.Groups(), row.Group) {
			t.Errorf("%s is not told: %+v", row.ID, row)
		}
		piped := row.Unit == "ms" && row.Group != "start" && row.Group != "cold"
		if piped && (row.Trip <= 0 || row.Parse <= 0) {
			t.Errorf("%s has no yardsticks: %+v", row.ID, row)
		}
	}
	want := words(`edit.large.one edit.small.one edit.ratio.one edit.large.many edit.small.many edit.ratio.many
		cutoff.one cutoff.many types.one.own types.one.all types.many.own types.many.all
		request.textDocument/hover request.textDocument/completion request.textDocument/definition
		request.textDocument/semanticTokens/full/delta request.textDocument/inlayHint
		cold.large.command cold.large.call cold.large.ratio cold.large.again cold.large.again.ratio cold.many.command cold.many.call cold.many.ratio
		cold.many.again cold.many.again.ratio cold.simple.call cold.nested.call cold.chained.call start memory.resident memory.later memory.peak memory.rested memory.growth`)
	if !slices.Equal(ids, want) {
		t.Errorf("measured\n%s\nwant\n%s", strings.Join(ids, " "), strings.Join(want, " "))
	}
	if report.Schema != "yard 1.0.0 (built in)" || !strings.Contains(report.Note, "aws") {
		t.Errorf("without a schema of aws it says %q, %q", report.Schema, report.Note)
	}
}

// Positions in the other encoding, one group only, and the form for documents.
func TestBenchMarkdown(t *testing.T) {
	t.Parallel()
	got := benchIn(t, words("--only cutoff --encoding utf-8 --format markdown")...)
	if got.code != exitClean || strings.Count(got.stdout, "\n| edit at the head of a chain") != 2 || strings.Contains(got.stdout, "resident") {
		t.Errorf("got status %d, %s\n%s", got.code, got.stderr, got.stdout)
	}
}

func TestBenchUsage(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"--format jsn":       "did you mean json?",
		"--only edit":        "did you mean edits?",
		"--encoding utf-32":  "unknown encoding",
		"--edits -1":         "there cannot be -1",
		"--schema nowhere":   "--schema nowhere",
		"something":          "unknown command",
		"--cpuprofile no/no": "no/no",
	} {
		var stdout, stderr bytes.Buffer
		env := environment{dir: t.TempDir(), variable: func(string) string { return "" }}
		code := run(context.Background(), append([]string{"bench"}, words(line)...), strings.NewReader(""), &stdout, &stderr, env)
		if code == exitClean || stdout.Len() > 0 || !strings.Contains(stderr.String(), want) {
			t.Errorf("bench %s: got status %d, %s%s; want %q", line, code, stdout.String(), stderr.String(), want)
		}
	}
}
