package fix_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/fix"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// This file tries the fixes on the examples of all codes.

var firstFile = regexp.MustCompile(`(?m)\A-- .* --$`)

// exampleOf loads a text or an archive as a fixture with all schemas of testdata/schemas.
func exampleOf(t *testing.T, text string) *fixture.Fixture {
	t.Helper()
	archive := &txtar.Archive{Files: []txtar.File{{Name: "main.pp", Data: []byte(text)}}}
	if firstFile.MatchString(text) {
		archive = txtar.Parse([]byte(text))
	}
	files, err := filepath.Glob("../../../testdata/schemas/*.json")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range files {
		name, _, _ := strings.Cut(filepath.Base(f), "-")
		names = append(names, name)
	}
	archive.Comment = []byte("schemas: " + strings.Join(names, ", ") + "\n")
	return fixture.Make(t, archive)
}

// otherExamples are programs for codes whose own example no fix can help.
var otherExamples = map[codes.Code]string{
	codes.InputsReference: "-- assets.pcl --\n# pcl: cloudy:storage:Bucket\nforceDestroy = ture\n",

	codes.ConfigStackMissing: "-- .pcl-lsp.yaml --\nstack: dev\n-- main.pp --\nconfig region string {}\n\noutput region {\n  value = region\n}\n-- Pulumi.yaml --\nname: shop\nruntime: pcl\n-- Pulumi.dev.yaml --\nconfig: {}\n",

	codes.ConfigUntyped: "-- .pcl-lsp.yaml --\nrules:\n  config.untyped: hint\n-- main.pp --\nconfig size {\n  default = 3\n}\n\noutput size {\n  value = size\n}\n",

	codes.SecretKey:     "config seed string {\n  secret = true\n}\n\noutput labels {\n  value = { (seed) = \"first\" }\n}\n",
	codes.Cycle:         "zone = [for zone in [\"a\"] : zone]\n\noutput zones {\n  value = zone\n}\n",
	codes.AttrType:      "resource assets \"cloudy:storage:Bucket\" {\n  name = [true]\n}\n",
	codes.OutputLiteral: "output address {\n  __logicalName = \"a${1}\"\n  value = 1\n}\n",
	codes.DeprecatedFunction: "-- .pcl-lsp.yaml --\nschemas:\n  paths: [./schemas]\n-- main.pp --\noutput a {\n  value = invoke(\"old:index:getOld\", {})\n}\n-- schemas/old-1.0.0.json --\n" +
		`{"name": "old", "version": "1.0.0", "functions": {"old:index:getOld": {"deprecationMessage": "Use old:index:getNew.", "inputs": {"properties": {}}}, "old:index:getNew": {"inputs": {"properties": {}}}}}` + "\n",
	codes.DeprecatedMethod: "resource site \"kit:index:Site\" {\n  title = \"Shop\"\n  content = assetArchive({ \"a\" = stringAsset(\"Hello\") })\n}\n\noutput pages {\n  value = call(site, \"flush\", {})\n}\n",
	codes.InvokeToken:      "output zones {\n  value = invoke(\"cloudy:index:get${\"Zones\"}\", {})\n}\n",
	codes.FileDirectory:    "-- main.pp --\nresource site \"kit:index:Site\" {\n  title = \"Hello\"\n  content = fileAsset(\"./pages\")\n}\n-- pages/index.html --\nHello\n",
	codes.CallMethodLiteral: "resource site \"kit:index:Site\" {\n  title   = \"Otters\"\n  content = remoteArchive(\"https://otters.example/site.zip\")\n}\n\n" +
		"kind = \"stats\"\n\noutput usage {\n  value = call(site, kind, { days = 7 })\n}\n",
}

// fixable reports whether a code has no reason to be without a fix.
func fixable(code codes.Code) bool { return fix.Why(code) == "" }

