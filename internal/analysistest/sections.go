package analysistest

import (
	"bytes"
	"flag"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file serves schemas to fixtures, and compares results with their want sections.

// Schemas serves opened packages by name. It answers for the version that is asked for, or for the first where none is;
// a parameterized package is found by its name alone.
type Schemas map[string][]*schema.Package

// Package implements [analysis.Schemas].
func (s Schemas) Package(ref schema.Ref) (*schema.Package, schema.Availability) {
	for _, p := range s[ref.Name] {
		if ref.Version == "" || ref.Version == p.Version() || ref.Parameterization != nil {
			return p, schema.Availability{State: schema.Ready, Version: p.Version()}
		}
	}
	return nil, schema.Availability{State: schema.Missing, Reason: "not among the schemas of the tests"}
}

func (s Schemas) open(t testing.TB, name string, data []byte) {
	t.Helper()
	p, err := schema.Open(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	s[p.Name()] = append(s[p.Name()], p)
}

// SchemasOf are the schemas that a fixture sees: first its own.
func SchemasOf(t testing.TB, archive *txtar.Archive) Schemas {
	t.Helper()
	all := Schemas{}
	for _, part := range archive.Files {
		if ok, _ := path.Match("schemas/*.json", part.Name); ok {
			all.open(t, part.Name, part.Data)
		}
	}
	for name, packages := range RepositorySchemas(t) {
		all[name] = append(all[name], packages...)
	}
	return all
}

var repositorySchemas struct {
	sync.Mutex // guards opened
	opened     Schemas
}

// RepositorySchemas are the schemas that every fixture sees. The caller must not change them.
func RepositorySchemas(t testing.TB) Schemas {
	t.Helper()
	repositorySchemas.Lock()
	defer repositorySchemas.Unlock()
	if repositorySchemas.opened != nil {
		return repositorySchemas.opened
	}
	opened := Schemas{}
	for _, dir := range []string{"testdata/schemas", "testdata/conformance/schemas"} {
		files, err := filepath.Glob(filepath.Join(Repository(t), dir, "*.json"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			opened.open(t, file, data)
		}
	}
	repositorySchemas.opened = opened
	return opened
}

// Repository is the root directory of the repository.
func Repository(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			t.Fatal("no go.mod in this directory or above it")
		}
		dir = parent
	}
}

var update = flag.Bool("update", false, "rewrite the want sections of fixtures and other expected results")

// Update reports whether the test was asked to rewrite expected results.
func Update() bool { return *update }

// Sections are an archive with results in sections named want or want/NAME.
type Sections struct {
	Archive *txtar.Archive // archive as it was read, cursors included

	file string // empty where there is none that -update could rewrite
}

// ReadSections reads an archive.
func ReadSections(t testing.TB, file string) Sections {
	t.Helper()
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return Sections{archive, file}
}

// Want is the content of the section want/NAME, or want for the empty name; empty when the fixture has none.
func (s *Sections) Want(name string) string {
	if i := s.index(name); i >= 0 {
		return string(s.Archive.Files[i].Data)
	}
	return ""
}

// HasSection reports whether the fixture has a section want/NAME.
func (s *Sections) HasSection(name string) bool { return s.index(name) >= 0 }

func (s *Sections) index(name string) int {
	return slices.IndexFunc(s.Archive.Files, func(part txtar.File) bool { return part.Name == section(name) })
}

// Check compares a result with a want section. Under -update it rewrites the section instead.
func (s *Sections) Check(t testing.TB, name, got string) {
	t.Helper()
	if got != "" && !strings.HasSuffix(got, "\n") {
		got += "\n"
	}
	if *update && s.file != "" {
		s.rewrite(t, name, got)
		return
	}
	if want := s.Want(name); got != want {
		t.Errorf("%s: section %s differs\ninput:\n%s\n--- want\n+++ got\n%s", s.file, section(name), s.input(), cmp.Diff(want, got))
	}
}

func (s *Sections) rewrite(t testing.TB, name, got string) {
	t.Helper()
	part := txtar.File{Name: section(name), Data: []byte(got)}
	if i := s.index(name); i < 0 {
		s.Archive.Files = append(s.Archive.Files, part)
	} else {
		s.Archive.Files[i] = part
	}
	if err := os.WriteFile(s.file, txtar.Format(s.Archive), 0o644); err != nil {
		t.Fatal(err)
	}
}

// input is everything in the archive that is no result.
func (s *Sections) input() string {
	var text strings.Builder
	for _, part := range s.Archive.Files {
		if part.Name != "want" && !strings.HasPrefix(part.Name, "want/") && !strings.HasPrefix(part.Name, "schemas/") {
			text.WriteString("-- " + part.Name + " --\n" + string(part.Data))
		}
	}
	return text.String()
}

func section(name string) string { return path.Join("want", name) }
