package convert

import (
	"context"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// This file offers conversions at a place of a program.

// Longest is the length of the longest text that is converted at once.
const Longest = 256 << 10

// Offer is a conversion of a part of a file.
type Offer struct {
	Title string
	// Disabled is the reason why the conversion is not possible, or empty.
	Disabled string
	// Edits computes the conversion.
	Edits func(context.Context) ([]change.Edit, error)
}

// At returns the conversions for a selection, which may be empty. It looks only at the selected items and their neighbors; the others are read when the
// edits are computed.
func At(p *analysis.Program, path string, selected syntax.Span) []Offer {
	file, known := p.File(path)
	if !known || syntax.IsInputs(path) || selected.Len() > Longest {
		return nil
	}
	wanted := touched(p, file, selected)
	if len(wanted) == 0 {
		return selectedDocument(p, file, selected)
	}
	offers := []Offer{{Title: "Convert to PCL", Disabled: unready(p, wanted), Edits: func(ctx context.Context) ([]change.Edit, error) {
		return edits(ctx, p, file, wanted), ctx.Err()
	}}}
	first, last := wanted[0].Base-1, wanted[len(wanted)-1].Span().End
	if near := touched(p, file, syntax.Span{Start: first, End: last + 1}); len(near) > len(wanted) && file.Len() <= Longest {
		offers = append(offers, Offer{Title: "Convert all Terraform in this file to PCL", Disabled: unready(p, near), Edits: func(ctx context.Context) ([]change.Edit, error) {
			return edits(ctx, p, file, terraformIn(p, file)), ctx.Err()
		}})
	}
	return offers
}

// selectedDocument offers to convert a selection of YAML or JSON.
func selectedDocument(p *analysis.Program, file *syntax.File, selected syntax.Span) []Offer {
	text := file.Slice(selected)
	if len(roots(text)) == 0 {
		return nil
	}
	return []Offer{{Title: "Convert to PCL", Edits: func(ctx context.Context) ([]change.Edit, error) {
		converted, ok := document(ctx, p, text)
		if !ok {
			return nil, ctx.Err()
		}
		if !strings.HasSuffix(text, "\n") {
			converted = strings.TrimRight(converted, "\n")
		}
		return []change.Edit{{Path: file.Path, Span: selected, Text: converted}}, ctx.Err()
	}}}
}

// looksLikeTerraform is a cheap test whether a text may have blocks of Terraform: a line begins with a keyword and a quoted label, or a brace.
func looksLikeTerraform(text string) bool {
	for line := range strings.Lines(text) {
		word, rest, _ := strings.Cut(line, " ")
		if n, known := labelCounts[word]; known && strings.HasPrefix(strings.TrimLeft(rest, " "), map[bool]string{true: "{", false: `"`}[n == 0]) {
			return true
		}
	}
	return false
}

// touched returns the items of Terraform that a selection touches.
func touched(p *analysis.Program, file *syntax.File, selected syntax.Span) []syntax.Placed {
	var items []syntax.Placed
	for i := max(file.IndexAt(max(selected.Start, 0)), 0); i < file.Count(); i++ {
		it := file.Item(i)
		if it.Base > selected.Start && it.Base >= selected.End {
			break
		}
		if isTerraform(p, it.Item) {
			items = append(items, it)
		}
	}
	return items
}

// terraformIn returns all items of Terraform in a file.
func terraformIn(p *analysis.Program, file *syntax.File) []syntax.Placed {
	var items []syntax.Placed
	for _, it := range file.All() {
		if isTerraform(p, it.Item) {
			items = append(items, it)
		}
	}
	return items
}

// unready says which schema is being read, or is missing for all items, if there is no use in a conversion yet.
func unready(p *analysis.Program, items []syntax.Placed) string {
	reason, ready := "", false
	for _, it := range items {
		if it.Keyword != resourceBlock && it.Keyword != "data" {
			ready = true
			continue
		}
		name, _ := packageOf(it.Labels[0].Value)
		pkg, state := p.PackageState(name)
		switch {
		case pkg != nil:
			ready = true
		case state.State == schema.Loading:
			return "the schema of the package " + name + " is being read"
		default:
			reason = "the schema of the package " + name + " is not known"
		}
	}
	if ready {
		return ""
	}
	return reason
}

// edits converts some items of a file. The others say what references lead to.
func edits(ctx context.Context, p *analysis.Program, file *syntax.File, wanted []syntax.Placed) []change.Edit {
	t := newConversion(ctx, p)
	if t.declare(wanted); file.Len() <= Longest {
		t.declare(terraformIn(p, file))
	}
	var all []change.Edit
	for _, it := range wanted {
		if ctx.Err() != nil {
			return nil
		}
		span := analysis.ContentSpan(it)
		if block := syntax.SpanOf(it.Block()).Shift(it.Base); block.End > span.Start {
			span.End = block.End
		}
		all = append(all, change.Edit{Path: file.Path, Span: span, Text: t.item(it.Item)})
	}
	return all
}

// Text converts a text of another language. It returns false if the text is none, or if nothing of it can be converted.
func Text(ctx context.Context, p *analysis.Program, text string) (string, bool) {
	if len(text) > Longest {
		return "", false
	}
	if converted, ok := document(ctx, p, text); ok {
		return converted, true
	}
	if !looksLikeTerraform(text) {
		return "", false
	}
	file := syntax.Parse("pasted.pp", text, nil)
	var items []syntax.Placed
	certain := false
	for _, it := range file.All() {
		switch {
		case mayBeTerraform(p, it.Item):
			items, certain = append(items, it), certain || isTerraform(p, it.Item)
		case it.Kind != syntax.KindBlank:
			return "", false
		}
	}
	if !certain || unready(p, items) != "" {
		return "", false
	}
	converted := change.Applied(file, edits(ctx, p, file, items)).Text() // with the comments around the blocks
	if converted = strings.TrimRight(formatted(converted), "\r\n"); converted == "" {
		return "", false
	}
	return converted + "\n", true
}
