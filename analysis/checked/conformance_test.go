package checked_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/checked"
	"github.com/pcl-lsp/pcl-lsp/analysis/dump"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/lenient"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file compares the checker with the recorded results of the reference.

const conformanceDir = "../../testdata/conformance"

// recording is what the reference said about a program.
type recording struct {
	Title, Status string
	Diagnostics   []recordedDiagnostic
	Nodes         []struct {
		File, Kind, Name, Token, Type string
		Deps                          []string
		Range                         []int
	}
	Expressions []dump.Expression
	Unstable    []string
}

type recordedDiagnostic struct {
	File, Severity, Summary, Detail string
	Range                           []int
}

func (r *recording) accepted() bool { return r.Status == "ok" }

// crashed says that the reference gave no result to compare with.
func (r *recording) crashed() bool { return r.Status != "ok" && r.Status != "error" }

// fileSchemas serves the schema files of some directories.
type fileSchemas map[string][]*schema.Package

func (s fileSchemas) Package(ref schema.Ref) (*schema.Package, schema.Availability) {
	for _, p := range s[ref.Name] {
		if ref.Version == "" || ref.Version == p.Version() || ref.Parameterization != nil {
			return p, schema.Availability{State: schema.Ready, Version: p.Version()}
		}
	}
	return nil, schema.Availability{State: schema.Missing, Reason: "not among the recorded schemas"}
}

// external serves references from one schema to another.
func (s fileSchemas) external(ref schema.Ref) *schema.Package {
	p, _ := s.Package(ref)
	return p
}

func loadSchemas(t *testing.T, dirs ...string) fileSchemas {
	t.Helper()
	found := fileSchemas{}
	for _, dir := range dirs {
		files, _ := filepath.Glob(dir + "/*.json*")
		for _, f := range files {
			found.load(t, f)
		}
	}
	return found
}

