package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/pcl-lsp/pcl-lsp/workspace/fault"
)

const bugSecret = "hunter2-of-the-test"

// faultAt is the fault of a panic with a value whose type has n in its name: another
// number is another fault.
func faultAt(n int) *fault.Fault {
	found := make(chan *fault.Fault)
	go func() { // whoever asks is not on its stack
		defer func() { found <- fault.Of(recover()) }()
		panic(reflect.New(reflect.ArrayOf(n, reflect.TypeFor[string]())).Interface())
	}()
	return <-found
}

// reportsIn are the reports in a folder by name.
func reportsIn(t *testing.T, folder string) map[string]string {
	t.Helper()
	all := map[string]string{}
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(folder, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		all[e.Name()] = string(text)
	}
	return all
}

// wantPrivate checks that only the user can read something.
func wantPrivate(t *testing.T, path string, want fs.FileMode) {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if got := info.Mode().Perm(); got != want && runtime.GOOS != "windows" {
		t.Errorf("%s has the mode %o, want %o", path, got, want)
	}
}

// TestBugReports: a report for each mistake, private to the user; a known one is not
// written again; of very many the newest are kept.
func TestBugReports(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "bugs")
	if err := os.Mkdir(folder, 0o755); err != nil { // somebody else has made it
		t.Fatal(err)
	}
	const mostBugs, longestBug = 20, 64 << 10
	kept := (&app{env: environment{cache: filepath.Join(filepath.Dir(folder), "schemas")}}).bugReports()
	keep := func(doing string, n int) (string, error) { return kept.Keep(doing, faultAt(n)) }
	first, err := keep("textDocument/hover", 1)
	if err != nil {
		t.Fatal(err)
	}
	wantPrivate(t, folder, 0o700)
	wantPrivate(t, first, 0o600)
	text, err := os.ReadFile(first)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"pcl-lsp ", runtime.GOOS + "/" + runtime.GOARCH, runtime.Version(), "while: textDocument/hover\n", "panic: *[1]string", "faultAt.func1 bugs_test.go:"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the report has no %q:\n%s", want, text)
		}
	}
	for range 3 {
		if again, err := keep("textDocument/completion", 1); err != nil || again != first {
			t.Errorf("a known mistake is kept in %s (%v), want %s", again, err, first)
		}
	}
	if all := reportsIn(t, folder); len(all) != 1 {
		t.Errorf("there are %d reports of one mistake", len(all))
	}
	other := filepath.Join(folder, "notes.txt")
	if err := os.WriteFile(other, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	old := time.Unix(1_000_000_000, 0)
	if err := os.Chtimes(first, old, old); err != nil {
		t.Fatal(err)
	}
	var last string
	for n := range 3 * mostBugs {
		if last, err = keep(strings.Repeat("x", 1<<20), n+2); err != nil {
			t.Fatal(err)
		}
	}
	all := reportsIn(t, folder)
	if len(all) != mostBugs+1 || all[filepath.Base(last)] == "" || all[filepath.Base(first)] != "" {
		t.Errorf("there are %d files, want the %d newest reports and what is no report", len(all), mostBugs)
	}
	for name, text := range all {
		if len(text) > longestBug {
			t.Errorf("%s has %d bytes", name, len(text))
		}
	}
	if path, err := (fault.Reports{}).Keep("x", faultAt(1)); err == nil {
		t.Errorf("a report is kept in %q, want nowhere", path)
	}
	if _, err := (fault.Reports{Folder: other}).Keep("x", faultAt(1)); err == nil {
		t.Error("a report is kept where a file is")
	}
}

// TestCommandPanics: a panic in a command has a status and a report of its place; what it
// says is in neither the report nor the output.
func TestCommandPanics(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	got := runWith(t, words("check --timings"), environment{
		dir: home, cache: filepath.Join(home, "cache", "schemas"), variable: func(string) string { return "" },
		now: func() time.Time { panic(errors.New("reading " + bugSecret)) },
	})
	reports := reportsIn(t, filepath.Join(home, "cache", "bugs"))
	if got.code != exitUnchecked || len(reports) != 1 {
		t.Fatalf("got status %d and %d reports: %s", got.code, len(reports), got.stderr)
	}
	for name, text := range reports {
		if !strings.Contains(got.stderr, filepath.Join(home, "cache", "bugs", name)) || !strings.Contains(got.stderr, "bugs_test.go:") {
			t.Errorf("it said %s, want the place and the report %s", got.stderr, name)
		}
		if !strings.Contains(text, "panic: *errors.errorString") {
			t.Errorf("the report is\n%s", text)
		}
		if strings.Contains(text+got.stdout+got.stderr, bugSecret) || strings.Contains(text, home) {
			t.Errorf("the value of the panic, or a directory, is told:\n%s\n%s", text, got.stderr)
		}
	}
}
