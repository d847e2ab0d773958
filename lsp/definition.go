// This file implements textDocument/definition.

package lsp

import (
	"context"

	"github.com/pcl-lsp/pcl-lsp/analysis/navigate"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"go.lsp.dev/protocol"
)

func (v *view) definition(ctx context.Context, p *protocol.DefinitionParams) (protocol.DefinitionResult, error) {
	t, err := v.at(p.TextDocumentPositionParams)
	if t == nil {
		return nil, err
	}
	found, err := navigate.Definition(ctx, t.program, t.file.Path, t.offset)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	if v.client.definitionLinks {
		return v.locationLinks(found), nil
	}
	places := v.mappers()
	locations := protocol.LocationSlice{}
	for _, l := range found {
		if location, ok := places.location(l.Path, l.NameSpan); ok {
			locations = append(locations, location)
		}
	}
	return locations, nil
}

// locationLinks shows the whole declaration and selects its name. Clients refuse
// a name outside its declaration.
func (v *view) locationLinks(found []navigate.Location) protocol.DefinitionLinkSlice {
	places := v.mappers()
	links := protocol.DefinitionLinkSlice{}
	for _, l := range found {
		whole, ok := places.location(l.Path, around(l.Span, l.NameSpan))
		if !ok {
			continue
		}
		links = append(links, protocol.DefinitionLink{
			TargetURI:            whole.URI,
			TargetRange:          whole.Range,
			TargetSelectionRange: v.rangeOf(places.of(l.Path), l.NameSpan),
		})
	}
	return links
}

// around returns the smallest span that covers both.
func around(a, b syntax.Span) syntax.Span {
	return syntax.Span{Start: min(a.Start, b.Start), End: max(a.End, b.End)}
}
