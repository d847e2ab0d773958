// This file implements textDocument/typeDefinition. It leads to the document of a type from a schema, or to the program of a component.

package lsp

import (
	"context"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/schemadoc"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

func (v *view) typeDefinition(ctx context.Context, p *protocol.TypeDefinitionParams) (protocol.TypeDefinitionResult, error) {
	if name := string(p.TextDocument.URI); isSchemaURI(name) {
		return v.typeInDocument(ctx, name, p.Position)
	}
	t, err := v.at(p.TextDocumentPositionParams)
	if t == nil {
		return nil, err
	}
	targets, err := schemadoc.At(ctx, t.program, t.file.Path, t.offset)
	if err != nil {
		return nil, err
	}
	return linksTo(v.targetLocations(targets), v.client.typeLinks), ctx.Err()
}

// targetLocations returns where declarations are shown.
func (v *view) targetLocations(targets []schemadoc.Target) (found []protocol.Location) {
	places := v.Files()
	for _, target := range targets {
		if target.Path != "" {
			if at, ok := places.Location(target.Path, syntax.Span{}); ok {
				found = append(found, at)
			}
			continue
		}
		document := target.Document()
		if document == nil {
			continue
		}
		name, ok := v.documentURI(target.Member, document)
		if !ok {
			continue
		}
		found = append(found, protocol.Location{URI: name, Range: v.Range(syntax.NewMapper(document.Text), target.Span(document))})
	}
	return found
}

// typeInDocument leads from a line of a schema document to the types that it names.
func (v *view) typeInDocument(ctx context.Context, name string, at protocol.Position) (protocol.TypeDefinitionResult, error) {
	document, err := v.schemaDocument(ctx, name)
	if document == nil {
		return nil, err
	}
	mapper := syntax.NewMapper(document.Text)
	var found []protocol.Location
	for _, span := range document.TypesAt(v.Offset(mapper, at)) {
		found = append(found, protocol.Location{URI: uri.URI(name), Range: v.Range(mapper, span)})
	}
	return linksTo(found, v.client.typeLinks), nil
}

// linksTo converts places to links if the client supports them.
func linksTo(found []protocol.Location, links bool) protocol.DefinitionResult {
	if len(found) == 0 {
		return nil
	}
	if !links {
		return protocol.LocationSlice(found)
	}
	linked := protocol.DefinitionLinkSlice{}
	for _, l := range found {
		linked = append(linked, protocol.DefinitionLink{TargetURI: l.URI, TargetRange: l.Range, TargetSelectionRange: l.Range})
	}
	return linked
}
