package replace_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/pcl-lsp/pcl-lsp/workspace/replace"
)

// folder makes files in a new directory, named a, b and so on, with their names as texts.
func folder(t *testing.T, names ...string) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range names {
		write(t, filepath.Join(dir, name), "old "+name, 0o644)
	}
	return dir
}

func write(t *testing.T, path, text string, mode os.FileMode) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, mode); err != nil {
		t.Fatal(err)
	}
}

// inNew are files of a directory that are to be new.
func inNew(dir string, names ...string) []replace.File {
	var files []replace.File
	for _, name := range names {
		files = append(files, replace.File{Path: filepath.Join(dir, name), Old: "old " + name, New: "new " + name})
	}
	return files
}

// texts are the files of a directory; temporary ones too.
func texts(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, e.Name()+": "+string(text))
	}
	return all
}

func expect(t *testing.T, dir string, want ...string) {
	t.Helper()
	if diff := cmp.Diff(want, texts(t, dir)); diff != "" {
		t.Errorf("the directory has other files (-want +got):\n%s", diff)
	}
}

// Files get their texts and keep their modes.
func TestAll(t *testing.T) {
	t.Parallel()
	dir := folder(t, "a", "b", "c")
	if err := os.Chmod(filepath.Join(dir, "a"), 0o755); err != nil {
		t.Fatal(err)
	}
	notes, err := replace.All(context.Background(), inNew(dir, "a", "b"))
	if err != nil || len(notes) > 0 {
		t.Fatal(notes, err)
	}
	expect(t, dir, "a: new a", "b: new b", "c: old c")
	if info, err := os.Stat(filepath.Join(dir, "a")); err != nil || info.Mode().Perm() != 0o755 {
		t.Errorf("a has another mode: %v %v", info.Mode(), err)
	}
}

// When one file cannot be written, all keep their texts, and the error says which and why.
func TestRefused(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name   string
		change func(t *testing.T, dir string)
		want   string
	}{
		{"read-only", func(t *testing.T, dir string) { write(t, filepath.Join(dir, "b"), "old b", 0o444) }, "b: it is read-only"},
		{"changed", func(t *testing.T, dir string) { write(t, filepath.Join(dir, "b"), "mine", 0o644) }, "b: it has changed in the meantime"},
		{"gone", func(t *testing.T, dir string) { os.Remove(filepath.Join(dir, "b")) }, "b: no such file"},
		{"folder", func(t *testing.T, dir string) {
			os.Remove(filepath.Join(dir, "b"))
			if err := os.Mkdir(filepath.Join(dir, "b"), 0o755); err != nil {
				t.Fatal(err)
			}
		}, "b: it is not a regular file"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			dir := folder(t, "a", "b", "c")
			test.change(t, dir)
			_, err := replace.All(context.Background(), inNew(dir, "a", "b", "c"))
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got error %v", err)
			}
			for _, name := range []string{"a", "c"} {
				if text, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(text) != "old "+name {
					t.Errorf("%s has %q, %v", name, text, err)
				}
			}
			if entries, _ := os.ReadDir(dir); slices.ContainsFunc(entries, func(e os.DirEntry) bool { return replace.IsTemporary(e.Name()) }) {
				t.Errorf("something is left: %v", entries)
			}
		})
	}
}

// asked is a context that calls a function before each answer whether it has ended, with the number of the question.
type asked struct {
	context.Context
	before func(n int)
	n      int
}

func (a *asked) Err() error {
	a.n++
	a.before(a.n)
	return a.Context.Err()
}

// Somebody else changes a file at the last moment: it keeps what it has. The questions come before each of the files, and before the first rename.
func TestChangedMeanwhile(t *testing.T) {
	t.Parallel()
	for when := 1; when <= 3; when++ {
		for _, name := range []string{"a", "b"} {
			dir := folder(t, "a", "b")
			ctx := &asked{Context: t.Context(), before: func(n int) {
				if n == when {
					write(t, filepath.Join(dir, name), "mine", 0o644)
				}
			}}
			_, err := replace.All(ctx, inNew(dir, "a", "b"))
			if !errors.Is(err, replace.ErrChanged) {
				t.Errorf("%d: got error %v", when, err)
			}
			want := map[string]string{"a": "old a", "b": "old b"}
			if want[name] = "mine"; when == 3 && name == "b" {
				want["a"] = "new a"
				if !strings.Contains(err.Error(), "1 of 2 files were already written: ") {
					t.Errorf("the error does not say what was written: %v", err)
				}
			}
			expect(t, dir, "a: "+want["a"], "b: "+want["b"])
		}
	}
}

// An interrupt before the first file is renamed leaves all as they were; later it is too
// late: nobody asks any more.
func TestInterrupted(t *testing.T) {
	t.Parallel()
	for when := 1; when <= 4; when++ {
		dir := folder(t, "a", "b")
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		_, err := replace.All(&asked{Context: ctx, before: func(n int) {
			if n == when {
				cancel()
			}
			for _, name := range []string{"a", "b"} {
				if text, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(text) != "old "+name {
					t.Errorf("question %d comes when %s has %q, %v", n, name, text, err)
				}
			}
		}}, inNew(dir, "a", "b"))
		if when == 4 {
			if err != nil {
				t.Errorf("got error %v", err)
			}
			expect(t, dir, "a: new a", "b: new b")
			continue
		}
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%d: got error %v", when, err)
		}
		expect(t, dir, "a: old a", "b: old b")
	}
}

