package complete

import (
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file finds variables that exist in only one item.

// innerVariables returns the variables in scope at the placeholder, innermost first.
func (c *completer) innerVariables(pr *probed, option *language.Option) []*analysis.Object {
	var vars []*analysis.Object
	for i := len(pr.Path) - 2; i >= 0; i-- {
		child := pr.Path[i+1]
		switch n := pr.Path[i].(type) {
		case *hclsyntax.ForExpr:
			if child != n.CollExpr {
				vars = append(vars, loopVariables(pr.Info, n)...)
			}
		case *hclsyntax.FunctionCallExpr:
			for i, arg := range n.Args {
				if name := language.Called(n.Name).Variable(i); name != "" && child == arg {
					vars = append(vars, &analysis.Object{Kind: analysis.ObjectRecoverError, Name: name, Type: typesys.String})
				}
			}
		case *hclsyntax.Attribute:
			if c.seesBodyVariables(pr, n, option) {
				vars = append(vars, c.p.ItemVariables(c.ctx, pr.Item)...)
			}
		}
	}
	return vars
}

// seesBodyVariables reports whether an attribute sees the variables of its block's body. The
// options of components see them, those of resources do not. In hooks only the command does.
func (c *completer) seesBodyVariables(pr *probed, a *hclsyntax.Attribute, option *language.Option) bool {
	switch pr.Item.Kind {
	case syntax.KindResource, syntax.KindRead:
		return pr.OptionAround() == ""
	case syntax.KindComponent:
		return option.Rule != language.OptionRange
	case syntax.KindHook:
		return a.Name == "command"
	}
	return false
}

// loopVariables returns the variables of a for expression. The loop of a template starts with
// the whole directive, including its variables.
func loopVariables(info *analysis.Info, f *hclsyntax.ForExpr) []*analysis.Object {
	var vars []*analysis.Object
	start, end := f.OpenRange.Start.Byte, f.CollExpr.Range().Start.Byte
	for _, o := range info.Occurrences {
		declares := o.Kind == analysis.OccurDeclaration && o.Object != nil && o.Object.Kind == analysis.ObjectLoopVariable
		if declares && start <= o.Span.Start && o.Span.Start < end {
			vars = append(vars, o.Object)
		}
	}
	return vars
}
