package refactor

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/preserve"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file converts ranges to other forms, whose instances keep their keys, and to one block for each instance.

// form is a form of ranges.
type form uint8

const (
	formNone form = iota
	formNumber
	formList
	formMap
)

// written is a range that is written out.
type written struct {
	form form
	keys []string // of the instances, in the order of the source
	// texts and values are what `range.value` is; a number has no values.
	texts  []string
	values []hclsyntax.Expression
}

// mostInstances is how many instances are written out.
const mostInstances = 50

// rangeWritten reads the range of the item. It is not ok if that is computed, or too long.
func (s selection) rangeWritten() (w written, ok bool) {
	a := s.option(language.RangeVariable)
	if a == nil {
		return written{}, true
	}
	switch e := a.Expr.(type) {
	case *hclsyntax.LiteralValueExpr:
		if e.Val.Type() != cty.Number || e.Val.IsNull() {
			return w, false
		}
		n, _ := e.Val.AsBigFloat().Int64()
		for i := range min(n, mostInstances+1) {
			w.keys, w.texts = append(w.keys, fmt.Sprint(i)), append(w.texts, fmt.Sprint(i))
		}
		w.form = formNumber
	case *hclsyntax.TupleConsExpr:
		for i, element := range e.Exprs {
			w.add(strconv.Itoa(i), s.textOf(element), element)
		}
		w.form = formList
	case *hclsyntax.ObjectConsExpr:
		for _, item := range e.Items {
			key, literal := analysis.LiteralKey(item.KeyExpr)
			if !literal || slices.Contains(w.keys, key) {
				return w, false
			}
			w.add(key, s.textOf(item.ValueExpr), item.ValueExpr)
		}
		w.form = formMap
	default:
		return w, false
	}
	return w, len(w.keys) > 0 && len(w.keys) <= mostInstances && !strings.Contains(s.textOf(a.Expr), "<<")
}

func (w *written) add(key, text string, value hclsyntax.Expression) {
	w.keys, w.texts, w.values = append(w.keys, key), append(w.texts, text), append(w.values, value)
}

// isCounted reports whether the keys are the numbers from 0, in any order.
func (w written) isCounted() bool {
	for i := range w.keys {
		if !slices.Contains(w.keys, strconv.Itoa(i)) {
			return false
		}
	}
	return true
}

// sorted is the range with its instances in the order of their numbers.
func (w written) sorted() written {
	next := written{form: w.form}
	for i := range w.keys {
		at := slices.Index(w.keys, strconv.Itoa(i))
		next.keys, next.texts = append(next.keys, w.keys[at]), append(next.texts, w.texts[at])
	}
	return next
}

// ranges offers other ranges for a resource.
func (s selection) ranges() (all []moved) {
	if s.item.Kind != syntax.KindResource || syntax.IdentifierEnd(s.item.Name, 0) != len(s.item.Name) {
		return nil
	}
	w, ok := s.rangeWritten()
	if !ok && !s.inOption(language.RangeVariable) {
		return nil
	}
	if !ok {
		return []moved{rewritten("range", "Convert the range", nil, "its instances are not written out, at most "+strconv.Itoa(mostInstances), nil)}
	}
	uses, why := s.usesOf(s.item.Name)
	if w.form == formNone {
		return []moved{s.one(uses, why)}
	}
	if w.form != formMap {
		all = append(all, s.converted(w, formMap, uses, why))
		if w.form == formList && s.byName(w) {
			why := "`" + analysis.LogicalName(s.item.Item) + "-0` would get another name, which no alias of a range keeps; unroll it instead"
			all = append(all, rewritten("range.names", "Convert the range to a map by name", nil, why, nil))
		}
	}
	if w.form != formList && w.isCounted() {
		all = append(all, s.converted(w, formList, uses, why))
	}
	if w.form != formNumber && w.isCounted() {
		all = append(all, s.converted(w, formNumber, uses, why))
	}
	return append(all, s.unrolled(w, uses, why))
}

// byName reports whether the values are different texts.
func (s selection) byName(w written) bool {
	seen := map[string]bool{}
	for _, v := range w.values {
		text, literal := analysis.PlainText(v)
		if !literal || seen[text] {
			return false
		}
		seen[text] = true
	}
	return true
}

// one gives a resource a range of one.
func (s selection) one(uses []reference, why string) moved {
	edits := s.edits(s.block().SetOption(language.RangeVariable, "1"))
	for _, u := range uses {
		at := u.name().End
		edits = append(edits, u.replace(syntax.Span{Start: at, End: at}, "[0]"))
	}
	return rewritten("range.one", "Give `"+s.item.Name+"` a range", edits, why, s.keyed("0"))
}

