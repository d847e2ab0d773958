package convert

import (
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/node"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
)

// This file reads bodies of Terraform: attributes, blocks and the comments between them.

// read returns the entries of a body. Blocks with one name become one entry with a list.
func (r *reader) read(body *hclsyntax.Body) []member {
	var all []member
	listed := map[string]int{}
	end := syntax.SpanOf(body).Start + 1
	for _, n := range node.Children(body) {
		span := syntax.SpanOf(n)
		behind, above := apart(r.source[min(end, span.Start):span.Start]) // hclsyntax begins the body of a one-line block at its attribute
		if len(all) > 0 {
			all[len(all)-1].behind = behind
		}
		end = span.End
		var m member
		switch n := n.(type) {
		case *hclsyntax.Attribute:
			m = member{name: n.Name, value: value{form: formSource, source: n.Expr}}
		case *hclsyntax.Block:
			m = r.block(n)
			if i, known := listed[m.name]; known && m.reason == "" && all[i].reason == "" {
				switch before := &all[i].value; {
				case before.form == formList && m.value.form == formList:
					before.elems = append(before.elems, m.value.elems...)
				case before.form == formJoined:
					before.elems = append(before.elems, m.value)
				default:
					*before = value{form: formJoined, elems: []value{*before, m.value}}
				}
				all[i].above = append(all[i].above, above...)
				all[i].source = append(all[i].source, r.quote(span))
				continue
			}
			listed[m.name] = len(all)
		}
		m.above, m.source = above, []func() string{r.quote(span)}
		all = append(all, m)
	}
	r.tail(all, end, syntax.SpanOf(body).End-1)
	return all
}

// block returns the entry of a nested block.
func (r *reader) block(b *hclsyntax.Block) member {
	if b.Type == "dynamic" && len(b.Labels) == 1 {
		return r.dynamic(b)
	}
	m := member{name: b.Type, value: value{form: formList, blocks: true, elems: []value{object(r.read(b.Body))}}}
	if len(b.Labels) > 0 {
		m.reason = "the block has labels"
	}
	return m
}

// dynamic returns the entry of a dynamic block, whose elements come from a loop.
func (r *reader) dynamic(b *hclsyntax.Block) member {
	m := member{name: b.Labels[0]}
	each, known, element := b.Body.Attributes["for_each"], 1, m.name
	if iterator := b.Body.Attributes["iterator"]; iterator != nil {
		known, element = 2, tree.Name(iterator.Expr)
	}
	if each == nil || element == "" || len(b.Body.Blocks) != 1 || len(b.Body.Attributes) != known {
		m.reason = "only `for_each`, `iterator` and `content` of dynamic blocks have a counterpart"
		return m
	}
	m.value = value{form: formLoop, source: each.Expr, name: element, members: r.read(b.Body.Blocks[0].Body)}
	return m
}

// quote returns a part of the source when a comment needs it.
func (r *reader) quote(span syntax.Span) func() string { return func() string { return r.lines(span) } }

// lines returns a part of the source with the indentation of its first line.
func (r *reader) lines(span syntax.Span) string {
	start := strings.LastIndexByte(r.source[:span.Start], '\n') + 1
	if strings.TrimLeft(r.source[start:span.Start], " \t") != "" {
		start = span.Start
	}
	return r.source[start:span.End]
}
