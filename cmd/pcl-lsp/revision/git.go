package revision

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
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
	cmd := exec.CommandContext(ctx, "git", append(append([]string{}, options...), args...)...)
	cmd.Dir, cmd.Stdin, cmd.Stdout, cmd.Stderr = dir, strings.NewReader(stdin), &stdout, &stderr
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "GIT_") { // a hook's repository need not be that of the directory
			cmd.Env = append(cmd.Env, v)
		}
	}
	cmd.Env = append(cmd.Env, variables...)
	err := cmd.Run()
	switch {
	case err == nil:
		return stdout.String(), nil
	case ctx.Err() != nil:
		return "", ctx.Err()
	case errors.Is(err, exec.ErrNotFound):
		return "", errors.New("git is needed for this and is not on the PATH")
	}
	said, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimSpace(stderr.String()), "fatal: "), "\n")
	if said == "" {
		said = err.Error()
	}
	return "", fmt.Errorf("git %s: %s", args[0], said)
}
