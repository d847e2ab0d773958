// This file implements textDocument/completion.

package lsp

import (
	"context"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis/complete"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"go.lsp.dev/protocol"
)

// completionTriggers are the characters after which a client asks by itself: a
// member, a label or other string, a part of a token or path, a template.
var completionTriggers = []string{".", "\"", ":", "/", "{"}

func (v *view) completion(ctx context.Context, p *protocol.CompletionParams) (protocol.CompletionResult, error) {
	t, err := v.at(p.TextDocumentPositionParams)
	if t == nil {
		return nil, err
	}
	list := &protocol.CompletionList{Items: []protocol.CompletionItem{}}
	if valueOr(p.Context.TriggerCharacter) == "{" && t.file.Slice(syntax.Span{Start: t.offset - len("${"), End: t.offset}) != "${" {
		return list, nil // the brace of an object or a body: nothing was asked yet
	}
	found, err := complete.At(ctx, t.program, t.file.Path, t.offset)
	if err != nil || found == nil {
		return list, err
	}
	for _, item := range found.Items {
		list.Items = append(list.Items, v.completionItem(t, item))
	}
	return list, nil
}

func (v *view) completionItem(t *target, item complete.Item) protocol.CompletionItem {
	out := protocol.CompletionItem{
		Label:         item.Label,
		Kind:          v.completionKind(item.Kind),
		Detail:        optionalString(item.Detail),
		SortText:      optionalString(item.Sort),
		FilterText:    optionalString(item.Filter),
		Documentation: v.documentation(item.Doc),
	}
	text := item.Insert
	switch {
	case item.Snippet && v.client.snippets:
		out.InsertTextFormat = protocol.InsertTextFormatSnippet
	case item.Snippet:
		text = item.Plain
	}
	out.TextEdit = v.completionEdit(t, item.Replace, text)
	if item.Deprecated && v.client.deprecatedTag {
		out.Tags = []protocol.CompletionItemTag{protocol.CompletionItemTagDeprecated}
	}
	return out
}

// completionEdit replaces a span that contains the cursor and, for a client that
// lets its user choose, only the part before the cursor.
func (v *view) completionEdit(t *target, replace syntax.Span, text string) protocol.CompletionItemTextEdit {
	if v.client.insertReplace && replace.End > t.offset {
		return &protocol.InsertReplaceEdit{
			NewText: text,
			Insert:  v.rangeOf(t.file, syntax.Span{Start: replace.Start, End: t.offset}),
			Replace: v.rangeOf(t.file, replace),
		}
	}
	return &protocol.TextEdit{Range: v.rangeOf(t.file, replace), NewText: text}
}

func (v *view) documentation(markdown string) protocol.InlayHintTooltip {
	return markup(v.client.documentation, markdown)
}

// markup is a documentation text, or nothing where there is none.
func markup(kind protocol.MarkupKind, markdown string) protocol.InlayHintTooltip {
	if markdown == "" {
		return nil
	}
	return &protocol.MarkupContent{Kind: kind, Value: markdown}
}

// completionKind returns the icon of an item. A client that names no kinds knows
// those up to Reference.
func (v *view) completionKind(kind complete.Kind) protocol.CompletionItemKind {
	icon := completionKinds[kind]
	known := icon <= protocol.CompletionItemKindReference
	if v.client.completionKinds != nil {
		known = slices.Contains(v.client.completionKinds, icon)
	}
	if !known {
		return protocol.CompletionItemKindText
	}
	return icon
}
