package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
)

const countedPrograms = `-- p/main.pp --
unused = 1
other  = 2

output out {
  value = nope
}
-- q/.pcl-lsp.yaml --
rules:
  unused.*: warning
-- q/main.pp --
unused = 1
resource r "nowhere:index:R" {
}
`

// The counts replace the findings where people read, and stand beside them in JSON. All findings
// count, whatever is printed of them.
func TestCheckStatistics(t *testing.T) {
	t.Parallel()
	dir := unpacked(t, fixture.LoadText(t, countedPrograms))
	const counts = `2  hint     unused.local     2 fixable  unused local
1  error    name.undefined   1 fixable  undefined name
1  warning  package.unknown             package schema not found
1  warning  unused.local     1 fixable  unused local
`
	const summary = "\n1 error, 2 warnings, 2 hints in 2 files (2 files checked)"
	for line, want := range map[string]string{
		"check --statistics":                                        counts + summary + "\n",
		"check --statistics --quiet --format concise":               counts,
		"check --statistics --quiet --output-format grouped":        counts,
		"check --statistics --max-findings 1":                       counts + summary + "; 4 findings not shown\n",
		"check --statistics --select hardcoded.*":                   "no findings in 2 files\n",
		"check --statistics --quiet --select name.undefined":        "1  error  name.undefined  1 fixable  undefined name\n",
		"check --statistics --quiet --format text --format json=to": counts,
	} {
		if got := runIn(t, dir, words(line)); got.stdout != want || got.stderr != "" {
			t.Errorf("pcl-lsp %s: got %s\n%s", line, got.stderr, cmp.Diff(want, got.stdout))
		}
	}
	text, err := os.ReadFile(filepath.Join(dir, "to"))
	if err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Findings   []struct{ Code string }
		Statistics []struct {
			Code, Severity string
			Count, Fixable int
		}
	}
	if err := json.Unmarshal(text, &doc); err != nil || len(doc.Findings) != 5 || len(doc.Statistics) != 4 {
		t.Fatalf("%v in %s", err, text)
	}
	if s := doc.Statistics[0]; s.Code != "unused.local" || s.Severity != "hint" || s.Count != 2 || s.Fixable != 2 {
		t.Errorf("got %+v", s)
	}
	if plain := runIn(t, dir, words("check --format json")); strings.Contains(plain.stdout, "statistics") {
		t.Error("statistics that nobody wants")
	}
	runIn(t, dir, words("check --format record=all.record"))
	if got := runIn(t, dir, words("report merge --statistics --quiet all.record")); got.stdout != counts {
		t.Errorf("merged: got %s", cmp.Diff(counts, got.stdout))
	}
}

// Findings are grouped below the names of their files, and both names of the flag do the same.
func TestCheckGrouped(t *testing.T) {
	t.Parallel()
	dir := unpacked(t, fixture.LoadText(t, countedPrograms))
	const want = "p/main.pp\n" +
		"  1:1   hint   unused.local    `unused` is never used; remove it\n" +
		"  2:1   hint   unused.local    `other` is never used; remove it\n" +
		"  5:11  error  name.undefined  `nope` is not declared\n" +
		"\n" +
		"1 error, 2 hints in 1 file (1 file checked)\n"
	for _, flag := range []string{"--format", "--output-format"} {
		if got := runIn(t, dir, words("check p "+flag+" grouped")); got.stdout != want || got.code != exitFindings {
			t.Errorf("%s: got %s", flag, cmp.Diff(want, got.stdout))
		}
	}
	got := runIn(t, dir, words("check p --format grouped --output-format json=to"))
	if _, err := os.Stat(filepath.Join(dir, "to")); err != nil || got.stdout != want {
		t.Errorf("both flags: got %+v, %v", got, err)
	}
	if got := runIn(t, dir, words("check p --output-format grouqed")); got.code != exitUsage || !strings.Contains(got.stderr, "did you mean grouped?") {
		t.Errorf("got %+v", got)
	}
}
