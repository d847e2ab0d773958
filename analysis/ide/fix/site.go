package fix

import (
	"context"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file implements the place of a finding with the syntax around it, its edits, and the repairs that others are
// made of.

// site is the place of a finding.
type site struct {
	ctx     context.Context
	program *analysis.Program
	finding analysis.Diagnostic
	path    string
	file    *syntax.File
	item    syntax.Placed
	span    syntax.Span      // of the finding, relative to the item
	nodes   []hclsyntax.Node // nodes around the start of the finding, outermost first

	code     codes.Code
	severity codes.Severity

	ordinals func() map[place]int // see [ordinalsOf]
}

func siteOf(ctx context.Context, p *analysis.Program, d analysis.Diagnostic) (site, bool) {
	file, known := p.File(d.Path)
	item, ok := p.ItemAt(d.Path, d.Span.Start)
	if !known || !ok {
		return site{}, false
	}
	span := d.Span.Shift(-item.Base)
	return site{
		ctx: ctx, program: p, finding: d, path: d.Path, file: file, item: item, span: span,
		nodes: syntax.NodeAt(item.Item, span.Start), code: d.Code, severity: d.Severity,
	}, span.Start >= 0 && span.End <= len(item.Text)
}

// innermost returns the innermost node of a type around the finding that satisfies a
// condition.
func innermost[T hclsyntax.Node](s site, like func(T) bool) (found T, ok bool) {
	for _, n := range s.nodes {
		if is, right := n.(T); right && like(is) {
			found, ok = is, true
		}
	}
	return found, ok
}

// text returns the text of a span of the item.
func (s site) text(span syntax.Span) string { return s.item.Text[span.Start:span.End] }

// lineEnd returns the line ending of the file.
func (s site) lineEnd() string { return printer.LineEnd(s.file.Text()) }

// line returns the line around an offset of the item, including its line ending.
func (s site) line(at int) syntax.Span {
	return change.Line(s.item.Text, at)
}

// lineOf returns the line around an offset of the item, without its line ending.
func (s site) lineOf(at int) syntax.Span {
	line := s.line(at)
	line.End = line.Start + len(strings.TrimRight(s.text(line), "\r\n"))
	return line
}

// attribute returns the innermost attribute around the finding.
func (s site) attribute() (*hclsyntax.Attribute, bool) {
	return innermost(s, func(*hclsyntax.Attribute) bool { return true })
}

// call returns the innermost call around the finding.
func (s site) call() (*hclsyntax.FunctionCallExpr, bool) {
	return innermost(s, func(*hclsyntax.FunctionCallExpr) bool { return true })
}

// expression returns the expression whose span is the finding.
func (s site) expression() (hclsyntax.Expression, bool) {
	return innermost(s, func(e hclsyntax.Expression) bool { return syntax.SpanOf(e) == s.span })
}

// isWhole reports whether the finding covers the whole value of an attribute.
func (s site) isWhole() bool {
	a, ok := s.attribute()
	return ok && syntax.SpanOf(a.Expr) == s.span
}

func (s site) of(e hclsyntax.Expression) string { return s.text(syntax.SpanOf(e)) }

func (s site) binary() (*hclsyntax.BinaryOpExpr, bool) {
	return innermost(s, func(b *hclsyntax.BinaryOpExpr) bool { return syntax.SpanOf(b) == s.span })
}

// wanted returns the type expected at the finding if the whole expression there is missing.
func (s site) wanted() typesys.Type {
	info, err := s.program.Check(s.ctx, s.item)
	if err != nil {
		return typesys.Dynamic
	}
	for _, n := range s.nodes {
		if t := info.ExpectedOf(n); t.IsValid() && syntax.SpanOf(n) == s.span {
			return typesys.Strip(t)
		}
		if _, inText := n.(*hclsyntax.TemplateExpr); inText {
			return typesys.String
		}
	}
	return typesys.Dynamic
}

// replace returns an edit of a span of the item. It keeps a byte order mark, which belongs to
// the file and not to the first item.
func (s site) replace(span syntax.Span, text string) change.Edit {
	if mark := "\uFEFF"; s.item.Base == 0 && strings.HasPrefix(s.item.Text, mark) {
		span.Start, span.End = max(span.Start, len(mark)), max(span.End, len(mark))
	}
	return change.Edit{Path: s.path, Span: span.Shift(s.item.Base), Text: text}
}

// without returns an edit that removes a part of the item, and its lines if nothing else is on
// them.
func (s site) without(part syntax.Span) change.Edit {
	return s.replace(change.Lines(s.item.Text, part), "")
}

// block returns the item's block for edits, which use the line ending of the file.
func (s site) block() change.Block {
	block := change.Of(s.item.Item)
	block.LineEnd = s.lineEnd()
	return block
}

// edits makes edits of the item edits of its file.
func (s site) edits(all []syntax.Edit) []change.Edit {
	return lists.Map(all, func(e syntax.Edit) change.Edit { return s.replace(e.Span, e.Text) })
}

// addInputs returns edits that add attributes after the existing ones and before any nested
// block.
func (s site) addInputs(attributes ...string) []change.Edit {
	return s.edits(s.block().AddAttributes(attributes...))
}

// declare returns an edit that adds a declaration after the item.
func (s site) declare(text string) change.Edit {
	e := change.Declare(s.item.Text, s.lineEnd(), text)
	return s.replace(e.Span, e.Text)
}

func secretConfig(name, kind, end string) string {
	return printer.Block("config "+name+" "+kind, end, language.ConfigSecret+" = true")
}

// offered is the fix that comes with the finding.
func (s site) offered() Fix {
	f := Fix{Title: s.finding.Offer.Title(), Preferred: true}
	for _, e := range s.finding.Offer.Edits() {
		f.Edits = append(f.Edits, s.replace(e.Span, e.Text))
	}
	return f
}

// repair proposes fixes for a finding. Only those that pass a trial are offered; see [change.Try].
type repair func(site) []Fix

func (s site) insertAt(at int, text, title string) Fix {
	return Fix{Title: title, Edits: []change.Edit{s.replace(syntax.Span{Start: at, End: at}, text)}, Preferred: true}
}

func (s site) rewrite(span syntax.Span, text, title string) Fix {
	return Fix{Title: title, Edits: []change.Edit{s.replace(span, text)}, Preferred: true}
}

// instead replaces the text of the finding by a word.
func (s site) instead(word string, preferred bool) []Fix {
	text := s.spelt(word)
	if text == s.text(s.span) {
		return nil
	}
	return []Fix{{Title: "Write `" + text + "`", Edits: []change.Edit{s.replace(s.span, text)}, Preferred: preferred}}
}

// spelled writes a word in the notation that the text of the finding uses: quoted, or as a step
// of a traversal.
func (s site) spelt(word string) string {
	is := s.text(s.span)
	quoted := strings.HasPrefix(word, `"`)
	switch {
	case strings.HasPrefix(is, `"`) && !quoted:
		return printer.Text(word)
	case strings.HasPrefix(is, ".") && !strings.HasPrefix(word, "."):
		return "." + word
	case strings.HasPrefix(is, "[") && !strings.HasPrefix(word, "["):
		return "[" + printer.Text(word) + "]"
	}
	return word
}

// plainly returns a safe and preferred rewrite.
func (s site) plainly(span syntax.Span, text string) []Fix {
	f := s.rewrite(span, text, "Write `"+text+"`")
	f.Safe, f.Preferred = true, true
	return []Fix{f}
}

// removeAttribute removes the attribute around the finding, and its options block if nothing
// else is in it.
func (s site) removeAttribute() []Fix {
	a, ok := s.attribute()
	if !ok || syntax.Same(s.item.Attr(), a) {
		return nil
	}
	return []Fix{{Title: "Remove `" + a.Name + "`", Edits: []change.Edit{s.replace(s.block().Removal(a), "")}}}
}

// wrapped puts text before and after the text of the finding.
func wrapped(before, after, title string) repair {
	return func(s site) []Fix {
		return []Fix{s.rewrite(s.span, before+s.text(s.span)+after, title)}
	}
}

// rewritten replaces the text of the finding.
func rewritten(text string) repair {
	return func(s site) []Fix { return s.instead(text, true) }
}

// inserted inserts text before the finding.
func inserted(texts ...string) repair {
	return func(s site) []Fix {
		return lists.Map(texts, func(text string) Fix {
			return s.insertAt(s.span.Start, text, "Insert `"+strings.TrimSpace(text)+"`")
		})
	}
}

// about makes a repair of what to write for the innermost node of a type around the finding whose span satisfies a condition.
func about[T hclsyntax.Node](like func(site, syntax.Span) bool, write func(site, T) []Fix) repair {
	return func(s site) []Fix {
		n, ok := innermost(s, func(n T) bool { return like(s, syntax.SpanOf(n)) })
		if !ok {
			return nil
		}
		return write(s, n)
	}
}

// anywhere is the condition of all nodes around the finding.
func anywhere(site, syntax.Span) bool { return true }

// is reports whether a span is that of the finding, and begins whether it begins there.
func (s site) is(span syntax.Span) bool { return span == s.span }

func (s site) begins(span syntax.Span) bool { return span.Start == s.span.Start }

// inBlock makes a repair of one that needs a block.
func inBlock(r repair) repair {
	return func(s site) []Fix {
		if s.item.Block() == nil {
			return nil
		}
		return r(s)
	}
}

// either offers the fixes of several repairs.
func either(all ...repair) repair {
	return func(s site) []Fix {
		return slices.Concat(lists.Map(all, func(r repair) []Fix { return r(s) })...)
	}
}

// safely marks the fixes of a repair as safe.
func safely(r repair) repair { return func(s site) []Fix { return safe(r(s)) } }

func safe(fixes []Fix) []Fix {
	for i := range fixes {
		fixes[i].Safe = true
	}
	return fixes
}

// proposed replaces what the finding is about by what it suggests.
func proposed(s site) []Fix {
	if s.finding.Suggestion == "" {
		return nil
	}
	return s.instead(s.finding.Suggestion, true)
}

// proposedAtOrigin replaces a literal that is written elsewhere and reaches the place of the
// finding under a name.
func proposedAtOrigin(s site) []Fix {
	if len(s.finding.Related) == 0 {
		return proposed(s)
	}
	origin := s.finding
	origin.Path, origin.Span = origin.Related[0].Path, origin.Related[0].Span
	there, ok := siteOf(s.ctx, s.program, origin)
	if !ok {
		return nil
	}
	if _, isLiteral := there.expression(); !isLiteral { // the place belongs to the finding in another way
		return proposed(s)
	}
	return proposed(there)
}

// verbatim writes what the finding suggests as it stands there: an expression instead of
// another.
func verbatim(s site) []Fix {
	if s.finding.Suggestion == "" {
		return nil
	}
	return []Fix{s.rewrite(s.span, s.finding.Suggestion, "Write `"+s.finding.Suggestion+"`")}
}

// verbatimOr writes what the finding suggests, and does something else without a suggestion.
func verbatimOr(otherwise repair) repair {
	return func(s site) []Fix {
		if fixes := verbatim(s); fixes != nil {
			return fixes
		}
		return otherwise(s)
	}
}

// choices offers each text that may be meant.
func choices(s site) []Fix {
	return slices.Concat(lists.Map(s.finding.Choices, func(text string) []Fix { return s.instead(text, false) })...)
}

// proposedOrRemoved also offers to remove the attribute.
func proposedOrRemoved(s site) []Fix { return append(proposed(s), s.removeAttribute()...) }

// otherProperty offers the properties that a deprecation may recommend. Whether they exist is
// found out by trying.
func otherProperty(s site) []Fix {
	a, ok := s.attribute()
	isInput := ok && syntax.Span{Start: a.NameRange.Start.Byte, End: a.NameRange.End.Byte} == s.span
	var fixes []Fix
	for _, name := range s.finding.Choices {
		switch {
		case isInput:
			fixes = append(fixes, s.renamedInput(name)...)
		case syntax.IdentifierEnd(name, 0) == len(name):
			fixes = append(fixes, s.instead(name, false)...)
		}
	}
	return fixes
}

// renamedInput gives the value to another input, in a call of a function that the
// deprecation names if it needs one.
func (s site) renamedInput(word string) []Fix {
	a, ok := s.attribute()
	if !ok || syntax.IdentifierEnd(word, 0) != len(word) {
		return nil
	}
	name := syntax.Span{Start: a.NameRange.Start.Byte, End: a.NameRange.End.Byte}
	value := syntax.SpanOf(a.Expr)
	fixes := []Fix{{Title: "Set `" + word + "` instead", Edits: []change.Edit{s.replace(name, word)}}}
	for _, b := range language.Builtins() {
		if function := b.Name; b.Result == typesys.Asset && slices.Contains(s.finding.Choices, function) {
			fixes = append(fixes, Fix{Title: "Set `" + word + "` to `" + function + "( )` of it", Edits: []change.Edit{
				s.replace(name, word), s.replace(value, function+"("+s.text(value)+")"),
			}})
		}
	}
	return fixes
}
