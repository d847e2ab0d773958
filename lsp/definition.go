// This file implements textDocument/definition, declaration, implementation and typeDefinition.

package lsp

import (
	"context"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/navigate"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/schemadoc"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// definition leads to the declaration of a name, and from a token to the document of its schema.
func (v *view) definition(ctx context.Context, p *protocol.DefinitionParams) (protocol.DefinitionResult, error) {
	t, err := v.atName(p.TextDocumentPositionParams)
	if t == nil && err == nil {
		t, err = v.atCode(p.TextDocumentPositionParams)
	}
	if t == nil && err == nil {
		return v.ruleDefinition(p.TextDocumentPositionParams)
	}
	if t == nil {
		return nil, err
	}
	found, inSchema, err := v.declared(ctx, t)
	switch {
	case err != nil:
		return nil, err
	case len(found) > 0:
		return v.locationsOf(found, v.client.definitionLinks), nil
	case len(inSchema) == 0:
		return v.ruleDefinition(p.TextDocumentPositionParams)
	}
	return linksTo(inSchema, v.client.definitionLinks), nil
}

// declared returns where a name is declared: in programs or, if none declares it, in the document of its schema.
func (v *view) declared(ctx context.Context, t *target) (found []navigate.Location, inSchema []protocol.Location, err error) {
	found, err = navigate.Definition(ctx, t.program, t.file.Path, t.offset)
	if err != nil || len(found) > 0 {
		return found, nil, err
	}
	targets, err := schemadoc.Named(ctx, t.program, t.file.Path, t.offset)
	return nil, v.targetLocations(targets), err
}

// declaration equals definition, since PCL does not separate the two.
func (v *view) declaration(ctx context.Context, t *target, _ *protocol.DeclarationParams) (protocol.DeclarationResult, error) {
	found, inSchema, err := v.declared(ctx, t)
	switch {
	case err != nil || len(found)+len(inSchema) == 0:
		return nil, err
	case len(inSchema) > 0:
		return protocol.LocationSlice(inSchema), nil
	case !v.client.declarationLinks:
		return v.plainLocations(found), nil
	}
	links := protocol.DeclarationLinkSlice{}
	for _, l := range v.locationLinks(found) {
		links = append(links, protocol.DeclarationLink(l))
	}
	return links, nil
}

// implementation leads to the program of a component, to the users that set the config of a component, and to the value of an output.
func (v *view) implementation(ctx context.Context, t *target, _ *protocol.ImplementationParams) (protocol.ImplementationResult, error) {
	dir, err := navigate.Crossing(ctx, t.program, t.file.Path, t.offset)
	if err != nil {
		return nil, err
	}
	var users []*analysis.Program
	if dir != "" {
		if users, err = v.usersOf(ctx, dir); err != nil {
			return nil, err
		}
	}
	found, err := navigate.Implementation(ctx, t.program, t.file.Path, t.offset, users...)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	return v.locationsOf(found, v.client.implementationLinks), nil
}

// locationsOf converts places to links or plain locations.
func (v *view) locationsOf(found []navigate.Location, links bool) protocol.DefinitionResult {
	if links {
		return v.locationLinks(found)
	}
	return v.plainLocations(found)
}

func (v *view) plainLocations(found []navigate.Location) protocol.LocationSlice {
	places := v.Files()
	locations := protocol.LocationSlice{}
	for _, l := range found {
		if location, ok := places.Location(l.Path, l.NameSpan); ok {
			locations = append(locations, location)
		}
	}
	return locations
}

// locationLinks converts places to links that show the whole declaration and select its name. Clients refuse a name outside its declaration.
func (v *view) locationLinks(found []navigate.Location) protocol.DefinitionLinkSlice {
	places := v.Files()
	links := protocol.DefinitionLinkSlice{}
	for _, l := range found {
		whole, ok := places.Location(l.Path, around(l.Span, l.NameSpan))
		if !ok {
			continue
		}
		links = append(links, protocol.DefinitionLink{
			TargetURI:            whole.URI,
			TargetRange:          whole.Range,
			TargetSelectionRange: v.Range(places.Of(l.Path), l.NameSpan),
		})
	}
	return links
}

// around returns the smallest span that covers both.
func around(a, b syntax.Span) syntax.Span {
	return syntax.Span{Start: min(a.Start, b.Start), End: max(a.End, b.End)}
}

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
