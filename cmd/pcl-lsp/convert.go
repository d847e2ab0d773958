package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/convert"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/ask"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/schemaflags"
	"github.com/pcl-lsp/pcl-lsp/typesys/prose"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// This file implements `pcl-lsp convert`.

type convertCommand struct {
	*app
	schemas   schemaflags.Flags
	from, out string
}

func (a *app) convertCommand() *cobra.Command {
	c := &convertCommand{app: a}
	cmd := command("convert", takes(0, 1, "name one file or directory, or - for standard input: pcl-lsp convert PATH"),
		func(ctx context.Context, args []string) error { return c.run(ctx, append(args, ".")[0]) })
	cmd.Flags().StringVar(&c.from, "from", "", "the `LANGUAGE` of the text, if it is not to be recognized: "+strings.Join(convert.Languages(), ", "))
	cmd.Flags().StringVar(&c.out, "out", "", "write files into the directory `DIR` instead of standard output")
	c.schemas.Register(cmd.Flags())
	return cmd
}

func (c *convertCommand) run(ctx context.Context, from string) error {
	if c.from != "" {
		if err := ask.OneOf("language", c.from, convert.Languages()); err != nil {
			return err
		}
	}
	session, err := c.schemas.Session(ctx, c.env.schemas(), workspace.Options{})
	if err != nil {
		return err
	}
	job := ask.Conversion{Dir: ask.Dir(c.env.dir), Session: session, Language: c.from, Path: from, Out: c.out, Stdin: c.readStdin, Trusted: c.schemas.Trust.Given}
	all, without, err := job.Run(ctx)
	if err != nil {
		return answered(err)
	}
	if err := c.write(all); err != nil {
		return err
	}
	for _, one := range all {
		if one.Left > 0 {
			fmt.Fprintf(c.stderr, "pcl-lsp: %s: %s without a counterpart, left as comments\n", one.Source, prose.Counted(one.Left, "part"))
		}
	}
	if without != nil {
		return uncheckable(without)
	}
	return nil
}

// write writes the converted texts: to standard output, or into new files.
func (c *convertCommand) write(all []ask.Converted) error {
	if c.out == "" {
		for i, one := range all {
			if i > 0 {
				one.Text = "\n" + one.Text
			}
			if _, err := io.WriteString(c.stdout, one.Text); err != nil {
				return unwritten("the program", err)
			}
		}
		return nil
	}
	dir := c.env.native(c.out)
	for _, one := range all { // all or nothing is written
		if _, err := os.Lstat(filepath.Join(dir, one.Name)); err == nil {
			return uncheckable(fmt.Errorf("%s exists already; name another directory with --out", path.Join(c.out, one.Name)))
		}
	}
	for _, one := range all {
		if err := os.MkdirAll(filepath.Join(dir, path.Dir(one.Name)), 0o755); err != nil {
			return uncheckable(err)
		}
		if err := writeNew(filepath.Join(dir, one.Name), one.Text); err != nil {
			return uncheckable(err)
		}
		if one.Project != "" {
			if err := writeNew(filepath.Join(dir, ask.ProjectFile), one.Project); err != nil && !errors.Is(err, fs.ErrExist) {
				return uncheckable(err)
			}
		}
	}
	return nil
}

func writeNew(name, text string) error {
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = io.WriteString(file, text)
	return errors.Join(err, file.Close())
}
