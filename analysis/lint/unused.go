package lint

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/check"
	"github.com/pcl-lsp/pcl-lsp/analysis/checked"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/node"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file reports unused locals, configs, reads and hooks.
//
// A name is used if any item refers to it, including the item that declares it: a reference
// to itself is another finding. Loop variables and property paths with the same name do not
// count. Every word counts as a use in items with syntax errors, blocks of an unknown kind,
// and files with errors outside of items. So a name does not become unused while somebody
// edits the code that uses it. A name is not reported either if an undefined name is likely
// a misspelling of it.

// unused reports declarations that nothing uses.
func unused(p *checked.ProgramPass) {
	type keptIDs struct{}
	var candidates []*program.Item
	for _, id := range p.Keep(keptIDs{}, func() any { return meantToBeUsed(p) }).([]int32) {
		if p.Uses(id) == 0 {
			candidates = append(candidates, p.Item(id))
		}
	}
	if len(candidates) == 0 || p.IsPartial() {
		return
	}
	possible := possiblyUsed(p, candidates)
	for _, e := range candidates {
		if !possible[e.Name] {
			p.Report(unusedCode(e.Syntax.Kind), diagnostic.NameOf(e), unusedMessage(e))
		}
	}
}

// meantToBeUsed returns the declarations that have no effect unless something refers to
// them.
func meantToBeUsed(p *checked.ProgramPass) []int32 {
	var ids []int32
	for e := range p.Declarations() {
		if canBeUnused(e) {
			ids = append(ids, e.ID)
		}
	}
	return ids
}

// unusedCode returns the code for unused declarations of a kind, or "".
func unusedCode(kind syntax.Kind) codes.Code {
	if kind == syntax.KindLocal {
		return codes.UnusedLocal
	}
	return language.BlockOf(kind).Unused
}

// canBeUnused reports whether a declaration should be reported if it is unused. A
// declaration with a wrong header has another finding already.
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
		return name + ", so setting this config has no effect; use or remove it"
	case syntax.KindRead:
		return name + ", so this read has no effect; use or remove it"
	case syntax.KindHook:
		return name + ", so this hook never runs; name it in the `hooks` option of a resource, or remove it"
	}
	return name + "; remove it"
}

// possiblyUsed returns the names that unclear code may use.
func possiblyUsed(p *checked.ProgramPass, candidates []*program.Item) map[string]bool {
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

// mostCompared limits how many pairs of an undefined and an unused name are compared. In a
// program with more, nobody looks at hints.
const mostCompared = 20_000

// meantByMisspelt returns the candidates that an undefined name is likely a misspelling of.
func meantByMisspelt(p *checked.ProgramPass, candidates []*program.Item) []string {
	var names, meant []string
	names = append(names, lists.Map(candidates, func(e *program.Item) string { return e.Name })...)
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

// hooksByText returns the strings in hooks options, which are probably meant as names of
// hooks. They have a finding of their own.
func hooksByText(p *checked.ProgramPass, candidates []*program.Item) []string {
	if !slices.ContainsFunc(candidates, func(e *program.Item) bool { return e.Syntax.Kind == syntax.KindHook }) {
		return nil
	}
	var names []string
	for e := range p.Items() {
		for _, a := range tree.OptionAttributes(e.Syntax, hookOptions()) {
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
