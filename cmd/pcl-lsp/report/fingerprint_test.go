package report_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
)

// marked returns the fingerprints of findings at every occurrence of a word.
func marked(name, text, word string) []string {
	var findings []analysis.Diagnostic
	for at := 0; ; {
		next := strings.Index(text[at:], word)
		if next < 0 {
			break
		}
		at += next
		findings = append(findings, analysis.Diagnostic{Path: name, Span: syntax.Span{Start: at, End: at + len(word)}, Code: "name.undefined"})
		at += len(word)
	}
	return report.Fingerprints(name, syntax.Parse(name, text, nil), findings)
}

const program = "a = nope\nresource b \"x:y:Z\" {\n  c = [nope, nope]\n}\n"

// Moving, indenting and other findings do not change a fingerprint.
func TestStays(t *testing.T) {
	t.Parallel()
	want := marked("main.pp", program, "nope")
	if len(want) != 3 || len(slices.Compact(slices.Sorted(slices.Values(want)))) != 3 {
		t.Fatalf("got %q, want three different ones", want)
	}
	for name, text := range map[string]string{
		"lines before":   "# one\n\n\nz = 1\n" + program,
		"carriage lines": strings.ReplaceAll(program, "\n", "\r\n"),
		"indented":       strings.ReplaceAll(program, "  c", "\t\tc"),
		"other text":     strings.Replace(program, "[nope", "[1, 2, nope", 1),
	} {
		if got := marked("main.pp", text, "nope"); !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
	items := strings.SplitAfterN(program, "\n", 2)
	if got := marked("main.pp", items[1]+items[0], "nope"); !slices.Equal(got, append(want[1:3:3], want[0])) {
		t.Errorf("items in another order: got %q, want those of %q", got, want)
	}
}

// White space inside the marked text does not count.
func TestNormalised(t *testing.T) {
	t.Parallel()
	a := marked("main.pp", "a = f(1,\n  2)\n", "f(1,\n  2)")
	b := marked("main.pp", "a = f(1,\r\n\t2)\n", "f(1,\r\n\t2)")
	if !slices.Equal(a, b) {
		t.Errorf("got %q and %q", a, b)
	}
}

// Another code, file, item or text makes another finding.
func TestChanges(t *testing.T) {
	t.Parallel()
	prints := []string{marked("main.pp", "a = nope\n", "nope")[0]}
	prints = append(prints,
		marked("other.pp", "a = nope\n", "nope")[0],
		marked("main.pp", "b = nope\n", "nope")[0],
		marked("main.pp", "a = nape\n", "nape")[0],
		marked("main.pp", "output a {\n  value = nope\n}\n", "nope")[0],
		report.Fingerprints("main.pp", syntax.Parse("main.pp", "a = nope\n", nil), []analysis.Diagnostic{{Span: syntax.Span{Start: 4, End: 8}, Code: "name.other"}})[0],
	)
	if n := len(slices.Compact(slices.Sorted(slices.Values(prints)))); n != len(prints) {
		t.Errorf("only %d of %d differ: %q", n, len(prints), prints)
	}
}

// The order of findings, their messages and severities do not matter, and invalid places do no
// harm.
func TestOrder(t *testing.T) {
	t.Parallel()
	file := syntax.Parse("main.pp", program, nil)
	findings := []analysis.Diagnostic{
		{Span: syntax.Span{Start: 4, End: 8}, Code: "x.y", Message: "one"},
		{Span: syntax.Span{Start: 39, End: 43}, Code: "x.y"},
		{Span: syntax.Span{Start: 45, End: 49}, Code: "x.y"},
		{Span: syntax.Span{Start: 1000, End: 2000}, Code: "x.y"},
	}
	want := report.Fingerprints("main.pp", file, findings)
	other := slices.Clone(findings)
	slices.Reverse(other)
	other[3].Message, other[3].Severity = "two", 3
	got := report.Fingerprints("main.pp", file, other)
	slices.Reverse(got)
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := report.Fingerprints("main.pp", nil, findings); len(got) != 4 || got[0] == got[1] {
		t.Errorf("without a file: got %q", got)
	}
}

// Fingerprints are stored in files, so the fingerprint of a finding never changes within a
// version.
func TestIsPermanent(t *testing.T) {
	t.Parallel()
	got := marked("infra/main.pp", program, "nope")
	want := []string{"02ce083d68424a17fe6f157c057a0306", "6297053327037b26572f97b4eb3336dc", "cafe817d7df945eba5a5ce04cb68a086"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q: count Version up if that is meant", got, want)
	}
}
