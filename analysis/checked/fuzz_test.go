package checked_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/checked"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/dump"
	"github.com/pcl-lsp/pcl-lsp/analysis/lenient"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
)

// This file holds what is true of the check of every text, for the fuzzer to look
// for exceptions.

const longestFuzzed = 1 << 13 // longer texts only slow the search down

// FuzzCheck asserts that the check of anything ends, that every finding is well
// formed and points into the text, and that an edit leads to what a fresh check
// finds.
func FuzzCheck(f *testing.F) {
	schemas := analysistest.RepositorySchemas(f)
	for i, text := range seedTexts(f) {
		f.Add(text, len(text)*(i%7)/7, i%5, []string{"}\n", "", "\"", "x", " = ", "range"}[i%6])
	}
	f.Fuzz(func(t *testing.T, text string, at, cut int, insert string) {
		if len(text)+len(insert) > longestFuzzed {
			t.Skip()
		}
		edited := fuzzedProgram{schemas: schemas}
		edited.check(t, text)
		at = max(0, min(at, len(text)))
		end := max(at, min(len(text), at+max(0, min(cut, len(text)))))
		after := edited.check(t, text[:at]+insert+text[end:])
		fresh := fuzzedProgram{schemas: schemas}
		if diff := cmp.Diff(fresh.check(t, text[:at]+insert+text[end:]), after); diff != "" {
			t.Fatalf("%q edited to %q: fresh and edited differ (-fresh +edited):\n%s", text, text[:at]+insert+text[end:], diff)
		}
	})
}

// fuzzedProgram is a program of one file that is changed.
type fuzzedProgram struct {
	schemas checked.Schemas
	file    *syntax.File
	program *checked.Program
}

// check gives the program a text and describes what is found.
func (p *fuzzedProgram) check(t *testing.T, text string) []string {
	t.Helper()
	p.file = syntax.Parse("d/main.pp", text, p.file)
	p.program = analysis.NewProgram("d", []*syntax.File{p.file}, checked.World{Schemas: p.schemas, SchemasVersion: 1, FilesVersion: 1, ComponentsVersion: 1, OptIns: ^codes.OptIns(0)}, p.program)
	found := findingsOf(t, p.program)
	for _, problem := range malformed(found, map[string]string{"d/main.pp": text}) {
		t.Errorf("%s in the text %q", problem, text)
	}
	var lines []string
	for _, d := range found {
		line, _ := json.Marshal(struct {
			Span    syntax.Span
			Message string
			Related []diagnostic.Related
		}{d.Span, string(d.Code) + " " + d.Severity.String() + " " + d.Message, d.Related})
		lines = append(lines, string(line))
	}
	return lines
}

// FuzzDump asserts that the dump of anything is JSON, the same one each time, in
// either mode.
func FuzzDump(f *testing.F) {
	schemas := analysistest.RepositorySchemas(f)
	for _, text := range seedTexts(f) {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > longestFuzzed {
			t.Skip()
		}
		for _, mode := range []lenient.Mode{{}, lenient.All()} {
			first, second := dumpText(t, text, schemas, mode), dumpText(t, text, schemas, mode)
			if !json.Valid(first) || !bytes.Equal(first, second) {
				t.Fatalf("the dump of %q is no JSON or differs from time to time:\n%s\n%s", text, first, second)
			}
		}
	})
}

func dumpText(t *testing.T, text string, schemas checked.Schemas, mode lenient.Mode) []byte {
	t.Helper()
	world := checked.World{Schemas: schemas, Mode: mode}
	p := analysis.NewProgram("d", []*syntax.File{syntax.Parse("d/main.pp", text, nil)}, world, nil)
	d, err := dump.Program(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	dumped, err := json.Marshal(d)
	if err != nil {
		t.Fatal(err)
	}
	return dumped
}

// seedTexts are the texts of all fixture programs, each once.
func seedTexts(t testing.TB) []string {
	t.Helper()
	texts := map[string]bool{}
	for _, m := range fixturePrograms(t) {
		for _, text := range m.texts {
			if len(text) <= longestFuzzed {
				texts[text] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(texts))
}
