package refactor

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/node"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file extracts expressions into declarations, and inlines locals.

// extractLocal turns the selected expression into a local, here or wherever it occurs. It
// needs a selection: editors request actions at every move of the cursor, and a trial takes
// too long for that.
func extractLocal(s selection) []Action {
	if s.selected.Len() == 0 || s.expr == nil || !s.extractable(s.expr) {
		return nil
	}
	const title = "Extract a local"
	if name := s.boundName(s.item, s.info, s.expr); name != "" {
		return []Action{{ID: "extract.local", Title: title, Kind: Extract, Disabled: "`" + name + "` exists only here"}}
	}
	name := s.freeName(s.meantName())
	text := s.textOf(s.expr)
	declare := s.declare(name + " = " + text)
	one := Action{ID: "extract.local", Title: title + " `" + name + "`", Kind: Extract, Change: change.Set{
		Edits: []change.Edit{declare, s.replace(syntax.SpanOf(s.expr), name)},
	}}
	uses := s.sameElsewhere(text, name)
	if len(uses) < 2 {
		return []Action{one}
	}
	all := Action{ID: "extract.local.all", Title: fmt.Sprintf("%s `%s` for all %d occurrences", title, name, len(uses)), Kind: Extract}
	all.Change.Edits = append([]change.Edit{declare}, uses...)
	return []Action{one, all}
}

// extractable rules out names, multi-line text, and expressions that must be literal.
func (s selection) extractable(e hclsyntax.Expression) bool {
	span := syntax.SpanOf(e)
	if span.Len() == 0 || strings.Contains(s.text(span), "<<") || s.item.Kind == syntax.KindPackage || s.item.Kind == syntax.KindPulumi {
		return false
	}
	if t, ok := e.(*hclsyntax.ScopeTraversalExpr); ok && len(t.Traversal) == 1 {
		return false
	}
	if s.item.Attr() != nil && syntax.SpanOf(s.item.Attr().Expr) == span {
		return false // it is a name already
	}
	return !s.mustBeWritten(s.nodes)
}

// writtenOut lists attributes whose values must be literal.
var writtenOut = []string{language.LogicalName, language.ConfigNullable, language.ConfigSecret, language.ConfigDescription, "token"}

// mustBeWritten reports whether the place requires a literal: certain attributes, paths,
// tokens of functions, keys, and text in quotes.
func (s selection) mustBeWritten(nodes []hclsyntax.Node) bool {
	for i, n := range nodes {
		switch n := n.(type) {
		case *hclsyntax.Attribute:
			if rule := language.OptionNamed(n.Name).Rule; rule.IsWrittenOut() || rule.TakesPaths() || slices.Contains(writtenOut, n.Name) {
				return true
			}
		case *hclsyntax.ObjectConsKeyExpr:
			return true
		case *hclsyntax.TemplateExpr:
			if i+1 < len(nodes) {
				if _, literal := nodes[i+1].(*hclsyntax.LiteralValueExpr); literal {
					return true
				}
			}
		case *hclsyntax.FunctionCallExpr:
			for at, arg := range n.Args {
				if language.Called(n.Name).Role(at).IsWrittenOut() && i+1 < len(nodes) && nodes[i+1] == hclsyntax.Node(arg) {
					return true
				}
			}
		}
	}
	return false
}

// boundName returns a variable in an expression that exists only in the item, or an empty
// string.
func (s selection) boundName(it syntax.Placed, info *analysis.Info, e hclsyntax.Expression) string {
	span := syntax.SpanOf(e)
	for _, o := range info.Occurrences {
		inside := o.Span.Start >= span.Start && o.Span.End <= span.End
		if !inside || o.Kind != analysis.OccurVariable || o.Object == nil {
			continue
		}
		if own := o.Object.Span; own.Len() == 0 || own.Start < span.Start || own.End > span.End {
			return o.Name
		}
	}
	return ""
}

// meantName derives a name from the member or attribute that receives the expression.
func (s selection) meantName() string {
	name := ""
	for _, n := range s.nodes {
		switch n := n.(type) {
		case *hclsyntax.Attribute:
			name = n.Name
		case *hclsyntax.ObjectConsExpr:
			for _, entry := range n.Items {
				if key, ok := analysis.LiteralKey(entry.KeyExpr); ok && syntax.SpanOf(entry.ValueExpr).Touches(s.selected.Start) && syntax.IdentifierEnd(key, 0) == len(key) {
					name = key
				}
			}
		}
	}
	if s.item.Kind == syntax.KindLocal && s.item.Attr() != nil && name == s.item.Attr().Name || name == "" || name == "value" {
		return s.item.Name + "Value"
	}
	return name
}

// freeName returns a name that nothing in the program has, not even a loop.
func (s selection) freeName(name string) string {
	if syntax.IdentifierEnd(name, 0) != len(name) || name == "" {
		name = "value"
	}
	free := name
	for n := 2; s.program.Lookup(free) != nil || s.program.LookupOutput(free) != nil || s.usesName(free); n++ {
		free = fmt.Sprint(name, n)
	}
	return free
}

