package refactor

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/node"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file converts expressions to another notation. PCL has no operator that concatenates
// strings; it uses `join("", […])`.

// joinOfTemplate turns a template into a call of join.
func joinOfTemplate(s selection) []Action {
	t, ok := innermost[*hclsyntax.TemplateExpr](s)
	if !ok || len(t.Parts) < 2 || s.mustBeWritten(s.upTo(t)) || !strings.HasPrefix(s.textOf(t), `"`) {
		return nil
	}
	var parts []string
	for _, part := range t.Parts {
		text := s.textOf(part)
		if _, literal := part.(*hclsyntax.LiteralValueExpr); literal && !strings.HasPrefix(text, "${") {
			if before := s.item.Text[:syntax.SpanOf(part).Start]; strings.HasSuffix(before, "${") || strings.HasSuffix(before, "~") {
				return nil // a constant in an interpolation
			}
			parts = append(parts, `"`+text+`"`)
			continue
		}
		if typesys.Widened(typesys.Unwrapped(s.info.TypeOf(part))) != typesys.String {
			return nil // only strings can be joined
		}
		parts = append(parts, text)
	}
	return rewriting("rewrite.join", "Convert to `join`", s.replace(syntax.SpanOf(t), `join("", [`+strings.Join(parts, ", ")+"])"))
}

// upTo returns the nodes around a node, including it.
func (s selection) upTo(n hclsyntax.Node) []hclsyntax.Node {
	return s.nodes[:slices.Index(s.nodes, n)+1]
}

// templateOfJoin turns a call of join into a template.
func templateOfJoin(s selection) []Action {
	call, ok := innermost[*hclsyntax.FunctionCallExpr](s)
	if !ok || language.Called(call.Name).Text != language.TextJoined || len(call.Args) != 2 {
		return nil
	}
	separator, plain := analysis.PlainText(call.Args[0])
	list, written := call.Args[1].(*hclsyntax.TupleConsExpr)
	if !plain || !written || len(list.Exprs) == 0 || strings.ContainsAny(separator, "\"\\$%\n") {
		return nil
	}
	var out strings.Builder
	for i, e := range list.Exprs {
		if i > 0 {
			out.WriteString(separator)
		}
		text := s.textOf(e)
		switch e.(type) {
		case *hclsyntax.TemplateExpr:
			if !strings.HasPrefix(text, `"`) {
				return nil
			}
			out.WriteString(text[1 : len(text)-1])
		default:
			if strings.ContainsAny(text, "\n") {
				return nil
			}
			out.WriteString("${" + text + "}")
		}
	}
	return rewriting("rewrite.template", "Convert to a template", s.replace(syntax.SpanOf(call), `"`+out.String()+`"`))
}

func isList(t typesys.Type) bool {
	k := typesys.Unwrapped(t).Kind()
	return k == typesys.KindList || k == typesys.KindTuple
}

// splatOfFor turns a loop over members into a splat.
func splatOfFor(s selection) []Action {
	loop, ok := innermost[*hclsyntax.ForExpr](s)
	if !ok || loop.KeyVar != "" || loop.KeyExpr != nil || loop.CondExpr != nil || !isList(s.info.TypeOf(loop.CollExpr)) {
		return nil
	}
	value, ok := loop.ValExpr.(*hclsyntax.ScopeTraversalExpr)
	if !ok || len(value.Traversal) < 2 || value.Traversal.RootName() != loop.ValVar {
		return nil
	}
	switch loop.CollExpr.(type) {
	case *hclsyntax.ScopeTraversalExpr, *hclsyntax.FunctionCallExpr, *hclsyntax.ParenthesesExpr, *hclsyntax.TupleConsExpr:
	default:
		return nil
	}
	steps := strings.TrimPrefix(s.textOf(value), loop.ValVar)
	return rewriting("rewrite.splat", "Convert to a splat", s.replace(syntax.SpanOf(loop), s.textOf(loop.CollExpr)+"[*]"+steps))
}

// forOfSplat turns a splat into a loop.
func forOfSplat(s selection) []Action {
	splat, ok := innermost[*hclsyntax.SplatExpr](s)
	if !ok || !isList(s.info.TypeOf(splat.Source)) {
		return nil
	}
	source := s.textOf(splat.Source)
	whole := s.textOf(splat)
	steps, found := strings.CutPrefix(strings.TrimPrefix(whole, source), "[*]")
	if !found || strings.Contains(steps, "[*]") || strings.Contains(source, "[*]") {
		return nil
	}
	name := s.freeName("item")
	return rewriting("rewrite.for", "Convert to a `for` expression", s.replace(syntax.SpanOf(splat), "[for "+name+" in "+source+" : "+name+steps+"]"))
}

