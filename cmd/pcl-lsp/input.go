package main

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/ask"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// This file implements the arguments of check, fmt and docs: paths, patterns and standard input, and which
// of the files may be written.

type inputFlags struct {
	stdinFilename string
	noGitignore   bool
}

func (f *inputFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.stdinFilename, "stdin-filename", "", "with the path -, the `PATH` of the file that standard input stands for")
	cmd.Flags().BoolVar(&f.noGitignore, "no-gitignore", false, "also search what git ignores for programs")
}

// read reads standard input if the arguments say so.
func (f *inputFlags) read(a *app, args []string) (ask.Input, error) {
	in := ask.Input{Dir: ask.Dir(a.env.dir), Args: args}
	if !slices.Contains(args, "-") {
		if f.stdinFilename != "" {
			return in, errors.New("--stdin-filename works only with the path -, which reads standard input")
		}
		return in, nil
	}
	if len(args) > 1 {
		return in, errors.New("- is standard input and cannot be used with other paths")
	}
	if f.stdinFilename == "" {
		return in, errors.New("- needs --stdin-filename PATH")
	}
	name, err := workspace.PathOf(a.env.dir, f.stdinFilename)
	if err != nil {
		return in, err
	}
	if !workspace.IsProgramFile(name) {
		return in, fmt.Errorf("--stdin-filename %s is not a .pp or .pcl file", f.stdinFilename)
	}
	text, err := a.readStdin()
	if err != nil {
		return in, err
	}
	in.Stdin = &workspace.Open{Path: name, Text: string(text)}
	return in, nil
}

func (a *app) readStdin() ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(a.stdin, disk.MaxFile+1))
	if err == nil && len(text) > disk.MaxFile {
		err = fmt.Errorf("it is larger than %d MiB", disk.MaxFile>>20)
	}
	if err != nil {
		return nil, fmt.Errorf("cannot read standard input: %w", err)
	}
	return text, nil
}

// noteLinks prints the files that are skipped because they lead out of the named paths.
func (a *app) noteLinks(r ask.Reach, files []string) {
	for _, p := range files {
		if !r.Names(p) {
			continue
		}
		if real := r.LeadsTo(p); real != "" {
			fmt.Fprintf(a.stderr, "pcl-lsp: %s is skipped: it is a link to %s, which is outside the given paths\n", a.env.relative(p), filepath.FromSlash(real))
		}
	}
}
