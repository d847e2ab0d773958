package recheck

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"
)

func recall(m Memory, question string) (string, bool) { return m.Recall([]byte(question)) }

func keep(t *testing.T, m Memory, question, result string) {
	t.Helper()
	if err := m.Keep([]byte(question), []byte(result)); err != nil {
		t.Fatal(err)
	}
}

func files(t *testing.T, m Memory) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(m.Dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestRecall(t *testing.T) {
	t.Parallel()
	m := Memory{Dir: filepath.Join(t.TempDir(), "a", "b")}
	if _, ok := recall(m, "q"); ok {
		t.Error("something is known from the start")
	}
	keep(t, m, "q", "one")
	keep(t, m, "r", "two")
	keep(t, m, "q", "three")
	if r, ok := recall(m, "q"); !ok || r != "three" {
		t.Errorf("got %v, %t", r, ok)
	}
	if r, ok := recall(m, "r"); !ok || r != "two" {
		t.Errorf("got %v, %t", r, ok)
	}
	if found := files(t, m); len(found) != 2 {
		t.Errorf("files %q", found)
	}
}

// The directory and what is in it are the user's alone.
func TestPrivate(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("there are no such permissions")
	}
	m := Memory{Dir: filepath.Join(t.TempDir(), "memory")}
	keep(t, m, "q", "")
	for _, path := range append(files(t, m), m.Dir) {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s can be read by others: %v", path, info.Mode())
		}
	}
}

// Whatever byte of a file is wrong or missing, there is no result.
func TestDamage(t *testing.T) {
	t.Parallel()
	m := Memory{Dir: filepath.Join(t.TempDir(), "memory")}
	keep(t, m, "q", "name")
	file := files(t, m)[0]
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	try := func(what string, content []byte) {
		t.Helper()
		if err := os.WriteFile(file, content, 0o600); err != nil {
			t.Fatal(err)
		}
		if r, ok := recall(m, "q"); ok {
			t.Errorf("%s: got %v", what, r)
		}
	}
	for i := range whole {
		try(fmt.Sprintf("%d bytes", i), whole[:i])
		damaged := slices.Clone(whole)
		damaged[i] ^= 0x10
		try(fmt.Sprintf("byte %d", i), damaged)
	}
	try("a byte more", append(slices.Clone(whole), 0))
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(file, 0o700); err != nil {
		t.Fatal(err)
	}
	if _, ok := recall(m, "q"); ok {
		t.Error("a directory is a result")
	}
}

// A directory that cannot be made or written is an error that the caller may ignore.
func TestNoPlace(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	m := Memory{Dir: filepath.Join(file, "memory")}
	if err := m.Keep([]byte("q"), nil); err == nil {
		t.Error("kept inside a file")
	}
	if _, ok := recall(m, "q"); ok {
		t.Error("recalled from inside a file")
	}
	if err := (Memory{}).Keep([]byte("q"), nil); err != nil {
		t.Error(err)
	}
}

// A bounded number of results is kept, those used last, and nothing else is removed.
func TestBounded(t *testing.T) {
	t.Parallel()
	m := Memory{Dir: filepath.Join(t.TempDir(), "memory")}
	if err := os.Mkdir(m.Dir, 0o700); err != nil {
		t.Fatal(err)
	}
	foreign := filepath.Join(m.Dir, "foreign.memo")
	if err := os.WriteFile(foreign, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for i := range maxKept + 10 {
		keep(t, m, fmt.Sprint(i), "")
		at := time.Now().Add(time.Duration(i-1000) * time.Minute)
		if err := os.Chtimes(m.file([]byte(fmt.Sprint(i))), at, at); err != nil {
			t.Fatal(err)
		}
		if _, ok := recall(m, "0"); !ok { // which is used again and again
			t.Fatalf("the first is gone after %d", i)
		}
	}
	if n := len(files(t, m)); n != maxKept+1 {
		t.Errorf("%d files", n)
	}
	if _, ok := recall(m, "1"); ok {
		t.Error("the oldest is kept")
	}
	if _, err := os.Stat(foreign); err != nil {
		t.Error(err)
	}
}

// In a directory that others can write to nothing is found, and nothing is put.
func TestDirectoryOfOthers(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("there are no such permissions")
	}
	m := Memory{Dir: filepath.Join(t.TempDir(), "memory")}
	keep(t, m, "q", "planted")
	if err := os.Chmod(m.Dir, 0o777); err != nil {
		t.Fatal(err)
	}
	if r, ok := recall(m, "q"); ok {
		t.Errorf("recalled %v", r)
	}
	if err := m.Keep([]byte("r"), nil); err == nil || len(files(t, m)) != 1 {
		t.Errorf("kept: %v, %q", err, files(t, m))
	}
}
