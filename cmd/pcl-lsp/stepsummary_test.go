package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
)

// In a job of GitHub Actions, the report is appended to the summary of the step if people read the
// output.
func TestCheckStepSummary(t *testing.T) {
	t.Parallel()
	dir := unpacked(t, fixture.LoadText(t, checkedPrograms))
	summary := filepath.Join(dir, "summary.md")
	want := runIn(t, dir, words("check bad --format markdown")).stdout
	const before = "what the step has written before\n"
	for _, test := range []struct {
		line, variables string
		appended        bool
	}{
		{"check bad", "GITHUB_ACTIONS=true", true},
		{"check bad --format grouped", "GITHUB_ACTIONS=true", true},
		{"check bad --format github", "GITHUB_ACTIONS=true", true},
		{"check bad --format json=x", "GITHUB_ACTIONS=true", true},
		{"check bad --format json", "GITHUB_ACTIONS=true", false},
		{"check bad", "", false},
	} {
		if err := os.WriteFile(summary, []byte(before), 0o644); err != nil {
			t.Fatal(err)
		}
		got := runIn(t, dir, words(test.line), test.variables, "GITHUB_STEP_SUMMARY="+summary)
		expected := before
		if test.appended {
			expected += want
		}
		if text, err := os.ReadFile(summary); err != nil || string(text) != expected || got.code != exitFindings {
			t.Errorf("%s: got %+v, %v and\n%s\nwant\n%s", test.line, got, err, text, expected)
		}
	}
	if got := runIn(t, dir, words("check bad"), "GITHUB_ACTIONS=true", "GITHUB_STEP_SUMMARY="+filepath.Join(dir, "nowhere")); got.code != exitFindings || got.stderr != "" {
		t.Errorf("without the file: got %+v", got)
	}
}

// A summary never becomes larger than GitHub allows, and ends with a whole line.
func TestStepSummaryIsCut(t *testing.T) {
	t.Parallel()
	long := []byte(strings.Repeat("a line of the report\n", mostSummary/20))
	for _, before := range []int{0, 1000, mostSummary - 100, mostSummary - 10, mostSummary + 10} {
		file := filepath.Join(t.TempDir(), "summary")
		if err := os.WriteFile(file, make([]byte, before), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := appendSummary(file, long); err != nil {
			t.Error(err)
		}
		text, err := os.ReadFile(file)
		if err != nil || len(text) > max(mostSummary, before) || len(text) > before && !strings.HasSuffix(string(text), "report"+cutSummary) {
			t.Errorf("after %d bytes: %v, %d bytes", before, err, len(text))
		}
		if before < mostSummary/2 && len(text) < mostSummary-100 {
			t.Errorf("after %d bytes: only %d bytes", before, len(text))
		}
	}
}
