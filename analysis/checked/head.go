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

// This file says what of an item the frame of its program depends on.

// head is everything in an item that the frame, and what is remembered with it,
// depends on: if no head changes, the frame stays.
type head struct {
	kind          syntax.Kind
	keyword, name string
	labels        string
	outside       string // the names outside the program, and what else makes the identity
	aliases       string // the option, as it is written
	packages      string // the packages that tokens name, and the versions that options give
	text          string // of package blocks, all of it
	lost          string // names that broken text seems to declare
}

// headOf returns the head of an item. It is found when it is first needed, by an edit of the item.
func headOf(e *program.Item) head {
	data := e.Data.(*check.ItemData)
	if known := data.Head.Load(); known != nil {
		return known.(head)
	}
	h := findHead(e)
	data.Head.Store(h)
	return h
}

func findHead(e *program.Item) head {
	it := e.Syntax
	h := head{kind: it.Kind, keyword: it.Keyword, name: e.Name, lost: strings.Join(it.LostNames(), "\x00")}
	for _, label := range it.Labels {
		h.labels += label.Value + "\x00"
	}
	if it.Block() == nil {
		h.packages = namesOf(packageRefs(it))
		return h
	}
	if name, literal := tree.LiteralLogicalName(it.Block()); literal {
		h.outside = name + "\x00"
	}
	h.outside += "\x00" + strings.Join(check.OuterNames(e), "\x00")
	for _, a := range options.Parents(it) {
		span := tree.Span(a.Expr.Range())
		h.outside += "\x00\x00" + strings.TrimSpace(it.Text[span.Start:span.End])
	}
	for _, a := range options.AliasLists(it) {
		span := tree.Span(a.Expr.Range())
		h.aliases += it.Text[span.Start:span.End]
	}
	version, url := check.OptionVersion(it)
	h.packages = namesOf(packageRefs(it)) + "\x00\x00" + version + "\x00" + url
	if it.Kind == syntax.KindPackage {
		h.text = it.Text
	}
	return h
}

func namesOf(refs []syntax.Ref) string {
	names := lists.Map(refs, func(r syntax.Ref) string { return r.Name })
	return strings.Join(names, "\x00")
}
