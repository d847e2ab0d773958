// This file implements textDocument/documentSymbol, workspace/symbol and workspaceSymbol/resolve.

package lsp

import (
	"context"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/outline"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
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

// maxSymbols limits the declarations in an answer. Nobody reads more, and a client asks again with every letter.
const maxSymbols = 256

// workspaceSymbolParams keep the token as raw JSON.
type workspaceSymbolParams struct {
	PartialResultToken jsontext.Value `json:"partialResultToken"`
	Query              string         `json:"query"`
}

// symbolPlace is the span of a declaration's name, for clients that resolve it later.
type symbolPlace struct {
	Start int `json:"start"`
	End   int `json:"end"`
}

// workspaceSymbol searches all programs of the workspace and those of open documents. A client that accepts partial results gets two parts: the best
// matches in the programs of open documents, and then the best of the others.
func (v *view) workspaceSymbol(ctx context.Context, p *workspaceSymbolParams) (protocol.WorkspaceSymbolResult, error) {
	open, rest, err := v.programs(ctx)
	if err != nil {
		return nil, err
	}
	search := outline.NewSearch(p.Query, maxSymbols)
	if err := searchIn(ctx, search, open); err != nil {
		return nil, err
	}
	if isToken(p.PartialResultToken) {
		if first := search.Best(); len(first) > 0 {
			if err := v.link.partial(p.PartialResultToken, v.workspaceSymbols(first)); err != nil {
				return nil, err
			}
			search = outline.NewSearch(p.Query, maxSymbols-len(first))
		}
	}
	if err := searchIn(ctx, search, rest()); err != nil {
		return nil, err
	}
	return v.workspaceSymbols(search.Best()), nil
}

func searchIn(ctx context.Context, search *outline.Search, programs []*analysis.Program) error {
	for _, p := range programs {
		if err := ctx.Err(); err != nil {
			return err
		}
		search.Add(p)
	}
	return ctx.Err()
}

func (v *view) workspaceSymbols(found []outline.Declaration) protocol.WorkspaceSymbolSlice {
	places := v.Files()
	all := protocol.WorkspaceSymbolSlice{}
	for _, f := range found {
		symbol := protocol.WorkspaceSymbol{BaseSymbolInformation: protocol.BaseSymbolInformation{
			Name: f.Name, Kind: knownSymbol(outline.KindOf(f.Kind), v.client.finds.kinds), ContainerName: v.containerOf(f.Dir),
		}}
		if v.client.finds.places {
			data, err := protocol.Marshal(symbolPlace{f.NameSpan.Start, f.NameSpan.End})
			if err != nil {
				continue // numbers can always be encoded
			}
			symbol.Location, symbol.Data = &protocol.LocationUriOnly{URI: v.URI(f.Path)}, data
		} else if at, ok := places.Location(f.Path, f.NameSpan); ok {
			symbol.Location = &at
		} else {
			continue
		}
		all = append(all, symbol)
	}
	return all
}

// workspaceSymbolResolve adds the range of a declaration. If the file has changed since, it is the nearest range.
func (v *view) workspaceSymbolResolve(_ context.Context, p *protocol.WorkspaceSymbol) (*protocol.WorkspaceSymbol, error) {
	var at symbolPlace
	location, lazy := p.Location.(*protocol.LocationUriOnly)
	if !lazy || len(p.Data) == 0 || protocol.Unmarshal(p.Data, &at) != nil {
		return p, nil
	}
	name, err := place.Path(string(location.URI))
	if err != nil {
		return nil, err
	}
	if found, ok := v.Files().Location(name, syntax.Span{Start: at.Start, End: max(at.Start, at.End)}); ok {
		found.URI = location.URI
		p.Location = &found
	}
	return p, nil
}
