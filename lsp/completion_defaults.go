// This file implements what the items of a completion list have in common: the list
// says it once, to clients that read it there.

package lsp

import (
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/complete"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"go.lsp.dev/protocol"
)

// sharedByItems is what a list says for its items. An item says what is different.
type sharedByItems struct {
	defaults *protocol.CompletionItemDefaults // nil where the list says nothing

	span    syntax.Span
	hasSpan bool
	snippet bool // items are snippets that do not say otherwise
	data    jsontext.Value
	hasData bool
}

// sharedByItems is what most of the items have, as far as the client reads it.
func (v *view) sharedByItems(t *target, items []complete.Item, data jsontext.Value) sharedByItems {
	shared := sharedByItems{data: data}
	reads := func(property string) bool { return slices.Contains(v.client.itemDefaults, property) }
	defaults := &protocol.CompletionItemDefaults{}
	if len(items) == 0 {
		return shared
	}
	if reads("editRange") {
		shared.hasSpan, shared.span = true, commonSpan(items)
		switch edit := v.completionEdit(t, shared.span, "").(type) {
		case *protocol.InsertReplaceEdit:
			defaults.EditRange = &protocol.EditRangeWithInsertReplace{Insert: edit.Insert, Replace: edit.Replace}
		case *protocol.TextEdit:
			defaults.EditRange = &edit.Range
		}
		shared.defaults = defaults
	}
	if reads("insertTextFormat") && v.client.snippets && mostAreSnippets(items) {
		shared.snippet, defaults.InsertTextFormat = true, protocol.InsertTextFormatSnippet
		shared.defaults = defaults
	}
	if reads("data") && v.client.resolvesLater() {
		shared.hasData, defaults.Data = true, data
		shared.defaults = defaults
	}
	return shared
}

// commonSpan is the span that most of the items replace.
func commonSpan(items []complete.Item) syntax.Span {
	counts := map[syntax.Span]int{}
	best := items[0].Replace
	for _, item := range items {
		if counts[item.Replace]++; counts[item.Replace] > counts[best] {
			best = item.Replace
		}
	}
	return best
}

func mostAreSnippets(items []complete.Item) bool {
	count := 0
	for _, item := range items {
		if item.Snippet {
			count++
		}
	}
	return 2*count > len(items)
}

// formatOf is the format that an item has to state; nothing where the list states it
// for all.
func (s sharedByItems) formatOf(snippet bool) protocol.InsertTextFormat {
	switch {
	case snippet == s.snippet:
		return 0
	case snippet:
		return protocol.InsertTextFormatSnippet
	}
	return protocol.InsertTextFormatPlainText
}

// insertTextMode says how lines that are inserted are indented: snippets are written
// as if they stood at the left, plain texts as they shall be.
func (v *view) insertTextMode(item complete.Item, text string) protocol.InsertTextMode {
	if !strings.Contains(text, "\n") {
		return 0
	}
	mode := protocol.InsertTextModeAsIs
	if item.Snippet && v.client.snippets {
		mode = protocol.InsertTextModeAdjustIndentation
	}
	if !slices.Contains(v.client.insertModes, mode) {
		return 0
	}
	return mode
}
