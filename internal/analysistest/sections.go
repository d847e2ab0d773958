package analysistest

import (
	"flag"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
)

// This file compares results with the want sections of fixtures.

var update = flag.Bool("update", false, "rewrite the want sections of fixtures and other expected results")

// Update reports whether the test was asked to rewrite expected results.
func Update() bool { return *update }

// Sections are an archive with results in sections named want or want/NAME.
type Sections struct {
	// Archive is the archive as it was read, cursors included.
	Archive *txtar.Archive

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

// Want is the content of the section want/NAME, or want for the empty name;
// empty when the fixture has none.
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

// Check compares a result with a want section. Under -update it rewrites the
// section instead.
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
