// This file implements textDocument/documentSymbol.

package lsp

import (
	"context"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/outline"
	"github.com/pcl-lsp/pcl-lsp/lsp/place"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

func (v *view) documentSymbol(ctx context.Context, t *target, _ *protocol.DocumentSymbolParams) (protocol.DocumentSymbolResult, error) {
	found, err := outline.Symbols(ctx, t.program, t.file.Path)
	if err != nil {
		return nil, err
	}
	if v.client.hierarchicalSymbols {
		return protocol.DocumentSymbolSlice(v.symbolTree(t.file, found)), nil
	}
	return v.symbolList(t.file, v.URI(t.file.Path), "", found, protocol.SymbolInformationSlice{}), nil
}

func (v *view) symbolTree(mapper place.Mapper, found []outline.Symbol) []protocol.DocumentSymbol {
	symbols := make([]protocol.DocumentSymbol, 0, len(found))
	for _, s := range found {
		symbol := protocol.DocumentSymbol{
			Name:           s.Name,
			Kind:           knownSymbol(s.Kind, v.client.symbolKinds),
			Range:          v.Range(mapper, s.Span),
			SelectionRange: v.Range(mapper, s.NameSpan),
			Tags:           v.symbolTags(s),
		}
		if s.Detail != "" {
			symbol.Detail = new(s.Detail)
		}
		if len(s.Children) > 0 {
			symbol.Children = v.symbolTree(mapper, s.Children)
		}
		symbols = append(symbols, symbol)
	}
	return symbols
}

// symbolList flattens the tree for clients that do not support trees.
func (v *view) symbolList(mapper place.Mapper, file uri.URI, container string, found []outline.Symbol, list protocol.SymbolInformationSlice) protocol.SymbolInformationSlice {
	for _, s := range found {
		symbol := protocol.SymbolInformation{
			BaseSymbolInformation: protocol.BaseSymbolInformation{Name: s.Name, Kind: knownSymbol(s.Kind, v.client.symbolKinds), Tags: v.symbolTags(s)},
			Location:              protocol.Location{URI: file, Range: v.Range(mapper, s.Span)},
		}
		if container != "" {
			symbol.ContainerName = new(container)
		}
		list = v.symbolList(mapper, file, symbol.Name, s.Children, append(list, symbol))
	}
	return list
}

func (v *view) symbolTags(s outline.Symbol) []protocol.SymbolTag {
	if !s.Deprecated || !v.client.deprecatedSymbols {
		return nil
	}
	return []protocol.SymbolTag{protocol.SymbolTagDeprecated}
}
