// Package lenient relaxes the rules for programs that a converter made of another language and that may be incomplete.
// (docs/configuration.md#mode)
//
// Why findings are forgiven at the end of the check and not where they are made:
// the rules speak of codes and of places, not of how something was found.
package lenient

import (
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// Mode says which rules are relaxed. The zero value is the strict mode: the rules
// of programs that are run directly.
type Mode struct {
	// Variables makes an undeclared name a warning.
	Variables bool
	// Properties requires nothing of what a schema declares as an input or a part
	// of an object, and makes an unknown member a warning.
	Properties bool
	// Resources makes what is wrong in the body of a resource a warning, and says
	// nothing about unknown types of resources.
	Resources bool
	// Invokes says nothing about unknown functions and packages of invokes.
	Invokes bool
	// Ranges makes it a warning to go through what is no collection.
	Ranges bool
}

// All relaxes everything, as the conversion of programs does.
func All() Mode {
	return Mode{Variables: true, Properties: true, Resources: true, Invokes: true, Ranges: true}
}

func isResource(it *syntax.Item) bool {
	return it.Block() != nil && (it.Kind == syntax.KindResource || it.Kind == syntax.KindRead)
}

// inputSpans are the attributes of a resource, its options aside.
func inputSpans(it *syntax.Item) []syntax.Span {
	if !isResource(it) {
		return nil
	}
	return spansOf(it.Attributes())
}

func spansOf(attrs []*hclsyntax.Attribute) []syntax.Span {
	return lists.Map(attrs, func(a *hclsyntax.Attribute) syntax.Span { return tree.Span(a.SrcRange) })
}

// standsIn reports whether a finding stands in one of the places.
func standsIn(d diagnostic.Diagnostic, places []syntax.Span) bool {
	return slices.ContainsFunc(places, func(s syntax.Span) bool { return s.Start <= d.Span.Start && d.Span.End <= s.End })
}
