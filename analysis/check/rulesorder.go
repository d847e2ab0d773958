package check

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
)

// This file implements the rules about where things stand, how many there are, and
// what is said of the program as a whole. All are off until somebody wants them.

// ranks are the places of kinds of items in the usual order. What has no rank may
// stand anywhere.
var ranks = map[syntax.Kind]int{
	syntax.KindPulumi: 1, syntax.KindPackage: 1, syntax.KindConfig: 2, syntax.KindResource: 3, syntax.KindRead: 3, syntax.KindComponent: 3, syntax.KindOutput: 4,
}

var placesOfRanks = []string{"", "packages and settings of the engine", "configs", "resources", "outputs"}

// unorderedItems are the findings about items that stand behind some which usually
// follow them: one for each, at most.
func (p *Program) unorderedItems() []Diagnostic {
	var found []Diagnostic
	for _, slots := range p.core.Scope().All() {
		var last *program.Item
		for _, slot := range slots {
			if slot < 0 {
				continue
			}
			e := p.core.Item(slot)
			switch rank := ranks[e.Syntax.Kind]; {
			case rank == 0:
			case last != nil && rank < ranks[last.Syntax.Kind]:
				found = append(found, finding(e, codes.OrderItems, partKeyword, placesOfRanks[rank]+" usually stand before "+placesOfRanks[ranks[last.Syntax.Kind]],
					near(last, partKeyword, syntax.Span{}, "it stands behind this")))
			default:
				last = e
			}
		}
	}
	return found
}

// mostResources is how many resources a file may have.
const mostResources = 30

// crowdedFiles are the findings about files with more resources than one can look
// through: at the first that is too many.
func (p *Program) crowdedFiles() []Diagnostic {
	var found []Diagnostic
	for _, slots := range p.core.Scope().All() {
		var over *program.Item
		count := 0
		for _, slot := range slots {
			if slot < 0 || p.core.Item(slot).Syntax.Kind != syntax.KindResource {
				continue
			}
			if count++; count == mostResources+1 {
				over = p.core.Item(slot)
			}
		}
		if over != nil {
			found = append(found, finding(over, codes.FileResources, partKeyword,
				fmt.Sprintf("this file has %d resources; in files of at most %d each of them is easier to find", count, mostResources)))
		}
	}
	return found
}

// undeclaredPackages are the findings about packages for which there is no block: at
// the first use of each.
func (p *Program) undeclaredPackages() []Diagnostic {
	var found []Diagnostic
	used := p.packagesUsed()
	for _, name := range slices.Sorted(maps.Keys(used)) {
		use := used[name]
		e := p.core.Item(use.slot)
		version, _ := optionVersion(e.Syntax)
		if name == "pulumi" || p.heads().packages[name] != nil || version != "" || p.hasPlugin(name) {
			continue
		}
		found = append(found, findingIn(e, codes.PackageUndeclared, partSpan, packageRefs(e.Syntax)[use.token].Span,
			"no package block says which version of `"+abbreviate(name, 40)+"` is needed, so the newest that is installed decides"))
	}
	return found
}

// hasPlugin reports whether a package block names a plugin.
func (p *Program) hasPlugin(name string) bool {
	for _, block := range p.heads().packages {
		if block.ref.Plugin == name {
			return true
		}
	}
	return false
}

// sameOutputs are the findings about outputs of one value: at all but the first.
func (p *Program) sameOutputs() []Diagnostic {
	var found []Diagnostic
	first := map[string]*program.Item{}
	for e := range p.core.Items() {
		if kindOf(e) != ObjectOutput || e.Syntax.Block == nil || len(e.Syntax.Errors) > 0 || e.Syntax.Block.Body.Attributes["value"] == nil {
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
			found = append(found, findingIn(e, codes.OutputDuplicateValue, partSpan, span, "output `"+abbreviate(earlier.Name, 60)+"` exports this already",
				near(earlier, partName, syntax.Span{}, "it is declared here")))
		} else {
			first[text] = e
		}
	}
	return found
}

// optionsLast judges options that stand before inputs.
func (c *checker) optionsLast(it *syntax.Item) {
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
			c.find(codes.OrderOptions, tree.Span(b.TypeRange), "options usually stand behind the inputs",
				Related{Span: tree.Span(inputs[len(inputs)-1].NameRange), Message: "this input stands behind them"})
		}
	}
}

// todoWords are the words by which comments say that something is left to do.
var todoWords = []string{"TODO", "FIXME", "XXX"}

// markers judges the comments of an item.
func (c *checker) markers(it *syntax.Item) {
	for _, span := range markersIn(it.Text) {
		c.find(codes.CommentTodo, span, markerMessage(it.Text, span))
	}
}

func markerMessage(text string, span syntax.Span) string {
	return "`" + text[span.Start:span.End] + "`: something is left to do here"
}

// lonelyMarkers are the findings about comments that belong to no item.
func (p *Program) lonelyMarkers(f *syntax.File) []Diagnostic {
	if !p.world.OptIns.Has(codes.CommentTodo) {
		return nil
	}
	var found []Diagnostic
	for _, it := range f.All() {
		if it.Kind != syntax.KindBlank {
			continue
		}
		for _, span := range markersIn(it.Text) {
			found = append(found, Diagnostic{
				Path: f.Path, Span: span.Shift(it.Base), Code: codes.CommentTodo, Severity: codes.CommentTodo.Severity(), Message: markerMessage(it.Text, span),
			})
		}
	}
	return found
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
