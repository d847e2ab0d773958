package versions_test

import (
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/typesys/versions"
)

// Ranges of versions are read as the engine reads them; the verdicts were taken from
// its library.
func TestVersionRanges(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"3.0.0", ">=3.0.0", ">= 3.0.0", ">=3.0.0 <4.0.0", ">=3.0.0  <4.0.0", " >=3.0.0 ", "3.x", "3.x.x", "3.1.x", ">3.x", "<=3.1.x", "!=3.5.0", "!3.5.0", "==3.5.0",
		">=3.0.0 <4.0.0 || >=5.1.0", "1.2.3-rc.1+build", ">=1.0.0-x", "^3.x", "3.0.0 - 4.0.0", "1 2.0.0",
	} {
		if problem := versions.RangeProblem(text); problem != "" {
			t.Errorf("%q: got %q", text, problem)
		}
	}
	for text, part := range map[string]string{
		"":              "the range is empty",
		"3":             "needs three numbers: `3.0.0`",
		"||":            "on both sides",
		"1.0.0 ||":      "on both sides",
		"|| 1.0.0":      "on both sides",
		"^3.0.0":        "`^` is not supported",
		"~> 3.0.0":      "`>=` and `<`",
		"v3.0.0":        "leading `v`: `3.0.0`",
		">=v3.0.0":      "`>=v` is not a comparison operator",
		">=3":           "needs three numbers: `3.0.0`",
		"3.1":           "needs three numbers: `3.1.0`",
		"3.0.0, <4.0.0": "`3.0.0,` is not a version",
		"03.0.0":        "is not a version",
		"latest":        "has no version",
		">=x":           "has no version",
		"3.0.x.0":       "the last numbers",
		"1.0.0-x":       "the last numbers",
		">=3.0.0 && <4": "has no version",
		"3.0.0.0":       "is not a version",
		"=> 3.0.0":      "`=>` is not a comparison operator",
	} {
		problem := versions.RangeProblem(text)
		if part != "" && (problem == "" || !strings.Contains(problem, part)) {
			t.Errorf("%q: got %q, want something with %q", text, problem, part)
		}
	}
}

// TestLowest: of all versions that a range allows, the lowest release is found.
func TestLowest(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"3.0.0": "3.0.0", ">=3.0.0": "3.0.0", ">=3.276.0 <4.0.0": "3.276.0", ">3.275.4": "3.275.5", ">3.275.x": "3.276.0", "3.276.x": "3.276.0", "3.x": "3.0.0", ">3.x": "4.0.0",
		"<4.0.0": "0.0.0", "!=0.0.0": "0.0.1", ">=3.276.0 || 3.260.1": "3.260.1", ">=3.0.0-beta.1": "3.0.0", "": "", "latest": "", ">2.0.0 <1.0.0": "", ">=99999999999999999999.0.0": "",
	} {
		got := ""
		if lowest, ok := versions.Lowest(text); ok {
			got = lowest.String()
		}
		if got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}
