// This file implements textDocument/completion, also in project and stack files, and completionItem/resolve.

package lsp

import (
	"context"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/complete"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/markdown"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

func (v *view) completion(ctx context.Context, p *protocol.CompletionParams) (protocol.CompletionResult, error) {
	t, err := v.atCode(p.TextDocumentPositionParams)
	if t == nil && err == nil {
		if list, err := v.configCompletion(p.TextDocumentPositionParams); list != nil || err != nil {
			return list, err
		}
		if list, err := v.ruleCompletion(ctx, p); list != nil || err != nil {
			return list, err
		}
	}
	if t == nil {
		return nil, err
	}
	list := &protocol.CompletionList{Items: []protocol.CompletionItem{}}
	if beginsNothing(t, p) {
		return list, nil
	}
	find := complete.At
	if v.client.resolves("documentation") {
		find = complete.Briefly
	}
	found, err := find(ctx, t.program, t.file.Path, t.offset)
	for err == nil && found != nil && found.Loading {
		later, waitErr := v.awaitSchemas(ctx)
		next, _ := later.atCode(p.TextDocumentPositionParams)
		if waitErr != nil || next == nil {
			return list, waitErr
		}
		v, t.program = later, next.program.With(t.file) // the client goes on typing, and filters the list that it asked for
		found, err = find(ctx, t.program, t.file.Path, t.offset)
	}
	if err != nil || found == nil {
		return list, err
	}
	data, err := protocol.Marshal(completionData{string(p.TextDocument.URI), p.Position.Line, p.Position.Character})
	if err != nil {
		return nil, err
	}
	return v.completionList(t, *found, data), nil
}

// completionList converts items. Those without data have nothing to resolve.
func (v *view) completionList(t *target, found complete.List, data jsontext.Value) *protocol.CompletionList {
	shared := v.sharedByItems(t, found.Items, data)
	list := &protocol.CompletionList{
		Items: make([]protocol.CompletionItem, 0, len(found.Items)), ItemDefaults: shared.defaults, IsIncomplete: found.Incomplete,
	}
	for _, item := range found.Items {
		list.Items = append(list.Items, v.completionItem(t, item, shared))
	}
	return list
}

// beginsNothing reports whether there is nothing to complete behind the character that made the client ask.
func beginsNothing(t *target, p *protocol.CompletionParams) bool {
	switch typed := t.file.Slice(syntax.Span{Start: t.offset - 2, End: t.offset}); valueOr(p.Context.TriggerCharacter) {
	case "{":
		return typed != "${" // the brace begins an object or a body
	case `"`:
		return typed == `""` // the quote ends an empty string
	}
	return false
}

// completionItem converts an item. It leaves out what the list states for all items.
func (v *view) completionItem(t *target, item complete.Item, shared sharedByItems) protocol.CompletionItem {
	out := protocol.CompletionItem{
		Label:         item.Label,
		Kind:          v.completionKind(item.Kind),
		Detail:        optionalString(item.Detail),
		SortText:      optionalString(item.Sort),
		Documentation: v.documentation(item.Doc),
	}
	if item.Filter != item.Label {
		out.FilterText = optionalString(item.Filter)
	}
	if v.client.labelDetails && item.Detail != "" {
		out.LabelDetails = &protocol.CompletionItemLabelDetails{Description: &item.Detail}
	}
	text := v.insertedText(item)
	out.InsertTextFormat = shared.formatOf(item.Snippet && v.client.snippets)
	out.InsertTextMode = v.insertTextMode(item, text)
	switch {
	case !shared.hasSpan || item.Replace != shared.span || item.Whole:
		out.TextEdit = v.completionEdit(t, item.Replace, text, item.Whole)
	case text != item.Label:
		out.TextEditText = protocol.NewOptional(text)
	}
	if !v.client.resolves("additionalTextEdits") {
		out.AdditionalTextEdits = v.additionalEdits(t, item)
	}
	if next := clientCommands[item.Next]; slices.Contains(v.client.commands, next) {
		out.Command = protocol.Command{Title: "Continue", Command: next}
	}
	v.markDeprecated(&out, item)
	if !shared.hasData && v.client.resolvesLater() {
		out.Data = shared.data
	}
	return out
}

// clientCommands are the commands of clients that lead on from an accepted item.
var clientCommands = map[complete.Next]string{
	complete.NextItems:     "editor.action.triggerSuggest",
	complete.NextSignature: "editor.action.triggerParameterHints",
}

// insertedText returns the text that an item inserts, with placeholders if the client supports them.
func (v *view) insertedText(item complete.Item) string {
	if item.Snippet && !v.client.snippets {
		return item.Plain
	}
	return item.Insert
}

// markDeprecated marks an item as deprecated in the newest way that the client supports.
func (v *view) markDeprecated(out *protocol.CompletionItem, item complete.Item) {
	switch {
	case !item.Deprecated:
	case v.client.deprecatedTag:
		out.Tags = []protocol.CompletionItemTag{protocol.CompletionItemTagDeprecated}
	case v.client.deprecatedFlag:
		//lint:ignore SA1019 older clients support nothing else
		out.Deprecated = protocol.NewOptional(true)
	}
}

func (v *view) additionalEdits(t *target, item complete.Item) []protocol.TextEdit {
	return lists.Map(item.Also, func(e change.Edit) protocol.TextEdit {
		return protocol.TextEdit{Range: v.Range(t.file, e.Span), NewText: e.Text}
	})
}

// completionEdit replaces a span around the cursor. A client that lets its user choose can also replace only the part before the cursor.
func (v *view) completionEdit(t *target, replace syntax.Span, text string, whole bool) protocol.CompletionItemTextEdit {
	if v.client.insertReplace && replace.End > t.offset && !whole {
		return &protocol.InsertReplaceEdit{
			NewText: text,
			Insert:  v.Range(t.file, syntax.Span{Start: replace.Start, End: t.offset}),
			Replace: v.Range(t.file, replace),
		}
	}
	return &protocol.TextEdit{Range: v.Range(t.file, replace), NewText: text}
}

func (v *view) documentation(text string) protocol.InlayHintTooltip {
	return markup(v.client.documentation, text)
}

// markup converts documentation, which may be empty.
func markup(kind protocol.MarkupKind, text string) protocol.InlayHintTooltip {
	if text == "" {
		return nil
	}
	if kind == protocol.MarkupKindPlainText {
		text = markdown.Plain(text)
	}
	return &protocol.MarkupContent{Kind: kind, Value: text}
}

func (v *view) completionKind(kind complete.Kind) protocol.CompletionItemKind {
	return supported(completionKinds[kind], v.client.completionKinds, protocol.CompletionItemKindReference, protocol.CompletionItemKindText)
}

// configCompletion returns the configs that a project or stack file does not set yet, or the values of one that has few. It returns nil for other places.
func (v *view) configCompletion(p protocol.TextDocumentPositionParams) (*protocol.CompletionList, error) {
	path, t, err := v.inSettings(p)
	if t == nil {
		return nil, err
	}
	choices, span, ok := v.Snapshot.ConfigChoices(path, t.offset)
	if !ok {
		return nil, nil
	}
	var items []complete.Item
	for _, c := range choices {
		kind := complete.KindVariable
		if c.IsValue {
			kind = complete.KindKeyword
		}
		items = append(items, complete.Item{Label: c.Text, Kind: kind, Detail: c.Detail, Insert: c.Insert, Replace: span, Sort: c.Sort, Filter: c.Text})
	}
	return v.completionList(t, complete.List{Items: items}, nil), nil
}

// completionData is the place of a request. With its label, an item can be computed again, so the server keeps nothing.
type completionData struct {
	URI       string `json:"uri"`
	Line      uint32 `json:"line"`
	Character uint32 `json:"character"`
}

func (c client) resolves(property string) bool { return slices.Contains(c.resolvedItems, property) }

// resolvesLater reports whether the list leaves anything out for later.
func (c client) resolvesLater() bool {
	return c.resolves("documentation") || c.resolves("additionalTextEdits")
}

// completionItemResolve adds what the list left out. An item that no longer exists comes back unchanged.
func (v *view) completionItemResolve(ctx context.Context, p *protocol.CompletionItem) (*protocol.CompletionItem, error) {
	var data completionData
	if len(p.Data) == 0 || protocol.Unmarshal(p.Data, &data) != nil {
		return p, nil
	}
	t, err := v.atCode(protocol.TextDocumentPositionParams{
		TextDocument: protocol.TextDocumentIdentifier{URI: uri.URI(data.URI)},
		Position:     protocol.Position{Line: data.Line, Character: data.Character},
	})
	if t == nil || err != nil {
		return p, nil
	}
	found, err := complete.At(ctx, t.program, t.file.Path, t.offset)
	if err != nil || found == nil {
		return p, err
	}
	same := func(item complete.Item) bool { return item.Label == p.Label && v.completionKind(item.Kind) == p.Kind }
	if at := slices.IndexFunc(found.Items, same); at >= 0 {
		item := found.Items[at]
		p.Documentation = v.documentation(item.Doc)
		p.AdditionalTextEdits = v.additionalEdits(t, item)
	}
	return p, nil
}

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
