package rules

import (
	"context"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
)

// This file runs the tests of rules.

// TestResult is what came of one test.
type TestResult struct {
	Rule *Rule
	Test Test
	// Problems say what is different from what the test expects, a line or more each; none if it passes.
	Problems []string
	// Verdict is the worst verdict: pass, fail, unknown, or none if the rule looks at nothing.
	Verdict string
	// Findings are the findings as a test writes them.
	Findings []string
}

// testDir is the directory that the programs of tests seem to be in.
const testDir = "/test"

// endings is what a finding of a test ends in if the rest does not matter.
const endings = "..."

// RunTests runs the tests of a file's rules, each rule by itself. The error is that of the context.
func RunTests(ctx context.Context, f *File, schemas analysis.Schemas) ([]TestResult, error) {
	var results []TestResult
	for _, r := range f.Rules {
		set, _ := NewSet(&File{Rules: []*Rule{r}})
		for _, t := range r.Tests {
			result, err := set.runTest(ctx, r, t, schemas)
			if err != nil {
				return nil, err
			}
			results = append(results, result)
		}
	}
	return results, nil
}

func (s *Set) runTest(ctx context.Context, r *Rule, t Test, schemas analysis.Schemas) (TestResult, error) {
	result := TestResult{Rule: r, Test: t}
	stack, err := stackOf(ctx, t)
	if err != nil {
		result.Problems = append(result.Problems, err.Error())
		return result, ctx.Err()
	}
	p := programOf(t, stack, schemas)
	for _, f := range p.Files {
		for _, it := range f.All() {
			for _, e := range it.Errors {
				result.Problems = append(result.Problems, fmt.Sprintf("%s:%d: %s", path.Base(f.Path), f.Line(it.Base+e.Span.Start)+1, e.Message))
			}
		}
	}
	verdicts, err := s.Verdicts(ctx, p)
	if err != nil {
		return result, err
	}
	result.see(p, verdicts)
	result.compare(p, verdicts)
	return result, nil
}

// stackOf is the stack of a test; nil for none.
func stackOf(ctx context.Context, t Test) (*analysis.Stack, error) {
	if t.Config == nil {
		return nil, nil
	}
	stack := &analysis.Stack{Name: "test", Project: "test", Values: map[string]analysis.StackValue{}}
	budget := value.NewBudget(ctx, itemSteps)
	around := &view{judging: &judging{ctx: ctx, shared: &shared{}}, rule: &Rule{subject: &subject{}}} // which has no names
	for _, key := range slices.Sorted(maps.Keys(t.Config)) {
		got, ok := around.public(t.Config[key], &budget)
		if !ok {
			return nil, fmt.Errorf("the value of %s cannot be computed", key)
		}
		written, err := value.Written(got)
		if err != nil {
			encoded, err := language.Called(jsonFunction).Value(&budget, []cty.Value{got})
			if err != nil {
				return nil, fmt.Errorf("the value of %s cannot be stored", key)
			}
			written = encoded.AsString()
		}
		stack.Values[key] = analysis.StackValue{Text: written}
	}
	return stack, nil
}

// programOf is the program of a test.
func programOf(t Test, stack *analysis.Stack, schemas analysis.Schemas) *analysis.Program {
	world := analysis.World{Schemas: schemas}
	programs := map[string]*analysis.Program{}
	program := func(dir string, world analysis.World) *analysis.Program {
		var files []*syntax.File
		for _, name := range slices.Sorted(maps.Keys(t.Files)) {
			if full := path.Join(testDir, name); path.Dir(full) == dir {
				files = append(files, syntax.Parse(full, t.Files[name], nil))
			}
		}
		if len(files) == 0 && dir != testDir {
			return nil
		}
		return analysis.NewProgram(dir, files, world, nil)
	}
	world.Component = func(dir string) *analysis.Program {
		if known, ok := programs[dir]; ok {
			return known
		}
		programs[dir] = program(dir, world)
		return programs[dir]
	}
	outer := world
	outer.Stack = stack
	return program(testDir, outer)
}

// see notes the verdicts in the words of a test.
func (r *TestResult) see(p *analysis.Program, verdicts []Verdict) {
	worst := Verdict{}
	for _, v := range verdicts {
		if worst.Result == 0 || badness[v.Result] > badness[worst.Result] {
			worst = v
		}
		if d, ok := v.Finding(); ok {
			r.Findings = append(r.Findings, lineOf(p, d))
		}
	}
	r.Verdict = NoVerdict
	if worst.Result != 0 {
		r.Verdict = worst.Result.String()
	}
}

// lineOf is a finding as a test writes it.
func lineOf(p *analysis.Program, d analysis.Diagnostic) string {
	line := 0
	if f, ok := p.File(d.Path); ok {
		line = f.Line(d.Span.Start) + 1
	}
	return fmt.Sprintf("%s:%d: %s", strings.TrimPrefix(d.Path, testDir+"/"), line, d.Message)
}

// compare compares with what the test expects.
func (r *TestResult) compare(p *analysis.Program, verdicts []Verdict) {
	if t := r.Test; t.Expect != "" && t.Expect != r.Verdict {
		r.Problems = append(r.Problems, fmt.Sprintf("expected %s, got %s%s", t.Expect, r.Verdict, inLines(r.Findings)))
	}
	if r.Test.Findings != nil && !slices.EqualFunc(r.Test.Findings, r.Findings, isLine) {
		r.Problems = append(r.Problems, fmt.Sprintf("expected the findings%s\ngot%s", inLines(r.Test.Findings), inLines(r.Findings)))
	}
	if r.Test.Fixed == "" {
		return
	}
	if got, ok := fixedText(p, verdicts); !ok {
		r.Problems = append(r.Problems, "expected a fix, got none")
	} else if got != r.Test.Fixed {
		r.Problems = append(r.Problems, "expected after the fix\n"+r.Test.Fixed+"got\n"+got)
	}
}

func isLine(want, got string) bool {
	if begins, open := strings.CutSuffix(want, endings); open {
		return strings.HasPrefix(got, begins)
	}
	return want == got
}

func inLines(lines []string) string {
	if len(lines) == 0 {
		return "\n  (none)"
	}
	return "\n  " + strings.Join(lines, "\n  ")
}

// fixedText is the main file after the first fix.
func fixedText(p *analysis.Program, verdicts []Verdict) (string, bool) {
	for _, v := range verdicts {
		if f, ok := p.File(v.Path); ok && v.Fix != nil && path.Base(v.Path) == mainFile {
			return v.Fix.Apply(f.Text()), true
		}
	}
	return "", false
}
