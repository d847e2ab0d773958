package report

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

func TestExcerpt(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 1_000_000)
	for _, test := range []struct {
		name, text  string
		start, end  int
		line, marks string
	}{
		{"plain", "a = bc\n", 4, 6, "a = bc", "    ^^"},
		{"nothing", "", 0, 0, "", "^"},
		{"no length", "a = \n", 4, 4, "a =", "    ^"},
		{"the end of the text", "a\n", 2, 2, "", "^"},
		{"behind the text", "a", 9, 12, "a", " ^"},
		{"a second line", "a\r\nb = c\r\n", 7, 8, "b = c", "    ^"},
		{"several lines", "a = [\n1]\n", 4, 8, "a = [", "    ^"},
		{"a line end", "ab\ncd", 2, 3, "ab", "  ^"},
		{"tabs", "\ta\t= b", 5, 6, "    a   = b", "          ^"},
		{"a tab in the range", "a\tb", 0, 3, "a   b", "^^^^^"},
		{"wide", "日 = x", 6, 7, "日 = x", "     ^"},
		{"wide range", "x = 日本", 4, 10, "x = 日本", "    ^^^^"},
		{"combining", "e\u0301 = x", 6, 7, "e\u0301 = x", "    ^"},
		{"control", "a\x1b[31m = x", 9, 10, "a\ufffd[31m = x", "         ^"},
		{"no UTF-8", "a\xff = x", 5, 6, "a\ufffd = x", "     ^"},
		{"a long line", long + "y" + long, 1_000_000, 1_000_001, "…" + long[:60] + "y" + long[:99] + "…", strings.Repeat(" ", 61) + "^"},
		{"a long range", long, 0, 1_000_000, long[:100] + "…", strings.Repeat("^", 100)},
	} {
		line, marks := excerpt(syntax.NewMapper(test.text), syntax.Span{Start: test.start, End: test.end})
		if line != test.line || marks != test.marks {
			t.Errorf("%s: got\n%q\n%q\nwant\n%q\n%q", test.name, line, marks, test.line, test.marks)
		}
	}
}

// Whatever the text and the range, an excerpt is one line of each, of bounded
// length, and what a terminal obeys is not in it.
func FuzzExcerpt(f *testing.F) {
	f.Add("a\tb\u202e\x1b[0m\r\n日", 2, 5)
	f.Fuzz(func(t *testing.T, text string, start, length int) {
		if start < 0 || start > len(text) || length < 0 || length > len(text)-start {
			t.Skip()
		}
		line, marks := excerpt(syntax.NewMapper(text), syntax.Span{Start: start, End: start + length})
		if !utf8.ValidString(line) || strings.ContainsAny(line, "\r\n\t\x1b\u202e") {
			t.Errorf("line %q", line)
		}
		if trimmed := strings.TrimLeft(marks, " "); trimmed == "" || strings.Trim(trimmed, "^") != "" {
			t.Errorf("marks %q", marks)
		}
		if utf8.RuneCountInString(line) > 8*shownWidth || len(marks) > 8*shownWidth {
			t.Errorf("%d and %d characters", utf8.RuneCountInString(line), len(marks))
		}
	})
}

func TestSummary(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		summary Summary
		want    string
	}{
		{Summary{FilesChecked: 12}, "no findings in 12 files"},
		{Summary{FilesChecked: 1}, "no findings in 1 file"},
		{Summary{Errors: 3, Warnings: 1, Files: 2, FilesChecked: 12}, "3 errors, 1 warning in 2 files (12 files checked)"},
		{Summary{Errors: 1, Information: 2, Hints: 1, Files: 1, FilesChecked: 1}, "1 error, 2 notes, 1 hint in 1 file (1 file checked)"},
	} {
		if got := test.summary.line(painter{}); got != test.want {
			t.Errorf("got %s, want %s", got, test.want)
		}
	}
}