// A file that cannot be renamed, because its temporary file is gone, stops the others. The error says which are new.
func TestRenameFails(t *testing.T) {
	t.Parallel()
	names := []string{"a", "b", "c"}
	for failing, name := range names {
		dir := folder(t, names...)
		ctx := &asked{Context: t.Context(), before: func(n int) {
			if n <= len(names) {
				return
			}
			for _, file := range texts(t, dir) {
				if temporary, isOf := strings.CutSuffix(file, ": new "+name); isOf {
					os.Remove(filepath.Join(dir, temporary))
				}
			}
		}}
		_, err := replace.All(ctx, inNew(dir, names...))
		if !errors.Is(err, os.ErrNotExist) || !strings.Contains(err.Error(), filepath.Join(dir, name)) {
			t.Errorf("got error %v", err)
		}
		want := []string{"a: old a", "b: old b", "c: old c"}
		for i := range failing {
			want[i] = names[i] + ": new " + names[i]
		}
		if failing == 2 && !strings.Contains(err.Error(), "2 of 3 files were already written: ") {
			t.Errorf("the error does not say what was written: %v", err)
		}
		expect(t, dir, want...)
	}
}

// A link stays, and what it leads to is replaced; two names of one file are refused.
func TestLinks(t *testing.T) {
	t.Parallel()
	dir, other := folder(t, "a"), folder(t, "target")
	link := filepath.Join(dir, "link")
	if err := os.Symlink(filepath.Join(other, "target"), link); err != nil {
		t.Skip("no links here:", err)
	}
	if _, err := replace.All(context.Background(), []replace.File{{Path: link, Old: "old target", New: "new"}}); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is gone: %v", err)
	}
	expect(t, other, "target: new")
	_, err := replace.All(context.Background(), []replace.File{
		{Path: link, Old: "new", New: "newer"}, {Path: filepath.Join(other, "target"), Old: "new", New: "newest"},
	})
	if err == nil || !strings.Contains(err.Error(), "it is the same file as "+link) {
		t.Errorf("got error %v", err)
	}
	expect(t, other, "target: new")
}

// What a process has left that is no more is removed, and nothing else: not what looks
// similar, and not what a process that lives has made in the last hour. A number may come
// again, also that of this process.
func TestSweep(t *testing.T) {
	t.Parallel()
	const gone = 2147483646
	lives := os.Getppid()
	temporary := func(process int, rest string) string { return fmt.Sprintf(".pcl-lsp-%d-%s.tmp", process, rest) }
	dir := folder(t, "a", temporary(gone, "00ff"), temporary(os.Getpid(), "00ff"), temporary(lives, "00ff"), temporary(lives, "01ff"), temporary(lives, "x"), "pcl-lsp-2147483646-00ff.tmp")
	for _, name := range []string{temporary(gone, "02ff"), temporary(lives, "02ff")} {
		if err := os.MkdirAll(filepath.Join(dir, name, "inside"), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	hour := time.Now().Add(-2 * time.Hour)
	if err := os.Chtimes(filepath.Join(dir, temporary(lives, "01ff")), hour, hour); err != nil {
		t.Fatal(err)
	}
	linked := os.Symlink(filepath.Join(dir, "a"), filepath.Join(dir, temporary(gone, "03ff"))) == nil
	mine, err := replace.Temporary(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer mine.Close()
	folder, err := replace.TemporaryDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"a", temporary(lives, "00ff"), temporary(lives, "02ff"), temporary(lives, "x"), "pcl-lsp-2147483646-00ff.tmp", filepath.Base(mine.Name()), filepath.Base(folder)}
	if linked {
		want = append(want, temporary(gone, "03ff"))
	}
	if _, err := replace.All(context.Background(), inNew(dir, "a")); err != nil {
		t.Fatal(err)
	}
	var names []string
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		names = append(names, e.Name())
	}
	slices.Sort(want)
	if !slices.Equal(names, want) {
		t.Errorf("left are %v, %v, want %v", names, err, want)
	}
}

// A single file is made or replaced, whatever was in it; what is marked as read-only stays.
func TestOne(t *testing.T) {
	t.Parallel()
	dir := folder(t, "a")
	write(t, filepath.Join(dir, "kept"), "old", 0o444)
	for name, mode := range map[string]os.FileMode{"a": 0o600, "secret": 0o600} {
		if err := replace.One(filepath.Join(dir, name), []byte("new"), mode); err != nil {
			t.Fatal(err)
		}
	}
	if err := replace.One(filepath.Join(dir, "kept"), []byte("new"), 0o644); err == nil || !strings.Contains(err.Error(), "read-only") {
		t.Errorf("got error %v", err)
	}
	expect(t, dir, "a: new", "kept: old", "secret: new")
	for name, want := range map[string]os.FileMode{"a": 0o644, "secret": 0o600} {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: mode %v, %v", name, info.Mode(), err)
		}
	}
}
