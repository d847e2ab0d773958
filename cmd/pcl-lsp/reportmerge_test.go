package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
)

// recordParts writes the records of the parts of a check, and returns their names.
func recordParts(t *testing.T, dir string, n int, paths string) []string {
	t.Helper()
	var names []string
	for i := range n {
		names = append(names, fmt.Sprintf("part%d.record", i+1))
		if got := runIn(t, dir, words(fmt.Sprintf("check --exit-zero --shard %d/%d --format record=%s %s", i+1, n, names[i], paths))); got.code != 0 && got.code != exitUnchecked {
			t.Fatalf("part %d: %+v", i+1, got)
		}
	}
	return names
}

// The parts of a check, merged, are the check: in every form, with the same exit code and notes,
// whatever the number of parts and the order of their reports.
func TestMergedPartsAreTheCheck(t *testing.T) {
	t.Parallel()
	files := manyPrograms()
	files["infra/broken/Pulumi.yaml"] = "runtime: pcl\nmain: nowhere\n"
	files["infra/excluded/.pcl-lsp.yaml"] = "exclude: [gone.pp]\n"
	files["infra/excluded/gone.pp"] = "a = nope\n"
	files["infra/excluded/here.pp"] = "a = nope\n"
	files["infra/strict/.pcl-lsp.yaml"] = "failOn: hint\n"
	files["infra/strict/main.pp"] = "unused = 1\n"
	files["infra/odd/main.pp"] = "a = \"##[group] ##vso[x] ##teamcity[y] \\u2028::error:: \u202e\" + nope[\"##[x]\"].b\nresource \"##[r]\" \"a:b:##[C]\" {}\n"
	dir := unpacked(t, &fixture.Fixture{Files: files})
	whole := map[string]outcome{}
	for _, n := range []int{1, 3, 8, 100} {
		parts := recordParts(t, dir, n, "infra")
		for _, form := range report.Formats() {
			for _, flags := range []string{"", " --max-findings 7", " --quiet --fail-on none"} {
				if n > 8 && flags != "" {
					continue
				}
				check := "check --format " + form.Name + flags + " infra"
				want, known := whole[check]
				if !known {
					want = runIn(t, dir, words(check))
					whole[check] = want
				}
				got := runIn(t, dir, append(words("report merge --format "+form.Name+flags), reversed(parts)...))
				if got != want {
					t.Errorf("%d parts as %s%s (-check +merged):\n%s", n, form.Name, flags, cmp.Diff(want, got, cmp.AllowUnexported(want)))
				}
			}
		}
	}
}

func reversed(list []string) []string {
	var all []string
	for i := range list {
		all = append(all, list[len(list)-1-i])
	}
	return all
}

// A program stays in its part when others come.
func TestPartsAreStable(t *testing.T) {
	t.Parallel()
	files := manyPrograms()
	partsOf := func(dir string) map[string]string {
		t.Helper()
		parts := map[string]string{}
		for i := 1; i <= 4; i++ {
			got := runIn(t, dir, words(fmt.Sprintf("check --shard %d/4 --format concise infra", i)))
			for line := range strings.Lines(got.stdout) {
				if name, _, _ := strings.Cut(line, ":"); strings.HasPrefix(name, "infra/p") {
					parts[name] += fmt.Sprint(i)
				}
			}
		}
		return parts
	}
	before := partsOf(unpacked(t, &fixture.Fixture{Files: files}))
	for i := range 20 {
		files[fmt.Sprintf("infra/more%d/main.pp", i)] = "a = nope\n"
	}
	after := partsOf(unpacked(t, &fixture.Fixture{Files: files}))
	used := map[byte]bool{}
	for name, part := range before {
		used[part[0]] = true
		if after[name] != part {
			t.Errorf("%s moved from %s to %s", name, part, after[name])
		}
	}
	if len(used) != 4 {
		t.Errorf("%d of 4 parts have programs", len(used))
	}
}

// What cannot be merged is named, with the reason, and nothing is reported.
func TestMergeRefuses(t *testing.T) {
	t.Parallel()
	dir := unpacked(t, &fixture.Fixture{Files: manyPrograms()})
	recordParts(t, dir, 3, "infra")
	whole := func(name, line string) {
		t.Helper()
		if got := runIn(t, dir, words(line+" --format record="+name)); got.code != exitFindings {
			t.Fatalf("%s: %+v", line, got)
		}
	}
	whole("whole.record", "check infra")
	whole("one.record", "check infra/p01")
	text, err := os.ReadFile(filepath.Join(dir, "whole.record"))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(text), "\n")
	putIn(t, dir, "cut.record", strings.Join(lines[:len(lines)/2], ""))
	putIn(t, dir, "torn.record", string(text[:len(text)-20]))
	putIn(t, dir, "more.record", string(text)+lines[1])
	putIn(t, dir, "later.record", strings.Replace(string(text), `"record":3`, `"record":99`, 1))
	putIn(t, dir, "other.json", "{}\n")
	for line, want := range map[string]struct {
		code int
		says string
	}{
		"":                            {exitUsage, "name the reports to merge"},
		"nowhere.record":              {exitUsage, "cannot merge nowhere.record: no such file or directory"},
		"other.json":                  {exitUsage, "other.json: this is not a report in the format record"},
		"cut.record":                  {exitUsage, "cut.record: the report is cut off or damaged after"},
		"torn.record":                 {exitUsage, "torn.record: the report is cut off or damaged after"},
		"more.record":                 {exitUsage, "more.record: something follows the end"},
		"later.record":                {exitUsage, "merge it with the same version"},
		"part1.record part3.record":   {exitUnchecked, "the reports lack 2/3"},
		"part1.record part1.record":   {exitUsage, "part1.record and part1.record are both part 1/3"},
		"part1.record whole.record":   {exitUsage, "part1.record and whole.record are not parts of one check"},
		"one.record whole.record":     {exitUsage, "one.record and whole.record both have the program infra/p01"},
		"--format nothing one.record": {exitUsage, `unknown format "nothing"`},
	} {
		got := runIn(t, dir, words("report merge "+line))
		if got.code != want.code || !strings.Contains(got.stderr, want.says) || got.stdout != "" {
			t.Errorf("report merge %s: got %+v, want %d and %q", line, got, want.code, want.says)
		}
	}
	for _, part := range []string{"0/3", "4/3", "1", "1/0", "-1/3", "1/3x", "a/b", ""} {
		if got := runIn(t, dir, []string{"check", "--shard", part, "infra"}); got.code != exitUsage || !strings.Contains(got.stderr, "is not a part such as 1/8") {
			t.Errorf("--shard %q: got %+v", part, got)
		}
	}
	if got := runIn(t, dir, words("check --shard 1/2 --fix infra")); got.code != exitUsage {
		t.Errorf("--shard with --fix: got %+v", got)
	}
}