// keyed says that the one instance of the item gets a key.
func (s selection) keyed(key string) preserve.Mapping {
	return func(w preserve.Path) preserve.Path {
		next := slices.Clone(w)
		if last := &next[len(next)-1]; last.Dir == s.program.Dir && last.Name == s.item.Name {
			last.Key = key
		}
		return next
	}
}

// inWords are the forms in words.
var inWords = [...]string{formNumber: "number", formList: "list", formMap: "map"}

// converted writes the range in another form.
func (s selection) converted(w written, to form, uses []reference, why string) moved {
	edits := s.edits(s.block().SetOption(language.RangeVariable, w.text(to)))
	if (w.form == formMap) != (to == formMap) { // a number and a list are both lists
		rekeyed, against := instead(uses, w, s.rekeyed(w, to))
		edits, why = append(edits, rekeyed...), cmp.Or(why, against)
	}
	if to == formNumber {
		counted, against := s.countedValues(w)
		edits, why = append(edits, counted...), cmp.Or(why, against)
	}
	return rewritten("range."+inWords[to], "Convert the range to a "+inWords[to], edits, why, preserve.Unmoved)
}

// rekeyed are the instances with the keys of another form.
func (s selection) rekeyed(w written, to form) (names []string) {
	for _, key := range w.keys {
		if to == formMap {
			key = printer.Text(key)
		}
		names = append(names, s.item.Name+"["+key+"]")
	}
	return names
}

// text writes the range in a form.
func (w written) text(to form) string {
	switch to {
	case formNumber:
		return strconv.Itoa(len(w.keys))
	case formList:
		return "[" + strings.Join(w.sorted().texts, ", ") + "]"
	}
	var entries []string
	for i, key := range w.keys {
		entries = append(entries, printer.Text(key)+" = "+w.texts[i])
	}
	return "{ " + strings.Join(entries, ", ") + " }"
}

// countedValues makes the body of a resource one for a range that is a number, where only `range.value` is known. Values, and keys of a
// map, become local lists.
func (s selection) countedValues(w written) (edits []change.Edit, why string) {
	w = w.sorted()
	lists := map[string]string{}
	for _, u := range s.rangeUses() {
		step := stepName(u.expr.Traversal)
		if step != "key" && step != "value" {
			return nil, "the resource uses `" + s.textOf(u.expr) + "`, which a number does not have"
		}
		span := syntax.Span{Start: u.name().Start, End: u.expr.Traversal[1].SourceRange().End.Byte}
		if s.isCount(w, step, span) {
			edits = append(edits, u.replace(span, counted))
			continue
		}
		if lists[step] == "" {
			lists[step] = s.freeName(s.item.Name + strings.ToUpper(step[:1]) + step[1:] + "s")
			edits = append(edits, s.localBefore(lists[step]+" = ["+strings.Join(w.listed(step), ", ")+"]"))
		}
		edits = append(edits, u.replace(span, lists[step]+"["+counted+"]"))
	}
	return edits, ""
}

// counted is the number of an instance.
const counted = language.RangeVariable + ".value"

// isCount reports whether `range.key` or `range.value` is the number of the instance. The key of a map is a text.
func (s selection) isCount(w written, step string, span syntax.Span) bool {
	if step == "key" {
		return w.form == formList || strings.HasSuffix(s.item.Text[:span.Start], "${") && strings.HasPrefix(s.item.Text[span.End:], "}")
	}
	for i, text := range w.texts {
		if text != strconv.Itoa(i) {
			return false
		}
	}
	return true
}

// listed are the keys or the values of all instances.
func (w written) listed(step string) (texts []string) {
	if step == "value" {
		return w.texts
	}
	texts = append(texts, lists.Map(w.keys, printer.Text)...)
	return texts
}

// localBefore declares a local before the item and its comments.
func (s selection) localBefore(text string) change.Edit {
	end := s.lineEnd()
	text += end
	if s.item.Base > 0 {
		text = end + text
	} else {
		text += end
	}
	return change.Edit{Path: s.path, Span: syntax.Span{Start: s.item.Base, End: s.item.Base}, Text: text}
}

// stepName is the first step after a name, or nothing.
func stepName(t hcl.Traversal) string {
	if len(t) > 1 {
		if attr, ok := t[1].(hcl.TraverseAttr); ok {
			return attr.Name
		}
	}
	return ""
}

// unrolled is the action for a range that is written out.
func (s selection) unrolled(w written, uses []reference, why string) moved {
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
func (s selection) separate(keys, names []string) preserve.Mapping {
	return func(way preserve.Path) preserve.Path {
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
func (s selection) instanceNames(w written) (names []string) {
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
func (s selection) instanceText(w written, i int, name string) (text, why string) {
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
func (s selection) inText(span syntax.Span, text string) change.Edit {
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
func (s selection) instanceValue(w written, i int, t hcl.Traversal) (text string, end int) {
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
