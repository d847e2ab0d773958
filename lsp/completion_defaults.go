// This file computes the properties that the items of a completion list share. The list states them once, for clients that support that.

package lsp

import (
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/complete"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"go.lsp.dev/protocol"
)

// sharedByItems holds the properties that a list states for its items. An item states only its differences.
type sharedByItems struct {
	defaults *protocol.CompletionItemDefaults // nil if the list states nothing

	span    syntax.Span
	hasSpan bool
	snippet bool // items are snippets unless they state otherwise
	data    jsontext.Value
	hasData bool
}

// sharedByItems returns the properties that most of the items have, as far as the client supports them in a list.
func (v *view) sharedByItems(t *target, items []complete.Item, data jsontext.Value) sharedByItems {
	shared := sharedByItems{data: data}
	reads := func(property string) bool { return slices.Contains(v.client.itemDefaults, property) }
	defaults := &protocol.CompletionItemDefaults{}
	if len(items) == 0 {
		return shared
	}
	if reads("editRange") {
		shared.hasSpan, shared.span = true, commonSpan(items)
		switch edit := v.completionEdit(t, shared.span, "", false).(type) {
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

// commonSpan returns the span that most of the items replace.
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

// formatOf returns the format that an item must state, or 0 if the list states it.
func (s sharedByItems) formatOf(snippet bool) protocol.InsertTextFormat {
	switch {
	case snippet == s.snippet:
		return 0
	case snippet:
		return protocol.InsertTextFormatSnippet
	}
	return protocol.InsertTextFormatPlainText
}

// insertTextMode says how the client indents inserted lines. Snippets are written as if they began at the left margin, plain texts with their final
// indentation.
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
