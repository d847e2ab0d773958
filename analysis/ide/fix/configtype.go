package fix

import (
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file finds the type of a config that has none.

// configType writes the type that all places ask for where the config is used, and the type of its default. Of an object
// without members, the type would accept nothing else.
func configType(s site) []Fix {
	if len(s.item.Labels) == 0 {
		return nil
	}
	labels := s.labelsOfUses()
	if len(labels) > 1 {
		labels = nil // some of them convert, and which one is meant is not known
	}
	if a := s.item.Block().Body.Attributes[language.ConfigDefault]; a != nil {
		if info, err := s.program.Check(s.ctx, s.item); err == nil {
			labels = appendLabel(labels, info.TypeOf(a.Expr))
		}
	}
	return slices.Concat(lists.Map(labels, func(label string) []Fix { return s.labels(s.labelText(0), label) })...)
}

// labelsOfUses are the types, as labels, that places ask for where the value of the item is all they get.
func (s site) labelsOfUses() []string {
	var labels []string
	for _, f := range s.program.Files {
		for _, it := range f.All() {
			uses := slices.DeleteFunc(slices.Clone(s.program.Uses(it)), func(r syntax.Ref) bool { return r.Name != s.item.Name })
			if len(uses) == 0 {
				continue
			}
			info, err := s.program.Check(s.ctx, it)
			if err != nil {
				return nil
			}
			for _, use := range uses {
				labels = appendLabel(labels, expectedAt(info, it, use.Span))
			}
		}
	}
	return labels
}

// expectedAt is the type that a place asks for if a name alone stands there, and else the invalid type.
func expectedAt(info *analysis.Info, it syntax.Placed, name syntax.Span) typesys.Type {
	for _, n := range syntax.NodeAt(it.Item, name.Start) {
		if t, is := n.(*hclsyntax.ScopeTraversalExpr); is && syntax.SpanOf(t) == name {
			return info.ExpectedOf(t)
		}
	}
	return typesys.Type{}
}

// appendLabel adds a type as a label, unless it says nothing or is there.
func appendLabel(labels []string, t typesys.Type) []string {
	if !t.IsValid() || t.Kind() == typesys.KindObject && len(t.Properties()) == 0 {
		return labels
	}
	label, ok := printer.Label(t)
	if !ok || label == "any" || slices.Contains(labels, label) {
		return labels
	}
	return append(labels, label)
}
