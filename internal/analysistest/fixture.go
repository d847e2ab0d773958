package analysistest

import (
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file reads fixtures.

// Root is the directory that a fixture's files seem to be in.
const Root = "/fixture"

// Cursor is one place marked in a fixture.
type Cursor struct {
	Path   string
	Offset int
}

// Fixture is one loaded archive.
type Fixture struct {
	// Program is the program of the archive's root directory.
	Program *analysis.Program
	// Cursors are the marked places, in the order of the archive.
	Cursors []Cursor
	Sections

	texts    map[string]string // by path, without cursors
	programs map[string]*analysis.Program
	world    analysis.World
}

// Run runs a test for each fixture of a feature: testdata/FEATURE/*.txtar.
func Run(t *testing.T, feature string, test func(t *testing.T, f *Fixture)) {
	t.Helper()
	EachArchive(t, "testdata/"+feature, func(t *testing.T, file string) { test(t, Load(t, file)) })
}

// EachArchive runs a test, in parallel, for each archive of a directory, which is
// given relative to the root of the repository.
func EachArchive(t *testing.T, dir string, test func(t *testing.T, file string)) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(Repository(t), filepath.FromSlash(dir), "*.txtar"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no fixtures in %s: %v", dir, err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			t.Parallel()
			test(t, file)
		})
	}
}

// TakeCursors is a text without its cursor marks, and the offsets where they
// were.
func TakeCursors(marked string) (text string, offsets []int) {
	parts := strings.Split(marked, "$0")
	at := 0
	for _, part := range parts[:len(parts)-1] {
		at += len(part)
		offsets = append(offsets, at)
	}
	return strings.Join(parts, ""), offsets
}

// Load reads a fixture.
func Load(t testing.TB, file string) *Fixture {
	t.Helper()
	sections := ReadSections(t, file)
	f := Make(t, sections.Archive)
	f.Sections = sections
	return f
}

// LoadText is the fixture that a text describes. It has no file that -update
// could rewrite.
func LoadText(t testing.TB, text string) *Fixture {
	t.Helper()
	return Make(t, txtar.Parse([]byte(text)))
}

// Make is the fixture of an archive.
func Make(t testing.TB, archive *txtar.Archive) *Fixture {
	t.Helper()
	f := &Fixture{Sections: Sections{Archive: archive}, texts: map[string]string{}, programs: map[string]*analysis.Program{}}
	for _, part := range archive.Files {
		if (strings.HasSuffix(part.Name, ".pp") || syntax.IsInputs(part.Name)) && !strings.HasPrefix(part.Name, "want/") {
			f.addFile(path.Join(Root, part.Name), string(part.Data))
		}
	}
	f.world = analysis.World{Schemas: SchemasOf(t, archive), Component: f.ProgramIn, Mode: Mode(t, archive), Language: edition(archive)}
	f.Program = f.ProgramIn(Root)
	if f.Program == nil {
		f.Program = analysis.NewProgram(Root, nil, f.world, nil)
	}
	return f
}

// addFile takes the cursors out of a file.
func (f *Fixture) addFile(filePath, text string) {
	clean, offsets := TakeCursors(text)
	for _, offset := range offsets {
		f.Cursors = append(f.Cursors, Cursor{filePath, offset})
	}
	f.texts[filePath] = clean
}

// large is the name of files that stand for one that is too large to be parsed.
const large = "large.pp"

func parsed(filePath, text string) *syntax.File {
	if path.Base(filePath) == large {
		return syntax.Unparsed(filePath, text, "")
	}
	return syntax.Parse(filePath, text, nil)
}

// ProgramIn is the program of a directory below [Root], nil when the fixture has
// no file there.
func (f *Fixture) ProgramIn(dir string) *analysis.Program {
	if p, ok := f.programs[dir]; ok {
		return p
	}
	var files []*syntax.File
	for filePath, text := range f.texts {
		if dirOf(filePath) == dir {
			files = append(files, parsed(filePath, text))
		}
	}
	if len(files) == 0 {
		return nil
	}
	p := analysis.NewProgram(dir, files, f.world, nil)
	f.programs[dir] = p
	return p
}

// CallersOf are the programs that use a directory as a component, sorted.
func (f *Fixture) CallersOf(dir string) []*analysis.Program {
	var by []*analysis.Program
	for _, p := range f.Paths() {
		if program := f.ProgramOf(p); slices.Contains(program.ComponentDirs(), dir) && !slices.Contains(by, program) {
			by = append(by, program)
		}
	}
	return by
}

// ProgramOf is the program that the file of a path belongs to.
func (f *Fixture) ProgramOf(filePath string) *analysis.Program {
	return f.ProgramIn(dirOf(filePath))
}

// dirOf is the directory by which the program of a file is known: a file of inputs is a
// program of its own.
func dirOf(filePath string) string {
	if syntax.IsInputs(filePath) {
		return filePath
	}
	return path.Dir(filePath)
}

// Text is the text of a file, without cursors.
func (f *Fixture) Text(filePath string) string { return f.texts[filePath] }

// Paths are the paths of the program files, sorted.
func (f *Fixture) Paths() []string {
	var paths []string
	for p := range f.texts {
		paths = append(paths, p)
	}
	slices.Sort(paths)
	return paths
}
