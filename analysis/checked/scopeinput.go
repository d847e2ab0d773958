package checked

import (
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/check"
	"github.com/pcl-lsp/pcl-lsp/analysis/options"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file says what of an item the scope of its program depends on.

// scopeInput is everything in an item that the scope, and the data kept with it,
// depend on: if no scope input changes, the scope stays.
type scopeInput struct {
	kind          syntax.Kind
	keyword, name string
	labels        string
	outside       string // the names outside the program, and what else makes the identity
	aliases       string // the option, as it is written
	packages      string // the packages that tokens name, and the versions that options give
	text          string // of package blocks, all of it
	lost          string // names that broken text seems to declare
}

// scopeInputOf returns the scope input of an item. It is found when it is first needed, by an edit of the item.
func scopeInputOf(e *program.Item) scopeInput {
	data := e.Data.(*check.ItemData)
	if known := data.ScopeInput.Load(); known != nil {
		return known.(scopeInput)
	}
	s := findScopeInput(e)
	data.ScopeInput.Store(s)
	return s
}

func findScopeInput(e *program.Item) scopeInput {
	it := e.Syntax
	s := scopeInput{kind: it.Kind, keyword: it.Keyword, name: e.Name, lost: strings.Join(it.LostNames(), "\x00")}
	for _, label := range it.Labels {
		s.labels += label.Value + "\x00"
	}
	if it.Block() == nil {
		s.packages = namesOf(packageRefs(it))
		return s
	}
	if name, literal := tree.LiteralLogicalName(it.Block()); literal {
		s.outside = name + "\x00"
	}
	s.outside += "\x00" + strings.Join(check.OuterNames(e), "\x00")
	for _, a := range options.Parents(it) {
		span := tree.Span(a.Expr.Range())
		s.outside += "\x00\x00" + strings.TrimSpace(it.Text[span.Start:span.End])
	}
	for _, a := range options.AliasLists(it) {
		span := tree.Span(a.Expr.Range())
		s.aliases += it.Text[span.Start:span.End]
	}
	version, url := check.OptionVersion(it)
	s.packages = namesOf(packageRefs(it)) + "\x00\x00" + version + "\x00" + url
	if it.Kind == syntax.KindPackage {
		s.text = it.Text
	}
	return s
}

func namesOf(refs []syntax.Ref) string {
	names := lists.Map(refs, func(r syntax.Ref) string { return r.Name })
	return strings.Join(names, "\x00")
}
