package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/checked"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
)

// This file implements rules about the order of items, the size of files, and other
// conventions of a whole program. All are off by default.

// placesOfRanks names the groups of blocks in the usual order.
var placesOfRanks = []string{"", "packages and settings of the engine", "configs", "resources", "outputs"}

// unorderedItems reports items that come after an item which usually follows them, at most
// once each.
func unorderedItems(p *checked.ProgramPass) {
	for items := range p.ItemsOfFiles() {
		var last *program.Item
		for _, e := range items {
			switch rank := language.BlockOf(e.Syntax.Kind).Order; {
			case rank == 0:
			case last != nil && rank < language.BlockOf(last.Syntax.Kind).Order:
				p.Report(codes.OrderItems, diagnostic.KeywordOf(e), placesOfRanks[rank]+" usually come before "+placesOfRanks[language.BlockOf(last.Syntax.Kind).Order],
					diagnostic.KeywordOf(last).Near("it comes after this"))
			default:
				last = e
			}
		}
	}
}

// mostResources is the largest number of resources in a file that is not reported.
const mostResources = 30

// crowdedFiles reports files with more than mostResources resources, at the first one
// above the limit.
func crowdedFiles(p *checked.ProgramPass) {
	for items := range p.ItemsOfFiles() {
		var over *program.Item
		count := 0
		for _, e := range items {
			if e.Syntax.Kind != syntax.KindResource {
				continue
			}
			if count++; count == mostResources+1 {
				over = e
			}
		}
		if over != nil {
			p.Report(codes.FileResources, diagnostic.KeywordOf(over),
				fmt.Sprintf("this file has %d resources; split it into files with at most %d", count, mostResources))
		}
	}
}

// unversionedPackages reports packages without a required version, at the first use of
// each.
func unversionedPackages(p *checked.ProgramPass) {
	for name, use := range p.UnversionedPackages() {
		p.Report(codes.PackageUndeclared, use,
			"no package block requires a version of `"+diagnostic.Abbreviate(name, 40)+"`, so the newest installed version is used")
	}
}

// sameOutputs reports outputs that export the same expression as an earlier output.
func sameOutputs(p *checked.ProgramPass) {
	first := map[string]*program.Item{}
	for e := range p.Items() {
		if !e.Output || !e.Declares() || e.Syntax.Block() == nil || len(e.Syntax.Errors) > 0 || e.Syntax.Block().Body.Attributes[language.OutputValue] == nil {
			continue
		}
		value := e.Syntax.Block().Body.Attributes[language.OutputValue].Expr
		switch tree.Unparen(value).(type) {
		case *hclsyntax.LiteralValueExpr, *hclsyntax.TemplateExpr:
			continue // equal constants may be a coincidence
		}
		span := tree.Span(value.Range())
		text := e.Syntax.Text[span.Start:span.End]
		if earlier := first[text]; earlier != nil {
			p.Report(codes.OutputDuplicateValue, diagnostic.SpanIn(e, span), "output `"+diagnostic.Abbreviate(earlier.Name, 60)+"` already exports this",
				diagnostic.NameOf(earlier).Near("it is declared here"))
		} else {
			first[text] = e
		}
	}
}

// optionsLast reports options blocks that come before an input.
func optionsLast(p Pass) {
	it := p.Item
	switch it.Kind {
	case syntax.KindResource, syntax.KindRead, syntax.KindComponent:
	default:
		return
	}
	if it.Block() == nil {
		return
	}
	inputs := it.Attributes()
	for _, b := range it.Block().Body.Blocks {
		if b.Type == language.OptionsBlock && len(inputs) > 0 && inputs[len(inputs)-1].NameRange.Start.Byte > b.TypeRange.Start.Byte {
			p.Report(codes.OrderOptions, tree.Span(b.TypeRange), "options usually come after the inputs",
				diagnostic.Related{Span: tree.Span(inputs[len(inputs)-1].NameRange), Message: "this input comes after them"})
		}
	}
}

// todoWords mark unfinished work in comments.
var todoWords = []string{"TODO", "FIXME", "XXX"}

// markers reports markers of unfinished work in the comments of an item.
func markers(p Pass) {
	it := p.Item
	for _, span := range markersIn(it.Text) {
		p.Report(codes.CommentTodo, span, markerMessage(it.Text, span))
	}
}

func markerMessage(text string, span syntax.Span) string {
	return "`" + text[span.Start:span.End] + "`: this is unfinished"
}

// lonelyMarkers reports the markers in comments that belong to no item.
func lonelyMarkers(p *checked.ProgramPass) {
	for _, f := range p.Files() {
		for _, it := range f.All() {
			if it.Kind != syntax.KindBlank {
				continue
			}
			for _, span := range markersIn(it.Text) {
				p.ReportIn(f.Path, codes.CommentTodo, span.Shift(it.Base), markerMessage(it.Text, span))
			}
		}
	}
}

// markersIn returns the span of the first marker of each comment.
func markersIn(text string) []syntax.Span {
	has := false
	for _, word := range todoWords {
		has = has || strings.Contains(text, word)
	}
	if !has {
		return nil
	}
	var found []syntax.Span
	for _, comment := range syntax.Comments(text) {
		if span, ok := firstMarker(text[comment.Start:comment.End]); ok {
			found = append(found, span.Shift(comment.Start))
		}
	}
	return found
}

// firstMarker finds the first marker of a comment. Parts of longer words do not count.
func firstMarker(comment string) (syntax.Span, bool) {
	for at := 0; at < len(comment); {
		end := syntax.IdentifierEnd(comment, at)
		if slices.ContainsFunc(todoWords, func(word string) bool { return comment[at:max(at, end)] == word }) {
			return syntax.Span{Start: at, End: end}, true
		}
		at = max(end, at+1)
	}
	return syntax.Span{}, false
}
