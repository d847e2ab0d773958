package hover

import (
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/markdown"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file writes pages about keywords, builtin functions, and the codes in suppression comments.

func (h *hoverer) keyword(o *analysis.Occurrence) *page {
	pg := documented(o.Name, typesys.Type{}, o.Doc)
	if h.at.Item.Kind == syntax.KindPulumi && !pg.empty() {
		edition := analysis.EditionOf(h.p)
		pg.line("Judged as " + markdown.Message(edition.String()) + ".")
		pg.list("What later versions changed:", changesSince(edition.Version))
	}
	ref, ok := analysis.PackageRef(h.at.Item.Item)
	if !ok || pg.empty() {
		return pg
	}
	h.packageBlock(pg, ref)
	return pg
}

// changesSince are the changes of the language after a version.
func changesSince(v language.Version) []markdown.Text {
	var later []markdown.Text
	for _, c := range language.Changes() {
		if c.Since > v {
			later = append(later, markdown.Words(c.Since.String())+": "+markdown.Message(c.What))
		}
	}
	return later
}

func (h *hoverer) builtin(o *analysis.Occurrence) *page {
	pg := &page{}
	b := o.Function
	if b == nil {
		return pg
	}
	pg.function(b)
	if call := h.callAt(o.Span); call != nil {
		if t := h.at.Info.TypeOf(call); t.IsValid() && t.Kind() != typesys.KindDynamic {
			pg.line("Returns here: " + markdown.Code(typesys.Short(t, 120)))
		}
		pg.line(h.value(call))
		h.file(pg, call)
	}
	pg.examples(b)
	return pg
}

func (pg *page) function(b *language.Builtin) {
	pg.code(b.Usage())
	pg.line(markdown.Text(b.Doc))
	if b.Since != 0 {
		pg.line(markdown.Text("Since Pulumi " + b.Since.String() + "."))
	}
}

func (pg *page) examples(b *language.Builtin) {
	pg.list("", markdown.Texts(b.Notes))
	if len(b.Examples) > 0 {
		pg.code(b.Examples[0].String())
	}
}

// callAt returns the call whose function name is at a span.
func (h *hoverer) callAt(name syntax.Span) *hclsyntax.FunctionCallExpr {
	for _, n := range syntax.NodeAt(h.at.Item.Item, h.at.Offset) {
		if call, ok := n.(*hclsyntax.FunctionCallExpr); ok && call.NameRange.Start.Byte == name.Start {
			return call
		}
	}
	return nil
}

// suppressed returns the hover of the code at an offset, or nil.
func suppressed(p *analysis.Program, path string, offset int) *Hover {
	file, ok := p.File(path)
	if !ok {
		return nil
	}
	it, ok := file.ItemAt(offset)
	if !ok {
		return nil
	}
	for _, s := range it.Item.Suppressions() {
		for _, c := range s.Codes {
			if span := c.Span.Shift(it.Base); span.Touches(offset) {
				pg := explained(c.Pattern)
				if pg.empty() {
					return nil
				}
				return &Hover{Span: span, Markdown: pg.markdown(), Text: pg.text()}
			}
		}
	}
	return nil
}

// explained returns the page of a code or of a family of codes.
func explained(pattern string) *page {
	pg := &page{}
	if d, ok := codes.Lookup(codes.Code(pattern)); ok {
		text := d.Code.Text()
		pg.code(d.Severity.String() + " " + pattern + ": " + text.Title)
		pg.line(markdown.Text(text.Explanation))
		return pg
	}
	if !codes.IsSuppressible(pattern) {
		return pg
	}
	pg.code("family " + pattern)
	var members []markdown.Text
	for _, d := range codes.All() {
		if d.Code.Matches(pattern) {
			members = append(members, markdown.Code(string(d.Code))+": "+markdown.Text(d.Code.Text().Title))
		}
	}
	pg.list("", members)
	return pg
}
