package main

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// This file breaks what checks keep: nothing can be written, files are damaged, and the
// clock jumps.

// cachedWorkspace is a program that needs a schema which is worth an index, plain and packed.
func cachedWorkspace(t *testing.T) (dir, home string) {
	t.Helper()
	dir, home = t.TempDir(), t.TempDir()
	schema := func(name string) string {
		return `{"name":"` + name + `","version":"1.0.0","description":"` + strings.Repeat("long ", 300_000) +
			`","resources":{"` + name + `:index:Crater":{"inputProperties":{"depth":{"type":"number"}}}}}`
	}
	putIn(t, dir, "main.pp", "resource a \"moon:index:Crater\" { dept = 1 }\nresource b \"sun:index:Crater\" { depth = true }\noutput o { value = [a.id, b.id] }\n")
	putIn(t, dir, "schemas/moon.json", schema("moon"))
	putIn(t, dir, "schemas/sun.json.gz", string(packed(t, schema("sun"))))
	return dir, home
}

// checkProcess is a process that checks a workspace, with what it keeps below a home.
func checkProcess(dir, home string, variables ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], "check", "--format", "concise", "--schema", "schemas")
	cmd.Dir = dir
	cmd.Env = append(append(os.Environ(), "HOME="+home, "XDG_CACHE_HOME="+filepath.Join(home, "cache"), runAsProgram+"=1"), variables...)
	return cmd
}

// keptBelow are the files that are kept below a home.
func keptBelow(t *testing.T, home string) (files []string) {
	t.Helper()
	err := filepath.WalkDir(home, func(path string, e fs.DirEntry, err error) error {
		if err == nil && e.Type().IsRegular() {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// Whatever happens to what is kept, a check comes to the same, and says nothing of it.
func TestCacheFaults(t *testing.T) {
	t.Parallel()
	dir, home := cachedWorkspace(t)
	want, _ := checkProcess(dir, home).Output()
	if n := len(keptBelow(t, home)); n < 4 || bytes.Count(want, []byte("\n")) != 2 {
		t.Fatalf("the test is of no use: %d files are kept, and found is %s", n, want)
	}
	same := func(what string, cmd *exec.Cmd) {
		t.Helper()
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		if got, _ := cmd.Output(); !bytes.Equal(got, want) || stderr.Len() > 0 {
			t.Errorf("%s: got %s%s, want %s", what, got, stderr.String(), want)
		}
	}
	same("as before", checkProcess(dir, home))

	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o400); err != nil {
		t.Fatal(err)
	}
	same("nothing can be written", checkProcess(dir, file))

	for _, path := range keptBelow(t, home) {
		whole, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, damaged := range [][]byte{nil, whole[:len(whole)/2], bytes.Repeat([]byte{0xff}, len(whole))} {
			if err := os.WriteFile(path, damaged, 0o600); err != nil {
				t.Fatal(err)
			}
			same("damaged "+filepath.Ext(path), checkProcess(dir, home))
		}
	}

	for _, at := range []time.Time{time.Unix(0, 0), time.Now().AddDate(80, 0, 0), time.Now().Add(-time.Hour)} {
		for _, path := range slices.Concat(keptBelow(t, home), keptBelow(t, dir)) {
			if err := os.Chtimes(path, at, at); err != nil {
				t.Fatal(err)
			}
		}
		same("the clock jumps", checkProcess(dir, home))
		putIn(t, dir, "main.pp", "resource a \"moon:index:Crater\" { depth = 1 }\n\noutput o { value = [a.id] }\n")
		if err := os.Chtimes(filepath.Join(dir, "main.pp"), at, at); err != nil {
			t.Fatal(err)
		}
		if got, _ := checkProcess(dir, home).Output(); strings.Contains(string(got), "dept") {
			t.Errorf("at %v a change is not seen: %s", at, got)
		}
		putIn(t, dir, "main.pp", "resource a \"moon:index:Crater\" { dept = 1 }\nresource b \"sun:index:Crater\" { depth = true }\noutput o { value = [a.id, b.id] }\n")
	}
}
