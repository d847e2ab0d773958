package workspace_test

import (
	"fmt"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// TestContent: the size and hash of files of the project are told, and of no others.
func TestContent(t *testing.T) {
	t.Parallel()
	files := fixture.Files{
		"/w/app/Pulumi.yaml": "name: app\nruntime: pcl\n", "/w/app/main.pp": "a = 1\n",
		"/w/app/files/motto.txt": "abc", "/w/secret.txt": "abc",
	}
	s := workspace.New(workspace.Options{FS: files})
	p := s.Snapshot().Program("/w/app/main.pp")
	for path, want := range map[string]string{
		"./files/motto.txt": "{3 ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad} true", // FIPS 180-2, B.1
		"./files":           "{0 } false",
		"./nowhere":         "{0 } false",
		"../secret.txt":     "{0 } false",
		"/w/secret.txt":     "{0 } false",
		"":                  "{0 } false",
	} {
		content, known := p.ContentAt(path)
		if got := fmt.Sprint(content, known); got != want {
			t.Errorf("%q: got %s, want %s", path, got, want)
		}
	}
}
