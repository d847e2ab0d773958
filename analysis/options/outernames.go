package options

import (
	"strconv"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
)

// This file finds the names that declarations have outside the program.

// OuterNames are the names that a declaration certainly has outside the program,
// one for each of its instances.
func OuterNames(it *syntax.Item) []string {
	if it.Block() == nil || len(it.Errors) > 0 {
		return nil
	}
	name := it.Name
	if a := it.Block().Body.Attributes[language.LogicalName]; a != nil {
		literal, is := tree.PlainText(a.Expr)
		if !is {
			return nil
		}
		name = literal
	}
	switch it.Kind {
	case syntax.KindConfig, syntax.KindOutput:
		return []string{name}
	case syntax.KindComponent:
		if len(Ranges(it)) == 0 {
			return []string{name}
		}
	case syntax.KindResource:
		switch ranges := Ranges(it); len(ranges) {
		case 0:
			return []string{name}
		case 1:
			return instanceNames(name, ranges[0].Expr)
		}
	}
	return nil
}

// instanceNames are the names of the instances that a literal range makes; none
// for any other range.
func instanceNames(name string, e hclsyntax.Expression) []string {
	var names []string
	switch e := tree.Unparen(e).(type) {
	case *hclsyntax.LiteralValueExpr:
		if e.Val.IsNull() || e.Val.Type() != cty.Number {
			return nil
		}
		n, _ := e.Val.AsBigFloat().Int64()
		for i := range min(n, mostInstances) {
			names = append(names, name+"-"+strconv.FormatInt(i, 10))
		}
	case *hclsyntax.TupleConsExpr:
		for i := range min(len(e.Exprs), mostInstances) {
			names = append(names, name+"-"+strconv.Itoa(i))
		}
	case *hclsyntax.ObjectConsExpr:
		for _, item := range e.Items[:min(len(e.Items), mostInstances)] {
			if key, ok := tree.LiteralKey(item.KeyExpr); ok {
				names = append(names, name+"-"+key)
			}
		}
	}
	return names
}

// mostInstances is how many instances of one range are looked at.
const mostInstances = 100
