package revision

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// A git that the repository brings along is not run, by whatever path the PATH has it; one
// that is elsewhere is.
func TestGitOfTheRepository(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the traps are shell scripts")
	}
	real, err := exec.LookPath("git")
	if err != nil {
		t.Skip(err)
	}
	top := t.TempDir()
	dir := filepath.Join(top, "repository", "programs")
	sprung := filepath.Join(top, "sprung")
	for _, place := range []string{"repository", "repository/bin", "repository/programs", "repository/.git", "elsewhere"} {
		if err := os.MkdirAll(filepath.Join(top, place), 0o755); err != nil {
			t.Fatal(err)
		}
		script := "#!/bin/sh\necho > " + sprung + "\nexec " + real + " \"$@\"\n"
		if err := os.WriteFile(filepath.Join(top, place, "git"), []byte(script), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(filepath.Join(top, "repository", "bin"), filepath.Join(top, "link")); err != nil {
		t.Fatal(err)
	}
	t.Chdir(filepath.Join(top, "repository"))
	for _, first := range []string{filepath.Join(top, "repository", "bin"), dir, filepath.Join(top, "link"), "bin", "."} {
		t.Setenv("PATH", first)
		_, err := At(context.Background(), dir, "HEAD")
		if _, ran := os.Stat(sprung); ran == nil || err == nil || !strings.Contains(err.Error(), "was not run") {
			t.Errorf("PATH=%s: ran %t, %v", first, ran == nil, err)
		}
	}
	t.Setenv("PATH", filepath.Join(top, "elsewhere"))
	_, _ = At(context.Background(), dir, "HEAD") // there is no such revision
	if _, err := os.Stat(sprung); err != nil {
		t.Error("another git is not run either")
	}
	t.Setenv("PATH", t.TempDir())
	if _, err := At(context.Background(), dir, "HEAD"); err == nil || !strings.Contains(err.Error(), "not on the PATH") {
		t.Errorf("without git: %v", err)
	}
}
