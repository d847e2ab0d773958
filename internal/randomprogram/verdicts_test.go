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
	for _, f := range families {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			f := f.open(t)
			verdicts := readVerdicts(t, f.name)
			counts := map[string]int{}
			tried := min(testsize.RandomPrograms, len(verdicts))
			for seed, v := range verdicts[:tried] {
				p := f.program(seed)
				if p.Hash() != v.hash {
					t.Fatalf("the verdict of program %d is that of another text; record the family again", seed)
				}
				counts[v.kind]++
				problem := v.compare(f.check(t, p), rules)
				why, isOpen := disagreements[fmt.Sprintf("%s %d", f.name, seed)]
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
func (f *family) check(t *testing.T, p randomprogram.Program) []analysis.Diagnostic {
	program := fixture.Fixture{Session: f.session(p)}
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

// readVerdicts reads testdata/random/FAMILY.txt: first the reasons with numbers, then a
// line for each seed from 0 with the hash, the verdict and the number of the reason.
func readVerdicts(t *testing.T, family string) []verdict {
	t.Helper()
	var verdicts []verdict
	reasons := map[string]string{}
	for _, line := range readLines(t, family+".txt") {
		first, rest, _ := strings.Cut(line, " ")
		kind, number, _ := strings.Cut(rest, " ")
		switch {
		case strings.HasSuffix(first, ":"):
			reasons[strings.TrimSuffix(first, ":")] = rest
		default:
			verdicts = append(verdicts, verdict{first, kind, reasons[number]})
		}
	}
	return verdicts
}

// readOpen reads testdata/random/open.txt: FAMILY SEED: why.
func readOpen(t *testing.T) map[string]string {
	t.Helper()
	open := map[string]string{}
	for _, line := range readLines(t, "open.txt") {
		program, why, ok := strings.Cut(line, ": ")
		if !ok {
			t.Errorf("%q has no reason", line)
		}
		open[program] = why
	}
	return open
}

// readLines are the lines of a file of testdata/random, without comments.
func readLines(t *testing.T, name string) []string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(analysistest.Repository(t), "testdata/random", name))
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(strings.Split(string(data), "\n"), func(line string) bool { return line == "" || line[0] == '#' })
}
