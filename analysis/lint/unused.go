package lint

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/check"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/node"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file finds what is declared and never used: locals, configs, lookups and
// hooks.
//
// A name is used when any item refers to it, the declaring one included: what
// refers to itself is an error of its own. A loop variable or a property path of
// the same name is no use. Three kinds of text count as uses of every word in
// them, since nobody knows what they mean: items with syntax errors, blocks of an
// unknown kind, and files with errors outside items. So a name never seems unused
// because the place that uses it is being typed. A name that a misspelt reference
// was likely meant for is not reported either: the reference is.

// unused reports declarations that nothing uses.
func unused(p *check.ProgramPass) {
	type keptIDs struct{}
	var candidates []*program.Item
	for _, id := range p.Keep(keptIDs{}, func() any { return meantToBeUsed(p) }).([]int32) {
		if p.Uses(id) == 0 {
			candidates = append(candidates, p.Item(id))
		}
	}
	if len(candidates) == 0 {
		return
	}
	possible := possiblyUsed(p, candidates)
	for _, e := range candidates {
		if !possible[e.Name] {
			p.Report(unusedCode(e.Syntax.Kind), check.NameOf(e), unusedMessage(e))
		}
	}
}

// meantToBeUsed are the declarations that are useless if nothing refers to them.
func meantToBeUsed(p *check.ProgramPass) []int32 {
	var ids []int32
	for e := range p.Declarations() {
		if canBeUnused(e) {
			ids = append(ids, e.ID)
		}
	}
	return ids
}

// unusedCode is the code of the finding about a declaration that nothing refers to, or "".
func unusedCode(kind syntax.Kind) codes.Code {
	if kind == syntax.KindLocal {
		return codes.UnusedLocal
	}
	return language.BlockOf(kind).Unused
}

// canBeUnused reports whether a declaration is of a kind that is there to be
// referred to, and is in order: where its header is wrong, that is the finding.
func canBeUnused(e *program.Item) bool {
	it := e.Syntax
	if it.Kind == syntax.KindHook && len(it.Labels) > 0 && !check.IsHookKind(it.Labels[0].Value) {
		return false
	}
	return unusedCode(it.Kind) != "" && tree.HasItsLabels(it) && tree.CanBeReferredTo(e.Name)
}

func unusedMessage(e *program.Item) string {
	name := "`" + e.Name + "` is never used"
	switch e.Syntax.Kind {
	case syntax.KindConfig:
		return name + ": whoever sets this config changes nothing; use or remove it"
	case syntax.KindRead:
		return name + ": the lookup goes nowhere; use or remove it"
	case syntax.KindHook:
		return name + ": the hook never runs; name it in the `hooks` option of a resource, or remove it"
	}
	return name + "; remove it"
}

// possiblyUsed are names of candidates that something may use after all.
func possiblyUsed(p *check.ProgramPass, candidates []*program.Item) map[string]bool {
	possible := map[string]bool{}
	p.UnclearTexts(func(text string) {
		for at := 0; at < len(text); {
			end := syntax.IdentifierEnd(text, at)
			if end > at {
				possible[text[at:end]] = true
			}
			at = max(end, at+1)
		}
	})
	for _, name := range meantByMisspelt(p, candidates) {
		possible[name] = true
	}
	for _, name := range hooksByText(p, candidates) {
		possible[name] = true
	}
	return possible
}

// mostCompared is how many pairs of an undeclared name and one that nothing uses
// are compared. A program with more is in a state where nobody looks at hints.
const mostCompared = 20_000

// meantByMisspelt are the candidates that an undeclared name was likely meant for.
func meantByMisspelt(p *check.ProgramPass, candidates []*program.Item) []string {
	var names, meant []string
	for _, e := range candidates {
		names = append(names, e.Name)
	}
	undeclared := p.UndeclaredNames()
	for _, name := range undeclared[:min(len(undeclared), mostCompared/len(names))] {
		if near := typesys.Near(name, names); near != "" {
			meant = append(meant, near)
		}
		for _, e := range candidates {
			if tree.LogicalName(e.Syntax) == name {
				meant = append(meant, e.Name)
			}
		}
	}
	return meant
}

// hooksByText are the hooks among the candidates whose names stand as quoted texts
// in a hooks option. That is a mistake with a finding of its own.
func hooksByText(p *check.ProgramPass, candidates []*program.Item) []string {
	if !slices.ContainsFunc(candidates, func(e *program.Item) bool { return e.Syntax.Kind == syntax.KindHook }) {
		return nil
	}
	var names []string
	for e := range p.Items() {
		for _, a := range tree.OptionAttributes(e.Syntax, hookOptions) {
			node.Walk(a.Expr, func(n hclsyntax.Node, _ []hclsyntax.Node) bool {
				if t, ok := n.(*hclsyntax.TemplateExpr); ok {
					if text, plain := tree.PlainText(t); plain {
						names = append(names, strings.TrimSpace(text))
					}
				}
				return true
			})
		}
	}
	return names
}
