package syntax

import (
	"encoding/json"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/node"
)

// conformanceDirs are where recorded results of the reference may be.
var conformanceDirs = []string{"../../testdata/conformance", "../../../shared/conformance"}

// placeDifferences are the programs whose syntax errors we place differently from the
// reference, with the reason and our places.
var placeDifferences = map[string]struct {
	reason string
	spans  []Span
}{
	"224": {"the string ends with its line, so the next line is an attribute and not a second piece of the string", []Span{{Start: 6, End: 7}}},
	"226": {"the list ends where the next attribute begins; its opener is reported", []Span{{Start: 4, End: 5}}},
	"242": {"each broken item is reported, not only the first", []Span{{Start: 4, End: 5}, {Start: 27, End: 28}, {Start: 38, End: 38}}},
}

// syntaxPrograms are programs about syntax without "syntax" in their titles.
var syntaxPrograms = []string{"056", "218", "307", "311", "215", "217"}

type recorded struct {
	Title       string
	Diagnostics []struct {
		File, Severity, Summary string
		Range                   *[2]int
	}
}

// TestConformancePlaces compares the places of syntax errors with those that the
// reference reported.
func TestConformancePlaces(t *testing.T) {
	t.Parallel()
	dir := conformanceDir(t)
	for _, path := range programPaths(t, dir) {
		id := filepath.Base(path)
		want := readRecorded(t, path)
		if !isAboutSyntax(id, want.Title) {
			continue
		}
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			text := readText(t, filepath.Join(path, "main.pp"))
			places := want.places(text)
			if d, listed := placeDifferences[id]; listed {
				if cmp.Equal(places, d.spans) {
					t.Errorf("listed as different (%s), but equal: %v", d.reason, places)
				}
				places = d.spans
			}
			if diff := cmp.Diff(places, errorPlaces(Parse("main.pp", text, nil))); diff != "" {
				t.Errorf("%s: places differ (-want +got):\n%s\ninput: %q", want.Title, diff, text)
			}
		})
	}
}

// TestConformanceAccepts asserts that programs which the reference parses have no syntax
// errors here.
func TestConformanceAccepts(t *testing.T) {
	t.Parallel()
	dir := conformanceDir(t)
	for _, path := range programPaths(t, dir) {
		want := readRecorded(t, path)
		if strings.HasPrefix(want.Title, "syntax:") || len(want.places(readText(t, filepath.Join(path, "main.pp")))) > 0 {
			continue
		}
		sources, _ := filepath.Glob(filepath.Join(path, "*.pp"))
		for _, source := range sources {
			f := Parse(source, readText(t, source), nil)
			checkTiling(t, f)
			if places := errorPlaces(f); len(places) > 0 {
				t.Errorf("%s (%s): errors in good syntax:\n%s", source, want.Title, dumpFile(f))
			}
			if diff := cmp.Diff(wholeSpans(t, f.Text()), itemSpans(f)); diff != "" {
				t.Errorf("%s: items differ from the parts of the whole (-whole +items):\n%s", source, diff)
			}
		}
	}
}

// wholeSpans returns the spans of the attributes and blocks that the parser finds
// in a whole text.
func wholeSpans(t *testing.T, text string) []Span {
	t.Helper()
	file, diags := hclsyntax.ParseConfig([]byte(text), "", hcl.InitialPos)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	var spans []Span
	for _, n := range node.Children(file.Body.(*hclsyntax.Body)) {
		spans = append(spans, SpanOf(n))
	}
	return spans
}

func itemSpans(f *File) []Span {
	var spans []Span
	for _, it := range f.All() {
		if n := it.Root(); n != nil {
			spans = append(spans, SpanOf(n).Shift(it.Base))
		}
	}
	return spans
}

func conformanceDir(t *testing.T) string {
	t.Helper()
	for _, dir := range conformanceDirs {
		if _, err := os.Stat(filepath.Join(dir, "programs")); err == nil {
			return dir
		}
	}
	t.Skip("no recorded conformance programs are present")
	return ""
}

func programPaths(t *testing.T, dir string) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "programs", "*"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no programs in %s: %v", dir, err)
	}
	return paths
}

func isAboutSyntax(id, title string) bool {
	for _, p := range syntaxPrograms {
		if p == id {
			return true
		}
	}
	return strings.HasPrefix(title, "syntax:")
}

func readRecorded(t *testing.T, path string) recorded {
	t.Helper()
	var r recorded
	if err := json.Unmarshal([]byte(readText(t, filepath.Join(path, "expected-strict.json"))), &r); err != nil {
		t.Fatal(err)
	}
	return r
}

func readText(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// places returns the different places of the recorded syntax errors of a program. The
// binder of the reference reports its errors in the same form, so those whose summaries
// the parser reports for the text are the syntax errors.
func (r recorded) places(text string) []Span {
	_, diags := hclsyntax.ParseConfig([]byte(text), "", hcl.InitialPos)
	ofParser := map[string]bool{}
	for _, d := range diags {
		ofParser[d.Summary] = true
	}
	var spans []Span
	for _, d := range r.Diagnostics {
		if d.File == "main.pp" && d.Severity == "error" && d.Range != nil && ofParser[d.Summary] {
			spans = append(spans, Span{Start: d.Range[0], End: d.Range[1]})
		}
	}
	return sortedPlaces(spans)
}

func errorPlaces(f *File) []Span {
	var spans []Span
	for _, e := range f.Errors {
		spans = append(spans, e.Span)
	}
	for _, it := range f.All() {
		for _, e := range f.ErrorsOf(it) {
			spans = append(spans, e.Span)
		}
	}
	return sortedPlaces(spans)
}

func sortedPlaces(spans []Span) []Span {
	sort.Slice(spans, func(i, j int) bool { return spans[i].Start < spans[j].Start })
	var out []Span
	for i, s := range spans {
		if i == 0 || s != spans[i-1] {
			out = append(out, s)
		}
	}
	return out
}
