// This file implements textDocument/prepareTypeHierarchy, typeHierarchy/supertypes and typeHierarchy/subtypes. The supertype of an object type is a
// property that accepts one of several object types.

package lsp

import (
	"context"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/schemadoc"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"go.lsp.dev/protocol"
)

// typeData identifies the type of an item. Version is as in [documentVersion].
type typeData struct {
	Package  string         `json:"package"`
	Version  string         `json:"version"`
	Kind     schemadoc.Kind `json:"kind"`
	Token    string         `json:"token"`
	Property string         `json:"property,omitempty"`
	Output   bool           `json:"output,omitempty"`
}

func (v *view) prepareTypeHierarchy(ctx context.Context, t *target, _ *protocol.TypeHierarchyPrepareParams) ([]protocol.TypeHierarchyItem, error) {
	node, err := schemadoc.TypeAt(ctx, t.program, t.file.Path, t.offset)
	if err != nil || node == nil {
		return nil, err
	}
	return v.typeItems([]schemadoc.Node{*node})
}

func (v *view) supertypes(ctx context.Context, p *protocol.TypeHierarchySupertypesParams) ([]protocol.TypeHierarchyItem, error) {
	node, err := v.typeOf(ctx, p.Item)
	if err != nil || !node.Exists() {
		return nil, err
	}
	found, err := node.Supertypes(ctx)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil { // the schema is gone or has been replaced
		v.poll()
	}
	return v.typeItems(found)
}

func (v *view) subtypes(ctx context.Context, p *protocol.TypeHierarchySubtypesParams) ([]protocol.TypeHierarchyItem, error) {
	node, err := v.typeOf(ctx, p.Item)
	if err != nil || !node.Exists() {
		return nil, err
	}
	return v.typeItems(node.Subtypes())
}

// typeOf returns the type of an item, or the zero node if no program uses it now.
func (v *view) typeOf(ctx context.Context, item protocol.TypeHierarchyItem) (node schemadoc.Node, err error) {
	var data typeData
	if len(item.Data) == 0 || protocol.Unmarshal(item.Data, &data) != nil {
		return node, nil
	}
	err = v.findUser(ctx, data.Package, data.Version, func(p *analysis.Program) bool {
		found := schemadoc.Node{Property: data.Property, Output: data.Output}
		found.Package, found.Kind, found.Token = p.Package(data.Package), data.Kind, data.Token
		if !found.Exists() {
			return false
		}
		node = found
		return true
	})
	return node, err
}

// typeItems converts types. An item points to the document of the schema that declares the type; types without such a document are left out.
func (v *view) typeItems(nodes []schemadoc.Node) ([]protocol.TypeHierarchyItem, error) {
	all := []protocol.TypeHierarchyItem{}
	for _, n := range nodes {
		member := schemadoc.Member(n.Member)
		document := member.Document()
		if document == nil {
			continue
		}
		name, ok := v.documentURI(member, document)
		if !ok {
			continue
		}
		data, err := protocol.Marshal(typeData{
			n.Package.Name(), documentVersion(n.Package.Version()), n.Kind, n.Token, n.Property, n.Output,
		})
		if err != nil {
			return nil, err
		}
		item := protocol.TypeHierarchyItem{Name: n.Name(), Kind: typeKind(n), Detail: new(n.Detail()), URI: name, Data: data}
		mapper := syntax.NewMapper(document.Text)
		if n.IsUnion() {
			item.SelectionRange = v.Range(mapper, document.Property(n.Property, n.Output))
			item.Range = item.SelectionRange
		} else {
			item.SelectionRange = v.Range(mapper, document.Head())
			item.Range = v.Range(mapper, syntax.Span{Start: 0, End: len(document.Text)})
		}
		if n.IsDeprecated() {
			item.Tags = []protocol.SymbolTag{protocol.SymbolTagDeprecated}
		}
		all = append(all, item)
	}
	return all, nil
}

func typeKind(n schemadoc.Node) protocol.SymbolKind {
	switch {
	case n.IsUnion():
		return protocol.SymbolKindInterface
	case n.Kind == schemadoc.Resource:
		return protocol.SymbolKindClass
	}
	return protocol.SymbolKindStruct
}
