package complete

import (
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file finds the variables that exist in only one item, and selects names in a large program: nobody reads ten
// thousand names, and looking up all their types takes longer than typing the next letter.

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

const (
	// allNames is how many names a program may have so that all are offered.
	allNames = 600
	// nearNames is how many names are offered because they are declared near the cursor.
	nearNames = 250
	// mostNamed is how many names are offered for each other reason.
	mostNamed = 200
)

// nearest reports which declarations to offer: all if there are few, else those near the n-th,
// those that match the typed text, and those that share a word with the place.
func (c *completer) nearest(objects []*analysis.Object, n int, s expectation) func(i int) bool {
	if len(objects) <= allNames {
		return func(int) bool { return true }
	}
	c.incomplete = true
	typed := c.File.Slice(syntax.Span{Start: c.Word().Start, End: c.Offset})
	named, begun := 0, 0
	return func(i int) bool {
		name := objects[i].Name
		switch {
		case n-nearNames/2 <= i && i <= n+nearNames/2:
			return typed == "" || inOrder(typed, name)
		case typed != "":
			if begun < mostNamed && inOrder(typed, name) {
				begun++
				return true
			}
		case named < mostNamed && saysAny(name, s.words):
			named++
			return true
		}
		return false
	}
}

// saysAny reports whether a name contains one of the words, ignoring case.
func saysAny(name string, words []string) bool {
	for _, word := range words {
		for i := 0; len(word) > 2 && i+len(word) <= len(name); i++ {
			if strings.EqualFold(name[i:i+len(word)], word) {
				return true
			}
		}
	}
	return false
}
