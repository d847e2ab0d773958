package workspace

import (
	"strings"
	"sync"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
)

// blockMemory keeps the findings about the blocks of an open Markdown document, so that a keystroke checks only the block that it changes. It goes with the
// document.
type blockMemory struct{ found sync.Map }

// block is everything that the findings about a block depend on.
type block struct {
	schemas  analysis.Schemas
	optIns   codes.OptIns
	language language.Edition
	text     string
}

// find are the findings about a block, known or else computed. What is kept shares no text with the document, whose versions would stay in memory.
func (m *blockMemory) find(b block, compute func(text string) ([]analysis.Diagnostic, error)) ([]analysis.Diagnostic, error) {
	if known, ok := m.found.Load(b); ok {
		return known.([]analysis.Diagnostic), nil
	}
	b.text = strings.Clone(b.text)
	found, err := compute(b.text)
	if err == nil {
		m.found.Store(b, found)
	}
	return found, err
}

// keep forgets all blocks but these n.
func (m *blockMemory) keep(n int, block func(i int) block) {
	var kept sync.Map
	for i := range n {
		kept.Store(block(i), nil)
	}
	m.found.Range(func(b, _ any) bool {
		if _, ok := kept.Load(b); !ok {
			m.found.Delete(b)
		}
		return true
	})
}
