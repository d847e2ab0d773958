// This file chooses icons.

package lsp

import (
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/complete"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/outline"
	"go.lsp.dev/protocol"
)

// supported returns an icon if the client supports it, and otherwise another one. A client that lists no icons
// supports those up to the last of the first version of the protocol.
func supported[K ~uint32](icon K, listed []K, last, otherwise K) K {
	known := icon != 0 && icon <= last
	if listed != nil {
		known = slices.Contains(listed, icon)
	}
	if !known {
		return otherwise
	}
	return icon
}

// completionKinds maps the kinds of completion items to icons. A test visits every kind.
var completionKinds = map[complete.Kind]protocol.CompletionItemKind{
	complete.KindKeyword:   protocol.CompletionItemKindKeyword,
	complete.KindAttribute: protocol.CompletionItemKindProperty,
	complete.KindOption:    protocol.CompletionItemKindProperty,
	complete.KindVariable:  protocol.CompletionItemKindVariable,
	complete.KindMember:    protocol.CompletionItemKindField,
	complete.KindFunction:  protocol.CompletionItemKindFunction,
	complete.KindToken:     protocol.CompletionItemKindClass,
	complete.KindType:      protocol.CompletionItemKindTypeParameter,
	complete.KindValue:     protocol.CompletionItemKindValue,
	complete.KindSnippet:   protocol.CompletionItemKindSnippet,
	complete.KindFolder:    protocol.CompletionItemKindFolder,
	complete.KindHook:      protocol.CompletionItemKindEvent,
	complete.KindPackage:   protocol.CompletionItemKindModule,
	complete.KindModule:    protocol.CompletionItemKindModule,
	complete.KindFile:      protocol.CompletionItemKindFile,
}

// symbolKinds maps the kinds of an outline to icons. A test visits every kind.
var symbolKinds = map[outline.Kind]protocol.SymbolKind{
	outline.KindLocal:     protocol.SymbolKindVariable,
	outline.KindConfig:    protocol.SymbolKindField,
	outline.KindResource:  protocol.SymbolKindClass,
	outline.KindRead:      protocol.SymbolKindInterface,
	outline.KindComponent: protocol.SymbolKindModule,
	outline.KindOutput:    protocol.SymbolKindConstant,
	outline.KindHook:      protocol.SymbolKindEvent,
	outline.KindPulumi:    protocol.SymbolKindNamespace,
	outline.KindPackage:   protocol.SymbolKindPackage,
	outline.KindBlock:     protocol.SymbolKindStruct,
	outline.KindAttribute: protocol.SymbolKindProperty,
	outline.KindOption:    protocol.SymbolKindProperty,
	outline.KindKey:       protocol.SymbolKindKey,
}

// knownSymbol returns the icon of a symbol, of those that a client lists. A client that lists none supports those up to Array.
func knownSymbol(kind outline.Kind, listed []protocol.SymbolKind) protocol.SymbolKind {
	return supported(symbolKinds[kind], listed, protocol.SymbolKindArray, protocol.SymbolKindVariable)
}
