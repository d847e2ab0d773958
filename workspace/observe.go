package workspace

import (
	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file lets somebody watch what is parsed.

// Parsed says that a file was parsed, or a part of it.
type Parsed struct {
	Path string
	// Items are those that are new, as [analysis.ItemLabel] names them.
	Items []string
	// Kept is how many items are those of the file as it was.
	Kept int
	// Open says that it is the text of an open document, parsed by whoever applies the
	// change, and not a file that was read when it was first asked for.
	Open bool
}

// Observe has somebody told of what is parsed. It must be called before the session is
// used, and what is told may come from several goroutines at once.
func (s *Session) Observe(tell func(Parsed)) { s.parsed = tell }

// tellParsed tells the observer, if there is one.
func (s *Session) tellParsed(before, now *syntax.File, open bool) {
	if s.parsed == nil || before == now {
		return
	}
	known := map[*syntax.Item]bool{}
	if before != nil {
		for _, placed := range before.All() {
			known[placed.Item] = true
		}
	}
	told := Parsed{Path: now.Path, Open: open}
	for _, placed := range now.All() {
		if known[placed.Item] {
			told.Kept++
		} else {
			told.Items = append(told.Items, analysis.ItemLabel(placed.Item))
		}
	}
	s.parsed(told)
}