// Invariant: every code either says why it has no fix, or has one for its example. The fix
// removes the finding and adds no error.
func TestEveryCode(t *testing.T) {
	t.Parallel()
	examples, fixed, all := map[codes.Code]string{}, 0, 0
	for _, d := range codes.All() {
		if !d.Code.Matches("rule.*") && d.Code != codes.FileBelow && d.Code != codes.FileLanguage { // they are about files that are no part of the program
			all++
		}
		if !fixable(d.Code) {
			if fix.Has(d.Code) {
				t.Errorf("%s has a fix, and a reason for having none", d.Code)
			}
			continue
		}
		fixed++
		if d.Code == codes.NamesReplaced {
			continue // no program has it by itself: see TestNamesExamples of cmd/pcl-lsp
		}
		examples[d.Code] = otherExamples[d.Code]
		t.Run(string(d.Code), func(t *testing.T) {
			t.Parallel()
			text := d.Code.Text().Bad
			if other, ok := otherExamples[d.Code]; ok {
				text = other
			}
			tryAll(t, d.Code, text)
		})
	}
	checkFixables(t, examples)
	if share := 100 * fixed / all; share < 74 {
		t.Errorf("only %d %% of the codes have fixes", share)
	}
}

// fixables lists the codes that have fixes, with the example if it is another than the code's own. The tests in VS Code apply them all.
const fixables = "../../../testdata/e2e/fixable.json"

func checkFixables(t *testing.T, want map[codes.Code]string) {
	t.Helper()
	data, err := json.MarshalIndent(want, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	data = append(data, '\n')
	if fixture.Update() {
		if err := os.WriteFile(fixables, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if there, err := os.ReadFile(fixables); err != nil || !bytes.Equal(there, data) {
		t.Errorf("%s is not the list of codes with fixes: run this test with -update (%v)", fixables, err)
	}
}

func tryAll(t *testing.T, code codes.Code, text string) {
	t.Helper()
	f := exampleOf(t, text)
	tried := 0
	for _, p := range f.Programs(t) {
		before := reported(t, f, p)
		for _, one := range fix.For(context.Background(), p, before) {
			if one.Diagnostic.Code != code {
				continue
			}
			tried++
			if one.Command != nil || !inProgram(p, one) {
				continue
			}
			after := findings(t, applyTo(p, one.Edits))
			if codes.Varies(string(code)) {
				after = reportedAfter(t, f, p, one.Edits)
			}
			if counted(after, code) >= counted(before, code) || errorsIn(after) > errorsIn(before) {
				t.Errorf("%s (%v): the findings after it are %s", one.Title, one.Edits, f.Describe(after))
			}
		}
	}
	if tried == 0 {
		t.Errorf("there is no fix for\n%s", text)
	}
}

// reported are the findings of a program, also those that do not come from it alone.
func reported(t *testing.T, f *fixture.Fixture, p *analysis.Program) (all []analysis.Diagnostic) {
	t.Helper()
	f.Findings(t)
	r, err := f.Session.Snapshot().Report(t.Context(), p, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range p.Files {
		all = append(all, r.In(file.Path)...)
	}
	return all
}

// reportedAfter are those after edits on disk, which are taken back.
func reportedAfter(t *testing.T, f *fixture.Fixture, p *analysis.Program, edits []change.Edit) []analysis.Diagnostic {
	t.Helper()
	write := func(text func(*syntax.File) string) *workspace.Snapshot {
		var paths []string
		for _, file := range p.Files {
			f.Files[file.Path] = text(file)
			paths = append(paths, file.Path)
		}
		return f.Session.Apply(workspace.DiskChanged{Paths: paths})
	}
	s := write(func(file *syntax.File) string { return change.Applied(file, edits).Text() })
	all := reported(t, f, s.ProgramIn(p.Dir))
	write((*syntax.File).Text)
	return all
}

func inProgram(p *analysis.Program, one fix.Fix) bool {
	return !slices.ContainsFunc(one.Edits, func(e change.Edit) bool { return path.Dir(e.Path) != p.Dir })
}

// applyTo applies edits to a program.
func applyTo(p *analysis.Program, edits []change.Edit) *analysis.Program {
	var files []*syntax.File
	for _, f := range p.Files {
		files = append(files, change.Applied(f, edits))
	}
	return p.With(files...)
}

func counted(all []analysis.Diagnostic, code codes.Code) int {
	n := 0
	for _, d := range all {
		if d.Code == code {
			n++
		}
	}
	return n
}

func errorsIn(all []analysis.Diagnostic) int {
	n := 0
	for _, d := range all {
		if d.Severity == codes.Error {
			n++
		}
	}
	return n
}
