package randomprogram_test

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
)

// This file reads the rules by which the checker is stricter than the reference.

// mostRules is the largest number of rules.
const mostRules = 15

var (
	ruleCodes = regexp.MustCompile(`(?m)^codes: (.*)$`)
	ruleRun   = regexp.MustCompile(`(?m)^run: .+$`)
)

// readRules reads testdata/random/rules: which rule lists a code.
func readRules(t *testing.T) map[codes.Code]string {
	t.Helper()
	rules := map[codes.Code]string{}
	for _, file := range ruleFiles(t) {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		listed := ruleCodes.FindStringSubmatch(string(archive.Comment))
		if listed == nil || !ruleRun.Match(archive.Comment) {
			t.Errorf("%s: a rule has a line with its codes, and one with what the run says of its program", file)
			continue
		}
		for code := range strings.FieldsSeq(listed[1]) {
			rules[codes.Code(code)] = file
		}
	}
	return rules
}

func ruleFiles(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(analysistest.Repository(t), "testdata/random/rules/*.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// There are few rules, and the program of each has an error with each of its codes.
func TestRulesHaveProgramsThatFail(t *testing.T) {
	t.Parallel()
	if n := len(ruleFiles(t)); n > mostRules {
		t.Errorf("%d rules, at most %d are allowed", n, mostRules)
	}
	for code, file := range readRules(t) {
		found := fixture.Load(t, file).Findings(t)
		if !slices.ContainsFunc(found, func(d analysis.Diagnostic) bool { return d.Code == code && d.Severity == codes.Error }) {
			t.Errorf("%s: the program has no error %s", file, code)
		}
	}
}
