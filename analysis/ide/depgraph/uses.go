package depgraph

import (
	"cmp"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/node"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file finds the names in each attribute of an item, and the taint of the value behind
// each name.

// slot is an attribute of an item.
type slot struct {
	kind, property string
	expr           hclsyntax.Expression
}

// slotsOf returns the attributes of an item and its blocks in source order.
func slotsOf(it *syntax.Item) []slot {
	if it.Attr() != nil && it.Kind == syntax.KindLocal {
		return []slot{{UseValue, it.Name, it.Attr().Expr}}
	}
	if it.Block() == nil {
		return nil
	}
	kind := UseInput
	if it.Kind == syntax.KindOutput {
		kind = UseValue
	}
	slots := slotsIn(it.Block().Body, kind, "")
	lists.SortStable(slots, func(a, b slot) int {
		return cmp.Compare(a.expr.Range().Start.Byte, b.expr.Range().Start.Byte)
	})
	return slots
}

func slotsIn(body *hclsyntax.Body, kind, prefix string) []slot {
	var slots []slot
	for name, a := range body.Attributes {
		s := slot{kind, prefix + name, a.Expr}
		if kind == "" { // each option is a kind of its own
			if language.OptionNamed(name).Rule.TakesPaths() {
				continue
			}
			s.kind = name
		}
		slots = append(slots, s)
	}
	for _, block := range body.Blocks {
		if block.Type == language.OptionsBlock && prefix == "" {
			slots = append(slots, slotsIn(block.Body, "", "")...)
		} else {
			slots = append(slots, slotsIn(block.Body, cmp.Or(kind, UseInput), prefix+block.Type+".")...)
		}
	}
	return slots
}

// reference is a declared name in a slot.
type reference struct {
	carried
	to    place
	name  string // lexical
	reads string
	path  string
	span  syntax.Span // offsets in the file
}

// filled is a slot with its references.
type filled struct {
	slot
	carried
	refs   []reference
	passes func(name string) bool // whether a value of that name arrives
}

// read finds the references in an item.
func (b *builder) read(d declared) ([]filled, error) {
	slots := slotsOf(d.Item)
	if len(slots) == 0 {
		return nil, b.ctx.Err()
	}
	taints, err := analysis.TaintsIn(b.ctx, b.p, d.Placed)
	if err != nil {
		return nil, err
	}
	var all []filled
	for _, s := range slots {
		f := filled{slot: s, refs: b.references(d, s.expr, taints)}
		if len(f.refs) == 0 {
			continue
		}
		taint := taints.Of(s.expr)
		f.carried = carried{taint.MaybeUnknown(), taint.MaybeSecret()}
		names, bounded := taint.Dependencies(), taint.IsBounded()
		f.passes = func(name string) bool {
			_, found := slices.BinarySearch(names, name)
			return found || bounded
		}
		all = append(all, f)
	}
	return all, nil
}

func (b *builder) references(d declared, e hclsyntax.Expression, taints analysis.Taints) []reference {
	names := syntax.FreeNamesIn(e)
	if len(names) == 0 {
		return nil
	}
	accesses := accessesIn(e)
	var refs []reference
	for _, name := range names {
		object := b.p.Lookup(name.Name)
		if object == nil {
			continue
		}
		item, _ := object.Item()
		ref := reference{to: place{object.Path, item.Base}, name: name.Name, path: d.path, span: name.Span.Shift(d.Base)}
		if access := accesses[name.Span.Start]; access != nil {
			at := taints.Of(access)
			ref.carried = carried{at.MaybeUnknown(), at.MaybeSecret()}
			ref.reads = stepsText(strings.TrimPrefix(eval.Source(d.Item, access.(hclsyntax.Expression)), name.Name))
		}
		refs = append(refs, ref)
	}
	return refs
}

// accessesIn returns the references in an expression with all their steps, by start offset.
func accessesIn(e hclsyntax.Expression) map[int]hclsyntax.Node {
	found := map[int]hclsyntax.Node{}
	node.Walk(e, func(n hclsyntax.Node, parents []hclsyntax.Node) bool {
		if _, ok := n.(*hclsyntax.ScopeTraversalExpr); ok {
			whole := n
			for i := len(parents) - 1; i >= 0 && isStepAfter(parents[i], whole); i-- {
				whole = parents[i]
			}
			found[n.Range().Start.Byte] = whole
		}
		return true
	})
	return found
}

// isStepAfter reports whether a node reads a part of another one.
func isStepAfter(n, of hclsyntax.Node) bool {
	switch n := n.(type) {
	case *hclsyntax.IndexExpr:
		return n.Collection == of
	case *hclsyntax.RelativeTraversalExpr:
		return n.Source == of
	case *hclsyntax.SplatExpr:
		return n.Source == of
	}
	return false
}

// maxReads limits the length of Reads.
const maxReads = 80

// stepsText returns the source text of the steps after a name, on one line.
func stepsText(steps string) string {
	steps = strings.TrimPrefix(strings.Join(strings.Fields(steps), " "), ".")
	if runes := []rune(steps); len(runes) > maxReads {
		steps = string(runes[:maxReads-1]) + "…"
	}
	return steps
}
