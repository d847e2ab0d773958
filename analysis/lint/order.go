package lint

import (
	"fmt"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/check"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
)

// This file implements the rules about where things stand, how many there are, and
// what is said of the program as a whole. All are off until somebody wants them.

// placesOfRanks names the places of blocks in the usual order.
var placesOfRanks = []string{"", "packages and settings of the engine", "configs", "resources", "outputs"}

// unorderedItems are the findings about items that stand behind some which usually
// follow them: one for each, at most.
func unorderedItems(p *check.ProgramPass) {
	for items := range p.ItemsOfFiles() {
		var last *program.Item
		for _, e := range items {
			switch rank := language.BlockOf(e.Syntax.Kind).Order; {
			case rank == 0:
			case last != nil && rank < language.BlockOf(last.Syntax.Kind).Order:
				p.Report(codes.OrderItems, check.KeywordOf(e), placesOfRanks[rank]+" usually stand before "+placesOfRanks[language.BlockOf(last.Syntax.Kind).Order],
					check.KeywordOf(last).Near("it stands behind this"))
			default:
				last = e
			}
		}
	}
}

// mostResources is how many resources a file may have.
const mostResources = 30

// crowdedFiles are the findings about files with more resources than one can look
// through: at the first that is too many.
func crowdedFiles(p *check.ProgramPass) {
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
			p.Report(codes.FileResources, check.KeywordOf(over),
				fmt.Sprintf("this file has %d resources; in files of at most %d each of them is easier to find", count, mostResources))
		}
	}
}

// unversionedPackages reports packages whose version nothing gives, at the first use of
// each.
func unversionedPackages(p *check.ProgramPass) {
	for name, use := range p.UnversionedPackages() {
		p.Report(codes.PackageUndeclared, use,
			"no package block says which version of `"+check.Abbreviate(name, 40)+"` is needed, so the newest that is installed decides")
	}
}

// sameOutputs are the findings about outputs of one value: at all but the first.
func sameOutputs(p *check.ProgramPass) {
	first := map[string]*program.Item{}
	for e := range p.Items() {
		if !e.Output || !e.Declares() || e.Syntax.Block == nil || len(e.Syntax.Errors) > 0 || e.Syntax.Block.Body.Attributes["value"] == nil {
			continue
		}
		value := e.Syntax.Block.Body.Attributes["value"].Expr
		switch tree.Unparen(value).(type) {
		case *hclsyntax.LiteralValueExpr, *hclsyntax.TemplateExpr:
			continue // that two texts are alike need not mean anything
		}
		span := tree.Span(value.Range())
		text := e.Syntax.Text[span.Start:span.End]
		if earlier := first[text]; earlier != nil {
			p.Report(codes.OutputDuplicateValue, check.SpanIn(e, span), "output `"+check.Abbreviate(earlier.Name, 60)+"` exports this already",
				check.NameOf(earlier).Near("it is declared here"))
		} else {
			first[text] = e
		}
	}
}

// optionsLast judges options that stand before inputs.
func optionsLast(p *Pass) {
	it := p.Item
	switch it.Kind {
	case syntax.KindResource, syntax.KindRead, syntax.KindComponent:
	default:
		return
	}
	if it.Block == nil {
		return
	}
	inputs := tree.Attributes(it.Block.Body)
	for _, b := range it.Block.Body.Blocks {
		if b.Type == language.OptionsBlock && len(inputs) > 0 && inputs[len(inputs)-1].NameRange.Start.Byte > b.TypeRange.Start.Byte {
			p.Report(codes.OrderOptions, tree.Span(b.TypeRange), "options usually stand behind the inputs",
				check.Related{Span: tree.Span(inputs[len(inputs)-1].NameRange), Message: "this input stands behind them"})
		}
	}
}

// todoWords are the words by which comments say that something is left to do.
var todoWords = []string{"TODO", "FIXME", "XXX"}

// markers judges the comments of an item.
func markers(p *Pass) {
	it := p.Item
	for _, span := range markersIn(it.Text) {
		p.Report(codes.CommentTodo, span, markerMessage(it.Text, span))
	}
}

func markerMessage(text string, span syntax.Span) string {
	return "`" + text[span.Start:span.End] + "`: something is left to do here"
}

// lonelyMarkers reports markers in comments that belong to no item.
func lonelyMarkers(p *check.ProgramPass) {
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

// markersIn are the first such word of each comment in a text.
func markersIn(text string) []syntax.Span {
	has := false
	for _, word := range todoWords {
		has = has || strings.Contains(text, word)
	}
	if !has {
		return nil
	}
	tokens, _ := hclsyntax.LexConfig([]byte(text), "", hcl.InitialPos)
	var found []syntax.Span
	for _, token := range tokens {
		if token.Type != hclsyntax.TokenComment {
			continue
		}
		if span, ok := firstMarker(string(token.Bytes)); ok {
			found = append(found, span.Shift(token.Range.Start.Byte))
		}
	}
	return found
}

// firstMarker is the first such word in a comment that is a word of its own.
func firstMarker(comment string) (syntax.Span, bool) {
	for at := 0; at < len(comment); {
		end := syntax.IdentifierEnd(comment, at)
		for _, word := range todoWords {
			if comment[at:max(at, end)] == word {
				return syntax.Span{Start: at, End: end}, true
			}
		}
		at = max(end, at+1)
	}
	return syntax.Span{}, false
}
