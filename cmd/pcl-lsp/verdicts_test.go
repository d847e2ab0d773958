package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
)

// verdict is a line of testdata/programs/verdicts.txt: a place, a code, and what a
// reviewer says of the finding.
var verdict = regexp.MustCompile(`^(\S+:\d+) (\S+) (right|doubtful): \S.*$`)

// isAboutFlow reports a code of what flows where.
func isAboutFlow(code string) bool {
	return strings.HasPrefix(code, "secret.") || strings.HasPrefix(code, "unknown.") || code == "option.redundant" || code == "option.not-converted"
}

// Every finding about a flow in the example programs has a verdict, and a verdict that
// it is noise does not exist: the rule is mended instead.
func TestVerdicts(t *testing.T) {
	t.Parallel()
	root := analysistest.Repository(t)
	programs := filepath.Join(root, "testdata", "programs")
	schemas := filepath.Join(root, "..", "shared", "schemas")
	args := []string{"check", "--format", "json", programs}
	_, err := os.Stat(schemas)
	published := err == nil
	if published {
		args = append(args, "--schema", schemas)
	}
	got := runIn(t, programs, args)
	var doc checkedDocument
	if err := json.Unmarshal([]byte(got.stdout), &doc); err != nil {
		t.Fatal(err, got.stderr)
	}
	var found []string
	for _, f := range doc.Findings {
		if isAboutFlow(f.Code) {
			found = append(found, fmt.Sprintf("%s:%d %s", filepath.ToSlash(f.File), f.Range.Start.Line, f.Code))
		}
	}
	judged := verdicts(t, filepath.Join(programs, "verdicts.txt"))
	if len(judged) == 0 {
		t.Fatal("no verdicts")
	}
	for _, f := range found {
		if !slices.Contains(judged, f) {
			t.Errorf("%s: this finding has no verdict in verdicts.txt", f)
		}
	}
	for _, j := range judged {
		if !slices.Contains(found, j) && (published || !strings.HasPrefix(j, "real/")) {
			t.Errorf("%s: there is a verdict, and no such finding", j)
		}
	}
}

// verdicts are the findings that were judged, sorted and without the verdict.
func verdicts(t *testing.T, file string) []string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var judged []string
	lines := bufio.NewScanner(strings.NewReader(string(text)))
	for lines.Scan() {
		line := strings.TrimSpace(lines.Text())
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		m := verdict.FindStringSubmatch(line)
		if m == nil {
			t.Errorf("%q is no verdict: write PATH:LINE CODE right: why", line)
			continue
		}
		judged = append(judged, m[1]+" "+m[2])
	}
	return judged
}
