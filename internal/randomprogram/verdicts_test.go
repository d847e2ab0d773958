package randomprogram_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/internal/randomprogram"
	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// This file compares the checker's verdicts on random programs with the recorded ones.

// verdict is what the reference says of a program: it binds it, and runs it several times
// with different outputs of resources and values of configs.
type verdict struct {
	hash   string
	kind   string // ok, provider, reject, crash or sometimes; testdata/random says what they mean
	reason string // the stage that rejects it, and the message in short
}

// Whatever the reference rejects has a finding, and whatever it accepts has no error
// unless a listed rule says why. The programs of open.txt are known to disagree.
func TestVerdictsOfRandomPrograms(t *testing.T) {
	t.Parallel()
	rules, disagreements := readRules(t), readOpen(t)
	for _, name := range randomprogram.Families() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := open(t, name)
			verdicts, pulumi := readVerdicts(t, name)
			counts := map[string]int{}
			tried := min(testsize.RandomPrograms, len(verdicts))
			for seed, v := range verdicts[:tried] {
				p := f.Program(seed)
				if p.Hash() != v.hash {
					t.Fatalf("the verdict of program %d is that of another text; record the family again", seed)
				}
				counts[v.kind]++
				problem := v.compare(check(t, session(f, p, pulumi)), rules)
				why, isOpen := disagreements[fmt.Sprintf("%s %d", name, seed)]
				switch {
				case isOpen && problem == "":
					t.Errorf("program %d agrees now; remove it from open.txt, where it is because of %s", seed, why)
				case !isOpen && problem != "":
					if counts["wrong"]++; counts["wrong"] < 5 {
						problem += "\n" + show(p)
					}
					t.Errorf("program %d: %s", seed, problem)
				}
			}
			t.Logf("%d programs: %v", tried, counts)
		})
	}
}

// check is what the checker finds in a program that could make it fail.
func check(t *testing.T, s *workspace.Session) []analysis.Diagnostic {
	program := fixture.Fixture{Session: s}
	return slices.DeleteFunc(program.Findings(t), func(d analysis.Diagnostic) bool {
		declared, _ := codes.Lookup(d.Code)
		return d.Severity != codes.Error && (d.Severity != codes.Warning || declared.Rule)
	})
}

// compare says what is wrong with the findings.
func (v verdict) compare(found []analysis.Diagnostic, rules map[codes.Code]string) string {
	errors := slices.DeleteFunc(slices.Clone(found), func(d analysis.Diagnostic) bool {
		return d.Severity != codes.Error || rules[d.Code] != ""
	})
	switch {
	case v.kind == "reject" && len(found) == 0:
		return "the reference rejects it, and nothing is found: " + v.reason
	case v.kind == "ok" && len(errors) > 0:
		return fmt.Sprintf("the reference accepts it, and %s is found, which no rule lists: %s", errors[0].Code, errors[0].Message)
	}
	return ""
}

func show(p randomprogram.Program) string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(p.Files)) {
		fmt.Fprintf(&b, "-- %s --\n%s", name, p.Files[name])
	}
	return b.String()
}

// readVerdicts reads testdata/random/FAMILY.txt: first the reasons with numbers, then a line for each seed from 0 with the hash, the verdict and
// the number of the reason. It returns also the version of Pulumi that judged.
func readVerdicts(t *testing.T, family string) (verdicts []verdict, pulumi string) {
	t.Helper()
	reasons := map[string]string{}
	lines, pulumi := readLines(t, family+".txt")
	for _, line := range lines {
		first, rest, _ := strings.Cut(line, " ")
		kind, number, _ := strings.Cut(rest, " ")
		switch {
		case strings.HasSuffix(first, ":"):
			reasons[strings.TrimSuffix(first, ":")] = rest
		default:
			verdicts = append(verdicts, verdict{first, kind, reasons[number]})
		}
	}
	return verdicts, pulumi
}

// readOpen reads testdata/random/open.txt: FAMILY SEED: why.
func readOpen(t *testing.T) map[string]string {
	t.Helper()
	open := map[string]string{}
	lines, _ := readLines(t, "open.txt")
	for _, line := range lines {
		program, why, ok := strings.Cut(line, ": ")
		if !ok {
			t.Errorf("%q has no reason", line)
		}
		open[program] = why
	}
	return open
}

// readLines are the lines of a file of testdata/random, without comments, and the version of Pulumi that the comments name.
func readLines(t *testing.T, name string) (lines []string, pulumi string) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(analysistest.Repository(t), "testdata/random", name))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSuffix(line, "\n")
		if version, ok := strings.CutPrefix(line, "# Pulumi "); ok {
			pulumi = version
		}
		if line != "" && line[0] != '#' {
			lines = append(lines, line)
		}
	}
	return lines, pulumi
}
