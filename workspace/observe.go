package workspace

import (
	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file reports what is parsed.

// Parsed says that a file or a part of it was parsed.
type Parsed struct {
	Path string
	// Items are those that are new, as [analysis.ItemLabel] names them.
	Items []string
	// Kept is how many items were kept from the previous version.
	Kept int
	// Open says that this is the text of an open document, parsed when the change was
	// applied. Long documents and other files are parsed when they are first needed.
	Open bool
}

// parseObserver is told what is parsed; nil tells nobody.
type parseObserver func(Parsed)

// tell reports a file that was parsed, and what it was before, if anything.
func (o parseObserver) tell(before, now *syntax.File, open bool) {
	if o == nil || before == now {
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
	o(told)
}
