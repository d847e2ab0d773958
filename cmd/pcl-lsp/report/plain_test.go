package report

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// hostileTexts are texts that would be obeyed where they are shown, and what must not be
// left of them.
var hostileTexts = map[string]string{
	"\x1b]0;title\a":        "\x1b",
	"\x1b[2J\x1b[1;1H":      "\x1b",
	"\u009b31m":             "\u009b",
	"a\rb":                  "\r",
	"a\bb":                  "\b",
	"a\x00b":                "\x00",
	"admin\u202egnp.exe":    "\u202e",
	"a\u2066b":              "\u2066",
	"a\u2028b":              "\u2028",
	"##vso[task.x]y":        "##vso[",
	"###VSO[task.x]y":       "##VSO[",
	"##[add-path]/tmp":      "##[",
	"##teamcity[x]":         "##teamcity[",
	"a\n::stop-commands::x": "\n::",
	"a\n  ::error::x":       "\n  ::",
}

// Whatever stands in messages, names of files and lines of programs, a terminal and a
// machine of CI find nothing to obey in the forms for people.
func TestNothingIsObeyed(t *testing.T) {
	t.Parallel()
	for text, bad := range hostileTexts {
		itself := func(path string) string { return path }
		places := &Places{Name: itself, InRepository: itself, Text: func(string) string { return "x = \"" + text + "\"\n" }}
		span := syntax.Span{Start: 5, End: 6}
		f := places.Finding(analysis.Diagnostic{
			Path: text, Span: span, Code: "name.undefined", Severity: codes.Error, Message: text,
			Related: []analysis.Related{{Path: text, Span: span, Message: text}},
		})
		f.Fixes = []Fix{{Title: text, Edits: make([]Edit, 1)}}
		r := &Report{Findings: []Finding{f}}
		for _, name := range []string{"text", "concise"} {
			var b strings.Builder
			format, _ := FormatNamed(name)
			if err := format.Write(r, &b, Style{}); err != nil || strings.Contains(b.String(), bad) {
				t.Errorf("%s of %q: %v\n%q", name, text, err, b.String())
			}
		}
		var b strings.Builder
		if fmt.Fprintf(NewPlain(&b), "pcl-lsp: %s\n%s", text, text); strings.Contains("\n"+b.String(), bad) {
			t.Errorf("plain of %q: %q", text, b.String())
		}
	}
}

// No line begins with the name of a file that GitHub Actions would take for a command.
func TestNamesAreNoCommands(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"::error::x.pp", "  ::error::x.pp", "\t::x", "\n::x"} {
		r := &Report{Findings: []Finding{{File: name, Code: "name.undefined", Severity: codes.Error, Message: "m", Source: "x", Carets: "^"}}}
		var b strings.Builder
		for _, form := range []string{"text", "concise"} {
			format, _ := FormatNamed(form)
			if err := format.Write(r, &b, Style{}); err != nil {
				t.Fatal(err)
			}
		}
		for line := range strings.Lines(b.String()) {
			if strings.HasPrefix(strings.TrimSpace(line), "::") {
				t.Errorf("%q: the line %q", name, line)
			}
		}
	}
}

// A text that arrives in pieces is the same text.
func TestPlainInPieces(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	p := NewPlain(&b)
	for _, piece := range []string{"a", "::b\n", " ", ":", ":c\n\xc3", "\xa9\n\n", "::"} {
		if n, err := io.WriteString(p, piece); n != len(piece) || err != nil {
			t.Errorf("%q: %d %v", piece, n, err)
		}
	}
	if want := "a::b\n :\ufffdc\né\n\n:\ufffd"; b.String() != want {
		t.Errorf("got %q, want %q", b.String(), want)
	}
}
