package lint

import (
	"slices"
	"sync"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/check"
	"github.com/pcl-lsp/pcl-lsp/analysis/checked"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// Linter runs all rules. There is only one, so programs can compare their linters.
var Linter checked.Linter = &linter{}

type linter struct{ selections sync.Map } // by codes.OptIns

// selection holds the rules that run for a set of opt-ins.
type selection struct {
	nodes    [nodeKinds][]func(Pass, hclsyntax.Node)
	items    []func(Pass)
	programs []func(*checked.ProgramPass)
}

func (l *linter) selected(on codes.OptIns) *selection {
	if known, ok := l.selections.Load(on); ok {
		return known.(*selection)
	}
	s := &selection{}
	for _, a := range analyzers {
		if !slices.ContainsFunc(a.Codes, on.Has) {
			continue
		}
		for _, n := range a.Nodes {
			s.nodes[n.kind] = append(s.nodes[n.kind], n.run)
		}
		if a.Item != nil {
			s.items = append(s.items, a.Item)
		}
		if a.Program != nil {
			s.programs = append(s.programs, a.Program)
		}
	}
	l.selections.Store(on, s)
	return s
}

// Item implements [checked.Linter].
func (l *linter) Item(item *check.ItemPass) {
	s, p := l.selected(item.OptIns), Pass{item, &spares{}}
	s.walk(p)
	redundantTemplates(p)
	if len(p.Item.Errors) == 0 && p.Item.Kind != syntax.KindStray && p.Item.Kind != syntax.KindUnknown {
		for _, run := range s.items {
			run(p)
		}
	}
	dropFollowUps(p)
}

// walk runs the node rules, and finds the spares.
func (s *selection) walk(p Pass) {
	p.walk(func(n hclsyntax.Node, parents []hclsyntax.Node) bool {
		rules := s.nodes[kindOf(n)]
		if len(rules) == 0 {
			p.spares.see(n, parents)
			return true
		}
		if e, is := n.(hclsyntax.Expression); is && !p.Info.Checked(e) {
			return true
		}
		for _, run := range rules {
			run(p, n)
		}
		return true
	})
}

// ReadsAll implements [checked.Linter].
func (l *linter) ReadsAll() bool { return false }

// Program implements [checked.Linter].
func (l *linter) Program(p *checked.ProgramPass) {
	for _, run := range l.selected(p.OptIns).programs {
		run(p)
	}
}
