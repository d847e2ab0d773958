package house

import (
	"os"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

// bounds are what can end a recursion.
var bounds = []string{"tree", "type", "schema", "taint", "value", "result", "counted", "halves", "once"}

// TestRecursion: every function of the product that may call itself is in recursion.txt, with what bounds it. A stack
// overflow ends the process and cannot be recovered from.
func TestRecursion(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("recursion.txt")
	if err != nil {
		t.Fatal(err)
	}
	var guards, listed []string
	for line := range strings.Lines(string(text)) {
		row := strings.Fields(line)
		switch {
		case len(row) == 0 || row[0] == "#":
		case row[0] == "guard" && len(row) == 3:
			if slices.Contains(guards, row[1]) || !isTest(t, row[2]) {
				t.Errorf("a guard twice, or without its test: %s", line)
			}
			guards = append(guards, row[1])
		case slices.Contains(bounds, row[0]) && len(row) > 1:
			listed = append(listed, strings.Join(row[1:], " "))
		default:
			t.Errorf("what bounds this? %s", line)
		}
	}
	loaded, err := everything()
	if err != nil {
		t.Fatal(err)
	}
	found := callsOf(slices.DeleteFunc(slices.Clone(loaded), func(p *packages.Package) bool {
		return strings.HasPrefix(p.PkgPath, module+"/internal/") || strings.HasPrefix(p.PkgPath, module+"/.ci")
	}))
	for _, g := range guards {
		if !found.has(g) {
			t.Errorf("%s is a guard and is not a function", g)
		}
	}
	for _, circle := range found.recursive(guards...) {
		row := strings.Join(circle, " ")
		if i := slices.Index(listed, row); i >= 0 {
			listed = slices.Delete(listed, i, i+1)
			continue
		}
		t.Errorf("these functions may call themselves: say in recursion.txt what bounds them\n%s", row)
	}
	for _, row := range listed {
		t.Errorf("these functions no longer call each other in a circle: remove them from recursion.txt\n%s", row)
	}
}

// isTest reports whether a test exists, such as workspace.TestSurvey.
func isTest(t *testing.T, name string) bool {
	t.Helper()
	room, test, _ := strings.Cut(name, ".")
	files, err := os.ReadDir(root + "/" + room)
	if err != nil {
		t.Fatal(err)
	}
	return slices.ContainsFunc(files, func(f os.DirEntry) bool {
		if !strings.HasSuffix(f.Name(), "_test.go") {
			return false
		}
		text, err := os.ReadFile(root + "/" + room + "/" + f.Name())
		return err == nil && strings.Contains(string(text), "\nfunc "+test+"(")
	})
}

// TestCallsOf: callsOf finds calls of each kind, and recursive finds circles in them.
func TestCallsOf(t *testing.T) {
	t.Parallel()
	const example = "internal/house/testdata/recursion"
	loaded, err := load("testdata/recursion", ".")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, circle := range callsOf(loaded).recursive(example + ".guarded") {
		got = append(got, strings.ReplaceAll(strings.Join(circle, " "), example, "example"))
	}
	want := []string{
		"(example.leaf).Walk (example.list).Walk", "example.Visit example.visitAll", "example.closure.visit", "example.direct", "example.even example.odd",
		"example.generic", "example.passed",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nnot\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
