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

// options keep git from running programs that the configuration of the repository names.
var options = []string{"--no-pager", "--no-replace-objects", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=" + os.DevNull}

// variables keep git from using the network or asking the user. A missing object is an error.
var variables = []string{"LC_ALL=C", "GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none", "GIT_TERMINAL_PROMPT=0", "GIT_OPTIONAL_LOCKS=0"}

// git returns the output of a git command in a directory. An error has git's own message.
func git(ctx context.Context, dir, stdin string, args ...string) (string, error) {
	var stdout, stderr bytes.Buffer
	program, err := program(dir)
	if err != nil {
		return "", err
	}
	cmd := exec.CommandContext(ctx, program, append(append([]string{}, options...), args...)...)
	cmd.Dir, cmd.Stdin, cmd.Stdout, cmd.Stderr = dir, strings.NewReader(stdin), &stdout, &stderr
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "GIT_") { // under a git hook, they may name another repository
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

// program returns the path of git: the one on the PATH, unless it is inside the repository.
// Some shells add a folder of each repository to the PATH.
func program(dir string) (string, error) {
	found, err := exec.LookPath("git")
	switch {
	case errors.Is(err, exec.ErrDot):
		return "", fmt.Errorf("%s was not run, because the PATH names it relative to the current folder", found)
	case err != nil:
		return "", errors.New("git is required and is not on the PATH")
	}
	top := topOf(followed(dir))
	if rest, err := filepath.Rel(top, followed(found)); err == nil && filepath.IsLocal(rest) && filepath.Dir(top) != top {
		return "", fmt.Errorf("%s was not run, because it is part of the repository", found)
	}
	return found, nil
}

// topOf returns the top folder of the repository of a folder; the folder itself outside a
// repository.
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

// followed resolves links in a path. It returns broken links as they are.
func followed(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return path
}
