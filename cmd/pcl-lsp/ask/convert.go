package ask

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
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
	Trusted  func(folder string) bool // whether links may lead out of the repository
}

// Run converts all. Without are the reasons of modules that stay what they are.
func (c Conversion) Run(ctx context.Context) (all []Converted, without, err error) {
	run := &conversion{c, map[string]*analysis.Program{}, nil}
	all, err = run.convert(ctx, ".")
	if err != nil {
		return nil, nil, err
	}
	return all, run.without, nil
}

// conversion is a conversion that runs.
type conversion struct {
	Conversion
	programs map[string]*analysis.Program // what directories have become; nil while they are converted
	without  error                        // the modules that stay what they are
}

// convert converts what a path names, or a directory below it. Modules come before those that use their outputs.
func (c *conversion) convert(ctx context.Context, dir string) (all []Converted, err error) {
	at := c.Path
	if dir != "." {
		at = filepath.Join(at, filepath.FromSlash(dir))
	}
	sources, err := c.sources(at)
	if err != nil {
		return nil, err
	}
	name, err := workspace.PathOf(string(c.Dir), filepath.Join(c.Out, filepath.FromSlash(dir), "converted.pp"))
	if err != nil {
		return nil, err
	}
	c.programs[path.Dir(name)] = nil
	for _, source := range sources {
		for _, module := range source.Modules() {
			inner := path.Join(dir, module)
			if _, seen := c.programs[path.Join(path.Dir(name), module)]; seen || c.Out == "" || !c.isModule(c.Path, inner) {
				continue
			}
			found, err := c.convert(ctx, inner)
			if ctx.Err() != nil {
				return nil, err
			}
			all, c.without = append(all, found...), errors.Join(c.without, err)
		}
	}
	program := c.Session.Apply(workspace.Open{Path: name, Text: ""}).Program(name)
	if program == nil {
		return nil, errors.New("there is no program to convert for")
	}
	program = program.WithChanges(nil, maps.Clone(c.programs), nil)
	file := func(name string) (string, bool) {
		if !filepath.IsLocal(filepath.Join(dir, name)) {
			return "", false
		}
		text, err := c.readFound(path.Join(path.Dir(sources[0].Name), name))
		return string(text), err == nil
	}
	found, err := Convert{Program: program, From: c.Language, Sources: sources, File: file}.Run(ctx)
	if err != nil {
		return all, Unanswered{err}
	}
	for _, one := range found {
		program = program.With(syntax.Parse(path.Join(program.Dir, one.Name), one.Text, nil))
		one.Name = path.Join(dir, one.Name)
		all = append(all, one)
	}
	c.programs[program.Dir] = program
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

// readFound reads a file that the user did not name, but not through a link that leads out of its repository.
func (c Conversion) readFound(name string) ([]byte, error) {
	text, err := (&disk.Confined{FS: disk.Machine{}, Trusted: c.Trusted}).ReadFile(filepath.ToSlash(c.Dir.Native(name)))
	return text, disk.WithoutPath(err)
}

// ProjectFile is what a program of Pulumi YAML is in.
const ProjectFile = "Pulumi.yaml"

func (c Conversion) sources(path string) ([]Source, error) {
	if path == "-" {
		text, err := c.Stdin()
		return []Source{{Name: "standard input", Text: string(text)}}, err
	}
	files, read := []string{path}, func(name string) ([]byte, error) { return os.ReadFile(c.Dir.Native(name)) }
	if info, err := os.Stat(c.Dir.Native(path)); err == nil && info.IsDir() {
		read = c.readFound
		files, _ = filepath.Glob(filepath.Join(c.Dir.Native(path), "*.tf"))
		if len(files) == 0 {
			files = []string{filepath.Join(path, ProjectFile)}
		}
	}
	var all []Source
	for _, file := range files {
		text, err := read(file)
		if err != nil {
			return nil, fmt.Errorf("cannot read %s: %w; name a file, or a directory with .tf files or a %s", c.Dir.Relative(file), err, ProjectFile)
		}
		all = append(all, Source{Name: filepath.ToSlash(c.Dir.Relative(file)), Text: string(text)})
	}
	return all, nil
}
