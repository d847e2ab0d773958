package refactor

import (
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file inlines locals.

// mostInlined is how long the text may be, in bytes, that takes the place of several uses.
const mostInlined = 50_000

func inlineLocal(s place) []Action {
	o := s.named()
	if o == nil || o.Kind != analysis.ObjectLocal {
		return nil
	}
	action := Action{ID: "inline.local", Title: "Inline local `" + o.Name + "`", Kind: Inline}
	it, _ := o.Item()
	if it.Attr() == nil || len(it.Errors) > 0 {
		return nil
	}
	value := syntax.SpanOf(it.Attr().Expr)
	text := it.Text[value.Start:value.End]
	if strings.Contains(text, "<<") || strings.ContainsAny(text, "\n#") || strings.Contains(text, "//") {
		action.Disabled = "its value has several lines or comments"
		return []Action{action}
	}
	edits, why := s.uses(o, it, text)
	switch {
	case why != "":
		action.Disabled = why
	case len(edits) == 0:
		action.Disabled = "it is not used"
	default:
		whole := it.Span()
		content := analysis.ContentSpan(it)
		if leading := it.Text[:content.Start-it.Base]; strings.TrimSpace(leading) != "" { // comments stay
			whole.Start = content.Start
		}
		action.Change.Edits = append(edits, change.Edit{Path: o.Path, Span: whole})
	}
	return []Action{action}
}

// named returns the declaration that is declared or used at the selection.
func (s place) named() *analysis.Object {
	for _, o := range s.info.Occurrences {
		if o.Span.Touches(s.selected.Start) && o.Span.Touches(s.selected.End) && (o.Kind == analysis.OccurVariable || o.Kind == analysis.OccurDeclaration) && o.Object == nil {
			return s.program.ObjectOf(s.item, o)
		}
	}
	return nil
}

// uses returns edits that replace all uses of a name by a text, or the reason for a refusal.
func (s place) uses(target *analysis.Object, declared syntax.Placed, text string) (edits []change.Edit, why string) {
	free := lists.SetOf(syntax.FreeNames(declared.Item), func(ref syntax.Ref) string { return ref.Name })
	side, err := placesOf(s.ctx, s.program, mentions(map[string]bool{target.Name: true}))
	if err != nil {
		return nil, "the program is not known yet"
	}
	for _, in := range side {
		found, captured := in.usesHere(target, free, declared.Attr().Expr, text)
		if captured != "" {
			return nil, "`" + captured + "` means something else where it is used"
		}
		if len(found) > 0 && in.path == target.Path && in.item.Base == declared.Base {
			return nil, "it depends on itself"
		}
		if edits = append(edits, found...); len(edits) > 1 && len(edits)*len(text) > mostInlined {
			return nil, "its value is too long to be repeated for each use"
		}
	}
	return edits, ""
}

func (s place) usesHere(target *analysis.Object, free map[string]bool, value hclsyntax.Expression, text string) (edits []change.Edit, captured string) {
	for _, o := range s.info.Occurrences {
		if o.Kind == analysis.OccurDeclaration && o.Object != nil && free[o.Name] {
			captured = o.Name
		}
	}
	for _, o := range s.info.Occurrences {
		if o.Kind != analysis.OccurVariable || o.Object != nil || o.Name != target.Name || s.program.ObjectOf(s.item, o) != target {
			continue
		}
		switch {
		case captured != "":
			return nil, captured
		case len(edits)*len(text) > mostInlined:
			return edits, ""
		}
		written := text
		if s.needsParentheses(o.Span, value) {
			written = "(" + text + ")"
		}
		edits = append(edits, s.replace(o.Span, written))
	}
	return edits, ""
}

// needsParentheses reports whether a value needs parentheses in the place of a name.
func (s place) needsParentheses(use syntax.Span, value hclsyntax.Expression) bool {
	switch value.(type) {
	case *hclsyntax.BinaryOpExpr, *hclsyntax.ConditionalExpr, *hclsyntax.UnaryOpExpr:
	case *hclsyntax.FunctionCallExpr, *hclsyntax.ParenthesesExpr, *hclsyntax.ScopeTraversalExpr:
		return false
	default: // the steps after it must apply to the whole value
		rest := s.item.Text[use.End:]
		return strings.HasPrefix(rest, ".") || strings.HasPrefix(rest, "[")
	}
	nodes := syntax.NodeAt(s.item.Item, use.Start)
	if rest := s.item.Text[use.End:]; strings.HasPrefix(rest, ".") || strings.HasPrefix(rest, "[") || len(nodes) < 2 {
		return true
	}
	switch nodes[len(nodes)-2].(type) {
	case *hclsyntax.Attribute, *hclsyntax.TupleConsExpr, *hclsyntax.FunctionCallExpr, *hclsyntax.ParenthesesExpr, *hclsyntax.TemplateExpr, *hclsyntax.TemplateWrapExpr:
		return false
	}
	return true
}
