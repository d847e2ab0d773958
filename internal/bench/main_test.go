package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
)

// serverDir is removed when the tests end.
var serverDir string

// builtServer is the path of the server that the tests measure.
var builtServer = sync.OnceValues(func() (string, error) {
	var err error
	if serverDir, err = os.MkdirTemp("", "pcl-lsp-bench-test-"); err != nil {
		return "", err
	}
	path := filepath.Join(serverDir, "pcl-lsp.exe")
	out, err := exec.Command("go", "build", "-o", path, "../../cmd/pcl-lsp").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return path, nil
})

func TestMain(m *testing.M) {
	actAsYardstick()
	code := m.Run()
	os.RemoveAll(serverDir)
	os.Exit(code)
}

// outcome is what a command line did.
type outcome struct {
	code           int
	stdout, stderr string
}

// benchIn runs a small benchmark without the schemas of this machine.
func benchIn(t *testing.T, args ...string) outcome {
	t.Helper()
	server, err := builtServer()
	if err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	for _, name := range []string{"HOME", "XDG_CACHE_HOME", "PULUMI_HOME"} {
		t.Setenv(name, home)
	}
	t.Setenv("PCL_SCHEMA_PATH", "")
	line := append([]string{"--server", server}, strings.Fields("--peers nowhere --web nowhere --quick --resources 40 --edits 4 --soak 20 --spawns 2")...)
	var stdout, stderr bytes.Buffer
	code := execute(context.Background(), append(line, args...), &stdout, &stderr)
	return outcome{code, stdout.String(), stderr.String()}
}

// The benchmark measures everything with a real server, and nothing takes zero time.
func TestBench(t *testing.T) {
	testsize.Full(t, "it runs all groups of the benchmark")
	got := benchIn(t, "--format", "json", "--json", filepath.Join(t.TempDir(), "besides.json"))
	if got.code != 0 {
		t.Fatalf("got status %d: %s", got.code, got.stderr)
	}
	var report Report
	if err := json.Unmarshal([]byte(got.stdout), &report); err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, row := range report.Rows {
		ids = append(ids, row.ID)
		if row.Skipped == notInstalled && row.Group == "peers" || row.Skipped == notBuilt && row.Group == "web" {
			continue
		}
		if row.Skipped != "" && runtime.GOOS == "linux" {
			t.Errorf("%s was skipped: %s", row.ID, row.Skipped)
		}
		if row.Skipped == "" && row.ID != "memory.growth" && row.ID != "repository.parts" && (row.N == 0 || row.Median <= 0 || row.Max < row.P99 || row.P99 < row.Median) {
			t.Errorf("%s has the figures %+v", row.ID, row.Summary)
		}
		if row.What == "" || row.On == "" || row.Unit == "" || !slices.Contains(groupNames(), row.Group) {
			t.Errorf("%s is not told: %+v", row.ID, row)
		}
		piped := row.Unit == "ms" && row.Group != "peers" && row.ID != "request.tokens.first" && row.ID != "request.tokens.rested" && row.Group != "start" && row.Group != "cold" && row.Group != "repository"
		if piped && (row.Trip <= 0 || row.Parse <= 0) {
			t.Errorf("%s has no yardsticks: %+v", row.ID, row)
		}
	}
	want := strings.Fields(`edit.large.one edit.small.one edit.ratio.one edit.large.many edit.small.many edit.ratio.many edit.wrong edit.huge edit.huge.memory
		cutoff.one cutoff.many types.one.own types.one.all types.many.own types.many.all
		request.tokens.first request.tokens.rested request.textDocument/hover request.textDocument/completion request.textDocument/definition
		request.textDocument/semanticTokens/full/delta request.textDocument/inlayHint rules.0 rules.1 rules.2 rules.3 rules.ratio.0.median rules.ratio.0.p99 rules.ratio.1.median rules.ratio.1.p99 rules.ratio.2.median rules.ratio.2.p99
		cold.large.command cold.large.call cold.large.ratio cold.large.again cold.large.again.ratio cold.many.command cold.many.call cold.many.ratio
		cold.many.again cold.many.again.ratio cold.simple.call cold.nested.call cold.chained.call
		repository.cold repository.cold.ratio repository.cold.memory repository.again repository.again.ratio repository.again.memory
		repository.copy repository.copy.ratio repository.copy.memory repository.parts start start.version start.empty start.ratio memory.resident memory.later memory.peak memory.rested memory.growth
		peers.large.pcl-lsp peers.large.pcl-lsp.memory peers.large.terraform-ls peers.large.terraform-ls.memory
		peers.large.yaml-language-server peers.large.yaml-language-server.memory peers.small.pcl-lsp peers.small.pcl-lsp.memory
		peers.small.terraform-ls peers.small.terraform-ls.memory peers.small.yaml-language-server peers.small.yaml-language-server.memory
		web.ready web.first web.finding web.hover web.fix web.link`)
	if !slices.Equal(ids, want) {
		t.Errorf("measured\n%s\nwant\n%s", strings.Join(ids, " "), strings.Join(want, " "))
	}
	if report.Schema != "yard 1.0.0 (built in)" || !strings.Contains(report.Note, "aws") {
		t.Errorf("without a schema of aws it says %q, %q", report.Schema, report.Note)
	}
}

// A single group, with the other position encoding, as Markdown.
func TestBenchMarkdown(t *testing.T) {
	got := benchIn(t, strings.Fields("--only cutoff --encoding utf-8 --format markdown")...)
	if got.code != 0 || strings.Count(got.stdout, "\n| edit at the head of a chain") != 2 || strings.Contains(got.stdout, "resident") {
		t.Errorf("got status %d, %s\n%s", got.code, got.stderr, got.stdout)
	}
}

func TestBenchUsage(t *testing.T) {
	for line, want := range map[string]string{
		"--format jsn":      "unknown format",
		"--only edit":       "unknown group",
		"--encoding utf-32": "unknown encoding",
		"--edits -1":        "cannot be negative",
		"--schema nowhere":  "--schema nowhere",
		"--server nowhere":  "run make build",
		"something":         "unknown command",
	} {
		if got := benchIn(t, strings.Fields(line)...); got.code == 0 || got.stdout != "" || !strings.Contains(got.stderr, want) {
			t.Errorf("bench %s: got status %d, %s%s; want %q", line, got.code, got.stdout, got.stderr, want)
		}
	}
}
