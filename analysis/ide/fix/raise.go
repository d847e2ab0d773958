package fix

import (
	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/edit"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys/lazy"
)

// This file raises the version of Pulumi that a program requires.

// lowerEnd is the version at the lower end of the usual ranges.
var lowerEnd = lazy.Regexp(`^>= *[0-9.]+`)

// raised requires the version of Pulumi that accepts what a finding is about. It is not tried: what the later version says of the rest of
// the program is for the author to see.
func raised(p *analysis.Program, d analysis.Diagnostic) []Fix {
	if d.Since == 0 || analysis.EditionOf(p).IsChosen {
		return nil
	}
	needed := ">=" + d.Since.String() + ".0"
	f := Fix{Title: "Require Pulumi " + d.Since.String(), Kind: QuickFix, Diagnostic: d}
	for _, file := range p.Files {
		for _, it := range file.PulumiBlocks() {
			if it.Block() == nil {
				continue
			}
			if a := it.Block().Body.Attributes[language.RequiredVersionRange]; a != nil {
				is, plain := tree.PlainText(a.Expr)
				if text := lowerEnd.Get().ReplaceAllString(is, needed); plain && text != is {
					needed = text
				}
				f.Edits = []change.Edit{{Path: file.Path, Span: syntax.SpanOf(a.Expr).Shift(it.Base), Text: printer.Text(needed)}}
				return []Fix{f}
			}
			block := edit.Of(it.Item)
			block.LineEnd = printer.LineEnd(file.Text())
			for _, e := range block.AddAttributes(language.RequiredVersionRange + " = " + printer.Text(needed)) {
				f.Edits = append(f.Edits, change.Edit{Path: file.Path, Span: e.Span.Shift(it.Base), Text: e.Text})
			}
			return []Fix{f}
		}
	}
	site, known := siteOf(p, d)
	if !known {
		return nil
	}
	site.item, _ = site.file.ItemAt(0)
	end := site.lineEnd()
	f.Edits = []change.Edit{site.replace(syntax.Span{}, printer.Block("pulumi", end, language.RequiredVersionRange+" = "+printer.Text(needed))+end+end)}
	return []Fix{f}
}
