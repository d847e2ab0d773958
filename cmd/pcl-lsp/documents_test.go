package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
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
