package depgraph

import (
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file turns declarations into nodes.

var kinds = map[syntax.Kind]Kind{
	syntax.KindLocal: Local, syntax.KindConfig: Config, syntax.KindResource: Resource, syntax.KindRead: Read,
	syntax.KindComponent: Component, syntax.KindOutput: Output, syntax.KindHook: Hook,
}

// nodeOf returns the node of an item, or nil if it declares nothing.
func nodeOf(d declared) *Node {
	kind, ok := kinds[d.Kind]
	if !ok || d.Name == "" {
		return nil
	}
	n := &Node{Kind: kind, Name: d.Name, Path: d.path, Span: analysis.ContentSpan(d.Placed), NameSpan: d.NameSpan.Shift(d.Base), Rank: -1}
	if logical := analysis.LogicalName(d.Item); logical != "" && logical != n.Name {
		n.Logical = logical
	}
	if len(d.Labels) == 2 {
		switch kind {
		case Resource, Read:
			n.Token = d.Labels[1].Value
		case Component:
			n.Source = d.Labels[1].Value
		}
	}
	if kind == Resource && strings.HasPrefix(n.Token, "pulumi:providers:") {
		n.Kind = Provider
	}
	for _, s := range slotsOf(d.Item) {
		n.Ranged = n.Ranged || language.OptionNamed(s.kind).Rule == language.OptionRange && kind == Resource
	}
	return n
}