// usesName reports whether a loop of the item or the language declares a name.
func (s selection) usesName(name string) bool {
	if language.IsItemVariable(name) || slices.Contains([]string{"true", "false", "null", "for"}, name) {
		return true
	}
	return slices.ContainsFunc(s.info.Occurrences, func(o analysis.Occurrence) bool {
		return o.Kind == analysis.OccurDeclaration && o.Name == name
	})
}

// declare returns an edit that inserts a declaration before the item and its comment.
func (s selection) declare(text string) change.Edit {
	at := change.CommentsAbove(s.item.Text, analysis.ContentSpan(s.item).Start-s.item.Base, 0)
	end := s.lineEnd()
	return s.replace(syntax.Span{Start: at, End: at}, text+end+end)
}

// sameElsewhere returns edits that replace all occurrences of the expression by a name where
// possible.
func (s selection) sameElsewhere(text, name string) []change.Edit {
	side, err := selectionsOf(s.ctx, s.program, func(it syntax.Placed) bool { return strings.Contains(it.Text, text) && len(it.Errors) == 0 })
	if err != nil {
		return nil
	}
	return slices.Concat(lists.Map(side, func(in selection) []change.Edit { return in.replaceAll(text, name) })...)
}

func (s selection) replaceAll(text, name string) []change.Edit {
	var edits []change.Edit
	root := s.item.Root()
	if root == nil {
		return nil
	}
	node.Walk(root, func(n hclsyntax.Node, parents []hclsyntax.Node) bool {
		e, ok := n.(hclsyntax.Expression)
		if !ok || !s.info.TypeOf(e).IsValid() || s.textOf(e) != text {
			return true
		}
		at := s
		at.nodes = append(slices.Clone(parents), n)
		if at.extractable(e) && s.boundName(s.item, s.info, e) == "" && !s.usesName(name) {
			edits = append(edits, s.replace(syntax.SpanOf(e), name))
			return false
		}
		return true
	})
	return edits
}

// extractConfig turns a literal into a config with that default.
func extractConfig(s selection) []Action {
	if s.selected.Len() == 0 || s.expr == nil || !s.extractable(s.expr) {
		return nil
	}
	const title = "Extract a config"
	if !constant(s.expr) {
		return []Action{{ID: "extract.config", Title: title, Kind: Extract, Disabled: "its value is not a literal"}}
	}
	label, ok := printer.Label(s.info.TypeOf(s.expr))
	if !ok {
		return nil
	}
	name := s.freeName(s.meantName())
	text := printer.Block("config "+name+" "+label, s.lineEnd(), language.ConfigDefault+" = "+s.textOf(s.expr))
	return []Action{{ID: "extract.config", Title: title + " `" + name + "`", Kind: Extract, Change: change.Set{
		Edits: []change.Edit{s.declare(text), s.replace(syntax.SpanOf(s.expr), name)},
	}}}
}

// constant reports whether an expression consists of literals.
func constant(e hclsyntax.Expression) bool {
	is := true
	node.Walk(e, func(n hclsyntax.Node, _ []hclsyntax.Node) bool {
		switch n.(type) {
		case *hclsyntax.LiteralValueExpr, *hclsyntax.TemplateExpr, *hclsyntax.TupleConsExpr, *hclsyntax.ObjectConsExpr, *hclsyntax.ObjectConsKeyExpr, *hclsyntax.UnaryOpExpr, *hclsyntax.ParenthesesExpr:
		case *hclsyntax.ScopeTraversalExpr: // a bare key
			is = false
		default:
			is = false
		}
		return is
	})
	return is
}

// mostInlined is how long the text may be, in bytes, that takes the place of several uses.
const mostInlined = 50_000

func inlineLocal(s selection) []Action {
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
func (s selection) named() *analysis.Object {
	for _, o := range s.info.Occurrences {
		if o.Span.Touches(s.selected.Start) && o.Span.Touches(s.selected.End) && (o.Kind == analysis.OccurVariable || o.Kind == analysis.OccurDeclaration) && o.Object == nil {
			return s.program.ObjectOf(s.item, o)
		}
	}
	return nil
}

// uses returns edits that replace all uses of a name by a text, or the reason for a refusal.
func (s selection) uses(
	target *analysis.Object, declared syntax.Placed, text string,
) (edits []change.Edit, why string) {
	free := lists.SetOf(syntax.FreeNames(declared.Item), func(ref syntax.Ref) string { return ref.Name })
	side, err := selectionsOf(s.ctx, s.program, mentions(map[string]bool{target.Name: true}))
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

func (s selection) usesHere(target *analysis.Object, free map[string]bool, value hclsyntax.Expression, text string) (edits []change.Edit, captured string) {
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
func (s selection) needsParentheses(use syntax.Span, value hclsyntax.Expression) bool {
	switch value.(type) {
	case *hclsyntax.BinaryOpExpr, *hclsyntax.ConditionalExpr, *hclsyntax.UnaryOpExpr:
	case *hclsyntax.FunctionCallExpr, *hclsyntax.ParenthesesExpr, *hclsyntax.ScopeTraversalExpr:
		return false
	default: // the steps after it must apply to the whole value
		return s.hasSteps(use)
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
