package keep

import (
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file writes attributes and options into blocks of any layout.

// insertion replaces a span of a file as it is after the change.
type insertion struct {
	path string
	span syntax.Span
	text string
}

// writer writes into one block.
type writer struct {
	path string
	it   syntax.Placed
	all  []insertion
	why  string
}

// OptionAdded returns edits that add an option to a block, which must be without errors.
func OptionAdded(path string, it syntax.Placed, text string) []change.Edit {
	w := &writer{path: path, it: it}
	w.option(text)
	return w.edits()
}

// OptionRemoved returns edits that remove an option from a block, and the options block if nothing
// is left in it.
func OptionRemoved(path string, it syntax.Placed, name string) []change.Edit {
	w := &writer{path: path, it: it}
	w.removeOption(name)
	return w.edits()
}

// FormerType returns edits that give a resource, whose block must be without errors, the type that it had as
// a former name, and all former names that it has for other reasons too. There are none if its aliases are
// not written out as a list.
func FormerType(path string, it syntax.Placed, token string) []change.Edit {
	w := &writer{path: path, it: it}
	w.aliases([]parts{{typ: token}}, -1)
	return w.edits()
}

func (w *writer) edits() (edits []change.Edit) {
	for _, in := range w.all {
		edits = append(edits, change.Edit{Path: in.path, Span: in.span, Text: in.text})
	}
	return edits
}

// removeOption removes an option, and its block if nothing is left in it.
func (w *writer) removeOption(name string) {
	for _, b := range w.it.Block().Body.Blocks {
		a := b.Body.Attributes[name]
		if b.Type != language.OptionsBlock || a == nil {
			continue
		}
		span := syntax.SpanOf(a)
		if len(b.Body.Attributes)+len(b.Body.Blocks) == 1 {
			span = syntax.SpanOf(b)
		}
		span = Lines(w.it.Text, span)
		w.put(span.Start, span.End, "")
		return
	}
}

// Lines returns a span of a text with the whole lines that it stands on, if nothing else does.
func Lines(text string, span syntax.Span) syntax.Span {
	start := strings.LastIndexByte(text[:span.Start], '\n') + 1
	last := max(span.Start, span.End-1)
	end := len(text)
	if i := strings.IndexByte(text[last:], '\n'); i >= 0 {
		end = last + i + 1
	}
	if strings.TrimSpace(text[start:span.Start]) != "" || end > span.End && strings.TrimSpace(text[span.End:end]) != "" {
		return span
	}
	return syntax.Span{Start: start, End: end}
}

// writerOf is not ok where the block has no text to write into.
func writerOf(r *eval.Registration) (*writer, bool) {
	return &writer{path: r.Path, it: r.Item}, r.Item.Block() != nil && len(r.Item.Errors) == 0
}

func (w *writer) done() ([]insertion, error) {
	if w.why != "" {
		return nil, change.Refuse("%s", w.why)
	}
	return w.all, nil
}

// put replaces a span of the item.
func (w *writer) put(start, end int, text string) {
	w.all = append(w.all, insertion{w.path, syntax.Span{Start: start, End: end}.Shift(w.it.Base), text})
}

// logicalName writes the name that the block has outside the program, as its first attribute.
func (w *writer) logicalName(name string) {
	text := printer.Text(name)
	if a := w.it.Block().Body.Attributes[language.LogicalName]; a != nil {
		span := syntax.SpanOf(a.Expr)
		w.put(span.Start, span.End, text)
		return
	}
	w.addFirst(language.LogicalName + " = " + text)
}

// addFirst adds an attribute to the block, before all others.
func (w *writer) addFirst(attribute string) {
	open, end := bodyOf(w.it.Block())
	if w.isOneLine(open, end) {
		w.openUp(open, end, attribute, "")
		return
	}
	at := open + len(strings.TrimRight(w.lineOf(open), " \t\r\n"))
	w.put(at, at, w.eol()+w.inner()+attribute)
}

// aliases adds former names: to those that are there, which get the parts that they left to the
// registration where these have changed. One that is useless, unless it is -1, makes room for them.
func (w *writer) aliases(added []parts, useless int) {
	texts := lists.Map(added, parts.text)
	a := optionOf(w.it, language.NameAliases)
	if a == nil {
		w.option(language.NameAliases + " = [" + strings.Join(texts, ", ") + "]")
		return
	}
	list, ok := a.Expr.(*hclsyntax.TupleConsExpr)
	if !ok {
		w.why = "the aliases of `" + w.it.Name + "` are not written out as a list"
		return
	}
	for i, e := range list.Exprs {
		if i == useless {
			span := syntax.SpanOf(e)
			w.put(span.Start, span.End, strings.Join(texts, ", "))
			continue
		}
		if object, is := e.(*hclsyntax.ObjectConsExpr); is && len(added) == 1 {
			w.complete(object, added[0])
		}
	}
	end := syntax.SpanOf(list).End - 1
	switch {
	case useless >= 0:
		return
	case len(list.Exprs) == 0:
		w.put(end, end, strings.Join(texts, ", "))
		return
	}
	last := syntax.SpanOf(list.Exprs[len(list.Exprs)-1])
	separator := ", "
	if strings.Contains(w.it.Text[last.End:end], "\n") { // one on each line
		separator = "," + w.eol() + w.indent(last.Start)
	}
	w.put(last.End, last.End, separator+strings.Join(texts, separator))
}

// complete writes into a former name what it left to the registration.
func (w *writer) complete(object *hclsyntax.ObjectConsExpr, p parts) {
	var has parts
	var typ hclsyntax.Expression
	for _, item := range object.Items {
		key, _ := analysis.LiteralKey(item.KeyExpr)
		switch key {
		case language.AliasName:
			has.name = key
		case language.AliasKind:
			has.typ = key
			typ = item.ValueExpr
		case language.AliasParent:
			has.parent = key
		case language.AliasNoParent:
			has.noParent = true
		}
	}
	if has.parent != "" || has.noParent {
		p.parent, p.noParent = "", false
		if p.above != "" { // it stands for that of a parent
			p.typ = ""
		}
	} else if text, literal := analysis.PlainText(typ); literal && p.above != "" {
		span := syntax.SpanOf(typ)
		w.put(span.Start, span.End, printer.Text(p.above+"$"+text))
	}
	entries := strings.Join(p.entries(has), ", ")
	if entries == "" {
		return
	}
	if n := len(object.Items); n > 0 {
		end := syntax.SpanOf(object.Items[n-1].ValueExpr).End
		w.put(end, end, ", "+entries)
		return
	}
	at := syntax.SpanOf(object).Start + 1
	w.put(at, at, " "+entries+" ")
}

// option adds an option, in an options block that is there or a new one.
func (w *writer) option(text string) {
	for _, b := range w.it.Block().Body.Blocks {
		if b.Type != language.OptionsBlock {
			continue
		}
		open, end := bodyOf(b)
		if w.isOneLine(open, end) {
			w.openUp(open, end, text, w.indent(syntax.SpanOf(b).Start))
			return
		}
		w.addLast(end, w.indent(end)+"  "+text)
		return
	}
	open, end := bodyOf(w.it.Block())
	in := w.inner()
	lines := language.OptionsBlock + " {" + w.eol() + in + "  " + text + w.eol() + in + "}"
	if w.isOneLine(open, end) {
		w.openUp(open, end, lines, "")
		return
	}
	w.addLast(end, in+lines)
}

// addLast adds lines before the brace that ends a body.
func (w *writer) addLast(end int, lines string) {
	at := strings.LastIndexByte(w.it.Text[:end], '\n') + 1
	if strings.TrimSpace(w.it.Text[at:end]) != "" { // the brace is not on a line of its own
		w.put(end, end, w.eol()+lines+w.eol())
		return
	}
	w.put(at, at, lines+w.eol())
}

// openUp gives a body on one line a line for what is there, and one for what is added.
func (w *writer) openUp(open, end int, added, outer string) {
	content := strings.TrimSpace(w.it.Text[open:end])
	lines := outer + "  " + added + w.eol()
	if content == "" {
		w.put(open, end, w.eol()+lines+outer)
		return
	}
	start := open + strings.Index(w.it.Text[open:end], content)
	w.put(open, start, w.eol()+outer+"  ")
	w.put(start+len(content), end, w.eol()+lines+outer)
}

// bodyOf is where the body of a block stands, without its braces.
func bodyOf(b *hclsyntax.Block) (open, end int) {
	return b.OpenBraceRange.End.Byte, b.CloseBraceRange.Start.Byte
}

func (w *writer) isOneLine(open, end int) bool { return !strings.Contains(w.it.Text[open:end], "\n") }

func (w *writer) eol() string { return printer.LineEnd(w.it.Text) }

// lineOf is the rest of a line.
func (w *writer) lineOf(at int) string {
	rest := w.it.Text[at:]
	if i := strings.IndexByte(rest, '\n'); i >= 0 {
		return rest[:i]
	}
	return rest
}

// indent is the white space before the line of a place.
func (w *writer) indent(at int) string {
	line := w.it.Text[strings.LastIndexByte(w.it.Text[:at], '\n')+1:]
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}

// inner is the indentation of what is in the block.
func (w *writer) inner() string {
	open, end := bodyOf(w.it.Block())
	for line := range strings.Lines(w.it.Text[open:end]) {
		if text := strings.TrimLeft(line, " \t"); text != line && strings.TrimSpace(text) != "" && open > 0 && strings.HasSuffix(line, "\n") && !strings.HasPrefix(w.it.Text[open:], line) {
			return line[:len(line)-len(text)]
		}
	}
	return "  "
}

// optionOf is an option of a block, or nil.
func optionOf(it syntax.Placed, name string) *hclsyntax.Attribute {
	if it.Block() == nil {
		return nil
	}
	for _, b := range it.Block().Body.Blocks {
		if b.Type == language.OptionsBlock {
			return b.Body.Attributes[name]
		}
	}
	return nil
}
