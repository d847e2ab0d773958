package main

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
)

// What is explained, and what is said of codes that there are not.
func TestExplain(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		line           string
		code           int
		stdout, stderr string
	}{
		{"explain name.undefined", 0, "error[name.undefined]: undefined name\n", ""},
		{"explain name.undefined", 0, "\nBad:\n\n    ", ""},
		{"explain name.undefined", 0, "\nGood:\n\n    ", ""},
		{"explain name.undefined", 0, codes.NameUndefined.Link() + "\n", ""},
		{"explain package.unknown", 0, "warning[package.unknown]: ", ""},
		{"explain cycle name.undefined", 0, "error[cycle]: ", ""},
		{"explain cycle name.undefined", 0, "error[name.undefined]: ", ""},
		{"explain", 0, "Syntax: text that cannot be parsed\n\n  syntax.encoding ", ""},
		{"explain", 0, "undefined name\n", ""},
		{"explain Packages", 0, "  package.unknown           warning      package schema", ""},
		{"explain --format json cycle", 0, `"code": "cycle"`, ""},
		{"explain nmae.undefined", 2, "", `unknown code "nmae.undefined"; did you mean name.undefined`},
		{"explain cycle undefined.name.of.nothing", 2, "", "unknown code \"undefined.name.of.nothing\"; `pcl-lsp explain` lists all codes\n"},
		{"explain nothing.*", 2, "", `unknown code "nothing.*"`},
		{"explain --format jsn", 2, "", `unknown format "jsn"; did you mean json?`},
	} {
		got := runIn(t, t.TempDir(), words(test.line))
		if got.code != test.code || !strings.Contains(got.stdout, test.stdout) || !strings.Contains(got.stderr, test.stderr) ||
			(test.stdout == "") != (got.stdout == "") || (test.stderr == "") != (got.stderr == "") {
			t.Errorf("pcl-lsp %s: got %d\n%s\n%s\nwant %d\n%s\n%s", test.line, got.code, got.stdout, got.stderr, test.code, test.stdout, test.stderr)
		}
	}
}

// explainedCodes mirrors what explain --format json is documented to print.
type explainedCodes struct {
	Version int
	Codes   []struct{ Code, Severity, Tag, Area, Category, Title, Explanation, Bad, Good, Link string }
}

func explainJSON(t *testing.T, args ...string) (doc explainedCodes) {
	t.Helper()
	got := runIn(t, t.TempDir(), append([]string{"explain", "--format", "json"}, args...))
	if err := json.Unmarshal([]byte(got.stdout), &doc); err != nil {
		t.Fatalf("%v in %s%s", err, got.stdout, got.stderr)
	}
	return doc
}

// The JSON form has everything that is declared.
func TestExplainJSON(t *testing.T) {
	t.Parallel()
	doc := explainJSON(t)
	all := codes.All()
	if doc.Version != 1 || len(doc.Codes) != len(all) {
		t.Fatalf("got version %d and %d codes, want 1 and %d", doc.Version, len(doc.Codes), len(all))
	}
	for i, d := range all {
		got, text := doc.Codes[i], d.Code.Text()
		if got.Code != string(d.Code) || got.Severity != d.Severity.String() || got.Title != text.Title ||
			got.Explanation != text.Explanation || got.Bad != strings.ToValidUTF8(text.Bad, "\uFFFD") || got.Good != text.Good || got.Link != d.Code.Link() || got.Area == "" {
			t.Errorf("got %+v, want %+v", got, d)
		}
	}
}

// A pattern stands for all codes that begin so, an area for its codes, and each
// code is listed once.
func TestExplainFamilies(t *testing.T) {
	t.Parallel()
	want := []string{"syntax.string.newline", "syntax.string.unterminated"}
	for _, line := range []string{
		"syntax.string.*", "syntax.string", "syntax.string.", "syntax.str*",
		"syntax.string.newline syntax.string.unterminated syntax.string",
	} {
		var got []string
		for _, c := range explainJSON(t, words(line)...).Codes {
			got = append(got, c.Code)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", line, diff)
		}
	}
	if all := explainJSON(t, "*").Codes; len(all) != len(codes.All()) {
		t.Errorf("*: got %d codes, want %d", len(all), len(codes.All()))
	}
	for _, area := range codes.Areas() {
		for _, c := range explainJSON(t, strings.ToLower(area.Title)).Codes {
			if !slices.ContainsFunc(area.Declarations, func(d codes.Declaration) bool { return string(d.Code) == c.Code }) &&
				!strings.HasPrefix(c.Code, strings.ToLower(area.Title)+".") {
				t.Errorf("%s: got %s", area.Title, c.Code)
			}
		}
	}
}

// Colors say nothing of their own, and lines of prose fit a terminal.
func TestExplainIsReadable(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, d := range codes.All() {
		line := "explain " + string(d.Code)
		plain := runIn(t, dir, words(line))
		colourful := runWith(t, words(line), environment{dir: dir, terminal: true, variable: func(string) string { return "" }})
		if !strings.Contains(colourful.stdout, "\x1b[") || stripped(colourful.stdout) != plain.stdout {
			t.Errorf("%s: without colours it is not the plain text:\n%q\n%q", line, colourful.stdout, plain.stdout)
		}
		if strings.ContainsAny(plain.stdout, "\x1b\t\r") {
			t.Errorf("%s: prints what a terminal obeys: %q", line, plain.stdout)
		}
		prose, _, _ := strings.Cut(plain.stdout, "\nBad:\n")
		for l := range strings.Lines(prose) {
			if len([]rune(l)) > 100 && strings.Contains(strings.TrimSpace(l), " ") {
				t.Errorf("%s: a line of %d characters: %s", line, len([]rune(l)), l)
			}
		}
	}
}
