package workspace

import (
	"strings"
	"sync"
	"sync/atomic"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
)

// blockMemory keeps the findings about the blocks of an open Markdown document, so that a keystroke checks only the block that it changes. It goes with the
// document.
type blockMemory struct{ last atomic.Pointer[knownBlocks] }

// knownBlocks are findings about blocks in one world, by the texts of the blocks. A check in an earlier world has others, so it leaves nothing outdated
// here.
type knownBlocks struct {
	schemas  analysis.Schemas
	optIns   codes.OptIns
	language language.Edition
	found    sync.Map
}

// in are the findings in a world; nil for a file that is not open.
func (m *blockMemory) in(w analysis.World) *knownBlocks {
	if m == nil {
		return nil
	}
	last := m.last.Load()
	if last == nil || last.schemas != w.Schemas || last.optIns != w.OptIns || last.language != w.Language {
		last = &knownBlocks{schemas: w.Schemas, optIns: w.OptIns, language: w.Language}
		m.last.Store(last)
	}
	return last
}

// find are the findings about a block, known or else computed. What is kept shares no text with the document, whose versions would stay in memory.
func (k *knownBlocks) find(text string, compute func(text string) ([]analysis.Diagnostic, error)) ([]analysis.Diagnostic, error) {
	if known, ok := k.found.Load(text); ok {
		return known.([]analysis.Diagnostic), nil
	}
	text = strings.Clone(text)
	found, err := compute(text)
	if err == nil {
		k.found.Store(text, found)
	}
	return found, err
}

// keep forgets all blocks but those with some texts.
func (k *knownBlocks) keep(texts map[string]bool) {
	k.found.Range(func(text, _ any) bool {
		if !texts[text.(string)] {
			k.found.Delete(text)
		}
		return true
	})
}
