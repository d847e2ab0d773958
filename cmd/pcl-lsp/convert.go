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
	cmd := command("convert", takes(0, 1, "name one file or directory, or - for standard input: pcl-lsp convert PATH"), func(ctx context.Context, args []string) error { return c.run(ctx, append(args, ".")[0]) })
	cmd.Flags().StringVar(&c.from, "from", "", "the `LANGUAGE` of the text, if it is not to be recognized: "+strings.Join(convert.Languages(), ", "))
	cmd.Flags().StringVar(&c.out, "out", "", "write files into the directory `DIR` instead of standard output")
	c.schemas.Register(cmd.Flags())
	return cmd
}

func (c *convertCommand) run(ctx context.Context, from string) error {
	if c.from != "" {
		if err := oneOf("language", c.from, convert.Languages()); err != nil {
			return err
		}
	}
	session, err := c.schemas.Session(ctx, c.env.schemas(), workspace.Options{})
	if err != nil {
		return err
	}
	var all []ask.Converted
	var without error // the modules that stay what they are
	seen := map[string]bool{".": true}
	for dirs := []string{"."}; len(dirs) > 0; dirs = dirs[1:] {
		found, err := c.convert(ctx, session, from, dirs[0])
		switch {
		case err != nil && (dirs[0] == "." || ctx.Err() != nil):
			return err
		case err != nil:
			without = errors.Join(without, err)
		}
		for _, one := range found {
			for _, module := range one.Modules() {
				if dir := path.Join(dirs[0], module); c.out != "" && !seen[dir] && c.isModule(from, dir) {
					seen[dir], dirs = true, append(dirs, dir)
				}
			}
			one.Name = path.Join(dirs[0], one.Name)
			all = append(all, one)
		}
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

// convert converts what a path names, or a directory below it.
func (c *convertCommand) convert(ctx context.Context, session *workspace.Session, from, dir string) ([]ask.Converted, error) {
	if dir != "." {
		from = filepath.Join(from, filepath.FromSlash(dir))
	}
	sources, err := c.sources(from)
	if err != nil {
		return nil, err
	}
	name, err := workspace.PathOf(c.env.dir, filepath.Join(c.out, filepath.FromSlash(dir), "converted.pp"))
	if err != nil {
		return nil, err
	}
	program := session.Apply(workspace.Open{Path: name, Text: ""}).Program(name)
	if program == nil {
		return nil, errors.New("there is no program to convert for")
	}
	all, err := ask.Convert{Program: program, From: c.from, Sources: sources}.Run(ctx)
	if err != nil {
		return nil, uncheckable(err)
	}
	return all, nil
}

// isModule reports whether a directory below another one has a module of Terraform. Links are not followed: they may lead in a circle.
func (c *convertCommand) isModule(from, dir string) bool {
	if !filepath.IsLocal(dir) {
		return false
	}
	at := c.env.native(from)
	for part := range strings.SplitSeq(dir, "/") {
		at = filepath.Join(at, part)
		if info, err := os.Lstat(at); err != nil || !info.IsDir() {
			return false
		}
	}
	files, _ := filepath.Glob(filepath.Join(at, "*.tf"))
	return len(files) > 0
}

// projectFile is what a program of Pulumi YAML is in.
const projectFile = "Pulumi.yaml"

func (c *convertCommand) sources(path string) ([]ask.Source, error) {
	if path == "-" {
		text, err := c.readStdin()
		return []ask.Source{{Name: "standard input", Text: string(text)}}, err
	}
	files := []string{path}
	if info, err := os.Stat(c.env.native(path)); err == nil && info.IsDir() {
		files, _ = filepath.Glob(filepath.Join(c.env.native(path), "*.tf"))
		if len(files) == 0 {
			files = []string{filepath.Join(path, projectFile)}
		}
	}
	var all []ask.Source
	for _, file := range files {
		text, err := os.ReadFile(c.env.native(file))
		if err != nil {
			return nil, fmt.Errorf("cannot read %s: %w; name a file, or a directory with .tf files or a %s", c.env.relative(file), err, projectFile)
		}
		all = append(all, ask.Source{Name: filepath.ToSlash(c.env.relative(file)), Text: string(text)})
	}
	return all, nil
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
			if err := writeNew(filepath.Join(dir, projectFile), one.Project); err != nil && !errors.Is(err, fs.ErrExist) {
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
