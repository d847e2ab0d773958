package keep

import (
	"context"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/plan"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/urn"
)

// This file finds aliases that are not needed any more.

// UsedUp returns edits that remove those aliases of a program which the state of a stack shows as
// used up: the state has what each registration of the block is now, and nothing that the alias
// stands for. Where other programs run this one, another state may need them: there is no edit.
func UsedUp(ctx context.Context, around Around, p *analysis.Program, exists []plan.Old) ([]change.Edit, error) {
	d, err := newDraft(ctx, around, Refactoring{Program: p})
	if err != nil || len(d.roots) != 1 || len(exists) == 0 || d.hidden != nil {
		return nil, ctx.Err()
	}
	first, problem := urn.Parse(exists[0].URN)
	if problem != nil {
		return nil, nil
	}
	host := eval.Host{Stack: first.Part(urn.Stack), Project: first.Part(urn.Project)}
	ran, err := eval.Run(ctx, d.before[d.roots[0]], host)
	if err != nil {
		return nil, ctx.Err()
	}
	state := stateOf(exists, ran)
	needed := map[block][]bool{}
	var order []*eval.Registration
	for _, r := range ran.Registrations {
		if r.Program.Dir != p.Dir || r.OptionAttribute(language.NameAliases) == nil {
			continue
		}
		if needed[blockOf(r)] == nil {
			order = append(order, r)
		}
		needed[blockOf(r)] = neededAliases(needed[blockOf(r)], r, host, state)
	}
	for _, open := range ran.Open {
		delete(needed, block{open.Program, open.Item.Item})
	}
	var edits []change.Edit
	for _, r := range order {
		edits = append(edits, withoutAliases(r, needed[blockOf(r)])...)
	}
	return edits, nil
}

// state is what exists.
type state struct {
	has map[string]bool
	// above are the qualified types of parents of what exists and is not registered as it is.
	above map[string]bool
}

func stateOf(exists []plan.Old, ran *eval.Ran) *state {
	s := &state{has: map[string]bool{}, above: map[string]bool{}}
	registered := lists.SetOf(ran.Registrations, func(r *eval.Registration) string { return r.URN })
	for _, old := range exists {
		s.has[old.URN] = true
		u, err := urn.Parse(old.URN)
		if err != nil || registered[old.URN] {
			continue
		}
		typ := u.Part(urn.QualifiedType)
		for i, c := range typ {
			if c == '$' {
				s.above[typ[:i]] = true
			}
		}
	}
	return s
}

// hasChildren reports whether something may be found by an alias that it inherits.
func (s *state) hasChildren(former string) bool { return s.above[aboveOf(former)] }

// neededAliases adds to those aliases of a block that are needed those that one of its
// registrations needs.
func neededAliases(needed []bool, r *eval.Registration, host eval.Host, state *state) []bool {
	former := plan.FormerURNs(r, host)
	if needed == nil {
		needed = make([]bool, max(len(former), 1))
	}
	for i := range needed {
		if i >= len(former) || former[i] == "" || state.has[former[i]] || !state.has[r.URN] || state.hasChildren(former[i]) {
			needed[i] = true
		}
	}
	return needed
}

// withoutAliases removes the aliases that are not needed: all together with the option.
func withoutAliases(r *eval.Registration, needed []bool) []change.Edit {
	block := change.Of(r.Item.Item)
	list, ok := r.OptionAttribute(language.NameAliases).Expr.(*hclsyntax.TupleConsExpr)
	if !ok || len(list.Exprs) != len(needed) || len(r.Item.Errors) > 0 {
		return nil
	}
	var left []string
	for i, e := range list.Exprs {
		if span := syntax.SpanOf(e); needed[i] {
			left = append(left, r.Item.Text[span.Start:span.End])
		}
	}
	switch len(left) {
	case len(needed):
		return nil
	case 0:
		return change.In(r.Path, r.Item, block.RemoveOption(language.NameAliases))
	}
	return change.In(r.Path, r.Item, block.SetOption(language.NameAliases, "["+strings.Join(left, ", ")+"]"))
}
