package revision

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// This file runs git.

// options keep git from running anything that the configuration of a repository names.
var options = []string{"--no-pager", "--no-replace-objects", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=" + os.DevNull}

// variables keep it from asking a network or a person. A missing object is missing.
var variables = []string{"LC_ALL=C", "GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none", "GIT_TERMINAL_PROMPT=0", "GIT_OPTIONAL_LOCKS=0"}

// git is what a command of git prints in a directory. The error is what it says itself.
func git(ctx context.Context, dir, stdin string, args ...string) (string, error) {
	var stdout, stderr bytes.Buffer
	program, err := program(dir)
	if err != nil {
		return "", err
	}
	cmd := exec.CommandContext(ctx, program, append(append([]string{}, options...), args...)...)
	cmd.Dir, cmd.Stdin, cmd.Stdout, cmd.Stderr = dir, strings.NewReader(stdin), &stdout, &stderr
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "GIT_") { // a hook's repository need not be that of the directory
			cmd.Env = append(cmd.Env, v)
		}
	}
	cmd.Env = append(cmd.Env, variables...)
	err = cmd.Run()
	switch {
	case err == nil:
		return stdout.String(), nil
	case ctx.Err() != nil:
		return "", ctx.Err()
	}
	said, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimSpace(stderr.String()), "fatal: "), "\n")
	if said == "" {
		said = err.Error()
	}
	return "", fmt.Errorf("git %s: %s", args[0], said)
}

// program is the git that is run in a directory: that on the PATH, unless the repository
// brings it along, in a folder which the PATH of some shells takes in with each repository.
func program(dir string) (string, error) {
	found, err := exec.LookPath("git")
	switch {
	case errors.Is(err, exec.ErrDot):
		return "", fmt.Errorf("%s is not run: it is on the PATH by a name that begins in the current folder", found)
	case err != nil:
		return "", errors.New("git is needed for this and is not on the PATH")
	}
	top := topOf(followed(dir))
	if rest, err := filepath.Rel(top, followed(found)); err == nil && filepath.IsLocal(rest) && filepath.Dir(top) != top {
		return "", fmt.Errorf("%s is not run: it is on the PATH and part of the repository itself", found)
	}
	return found, nil
}

// topOf is the topmost folder of the repository that a folder is part of; the folder itself
// without one.
func topOf(dir string) string {
	for d := dir; ; d = filepath.Dir(d) {
		if _, err := os.Lstat(filepath.Join(d, ".git")); err == nil {
			return d
		}
		if filepath.Dir(d) == d {
			return dir
		}
	}
}

// followed is where a path leads when all links are followed; the path itself if nowhere.
func followed(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return path
}
