package check

import (
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/options"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file says which names the results about an item need.

// typeRefs returns the names that the type of an item depends on.
func typeRefs(e *program.Item) []syntax.Ref {
	switch e.Syntax.Kind {
	case syntax.KindLocal:
		return e.Names
	case syntax.KindResource, syntax.KindRead, syntax.KindComponent:
		return slices.Concat(lists.Map(options.Ranges(e.Syntax), func(attr *hclsyntax.Attribute) []syntax.Ref {
			return within(e.Names, tree.Span(attr.Expr.Range()))
		})...)
	}
	return nil
}

// ValueRefs are the names that the value of an item's own name needs: those of its type,
// and all names of what has inputs or a default, since outputs carry what inputs do, and
// configs what their defaults do. Property paths name properties of the item itself.
func ValueRefs(e *program.Item) []syntax.Ref {
	switch e.Syntax.Kind {
	case syntax.KindResource, syntax.KindRead, syntax.KindComponent, syntax.KindConfig:
		return e.Waits
	}
	return typeRefs(e)
}

func within(refs []syntax.Ref, span syntax.Span) []syntax.Ref {
	return lists.Where(refs, func(r syntax.Ref) bool { return span.Contains(r.Span.Start) })
}
