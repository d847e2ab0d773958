// Package clash finds declarations of a program that get in each other's way: names outside the program that two of them
// have, aliases that two resources claim, and names inside that hide others. Each is about the program as a whole, so the
// checker of items can't find it.
package clash

import (
	"sync/atomic"

	"github.com/pcl-lsp/pcl-lsp/analysis/checked"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/program"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// Pass finds clashes.
type Pass struct{}

// Queries implements [checked.Pass].
func (Pass) Queries() []program.Query { return nil }

// Findings implements [checked.Pass].
func (Pass) Findings(*program.Run, *program.Item) []checked.Finding { return nil }

// Late implements [checked.Pass].
func (Pass) Late(*program.Run, *program.Item, syntax.Span) checked.Origin { return nil }

// Program implements [checked.Pass].
func (Pass) Program(p *checked.ProgramPass, r *program.Run) {
	type identical struct{}
	type contested struct{}
	once(p, identical{}, r, finder.identical)
	once(p, contested{}, r, finder.contested)
	if r != nil {
		report(p, finderIn(r).shadows())
	}
}

// finding is a finding about two declarations of a program. It must not keep items in memory.
type finding struct {
	code    codes.Code
	at      diagnostic.Position
	message string
	related []diagnostic.Related
}

// finder finds clashes in one program.
type finder struct {
	*checked.Program
	core *program.Program
	r    *program.Run
}

func finderIn(r *program.Run) finder { return finder{checked.ViewOf(r.Program), r.Program, r} }

// once reports findings that are the same while no header of an item changes. Without a run, it reports only those that are
// known.
func once(p *checked.ProgramPass, key any, r *program.Run, find func(finder) []finding) {
	kept := p.Keep(key, func() any { return new(atomic.Pointer[[]finding]) }).(*atomic.Pointer[[]finding])
	known := kept.Load()
	if known == nil && r != nil {
		found := find(finderIn(r))
		known = &found
		if r.Context.Err() == nil {
			kept.Store(known)
		}
	}
	if known != nil {
		report(p, *known)
	}
}

func report(p *checked.ProgramPass, found []finding) {
	for _, f := range found {
		p.Report(f.code, f.at, f.message, f.related...)
	}
}
