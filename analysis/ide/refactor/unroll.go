package refactor

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/keep"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file writes one block for each instance of a range.

// unrolled is the action for a range that is written out.
func (s place) unrolled(w written, uses []reference, why string) moved {
	names := s.instanceNames(w)
	edits, against := instead(uses, w, names)
	if slices.ContainsFunc(uses, func(u reference) bool { return u.item.Item == s.item.Item }) {
		against = "it uses itself"
	}
	why = cmp.Or(why, against)
	var blocks []string
	for i := range w.keys {
		text, against := s.instanceText(w, i, names[i])
		why, blocks = cmp.Or(why, against), append(blocks, text)
	}
	end := s.lineEnd()
	edits = append(edits, change.Edit{Path: s.path, Span: analysis.ContentSpan(s.item), Text: strings.Join(blocks, end+end)})
	return rewritten("range.unroll", "Unroll the range into separate resources", edits, why, s.separate(w.keys, names))
}

// separate says that instances become resources with these names.
func (s place) separate(keys, names []string) keep.Becomes {
	return func(way keep.Way) keep.Way {
		next := slices.Clone(way)
		last := &next[len(next)-1]
		if last.Dir != s.program.Dir || last.Name != s.item.Name {
			return next
		}
		if last.Each {
			return nil
		}
		if i := slices.Index(keys, last.Key); i >= 0 {
			last.Name, last.Key = names[i], ""
		}
		return next
	}
}

// instanceNames are names for the blocks.
func (s place) instanceNames(w written) (names []string) {
	for _, key := range w.keys {
		first, size := utf8.DecodeRuneInString(key)
		name := s.item.Name + string(unicode.ToUpper(first)) + key[size:]
		name = strings.Map(func(r rune) rune {
			if r == '_' || r == '-' || unicode.IsLetter(r) || unicode.IsDigit(r) {
				return r
			}
			return '_'
		}, name)
		free := s.freeName(name)
		for slices.Contains(names, free) {
			free = s.freeName(free + "_")
		}
		names = append(names, free)
	}
	return names
}

// instanceText is the block of one instance.
func (s place) instanceText(w written, i int, name string) (text, why string) {
	edits := append(s.edits(s.block().RemoveOption(language.RangeVariable)), s.replace(s.item.NameSpan, name))
	if s.item.Attribute(language.LogicalName) != nil {
		edits = append(edits, s.withLogicalName(analysis.LogicalName(s.item.Item)+"-"+w.keys[i])...)
	}
	for _, u := range s.rangeUses() {
		text, end := s.instanceValue(w, i, u.expr.Traversal)
		if text == "" {
			return "", "`" + s.textOf(u.expr) + "` has no value that can be written"
		}
		edits = append(edits, s.inText(syntax.Span{Start: syntax.SpanOf(u.expr).Start, End: end}, text))
	}
	return s.rewritten(analysis.ContentSpan(s.item).Shift(-s.item.Base), edits), ""
}

// inText replaces a use of `range`; a plain value that is interpolated becomes a part of the text.
func (s place) inText(span syntax.Span, text string) change.Edit {
	before, behind := strings.HasSuffix(s.item.Text[:span.Start], "${"), strings.HasPrefix(s.item.Text[span.End:], "}")
	whole := syntax.Span{Start: span.Start - 2, End: span.End + 1}
	switch inner := strings.TrimSuffix(strings.TrimPrefix(text, `"`), `"`); {
	case !before || !behind:
	case strings.Trim(text, "0123456789") == "":
		return s.replace(whole, text)
	case len(inner) == len(text)-2 && !strings.ContainsAny(inner, "\"\\$%{}\n"):
		return s.replace(whole, inner)
	}
	return s.replace(span, text)
}

// instanceValue is what `range.key` or `range.value` is for an instance, with the steps that lead
// into an object that is written out; it ends there.
func (s place) instanceValue(w written, i int, t hcl.Traversal) (text string, end int) {
	if len(t) < 2 {
		return "", 0
	}
	end = t[1].SourceRange().End.Byte
	switch stepName(t) {
	case "key":
		switch w.form {
		case formMap:
			return printer.Text(w.keys[i]), end
		case formList:
			return w.keys[i], end
		}
		return "", 0
	case "value":
	default:
		return "", 0
	}
	if w.form == formNumber {
		return w.texts[i], end
	}
	value := w.values[i]
	at := 2
	for ; at < len(t); at++ {
		inner := memberWritten(value, t[at])
		if inner == nil {
			break
		}
		value, end = inner, t[at].SourceRange().End.Byte
	}
	text = s.textOf(value)
	switch value.(type) {
	case *hclsyntax.LiteralValueExpr, *hclsyntax.TemplateExpr, *hclsyntax.ScopeTraversalExpr, *hclsyntax.FunctionCallExpr, *hclsyntax.ParenthesesExpr:
		return text, end
	case *hclsyntax.TupleConsExpr, *hclsyntax.ObjectConsExpr:
		if at == len(t) {
			return text, end
		}
	}
	return "(" + text + ")", end
}

// memberWritten is the member of an object that is written out, or nil.
func memberWritten(e hclsyntax.Expression, step hcl.Traverser) hclsyntax.Expression {
	object, ok := e.(*hclsyntax.ObjectConsExpr)
	attr, named := step.(hcl.TraverseAttr)
	if !ok || !named {
		return nil
	}
	for _, item := range object.Items {
		if key, literal := analysis.LiteralKey(item.KeyExpr); literal && key == attr.Name {
			return item.ValueExpr
		}
	}
	return nil
}
