package checked_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/check"
	"github.com/pcl-lsp/pcl-lsp/analysis/checked"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/dump"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// editedProgram is a program of one file that is changed step by step, each step
// making use of the one before.
type editedProgram struct {
	schemas fileSchemas
	files   map[string]check.File // what is at a path, by path
	spelt   map[string]string
	file    *syntax.File
	program *checked.Program
	steady  bool // nothing outside the program changes, and it is told so
	rules   codes.OptIns
}

// allRules are all those that are off by default, and the others.
const allRules = ^codes.OptIns(0)

func (e *editedProgram) set(text string) {
	e.file = syntax.Parse("d/main.pp", text, e.file)
	world := checked.World{
		OptIns:   e.rules,
		Schemas:  e.schemas,
		File:     func(path string) check.File { return e.files[path] },
		Spelling: func(path string) string { return e.spelt[path] },
	}
	if e.steady {
		world.SchemasVersion, world.FilesVersion, world.ComponentsVersion = 1, 1, 1
	}
	e.program = analysis.NewProgram("d", []*syntax.File{e.file}, world, e.program)
}

func (e *editedProgram) dump(t *testing.T) string {
	t.Helper()
	d, err := dump.Program(context.Background(), e.program)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.MarshalIndent(d, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// After any edits the results are those of a program that was never edited.
func TestIncrementalEqualsFresh(t *testing.T) {
	t.Parallel()
	schemas := loadSchemas(t, conformanceDir+"/schemas")
	var texts []string
	for _, name := range []string{"101", "104", "107", "115", "142", "151", "160", "170", "205", "212", "250"} {
		text, err := os.ReadFile(path.Join(conformanceDir, "programs", name, "main.pp"))
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(text))
	}
	const bits = "a b c.x [0] { } ( ) \" ${ = \n # resource config a local name options range = 2\n"
	for i, text := range texts {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			random := rand.New(rand.NewPCG(1, uint64(i)))
			edited := editedProgram{schemas: schemas, steady: i%2 == 0, rules: allRules}
			edited.set(text)
			for range 60 {
				at := random.IntN(len(text) + 1)
				end := min(len(text), at+random.IntN(12))
				from := random.IntN(len(bits))
				text = text[:at] + bits[from:min(len(bits), from+random.IntN(14))] + text[end:]
				edited.set(text)
				if random.IntN(3) == 0 { // nobody asks in between
					continue
				}
				fresh := editedProgram{schemas: schemas, rules: allRules}
				fresh.set(text)
				if diff := cmp.Diff(fresh.dump(t), edited.dump(t)); diff != "" {
					t.Fatalf("text:\n%s\nfresh and edited differ (-fresh +edited):\n%s", text, diff)
				}
			}
		})
	}
}

// What an edit makes us compute: the edited item, and those that saw a type
// change.
func TestEditsComputeOnlyWhatTheyChange(t *testing.T) {
	t.Parallel()
	schemas := loadSchemas(t, conformanceDir+"/schemas")
	const before = `
config size int { default = 3 }
half = size / 2
double = half + half
resource a "zoo:index:Animal" { name = "x${double}" }
text = "${a.name} and ${double}"
other = [1, 2, 3]
output o { value = other }
`
	for _, c := range []struct {
		what, old, new string
		want           int
	}{
		// A local or block that changes has two results: what is known inside it, and
		// what it shows to the others. The second is computed when somebody reads it.
		{"nothing", "", "", 0},
		{"a comment above everything", "config size", "# why\nconfig size", 2},
		{"a value inside a resource", `"x${double}"`, `"y${double}"`, 2},
		{"a local whose type stays", "[1, 2, 3]", "[1, 2, 3] ", 2},
		{"a local whose type changes", "[1, 2, 3]", "[1, 2]", 3},
		{"a type that stops at the first reader", "size int", "size number", 4},
		{"a name that nobody mentions", "other = [1", "added = 1\nother = [1", 1},
		{"a name that a suggestion may have been", "other = [1", "siz3 = 1\nother = [1", 1},
		{"a misspelt name", "double = half", "haf = half\ndouble = half", 1},
	} {
		t.Run(c.what, func(t *testing.T) {
			t.Parallel()
			edited := editedProgram{schemas: schemas, rules: allRules}
			edited.set(before)
			if _, err := checked.CountComputed(edited.program); err != nil {
				t.Fatal(err)
			}
			edited.set(strings.Replace(before, c.old, c.new, 1))
			got, err := checked.CountComputed(edited.program)
			if err != nil || got != c.want {
				t.Errorf("%d results computed, want %d (%v)", got, c.want, err)
			}
		})
	}
}

