package ask

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// This file converts what a path names: a file, or a directory with the modules below it.

// Unanswered is the error of a question that is right and has no answer.
type Unanswered struct{ error }

// Unwrap returns the reason.
func (u Unanswered) Unwrap() error { return u.error }

// Conversion converts files of other languages.
type Conversion struct {
	Dir      Dir
	Session  *workspace.Session
	Language string // of the files; empty to recognize it
	Path     string
	Out      string // the directory for the programs; empty for none, and then modules below are left out
	Stdin    func() ([]byte, error)
}

// Run converts all. Without are the reasons of modules that stay what they are.
func (c Conversion) Run(ctx context.Context) (all []Converted, without, err error) {
	seen := map[string]bool{".": true}
	for dirs := []string{"."}; len(dirs) > 0; dirs = dirs[1:] {
		found, err := c.convert(ctx, c.Path, dirs[0])
		switch {
		case err != nil && (dirs[0] == "." || ctx.Err() != nil):
			return nil, nil, err
		case err != nil:
			without = errors.Join(without, err)
		}
		for _, one := range found {
			for _, module := range one.Modules() {
				if dir := path.Join(dirs[0], module); c.Out != "" && !seen[dir] && c.isModule(c.Path, dir) {
					seen[dir], dirs = true, append(dirs, dir)
				}
			}
			one.Name = path.Join(dirs[0], one.Name)
			all = append(all, one)
		}
	}
	return all, without, nil
}

// convert converts what a path names, or a directory below it.
func (c Conversion) convert(ctx context.Context, from, dir string) ([]Converted, error) {
	if dir != "." {
		from = filepath.Join(from, filepath.FromSlash(dir))
	}
	sources, err := c.sources(from)
	if err != nil {
		return nil, err
	}
	name, err := workspace.PathOf(string(c.Dir), filepath.Join(c.Out, filepath.FromSlash(dir), "converted.pp"))
	if err != nil {
		return nil, err
	}
	program := c.Session.Apply(workspace.Open{Path: name, Text: ""}).Program(name)
	if program == nil {
		return nil, errors.New("there is no program to convert for")
	}
	all, err := Convert{Program: program, From: c.Language, Sources: sources}.Run(ctx)
	if err != nil {
		return nil, Unanswered{err}
	}
	return all, nil
}

// isModule reports whether a directory below another one has a module of Terraform. Links are not followed: they may lead in a circle.
func (c Conversion) isModule(from, dir string) bool {
	if !filepath.IsLocal(dir) {
		return false
	}
	at := c.Dir.Native(from)
	for part := range strings.SplitSeq(dir, "/") {
		at = filepath.Join(at, part)
		if info, err := os.Lstat(at); err != nil || !info.IsDir() {
			return false
		}
	}
	files, _ := filepath.Glob(filepath.Join(at, "*.tf"))
	return len(files) > 0
}

// ProjectFile is what a program of Pulumi YAML is in.
const ProjectFile = "Pulumi.yaml"

func (c Conversion) sources(path string) ([]Source, error) {
	if path == "-" {
		text, err := c.Stdin()
		return []Source{{Name: "standard input", Text: string(text)}}, err
	}
	files := []string{path}
	if info, err := os.Stat(c.Dir.Native(path)); err == nil && info.IsDir() {
		files, _ = filepath.Glob(filepath.Join(c.Dir.Native(path), "*.tf"))
		if len(files) == 0 {
			files = []string{filepath.Join(path, ProjectFile)}
		}
	}
	var all []Source
	for _, file := range files {
		text, err := os.ReadFile(c.Dir.Native(file))
		if err != nil {
			return nil, fmt.Errorf("cannot read %s: %w; name a file, or a directory with .tf files or a %s", c.Dir.Relative(file), err, ProjectFile)
		}
		all = append(all, Source{Name: filepath.ToSlash(c.Dir.Relative(file)), Text: string(text)})
	}
	return all, nil
}
