package rules_test

import (
	"context"
	"fmt"
	"path"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/rules"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
)

// Fixtures in testdata/rules hold rules and programs. A section `stack` selects a stack with its values.
func TestRules(t *testing.T) {
	t.Parallel()
	analysistest.Run(t, "rules", func(t *testing.T, f *analysistest.Fixture) {
		var out strings.Builder
		var files []*rules.File
		p := f.Program
		for _, part := range f.Archive.Files {
			switch {
			case strings.HasSuffix(part.Name, rules.Ending):
				file, found := rules.Parse(part.Name, string(part.Data))
				for _, d := range found {
					fmt.Fprintln(&out, placed(file.Source, d))
				}
				for _, d := range file.CheckNames(analysistest.SchemasOf(t, f.Archive)) {
					fmt.Fprintln(&out, d.Severity, placed(file.Source, d))
				}
				files = append(files, file)
			case part.Name == "stack":
				p = p.WithChanges(nil, nil, stackOf(string(part.Data)))
			}
		}
		set, found := rules.NewSet(files...)
		for _, d := range found {
			fmt.Fprintln(&out, placed(files[0].Source, d))
		}
		for _, v := range judged(t, set, p) {
			write(&out, p, v)
		}
		f.Check(t, "", out.String())
	})
}

// judged are the verdicts of a set on a program.
func judged(t testing.TB, set *rules.Set, p *analysis.Program) []rules.Verdict {
	t.Helper()
	all, err := set.Verdicts(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func stackOf(text string) *analysis.Stack {
	stack := &analysis.Stack{Name: "dev", Values: map[string]analysis.StackValue{}}
	for line := range strings.Lines(text) {
		key, v, _ := strings.Cut(strings.TrimSpace(line), "=")
		stack.Values[key] = analysis.StackValue{Text: v}
	}
	return stack
}

func placed(f *syntax.File, d analysis.Diagnostic) string {
	line, char := f.Position(d.Span.Start, syntax.UTF8)
	text := fmt.Sprintf("%s:%d:%d: %s: %s", path.Base(d.Path), line+1, char+1, d.Code, d.Message)
	if d.Suggestion != "" {
		text += fmt.Sprintf(" [%s -> %s]", f.Slice(d.Span), d.Suggestion)
	}
	return text
}

func write(out *strings.Builder, p *analysis.Program, v rules.Verdict) {
	f, _ := p.File(v.Path)
	if v.Result == rules.Pass {
		fmt.Fprintf(out, "pass %s\n", v.Rule.Name)
		return
	}
	d, ok := v.Finding()
	if !ok {
		fmt.Fprintf(out, "%s %s\n", v.Result, v.Rule.Name)
		return
	}
	if d.Code != v.Rule.Code() && d.Code != codes.RuleExpensive || d.Severity == codes.Off {
		fmt.Fprintf(out, "a finding with the code %s and the severity %s\n", d.Code, d.Severity)
	}
	fmt.Fprintf(out, "%s %s %s at %q\n", v.Result, d.Severity, placed(f, d), f.Slice(d.Span))
	if v.Fix != nil {
		fmt.Fprintf(out, "fix %q\n%s", v.Fix.Title(), v.Fix.Apply(f.Text()))
	}
}