// A suggestion goes when the name that it names goes, though the item with the
// suggestion is not edited; and a hook that changes its kind is seen where it is
// used.
func TestFindingsFollowOtherItems(t *testing.T) {
	t.Parallel()
	schemas := loadSchemas(t, conformanceDir+"/schemas")
	for _, c := range []struct{ before, old, new string }{
		{"webs = 1\nx = web\n", "webs", "other"},
		{"config size number {\n}\noutput y {\n  value = size\n}\n", "config", "component"},
		{"a = 1\nx = web\n", "a = 1", "webb = 1"},
		{"config a string { __logicalName = \"b\" }\nx = b\n", "\"b\"", "\"c\""},
		{"hook resource \"h\" { command = [\"x\"] }\nresource r \"zoo:index:Empty\" {\n  options {\n    hooks = { onError = [h] }\n  }\n}\n", "hook resource", "hook error"},
		{"a = 1\nx = a.b\n", "a = 1", "config a string {\n}"},
		{"a = \"x\"\nresource r \"zoo:index:Animal\" {\n  name = a\n}\n", "a = \"x\"", "resource a \"zoo:index:Empty\" {\n}"},
		// What the whole program says about an item that is not edited itself.
		{"x = 1\noutput o {\n  value = x\n}\n", "value = x", "value = 2"},
		{"x = 1\ny = nope\n", "x = 1", "# moved\n\nx = 1"},
		{"x = 1\ny = 2\n", "y = 2", "y = [x"},
		{"nope = 1\ny = [for i, a in [] : i]\n", ": i", ": a"},
		{"a = [1]\ny = [for b in a : b]\n", "a = [1]\n", "a = [1]\nb = 1\n"},
		{"a = [1]\ny = [for b in a : b]\nb = 1\n", "b = 1", "b = y"},
		{"config a string {\n}\nconfig b string {\n  __logicalName = \"c\"\n}\n", "\"c\"", "\"a\""},
		{"config a string {\n}\nconfig b string {\n  __logicalName = \"c\"\n}\n", "config a", "config c"},
		{"package {\n  baseProviderName = \"zoo\"\n}\nresource r \"zoo:index:Empty\" {\n}\n", "zoo:index:Empty", "gadget:index:Empty"},
		{"l = [1]\nresource r \"zoo:index:Empty\" {\n  options {\n    range = l\n  }\n}\n", "[1]", "1"},
		{"resource r \"zoo:index:Animal\" {\n  options {\n    range = 2\n  }\n}\nx = r.name\nresource s \"zoo:index:Animal\" {\n  options {\n    parent = r\n  }\n}\n", "= 2", "= true"},
	} {
		edited := editedProgram{schemas: schemas, rules: allRules}
		edited.set(c.before)
		first := edited.dump(t)
		after := strings.Replace(c.before, c.old, c.new, 1)
		edited.set(after)
		fresh := editedProgram{schemas: schemas, rules: allRules}
		fresh.set(after)
		if diff := cmp.Diff(fresh.dump(t), edited.dump(t)); diff != "" || first == edited.dump(t) {
			t.Errorf("%s → %s: want a changed dump, equal to a fresh one (-fresh +edited):\n%s", c.before, after, diff)
		}
	}
}

// What is at a path is asked again in the next version of a program, though no item
// is edited; and only the items that named the path are checked again.
func TestFindingsFollowFiles(t *testing.T) {
	t.Parallel()
	const text = "a = readFile(\"x\")\nb = fileAsset(\"y\")\nc = b\ncomponent d \"./E\" {\n}\n"
	states := []struct {
		files    map[string]check.File
		spelt    map[string]string
		computed int
	}{
		{nil, nil, 5},
		{map[string]check.File{"x": {Kind: check.FileAbsent}}, nil, 2},
		{map[string]check.File{"x": {Kind: check.FileRegular}}, nil, 2},
		{map[string]check.File{"x": {Kind: check.FileRegular}}, nil, 0},
		{map[string]check.File{"x": {Kind: check.FileDirectory}, "y": {Kind: check.FileRegular, Outside: true}}, nil, 5},
		{nil, map[string]string{"./E": "./e"}, 6},
	}
	edited := editedProgram{rules: allRules}
	for i, state := range states {
		fresh := editedProgram{files: state.files, spelt: state.spelt, rules: allRules}
		fresh.set(text)
		edited.files, edited.spelt = state.files, state.spelt
		edited.set(text)
		if got, err := checked.CountComputed(edited.program); err != nil || got != state.computed {
			t.Errorf("state %d: %d results computed, want %d (%v)", i, got, state.computed, err)
		}
		if diff := cmp.Diff(fresh.dump(t), edited.dump(t)); diff != "" {
			t.Errorf("state %d: fresh and edited differ (-fresh +edited):\n%s", i, diff)
		}
	}
}

// A chain of definitions as long as a file can have costs no stack, in whatever
// order it is asked for.
func TestLongChains(t *testing.T) {
	t.Parallel()
	const n = 20_000
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "x%d = x%d\n", i, i+1)
	}
	fmt.Fprintf(&b, "x%d = \"end\"\n", n)
	chain := editedProgram{rules: allRules}
	chain.set(b.String())
	first := chain.program.Lookup("x0")
	if got := chain.program.TypeOf(context.Background(), first).String(); got != "string" {
		t.Errorf("the first of %d definitions is %s, want string", n, got)
	}
}
