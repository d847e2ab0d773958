package rules

import (
	"context"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
)

// CheckRan judges one resource with the values that a run gave it.
func (s *Set) CheckRan(ctx context.Context, r *eval.Registration) ([]Verdict, error) {
	j := newJudging(ctx, r.Program, &shared{})
	j.it, j.path, j.ran = r.Item, r.Path, eval.Instance{Key: r.Key}
	j.given = func(a *hclsyntax.Attribute) cty.Value {
		v, err := r.Value(a)
		if err != nil {
			return cty.DynamicVal.Mark(value.Cause{Kind: value.CauseFailure, Name: err.Error()})
		}
		return v
	}
	var verdicts []Verdict
	for _, rule := range s.byKind[r.Item.Kind] {
		budget := value.NewBudget(ctx, itemSteps)
		verdicts = j.judge(rule, verdicts, &budget)
	}
	verdicts, _, err := j.done(verdicts)
	return verdicts, err
}

// Reads are the names that verdicts on an item of the first file depend on, and whether they depend on the program as a whole.
func (s *Set) Reads(ctx context.Context, p *analysis.Program, it syntax.Placed) (names []string, program bool, err error) {
	_, read, err := s.check(ctx, p, p.Files[0].Path, it, newLedger())
	return read.names, read.program, err
}

// HasFix reports whether a rule has a fix.
func (r *Rule) HasFix() bool { return r.fix != nil }

// ItemSteps is the work that a rule may do for one item.
const ItemSteps = itemSteps

// Matches reports whether a pattern matches a name.
func Matches(p, name string) bool { return pattern(p).matches(name) }

// ProgramSteps is the work that all rules may do on a program.
const ProgramSteps = programSteps

// Unusual is the unusual work of rules, also of those that were switched off.
func (m *Memory) Unusual() (steps int) {
	for _, n := range m.work.steps {
		steps += n
	}
	return steps
}
