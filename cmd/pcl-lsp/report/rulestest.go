package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/rules"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/prose"
)

// This file implements what came of the tests of rules.

// RuleTests is what came of the tests in rule files.
type RuleTests struct{ Files []RuleFile }

// RuleFile is a rule file with its mistakes and the results of its tests.
type RuleFile struct {
	Path     string
	Source   *syntax.File
	Mistakes []analysis.Diagnostic
	Results  []rules.TestResult
}

// place is a place in the file, as PATH:LINE.
func (f RuleFile) place(span syntax.Span) string {
	return fmt.Sprintf("%s:%d", f.Path, f.Source.Line(span.Start)+1)
}

// Count counts tests, those that fail, and mistakes.
func (t RuleTests) Count() (tests, failed, mistakes int) {
	for _, f := range t.Files {
		tests += len(f.Results)
		for _, d := range f.Mistakes {
			if d.Severity == codes.Error {
				mistakes++
			}
		}
		for _, r := range f.Results {
			if len(r.Problems) > 0 {
				failed++
			}
		}
	}
	return tests, failed, mistakes
}

// Text writes mistakes, tests that fail, and a summary.
func (t RuleTests) Text(w io.Writer) error {
	out := bufio.NewWriter(NewPlain(w))
	for _, f := range t.Files {
		for _, d := range f.Mistakes {
			fmt.Fprintf(out, "%s: %s: %s\n", f.place(d.Span), d.Severity, d.Message)
		}
		for _, r := range f.Results {
			for _, problem := range r.Problems {
				fmt.Fprintf(out, "%s: %s, test %q: %s\n", f.place(r.Test.Span), r.Rule.Name, r.Test.Name, strings.TrimRight(problem, "\n"))
			}
		}
	}
	tests, failed, mistakes := t.Count()
	fmt.Fprintf(out, "%s: %d passed, %d failed", prose.Counted(len(t.Files), "rule file"), tests-failed, failed)
	if mistakes > 0 {
		fmt.Fprintf(out, "; %s", prose.Counted(mistakes, "mistake"))
	}
	fmt.Fprintln(out)
	return out.Flush()
}

// ruleTest is the result of a test as JSON.
type ruleTest struct {
	File     string   `json:"file"`
	Line     int      `json:"line"`
	Rule     string   `json:"rule"`
	Test     string   `json:"test"`
	Passed   bool     `json:"passed"`
	Verdict  string   `json:"verdict"`
	Findings []string `json:"findings"`
	Problems []string `json:"problems"`
}

// ruleMistake is a mistake in a rule file as JSON.
type ruleMistake struct {
	File     string `json:"file"`
	Line     int    `json:"line"`
	Severity string `json:"severity"`
	Message  string `json:"message"`
}

// JSON writes all results as one document: version, tests and mistakes.
func (t RuleTests) JSON(w io.Writer) error {
	doc := struct {
		Version  int           `json:"version"`
		Tests    []ruleTest    `json:"tests"`
		Mistakes []ruleMistake `json:"mistakes"`
	}{formatVersion, []ruleTest{}, []ruleMistake{}}
	for _, f := range t.Files {
		for _, d := range f.Mistakes {
			doc.Mistakes = append(doc.Mistakes, ruleMistake{f.Path, f.Source.Line(d.Span.Start) + 1, d.Severity.String(), d.Message})
		}
		for _, r := range f.Results {
			doc.Tests = append(doc.Tests, ruleTest{
				f.Path, f.Source.Line(r.Test.Span.Start) + 1, r.Rule.Name, r.Test.Name, len(r.Problems) == 0, r.Verdict, orNone(r.Findings), orNone(r.Problems),
			})
		}
	}
	return WriteJSON(w, doc)
}

func orNone(texts []string) []string { return append([]string{}, texts...) }