// load adds a schema file, which may be packed.
func (s fileSchemas) load(t *testing.T, file string) *schema.Package {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if strings.HasSuffix(file, ".gz") {
		z, err := gzip.NewReader(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		if data, err = io.ReadAll(z); err != nil {
			t.Fatal(err)
		}
	}
	p, err := schema.Config{External: s.external}.Open(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	s[p.Name()] = append(s[p.Name()], p)
	return p
}

// openProgram parses and assembles a program and those of its components.
func openProgram(t *testing.T, dir string, schemas checked.Schemas, mode lenient.Mode) *checked.Program {
	t.Helper()
	edition := language.Chosen(analysistest.RecordedIn(t, conformanceRuns), "the record")
	programs := map[string]*checked.Program{}
	var world checked.World
	open := func(dir string) *checked.Program {
		if p, ok := programs[dir]; ok {
			return p
		}
		entries, err := os.ReadDir(dir)
		if err != nil || len(entries) == 0 {
			return nil
		}
		var files []*syntax.File
		for _, e := range entries {
			if strings.HasSuffix(e.Name(), ".pp") {
				name := path.Join(dir, e.Name())
				text, err := os.ReadFile(name)
				if err == nil {
					files = append(files, syntax.Parse(name, string(text), nil))
				}
			}
		}
		p := analysis.NewProgram(dir, files, world, nil)
		programs[dir] = p
		return p
	}
	world = checked.World{Schemas: schemas, Mode: mode, Language: edition, Component: func(dir string) *checked.Program { return open(dir) }}
	return open(dir)
}

// conformanceModes are the sets of recordings. The floors are the numbers that have
// been reached: they only rise, and a change that reaches more raises them here.
var conformanceModes = []struct {
	name                    string
	mode                    lenient.Mode
	verdicts, places, types int
}{
	{"strict", lenient.Mode{}, 209, 430, 3575},
	{"lenient", lenient.All(), 210, 316, 3586},
}

// TestConformance compares every program under the strict and the lenient rules: its
// verdict is that of the run. Each difference must be listed in
// differences.md with its reason, and each one listed must still occur.
func TestConformance(t *testing.T) {
	t.Parallel()
	schemas := loadSchemas(t, conformanceDir+"/schemas")
	dirs, err := os.ReadDir(conformanceDir + "/programs")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range conformanceModes {
		t.Run(m.name, func(t *testing.T) {
			t.Parallel()
			c := comparison{name: m.name, mode: m.mode, runs: loadRuns(t), listed: listedDifferences(t, m.name), seen: map[string]bool{}}
			for _, d := range dirs {
				c.program(t, d.Name(), schemas)
			}
			t.Logf("programs accepted or rejected alike: %s; places of errors: %s; types of expressions: %s; intended differences: %d",
				c.verdicts, c.places, c.types, len(c.listed))
			for key := range c.listed {
				if !c.seen[key] {
					t.Errorf("differences.md lists a difference that no longer occurs: %s", key)
				}
			}
			c.floor(t, "verdicts", c.verdicts.same, m.verdicts)
			c.floor(t, "places", c.places.same, m.places)
			c.floor(t, "types", c.types.same, m.types)
		})
	}
}

func (c *comparison) floor(t *testing.T, what string, got, reached int) {
	t.Helper()
	if got != reached {
		t.Errorf("%s: %d agree, the floor is %d; a lower number is a regression, a higher one becomes the floor", what, got, reached)
	}
}

// listedDifference is a row of differences.md.
type listedDifference struct {
	program, kind string
	// mode is the only mode in which the row holds. None means both.
	mode   string
	places []string
	// run says what the run does.
	run string
}

func (d listedDifference) keys() []string {
	var keys []string
	for _, place := range d.places {
		keys = append(keys, strings.TrimSpace(d.program+" "+d.kind+" "+place))
	}
	return keys
}

// differences reads the table of differences.md.
func differences(t *testing.T) []listedDifference {
	t.Helper()
	text, err := os.ReadFile(conformanceDir + "/differences.md")
	if err != nil {
		t.Fatal(err)
	}
	var rows []listedDifference
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(line, " | ")
		program, mode, _ := strings.Cut(strings.TrimPrefix(cells[0], "| "), " ")
		if len(cells) != 5 || program == "program" {
			continue
		}
		rows = append(rows, listedDifference{program: program, mode: mode, kind: cells[1], places: strings.Split(strings.TrimSpace(cells[2]), ", "), run: cells[3]})
	}
	return rows
}

// listedDifferences returns the differences that differences.md lists for the mode.
func listedDifferences(t *testing.T, mode string) map[string]bool {
	t.Helper()
	listed := map[string]bool{}
	for _, d := range differences(t) {
		if d.mode == "" || d.mode == mode {
			for _, key := range d.keys() {
				listed[key] = true
			}
		}
	}
	return listed
}

type ratio struct{ same, all int }

func (r ratio) String() string {
	return fmt.Sprintf("%d of %d (%.1f %%)", r.same, r.all, 100*float64(r.same)/float64(r.all))
}

// comparison counts what agrees, and notes which listed differences occurred.
type comparison struct {
	name                    string
	mode                    lenient.Mode
	runs                    map[string]recordedRun
	listed, seen            map[string]bool
	verdicts, places, types ratio
}

// count notes one comparison. A difference that is not listed is a failure.
func (c *comparison) count(t *testing.T, r *ratio, same bool, key, format string, args ...any) {
	t.Helper()
	if r != nil {
		r.all++
		if same {
			r.same++
		}
	}
	key = strings.TrimSpace(key)
	switch {
	case same:
	case c.listed[key]:
		c.seen[key] = true
	default:
		t.Errorf("%s: %s", key, fmt.Sprintf(format, args...))
	}
}

func readRecording(t *testing.T, program, mode string) recording {
	t.Helper()
	data, err := os.ReadFile(path.Join(conformanceDir, "programs", program, "expected-"+mode+".json"))
	if err != nil {
		t.Fatal(err)
	}
	var r recording
	if err := json.Unmarshal(data, &r); err != nil {
		t.Fatal(err)
	}
	return r
}

func (c *comparison) program(t *testing.T, name string, schemas checked.Schemas) {
	t.Helper()
	want := readRecording(t, name, c.name)
	got, err := dump.Program(context.Background(), openProgram(t, path.Join(conformanceDir, "programs", name), schemas, c.mode))
	if err != nil {
		t.Fatal(err)
	}
	var errs []dump.Diagnostic
	for _, d := range got.Diagnostics {
		if d.Severity == "error" {
			errs = append(errs, d)
		}
	}
	run := c.runs[name]
	if c.name == "lenient" {
		run = run.evaluation()
	}
	c.count(t, &c.verdicts, len(errs) > 0 == (!want.accepted() || run.fails()), name+" verdict", "%s: the run %s; we find %v", want.Title, run, errs)
	if want.crashed() {
		return
	}
	c.comparePlaces(t, name, want, run, errs)
	c.compareTypes(t, name, want, got)
}

// comparePlaces looks for every error of the binder, and every failure of the run, in
// our errors, and for each of ours in theirs.
func (c *comparison) comparePlaces(t *testing.T, name string, want recording, run recordedRun, errs []dump.Diagnostic) {
	t.Helper()
	for _, d := range want.Diagnostics {
		if d.Severity != "error" {
			continue
		}
		same := slices.ContainsFunc(errs, func(o dump.Diagnostic) bool { return d.meets(o) })
		c.count(t, &c.places, same, fmt.Sprintf("%s place %s", name, d.place()), "%s: only the reference: %s%s", want.Title, d.Summary, d.Detail)
	}
	for _, f := range run.Failures {
		if f.Some {
			continue
		}
		same := slices.ContainsFunc(errs, func(o dump.Diagnostic) bool { return f.meets(o) })
		c.count(t, &c.places, same, fmt.Sprintf("%s place %s", name, f.place()), "%s: only the run: %s: %s", want.Title, f.Stage, f.Message)
	}
	for _, o := range errs {
		same := slices.ContainsFunc(want.Diagnostics, func(d recordedDiagnostic) bool { return d.meets(o) }) || run.at(o)
		c.count(t, nil, same, fmt.Sprintf("%s extra %s %d-%d", name, o.File, o.Range[0], o.Range[1]), "%s: only ours: %s %s", want.Title, o.Code, o.Message)
	}
}

func (c *comparison) compareTypes(t *testing.T, name string, want recording, got *dump.Dump) {
	t.Helper()
	ours := map[string]string{}
	for _, e := range got.Expressions {
		ours[placeOf(e)] = e.Type
	}
	for _, e := range want.Expressions {
		if unstable(want.Unstable, e) {
			continue
		}
		got := ours[placeOf(e)]
		c.count(t, &c.types, got == e.Type, name+" type "+placeOf(e), "%s\n   want %s\n   got  %s", want.Title, cut(e.Type), cut(got))
	}
}

func placeOf(e dump.Expression) string {
	return fmt.Sprintf("%s %d-%d %s", e.File, e.Range[0], e.Range[1], e.Kind)
}

// meets reports whether a finding, or a place related to it, is where the
// reference has its own, white space and an opening brace between them aside. A
// finding of the reference without a place, or about the text of a label, meets
// any.
func (d recordedDiagnostic) meets(o dump.Diagnostic) bool {
	if len(d.Range) == 0 || d.File == "" || d.File == "<anonymous>" {
		return true
	}
	const slack = 3
	near := func(file string, s [2]int) bool {
		return file == d.File && s[0]-slack <= d.Range[1] && d.Range[0] <= s[1]+slack
	}
	return near(o.File, o.Range) || slices.ContainsFunc(o.Related, func(r dump.Related) bool { return near(r.File, r.Range) })
}

func (d recordedDiagnostic) place() string {
	if len(d.Range) == 0 {
		return "nowhere"
	}
	return fmt.Sprintf("%s %d-%d", d.File, d.Range[0], d.Range[1])
}

func unstable(list []string, e dump.Expression) bool {
	prefix := fmt.Sprintf("type at %s:%d-%d %s:", e.File, e.Range[0], e.Range[1], e.Kind)
	return slices.ContainsFunc(list, func(s string) bool { return strings.HasPrefix(s, prefix) })
}

func cut(s string) string {
	if len(s) > 300 {
		return s[:300] + "…"
	}
	if s == "" {
		return "nothing"
	}
	return s
}
