package checked_test

import (
	"context"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/checked"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
)

// This file collects the programs of the fixtures, in memory, for tests that
// change them.

// memoryProgram is a program with those of its components: texts by path. Paths
// begin with the program's own directory, d.
type memoryProgram struct {
	name  string
	texts map[string]string
}

// open parses and assembles the program.
func (m memoryProgram) open(schemas checked.Schemas) *checked.Program {
	return m.openAfter(schemas, nil)
}

// openAfter is open for who knows what the program was before.
func (m memoryProgram) openAfter(schemas checked.Schemas, before *checked.Program) *checked.Program {
	programs := map[string]*checked.Program{}
	var world checked.World
	open := func(dir string) *checked.Program {
		if p, known := programs[dir]; known {
			return p
		}
		var files []*syntax.File
		for _, name := range slices.Sorted(maps.Keys(m.texts)) {
			if path.Dir(name) == dir {
				files = append(files, syntax.Parse(name, m.texts[name], nil))
			}
		}
		if len(files) == 0 {
			return nil
		}
		var previous *checked.Program
		if dir == "d" {
			previous = before
		}
		programs[dir] = analysis.NewProgram(dir, files, world, previous)
		return programs[dir]
	}
	world = checked.World{Schemas: schemas, Component: open}
	return open("d")
}

// with is the program with another text for one of its files.
func (m memoryProgram) with(name, text string) memoryProgram {
	texts := maps.Clone(m.texts)
	texts[name] = text
	return memoryProgram{m.name, texts}
}

// ownFiles are the files of the program itself, without those of components.
func (m memoryProgram) ownFiles() []string {
	var own []string
	for _, name := range slices.Sorted(maps.Keys(m.texts)) {
		if path.Dir(name) == "d" {
			own = append(own, name)
		}
	}
	return own
}

// fixturePrograms are all programs below testdata/programs, the recorded ones and
// those in the check fixtures.
func fixturePrograms(t testing.TB) []memoryProgram {
	t.Helper()
	root := analysistest.Repository(t)
	var all []memoryProgram
	for _, below := range []string{"testdata/programs", "testdata/conformance/programs"} {
		all = append(all, programsBelow(t, filepath.Join(root, filepath.FromSlash(below)))...)
	}
	archives, err := filepath.Glob(filepath.Join(root, "testdata", "check", "*.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range archives {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		p := memoryProgram{filepath.Base(file), map[string]string{}}
		for _, part := range archive.Files {
			if strings.HasSuffix(part.Name, ".pp") {
				p.texts[path.Join("d", part.Name)] = string(part.Data)
			}
		}
		all = append(all, p)
	}
	return slices.DeleteFunc(all, func(m memoryProgram) bool { return len(m.ownFiles()) == 0 })
}

// programsBelow takes every directory as a program, with the directories in it as
// its components.
func programsBelow(t testing.TB, root string) []memoryProgram {
	t.Helper()
	var all []memoryProgram
	err := filepath.WalkDir(root, func(dir string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() {
			name, _ := filepath.Rel(root, dir)
			all = append(all, memoryProgram{filepath.ToSlash(name), textsBelow(t, dir)})
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func textsBelow(t testing.TB, dir string) map[string]string {
	t.Helper()
	texts := map[string]string{}
	err := filepath.WalkDir(dir, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(file, ".pp") {
			return err
		}
		text, err := os.ReadFile(file)
		name, _ := filepath.Rel(dir, file)
		texts[path.Join("d", filepath.ToSlash(name))] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return texts
}

// validPrograms are the fixture programs in which nothing is wrong.
func validPrograms(t testing.TB, schemas checked.Schemas) []memoryProgram {
	t.Helper()
	return slices.DeleteFunc(fixturePrograms(t), func(m memoryProgram) bool {
		return slices.ContainsFunc(findingsOf(t, m.open(schemas)), func(d diagnostic.Diagnostic) bool { return d.Severity == codes.Error })
	})
}

func findingsOf(t testing.TB, p *checked.Program) []diagnostic.Diagnostic {
	t.Helper()
	found, err := p.Diagnostics(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// isSerious reports whether a finding says that something is wrong, and not only
// that it could be nicer.
func isSerious(d diagnostic.Diagnostic) bool { return d.Severity <= codes.Warning }
