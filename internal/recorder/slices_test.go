package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/asking"
)

// A slice has a declaration and what it needs, and everything stays where it is.
func TestSlices(t *testing.T) {
	dir := t.TempDir()
	const text = "a = b\nb = [1][c]\nc = 5\nd = 6\n"
	write(filepath.Join(dir, "main.pp"), []byte(text))
	all := declarations(dir)
	for i, want := range []string{text[:22], text[6:22], "c = 5", "d = 6"} {
		if got := sliced(t, all, i, nil, dir, "main.pp"); strings.TrimSpace(got) != strings.TrimSpace(want) || len(got) != len(text) {
			t.Errorf("slice %d is %q, want %q", i, got, want)
		}
	}
	if got, want := sliced(t, all, 1, &all[1].inside[0], dir, "expression.pp"), "expression = [1]\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func sliced(t *testing.T, all []*declaration, i int, expression *asking.Range, dir, file string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(slice(all, i, expression, dir, t.TempDir()), file))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// A failure belongs to the declaration that fails alone, and its place is the smallest expression that fails in the same way.
func TestPlaces(t *testing.T) {
	fails := func(message string) asking.Answer {
		return asking.Answer{Record: asking.Record{Status: asking.OK}, Runs: []asking.Run{{Stage: asking.Preview, Evaluation: true, Message: message}}}
	}
	fine := asking.Answer{Record: asking.Record{Status: asking.OK}, Runs: []asking.Run{{}}}
	all := []*declaration{{name: "a", with: []int{1}}, {name: "b", value: asking.Range{4, 9}, inside: []asking.Range{{4, 5}, {6, 7}, {4, 9}}}}
	rest := own(all, []asking.Answer{fails("x"), fails("x")})
	if len(rest[0]) != 0 || len(rest[1]) != 1 || rest[1][0].message != "x" || rest[1][0].some {
		t.Errorf("got %+v", rest)
	}
	for _, c := range []struct {
		expressions []asking.Answer
		want        []asking.Range
	}{
		{nil, []asking.Range{{4, 9}}},
		{[]asking.Answer{fine, fails("x"), fails("x")}, []asking.Range{{6, 7}}},
		{[]asking.Answer{fails("x"), fails("y"), fails("x")}, []asking.Range{{4, 5}}},
	} {
		if got := all[1].places(rest[1][0], c.expressions); !slices.Equal(got, c.want) {
			t.Errorf("got %v, want %v", got, c.want)
		}
	}
}
