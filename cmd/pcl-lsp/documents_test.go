package main

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/workspace/replace"
)

// A kept document is a file of the user alone, in the folder, whatever its name is.
func TestKeepDocument(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "new", "documents")
	for _, name := range []string{"aws/5.14.0/resource/aws:s3/bucket:Bucket", "../../x", `..\y`, ".."} {
		for _, text := range []string{"one", "two", "two"} {
			path, err := keepDocuments(filepath.ToSlash(folder))(name, text)
			if err != nil {
				t.Fatal(err)
			}
			if filepath.Dir(filepath.FromSlash(path)) != folder || strings.HasSuffix(path, ".pp") {
				t.Errorf("%q is kept at %s", name, path)
			}
			got, err := os.ReadFile(path)
			if err != nil || string(got) != text {
				t.Errorf("%q: got %q, %v", name, got, err)
			}
			if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
				t.Errorf("%q: %v %v", name, info.Mode(), err)
			}
		}
	}
	if info, err := os.Stat(folder); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("the folder: %v %v", info, err)
	}
	left, _ := filepath.Glob(filepath.Join(folder, ".pcl-lsp-*"))
	if len(left) > 0 || keepDocuments("") != nil || documentFolder("") != "" {
		t.Errorf("left: %v", left)
	}
}

// No document is kept where others could replace it before an editor opens it.
func TestDocumentsOfOthers(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("there are no such permissions")
	}
	folder := filepath.Join(t.TempDir(), "documents")
	path, err := replace.InFolder(folder, "a", "text")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(folder, 0o777); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"text", "another"} {
		if got, err := replace.InFolder(folder, "a", text); !errors.Is(err, replace.ErrShared) {
			t.Errorf("got %q, %v", got, err)
		}
	}
	if now, err := os.ReadFile(path); err != nil || string(now) != "text" {
		t.Errorf("got %q, %v", now, err)
	}
}