// secrecy wraps the value of an attribute in `secret`, or removes the call.
func secrecy(s selection) []Action {
	if call, ok := innermost[*hclsyntax.FunctionCallExpr](s); ok && language.Called(call.Name).Flow == language.FlowSecret && len(call.Args) == 1 && call.NameRange.Start.Byte <= s.selected.Start && s.selected.Start <= call.NameRange.End.Byte {
		return rewriting("rewrite.plain", "Remove `secret( )` (the value is no longer kept secret)", s.replace(syntax.SpanOf(call), s.textOf(call.Args[0])))
	}
	a, ok := innermost[*hclsyntax.Attribute](s)
	if !ok || !syntax.SpanOf(a.Expr).Touches(s.selected.Start) || s.mustBeWritten(s.upTo(a)) || strings.Contains(s.textOf(a.Expr), "<<") {
		return nil
	}
	if _, inOptions := innermost[*hclsyntax.Block](s); inOptions && len(s.nodes) > 1 {
		for _, n := range s.nodes {
			if b, is := n.(*hclsyntax.Block); is && b.Type == language.OptionsBlock {
				return nil
			}
		}
	}
	if !slices.Contains([]syntax.Kind{syntax.KindResource, syntax.KindComponent, syntax.KindOutput}, s.item.Kind) {
		return nil // a secret local or config would change distant code
	}
	if call, is := a.Expr.(*hclsyntax.FunctionCallExpr); is && language.Called(call.Name).Flow == language.FlowSecret {
		return nil
	}
	return rewriting("rewrite.secret", "Wrap the value in `secret( )`", s.replace(syntax.SpanOf(a.Expr), "secret("+s.textOf(a.Expr)+")"))
}

// addOutput exports the declaration.
func addOutput(s selection) []Action {
	if !s.item.NameSpan.Touches(s.selected.Start) || s.item.Name == "" {
		return nil
	}
	value := s.item.Name
	switch s.item.Kind {
	case syntax.KindLocal, syntax.KindConfig:
	case syntax.KindResource, syntax.KindRead:
		value += ".id"
	default:
		return nil
	}
	if syntax.IdentifierEnd(s.item.Name, 0) != len(s.item.Name) || s.program.LookupOutput(s.item.Name) != nil {
		return nil
	}
	output := printer.Block("output "+s.item.Name, s.lineEnd(), language.OutputValue+" = "+value)
	added := s.edits([]syntax.Edit{change.Declare(s.item.Text, s.lineEnd(), output)})
	return rewriting("rewrite.output", "Add output `"+s.item.Name+"`", added...)
}

// sortAttributes sorts the attributes of a block by name, each group between blank lines
// separately. Comments move with the attribute below them.
func sortAttributes(s selection) []Action {
	block, ok := innermost[*hclsyntax.Block](s)
	if !ok || block.OpenBraceRange.End.Byte > s.selected.Start && s.item.NameSpan.End < s.selected.Start {
		return nil
	}
	var edits []change.Edit
	for _, group := range s.groups(block) {
		sorted := slices.Clone(group)
		lists.SortStable(sorted, func(a, b attributeLines) int { return strings.Compare(a.name, b.name) })
		var was, is strings.Builder
		for i := range group {
			was.WriteString(s.text(group[i].span))
			is.WriteString(s.text(sorted[i].span))
		}
		if was.String() != is.String() {
			edits = append(edits, s.replace(syntax.Span{Start: group[0].span.Start, End: group[len(group)-1].span.End}, is.String()))
		}
	}
	if len(edits) == 0 {
		return nil
	}
	return rewriting("rewrite.sort", "Sort the attributes by name", edits...)
}

// attributeLines is an attribute with its lines and comments.
type attributeLines struct {
	name string
	span syntax.Span
}

// groups returns the attributes of a block in groups of adjacent lines.
func (s selection) groups(block *hclsyntax.Block) [][]attributeLines {
	var groups [][]attributeLines
	end := -1
	for _, a := range node.Attributes(block.Body) {
		span := syntax.SpanOf(a)
		first := strings.LastIndexByte(s.item.Text[:span.Start], '\n') + 1
		last := strings.IndexByte(s.item.Text[max(span.Start, span.End-1):], '\n')
		if first <= block.OpenBraceRange.Start.Byte || last < 0 {
			return nil // everything is on one line
		}
		first = change.CommentsAbove(s.item.Text, first, max(end, block.OpenBraceRange.End.Byte))
		e := attributeLines{a.Name, syntax.Span{Start: first, End: max(span.Start, span.End-1) + last + 1}}
		if first != end || len(groups) == 0 {
			groups = append(groups, nil)
		}
		groups[len(groups)-1] = append(groups[len(groups)-1], e)
		end = e.span.End
	}
	return groups
}
