package syntax

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"golang.org/x/tools/txtar"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/node"
)

var update = flag.Bool("update", false, "rewrite the want sections of the fixtures")

const fixtureDir = "../../testdata/syntax"

// TestFixtures parses the input of each fixture and compares the items with its
// want section.
func TestFixtures(t *testing.T) {
	t.Parallel()
	for _, path := range fixturePaths(t) {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			t.Parallel()
			checkFixture(t, path)
		})
	}
}

func checkFixture(t *testing.T, path string) {
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if len(archive.Comment) == 0 || len(archive.Files) != 2 || archive.Files[1].Name != "want" {
		t.Fatalf("%s: a fixture is prose, one input file and a want section", path)
	}
	input := string(archive.Files[0].Data)
	f := Parse(archive.Files[0].Name, input, nil)
	checkTiling(t, f)
	got := dumpFile(f)
	if *update {
		archive.Files[1].Data = []byte(got)
		if err := os.WriteFile(path, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(string(archive.Files[1].Data), got); diff != "" {
		t.Errorf("%s: items differ (-want +got):\n%s\ninput:\n%s", path, diff, input)
	}
}

func fixturePaths(t testing.TB) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(fixtureDir, "*.txtar"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no fixtures in %s: %v", fixtureDir, err)
	}
	return paths
}

// fixtureInputs returns the input text of every fixture by its name.
func fixtureInputs(t testing.TB) map[string]string {
	t.Helper()
	inputs := map[string]string{}
	for _, path := range fixturePaths(t) {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		inputs[filepath.Base(path)] = string(archive.Files[0].Data)
	}
	return inputs
}

// dumpFile writes items the way want sections show them.
func dumpFile(f *File) string {
	var b strings.Builder
	for _, e := range f.Errors {
		dumpError(&b, f.Text(), 0, e)
	}
	for _, it := range f.All() {
		fmt.Fprintf(&b, "%s %s [%d,%d)\n", it.Kind, orDash(it.Name), it.Base, it.Base+len(it.Text))
		if it.Block() != nil {
			fmt.Fprintf(&b, "  body: %s\n", dumpBody(it.Block().Body))
		}
		if names := refNames(FreeNames(it.Item)); names != "" {
			fmt.Fprintf(&b, "  free: %s\n", names)
		}
		if f.remains[it.Base] {
			b.WriteString("  remains\n")
			continue
		}
		for _, e := range it.Errors {
			b.WriteString("  ")
			dumpError(&b, f.Text(), it.Base, e)
		}
	}
	return b.String()
}

func dumpError(b *strings.Builder, text string, base int, e Error) {
	span := e.Span.Shift(base)
	fmt.Fprintf(b, "error %s [%d,%d) %q: %s\n", e.Code, span.Start, span.End, text[span.Start:span.End], e.Message)
	for _, r := range e.Related {
		span := r.Span.Shift(base)
		fmt.Fprintf(b, "    related [%d,%d) %q: %s\n", span.Start, span.End, text[span.Start:span.End], r.Message)
	}
}

func dumpBody(body *hclsyntax.Body) string {
	var parts []string
	for _, n := range node.Children(body) {
		switch n := n.(type) {
		case *hclsyntax.Attribute:
			parts = append(parts, n.Name)
		case *hclsyntax.Block:
			parts = append(parts, n.Type+"{ "+dumpBody(n.Body)+" }")
		}
	}
	return orDash(strings.Join(parts, " "))
}

func refNames(refs []Ref) string {
	names := make([]string, 0, len(refs))
	for _, r := range refs {
		names = append(names, r.Name)
	}
	sort.Strings(names)
	return strings.Join(names, " ")
}

func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

// checkTiling asserts the invariant that the items of a file tile its text, and that
// everything in an item lies inside it.
func checkTiling(t testing.TB, f *File) {
	t.Helper()
	at := 0
	for _, it := range f.All() {
		if it.Base != at || it.Text == "" || !strings.HasPrefix(f.Text()[at:], it.Text) {
			t.Fatalf("items do not tile the text: item at %d has base %d and text %q\ninput: %q", at, it.Base, it.Text, f.Text())
		}
		at += len(it.Text)
		checkItem(t, it.Item)
	}
	if at != f.Len() {
		t.Fatalf("items end at %d of %d\ninput: %q", at, f.Len(), f.Text())
	}
}

func checkItem(t testing.TB, it *Item) {
	t.Helper()
	inside := func(what string, s Span) {
		if s.Start < 0 || s.Start > s.End || s.End > len(it.Text) {
			t.Fatalf("%s has span %v outside its item of %d bytes\nitem: %q", what, s, len(it.Text), it.Text)
		}
	}
	inside("keyword", it.KeywordSpan)
	inside("name", it.NameSpan)
	for _, l := range it.Labels {
		inside("label", l.Span)
	}
	for _, e := range it.Errors {
		inside(string(e.Code), e.Span)
		if e.Message == "" || len(e.Message) >= 200 {
			t.Fatalf("%s has a message of %d bytes: %q", e.Code, len(e.Message), e.Message)
		}
		for _, r := range e.Related {
			inside(string(e.Code)+" related", r.Span)
		}
	}
	node.Walk(it.Root(), func(n hclsyntax.Node, parents []hclsyntax.Node) bool {
		inside(fmt.Sprintf("%T", n), node.SpanOf(n))
		return true
	})
	if it.Kind == KindLocal && it.Attr() == nil && len(it.Errors) == 0 {
		t.Fatalf("a local without tree or error: %q", it.Text)
	}
}
