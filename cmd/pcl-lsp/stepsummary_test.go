package main

import (
	"os"
	"path/filepath"
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
