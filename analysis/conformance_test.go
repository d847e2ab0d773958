package analysis_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file compares the checker with the recorded results of the reference.

const conformanceDir = "../testdata/conformance"

// recording is what the reference said about a program.
type recording struct {
	Title, Status string
	Diagnostics   []struct {
		File, Severity, Summary, Detail string
		Range                           []int
	}
	Nodes []struct {
		File, Kind, Name, Token, Type string
		Deps                          []string
		Range                         []int
	}
	Expressions []analysis.DumpedExpression
	Unstable    []string
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
			data, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			if strings.HasSuffix(f, ".gz") {
				z, err := gzip.NewReader(bytes.NewReader(data))
				if err != nil {
					t.Fatal(err)
				}
				if data, err = io.ReadAll(z); err != nil {
					t.Fatal(err)
				}
			}
			p, err := schema.Config{External: found.external}.Open(bytes.NewReader(data), int64(len(data)))
			if err != nil {
				t.Fatalf("%s: %v", f, err)
			}
			found[p.Name()] = append(found[p.Name()], p)
		}
	}
	return found
}

// openProgram parses and assembles a program and those of its components.
func openProgram(dir string, schemas analysis.Schemas) *analysis.Program {
	programs := map[string]*analysis.Program{}
	var world analysis.World
	open := func(dir string) *analysis.Program {
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
	world = analysis.World{Schemas: schemas, Component: func(dir string) *analysis.Program { return open(dir) }}
	return open(dir)
}

func TestConformance(t *testing.T) {
	t.Parallel()
	schemas := loadSchemas(t, conformanceDir+"/schemas", "../../shared/schemas/conformance")
	dirs, err := os.ReadDir(conformanceDir + "/programs")
	if err != nil {
		t.Fatal(err)
	}
	var total tally
	verbose := os.Getenv("CONFORMANCE") != ""
	for _, d := range dirs {
		got := compareProgram(t, d.Name(), schemas, verbose)
		total.add(got)
	}
	t.Logf("programs accepted or rejected alike: %s; places of errors: %s; types of expressions: %s",
		total.verdicts, total.places, total.types)
}

type ratio struct{ same, all int }

func (r ratio) String() string { return fmt.Sprintf("%d of %d (%.1f %%)", r.same, r.all, 100*float64(r.same)/float64(r.all)) }

func (r *ratio) count(same bool) {
	r.all++
	if same {
		r.same++
	}
}

type tally struct{ verdicts, places, types ratio }

func (t *tally) add(o tally) {
	for _, p := range [][2]*ratio{{&t.verdicts, &o.verdicts}, {&t.places, &o.places}, {&t.types, &o.types}} {
		p[0].same += p[1].same
		p[0].all += p[1].all
	}
}

func compareProgram(t *testing.T, name string, schemas analysis.Schemas, verbose bool) tally {
	t.Helper()
	dir := path.Join(conformanceDir, "programs", name)
	data, err := os.ReadFile(dir + "/expected-strict.json")
	if err != nil {
		t.Fatal(err)
	}
	var want recording
	if err := json.Unmarshal(data, &want); err != nil {
		t.Fatal(err)
	}
	got, err := analysis.DumpProgram(context.Background(), openProgram(dir, schemas))
	if err != nil {
		t.Fatal(err)
	}
	logf := func(format string, args ...any) {
		if verbose {
			fmt.Printf("%s (%s): %s\n", name, want.Title, fmt.Sprintf(format, args...))
		}
	}
	var sum tally
	if want.crashed() {
		return sum
	}
	rejected := slices.ContainsFunc(got.Diagnostics, func(d analysis.DumpedDiagnostic) bool { return d.Severity == "error" })
	sum.verdicts.count(rejected != want.accepted())
	if rejected == want.accepted() {
		logf("VERDICT reference %s, ours %v", want.Status, got.Diagnostics)
	}
	for _, d := range want.Diagnostics {
		if d.Severity != "error" {
			continue
		}
		ok := len(d.Range) == 0 || d.File == "" || slices.ContainsFunc(got.Diagnostics, func(o analysis.DumpedDiagnostic) bool {
			return (o.File == d.File || d.File == "<anonymous>") && (d.File == "<anonymous>" || marks(o, d.Range))
		})
		sum.places.count(ok)
		if !ok {
			logf("PLACE reference %s %v %s%s", d.File, d.Range, d.Summary, d.Detail)
		}
	}
	if verbose {
		for _, o := range got.Diagnostics {
			ok := slices.ContainsFunc(want.Diagnostics, func(d struct {
				File, Severity, Summary, Detail string
				Range                           []int
			}) bool {
				return len(d.Range) == 0 || d.File == "" || d.File == "<anonymous>" || marks(o, d.Range)
			})
			if !ok {
				logf("EXTRA %s %v %s %s", o.File, o.Range, o.Code, o.Message)
			}
		}
	}
	type place struct {
		file, kind string
		start, end int
	}
	ours := map[place]string{}
	for _, e := range got.Expressions {
		ours[place{e.File, e.Kind, e.Range[0], e.Range[1]}] = e.Type
	}
	seen := map[place]bool{}
	for _, e := range want.Expressions {
		k := place{e.File, e.Kind, e.Range[0], e.Range[1]}
		seen[k] = true
		if unstable(want.Unstable, e) {
			continue
		}
		sum.types.count(ours[k] == e.Type)
		if ours[k] != e.Type {
			logf("TYPE %s %v %s\n   want %s\n   got  %s", e.File, e.Range, e.Kind, cut(e.Type), cut(ours[k]))
		}
	}
	if verbose {
		for _, k := range slices.SortedFunc(maps.Keys(ours), func(a, b place) int { return a.start - b.start }) {
			if !seen[k] {
				logf("ONLY OURS %v %s", k, cut(ours[k]))
			}
		}
	}
	return sum
}

// marks reports whether a finding or a place related to it meets a range, white
// space and an opening brace between them aside.
func marks(d analysis.DumpedDiagnostic, r []int) bool {
	const slack = 3
	meets := func(s [2]int) bool { return s[0]-slack <= r[1] && r[0] <= s[1]+slack }
	return meets(d.Range) || slices.ContainsFunc(d.Related, func(o analysis.DumpedRelated) bool { return meets(o.Range) })
}

func unstable(list []string, e analysis.DumpedExpression) bool {
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
