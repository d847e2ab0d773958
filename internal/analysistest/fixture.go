// Package analysistest loads fixtures for the tests of analysis and its features. Nothing but tests imports it.
//
// A fixture is a txtar archive. It begins with a sentence that states the rule. Its .pp files make programs, one for
// each directory; the one of the archive's root is [Fixture.Program]. A $0 in a .pp file is a cursor and is not part of
// the text. Files named schemas/*.json are package schemas of this fixture alone; besides them every fixture sees the
// schemas in testdata/schemas and testdata/conformance/schemas. Sections named want or want/… are results: tests
// compare with them, and the flag -update rewrites them and nothing else.
//
// It knows no feature. It does not check programs and makes no claim about them.
//
// **Why** no [analysis.World] of the workspace: features must be testable without
// files that are watched, cached or open in an editor.
package analysistest

import (
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/evict"
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
	Program *analysis.Program // program of the archive's root directory
	Cursors []Cursor          // marked places, in the order of the archive
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

// TakeCursors is a text without its cursor marks, and the offsets where they were.
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

// LoadText is the fixture that a text describes. It has no file that -update could rewrite.
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

// ProgramIn is the program of a directory below [Root], nil when the fixture has no file there.
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

// dirOf is the directory by which the program of a file is known: a file of inputs is a program of its own.
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

var modeLine = regexp.MustCompile(`(?m)^mode:[ \t]*(\S+)$`)

// ModeText is the mode that the prose of a fixture asks for in a line such as
// "mode: lenient"; strict where there is none.
func ModeText(archive *txtar.Archive) string {
	if line := modeLine.FindSubmatch(archive.Comment); line != nil {
		return string(line[1])
	}
	return "strict"
}

var pulumiLine = regexp.MustCompile(`(?m)^pulumi:[ \t]*(\S+)$`)

// edition is the version of Pulumi that judges a fixture, if its prose has a line such as "pulumi: 3.260.0"; otherwise the newest one.
func edition(archive *txtar.Archive) language.Edition {
	if line := pulumiLine.FindSubmatch(archive.Comment); line != nil {
		return language.Chosen(string(line[1]), "the fixture")
	}
	return language.Edition{}
}

// RecordedIn is the version of Pulumi whose verdicts a file records: its member "reference".
func RecordedIn(t testing.TB, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var head struct{ Reference string }
	if err := json.Unmarshal(text, &head); err != nil || head.Reference == "" {
		t.Fatalf("%s does not say which version it records: %v", file, err)
	}
	return head.Reference
}

// Mode is the mode of a fixture.
func Mode(t testing.TB, archive *txtar.Archive) analysis.Mode {
	t.Helper()
	mode, err := analysis.ParseMode(ModeText(archive))
	if err != nil {
		t.Fatal(err)
	}
	return mode
}

// Show is a cursor as file:line and the line's text, with a bar at the cursor.
func (f *Fixture) Show(c Cursor) string {
	text := f.texts[c.Path]
	m := syntax.NewMapper(text)
	line := m.Line(c.Offset)
	at := c.Offset - m.LineStart(line)
	lineText := m.LineText(line)
	return fmt.Sprintf("%s:%d: %s", relative(c.Path), line+1, strings.TrimSpace(lineText[:at]+"|"+lineText[at:]))
}

// ShowSpan is a span as file:line:column (from 1, in bytes) with its text; a text
// of several lines is cut after the first.
func (f *Fixture) ShowSpan(filePath string, s syntax.Span) string {
	text := f.texts[filePath]
	m := syntax.NewMapper(text)
	line := m.Line(s.Start)
	shown, rest, cut := strings.Cut(text[s.Start:s.End], "\n")
	if cut && rest != "" {
		shown += " …"
	}
	return fmt.Sprintf("%s:%d:%d `%s`", relative(filePath), line+1, s.Start-m.LineStart(line)+1, shown)
}

func relative(filePath string) string { return strings.TrimPrefix(filePath, Root+"/") }

// With PCL_LSP_TEST_KEEP=nothing, tests run with trees and results that are forgotten at once
// and computed again for each question: no answer may depend on what happens to be kept. With everything, none is forgotten.
func init() {
	switch os.Getenv("PCL_LSP_TEST_KEEP") {
	case "nothing":
		evict.SetRoom(0)
	case "everything":
		evict.SetRoom(1 << 30)
	}
}
