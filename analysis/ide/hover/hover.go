package hover

import (
	"context"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/deployed"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/markdown"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/lex"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file finds what is at an offset and chooses its page.

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
func InStacks(ctx context.Context, p *analysis.Program, runs Runs, stacks []*deployed.Stack, path string, offset int) (*Hover, error) {
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
	told := deployed.Tell(h.p, h.path, h.at, h.stacks)
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
	stacks []*deployed.Stack
	path   string // of the file
	at     *analysis.Place
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
