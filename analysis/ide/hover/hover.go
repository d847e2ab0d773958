// Package hover describes what is at a place of a program: types, declarations, values, and
// documentation from schemas.
//
// A hover is a page of parts, rendered both as Markdown and as plain text. hover.go chooses
// the page, and each kind of page has a file. The package knows no protocol.
//
// Invariant: text from schemas and from programs is never trusted. It cannot make links except
// to http and https, HTML, images or open code fences, and its length is bounded.
//
// [SignaturesAt] describes the call around a place: its parameters, the active one, and its result.
//
// A page has at most ten lines, in the order of page.go's sections: the type, what people must know,
// a sentence of documentation, the taint, the shapes, and members. The document of the schema, where
// *Go to Type Definition* leads, has all of them.
//
// Types of schemas are named by their tokens, which alone say little. So a page shows the
// members of the first few named types, one level deep. Wide and deep types are cut, because a
// hover is small.
package hover

import (
	"context"
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/markdown"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/planview"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/lex"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file finds what is at an offset and chooses its page. It also explains names in places that are not in a
// program, and the rules of a team whose findings are at a place.

// Hover describes a place.
type Hover struct {
	// Span is the described text, as offsets in the file.
	Span syntax.Span
	// Markdown and Text say the same. Text has no markup.
	Markdown, Text string
}

// Runs say how programs run. A snapshot of a workspace knows it.
type Runs interface {
	// CallersOf returns the programs that use the program in a directory as a component.
	CallersOf(dir string) []*analysis.Program
	// IsPart reports whether the program in a directory only runs as a component.
	IsPart(dir string) bool
	// Stacks returns what the project file of a program and its stacks set; the project file's has no name.
	Stacks(dir string) []*analysis.Stack
}

// alone is a program of which nobody knows how it runs.
type alone struct{}

func (alone) CallersOf(string) []*analysis.Program { return nil }
func (alone) IsPart(string) bool                   { return false }
func (alone) Stacks(string) []*analysis.Stack      { return nil }

// At returns the hover at an offset of a file, or nil if there is nothing to say, for a program
// without known runs. The only error is the context's.
func At(ctx context.Context, p *analysis.Program, path string, offset int) (*Hover, error) {
	return In(ctx, p, alone{}, path, offset)
}

// In returns the hover as At does. It describes what callers pass and stacks set.
func In(ctx context.Context, p *analysis.Program, runs Runs, path string, offset int) (*Hover, error) {
	return InStacks(ctx, p, runs, nil, path, offset)
}

// InStacks returns the hover as In does. It describes what exists of the program in some stacks.
func InStacks(ctx context.Context, p *analysis.Program, runs Runs, stacks []*planview.Stack, path string, offset int) (*Hover, error) {
	if h := suppressed(p, path, offset); h != nil {
		return h, nil
	}
	at, err := p.At(ctx, path, offset)
	if err != nil || at == nil {
		return nil, err
	}
	h := &hoverer{ctx: ctx, p: p, runs: runs, stacks: stacks, path: path, at: at}
	span, pg := h.page()
	h.exists(pg)
	h.carries(pg)
	if alias, fact := h.aliasFact(); fact != "" {
		if pg.empty() {
			span = alias
		}
		pg.section = sectionFacts
		pg.line(fact)
	}
	if err := ctx.Err(); err != nil || pg.empty() {
		return nil, err
	}
	return &Hover{Span: span.Shift(at.Item.Base), Markdown: pg.markdown(), Text: pg.text()}, nil
}

// exists adds what exists in the stacks.
func (h *hoverer) exists(pg *page) {
	if len(h.stacks) == 0 || pg.empty() {
		return
	}
	told := planview.Tell(h.p, h.path, h.at, h.stacks)
	pg.section = sectionFacts
	for _, fact := range told.Facts {
		pg.line(fact)
	}
	pg.section = sectionMembers
	for _, l := range told.Lists {
		pg.list(l.Heading, l.Rows)
	}
}

// hoverer writes the page for one place.
type hoverer struct {
	ctx    context.Context
	p      *analysis.Program
	runs   Runs
	stacks []*planview.Stack
	path   string // of the file
	at     *analysis.Location
}

// page returns the page of the place and the span in the item that it describes.
func (h *hoverer) page() (syntax.Span, *page) {
	if o := h.at.Occurrence; o != nil {
		if pg := h.name(o); !pg.empty() {
			pg.second(h.valueAt(o))
			return o.Span, pg
		}
	}
	if span, pg := h.packageValue(); !pg.empty() {
		return span, pg
	}
	if h.at.Expression == nil || h.betweenWords() {
		return syntax.Span{}, &page{}
	}
	if span, pg := h.key(); !pg.empty() {
		return span, pg
	}
	return h.expression()
}

func (h *hoverer) name(o *analysis.Occurrence) *page {
	switch o.Kind {
	case analysis.OccurDeclaration, analysis.OccurVariable:
		return h.variable(o)
	case analysis.OccurMember, analysis.OccurKey, analysis.OccurAttribute:
		return h.property(o)
	case analysis.OccurOption:
		return documented("option "+o.Name, o.Type, o.Doc)
	case analysis.OccurFunction:
		return h.builtin(o)
	case analysis.OccurResourceToken:
		return h.resourceToken(o)
	case analysis.OccurFunctionToken:
		return h.functionToken(o)
	case analysis.OccurMethod:
		return h.method(o)
	case analysis.OccurSource:
		return h.source(o.Name, o.Dir)
	case analysis.OccurTypeText:
		pg := &page{}
		pg.typed("type", o.Type)
		return pg
	case analysis.OccurKeyword:
		return h.keyword(o)
	}
	return &page{}
}

// documented returns a page about a part of the language.
func documented(title string, t typesys.Type, doc string) *page {
	pg := &page{}
	if doc == "" {
		return pg
	}
	if t.IsValid() {
		title = labelled(title+": ", t)
	}
	pg.code(title)
	pg.add(sectionProse, markdown.Text(doc))
	return pg
}

// betweenWords reports whether the offset is in a comment or white space, where the
// surrounding expression does not matter.
func (h *hoverer) betweenWords() bool {
	for t := range lex.All(h.at.Item.Text) {
		span := syntax.Span{Start: t.Start, End: t.End}
		switch t.Kind {
		case lex.Comment:
			if span.Contains(h.at.Offset) {
				return true
			}
		case lex.Newline:
		default:
			if span.Touches(h.at.Offset) {
				return false
			}
		}
	}
	return true
}

// key returns the page of an object key that nothing else describes.
func (h *hoverer) key() (syntax.Span, *page) {
	pg := &page{}
	var object *hclsyntax.ObjectConsExpr
	for _, n := range syntax.NodeAt(h.at.Item.Item, h.at.Offset) {
		switch n := n.(type) {
		case *hclsyntax.ObjectConsExpr:
			object = n
		case *hclsyntax.ObjectConsKeyExpr:
			for _, entry := range object.Items {
				if name, literal := analysis.LiteralKey(n); literal && entry.KeyExpr == hclsyntax.Expression(n) {
					pg.typed("key "+typesys.QuoteName(name), h.at.Info.TypeOf(entry.ValueExpr))
					pg.second(h.value(entry.ValueExpr))
					return syntax.SpanOf(n), pg
				}
			}
		}
	}
	return syntax.Span{}, pg
}

// expression returns the page of an expression that is no name. The text of a string stands
// for the string.
func (h *hoverer) expression() (syntax.Span, *page) {
	e, t := h.at.Expression, h.at.Type
	for _, n := range syntax.NodeAt(h.at.Item.Item, h.at.Offset) {
		if template, ok := n.(*hclsyntax.TemplateExpr); ok && isAmong(template.Parts, e) && isText(e) {
			e, t = template, h.at.Info.TypeOf(template)
			break
		}
	}
	pg := &page{}
	pg.code(pretty(t, lineWidth))
	if want := h.at.Info.ExpectedOf(e); want.IsValid() && want != typesys.Widened(t) && want.Kind() != typesys.KindDynamic {
		pg.line("Expected here: " + markdown.Code(typesys.Short(want, 120)))
	}
	pg.line(h.value(e))
	pg.line(markdown.Message(h.awaits(e)))
	h.argument(pg, e)
	pg.made(t)
	return syntax.SpanOf(e), pg
}

func isText(e hclsyntax.Expression) bool {
	_, ok := e.(*hclsyntax.LiteralValueExpr)
	return ok
}

// OfProperty returns the text of a property of a schema with its role, as Markdown.
func OfProperty(prop *schema.Property, role markdown.Text) string {
	pg := &page{}
	pg.code(labelled(typesys.QuoteName(prop.Name)+": ", prop.Plain))
	pg.facts(role, sensitivity(prop), replacement(true, prop), defaultOf(prop))
	pg.deprecation(prop.Deprecation)
	pg.documentation(prop.Description)
	return pg.markdown()
}

// OfResource returns the text of a resource of a schema, as Markdown.
func OfResource(r *schema.Resource) string {
	pg := &page{}
	pg.resource("resource", r)
	inputs(pg, r.Inputs)
	return pg.markdown()
}

// OfFunction returns the text of a function of the language, as Markdown.
func OfFunction(b *language.Builtin) string {
	pg := &page{}
	pg.function(b)
	pg.examples(b)
	return pg.markdown()
}

// OfWord returns the text of a word with a title and documentation, as Markdown.
func OfWord(title, doc string) string { return documented(title, typesys.Type{}, doc).markdown() }

// WithRules returns a hover, which may be nil, followed by what the rules of a team say about themselves whose findings touch the place. The span
// is that of the hover, or else of the first finding.
func WithRules(h *Hover, found []analysis.Diagnostic) *Hover {
	pg := &page{}
	var told []*analysis.TeamRule
	for _, d := range found {
		if d.Rule == nil || slices.Contains(told, d.Rule) {
			continue
		}
		if told = append(told, d.Rule); len(told) == 1 && h == nil {
			h = &Hover{Span: d.Span}
		}
		pg.line("**" + markdown.Words(d.Rule.Title) + "** " + markdown.Code(string(d.Code)))
		pg.line(markdown.Prose(d.Rule.Docs))
	}
	if len(told) == 0 {
		return h
	}
	both := *h
	for _, side := range []struct {
		text *string
		more string
	}{{&both.Markdown, pg.markdown()}, {&both.Text, pg.text()}} {
		if *side.text != "" {
			*side.text += "\n\n"
		}
		*side.text += side.more
	}
	return &both
}
