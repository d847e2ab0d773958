// This file implements the documents that the server makes from schemas: their URIs, workspace/textDocumentContent for their texts, and
// pcl/schemaDocument, which does the same for clients without that request. Other clients get a file. It also lists
// the schemas that programs are checked with, for pcl/resolvedSchemas.

package lsp

import (
	"cmp"
	"context"
	"strings"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/schemadoc"
)

const (
	// schemaScheme is the scheme of URIs of documents that are made from schemas: pcl-schema:/PACKAGE/VERSION/KIND/TOKEN.pp.
	schemaScheme = "pcl-schema"
	// methodSchemaDocument is our own name for workspace/textDocumentContent.
	methodSchemaDocument = "pcl/schemaDocument"
	// noVersion replaces the version of a package whose schema has none.
	noVersion = "none"
	// unknownDocument is the text of a document whose schema is unknown.
	unknownDocument = "# No program of the workspace uses a package that declares this.\n"
)

func isSchemaURI(name string) bool { return strings.HasPrefix(name, schemaScheme+":") }

// isSchemaDocument reports whether the server has made a document. Such a document is never part of a program. Files are in the folder.
func isSchemaDocument(folder, path string) bool {
	return isSchemaURI(path) || folder != "" && strings.HasPrefix(path, folder+"/")
}

// documentURI returns the URI that the client can show a document with. It returns false if the client cannot show it.
func (v *view) documentURI(m schemadoc.Member, document *schemadoc.Document) (uri.URI, bool) {
	name := strings.Join([]string{m.Package.Name(), documentVersion(m.Package.Version()), string(m.Kind), m.Token}, "/")
	if v.client.contents {
		parsed, err := uri.Parse(schemaScheme + ":/" + name + ".pp")
		return parsed, err == nil
	}
	if v.keepDocument == nil {
		return "", false
	}
	path, err := v.keepDocument(name, document.Text)
	if err != nil {
		v.link.once("the document of a schema cannot be saved: " + err.Error())
		return "", false
	}
	return uri.File(path), true
}

type textDocumentContentParams struct {
	URI string `json:"uri"`
}

func (v *view) textDocumentContent(ctx context.Context, p *textDocumentContentParams) (*protocol.TextDocumentContentResult, error) {
	document, err := v.schemaDocument(ctx, p.URI)
	if err != nil {
		return nil, err
	}
	if document == nil {
		// An editor that restores its tabs asks before schemas have arrived, and could not show an error.
		return &protocol.TextDocumentContentResult{Text: unknownDocument}, nil
	}
	return &protocol.TextDocumentContentResult{Text: document.Text}, nil
}

// schemaDocument makes the document of a URI from a package that some program uses. It returns nil if no program uses it.
func (v *view) schemaDocument(ctx context.Context, name string) (*schemadoc.Document, error) {
	parsed, err := uri.Parse(name)
	if err != nil || !isSchemaURI(name) {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "%.200q is not the document of a schema", name)
	}
	parts := strings.SplitN(strings.Trim(parsed.Path(), "/"), "/", 4)
	if len(parts) < 4 {
		return nil, nil
	}
	kind, token := schemadoc.Kind(parts[2]), strings.TrimSuffix(parts[3], ".pp")
	var document *schemadoc.Document
	err = v.findUser(ctx, parts[0], parts[1], func(p *analysis.Program) bool {
		document = schemadoc.Member{Package: p.Package(parts[0]), Kind: kind, Token: token}.Document()
		return document != nil
	})
	return document, err
}

// findUser visits the programs that use a version of a package, those of open documents first, until visit returns true. The version is as in
// [documentVersion].
func (v *view) findUser(ctx context.Context, name, version string, visit func(*analysis.Program) bool) error {
	look := func(programs []*analysis.Program) bool {
		for _, p := range programs {
			if ctx.Err() != nil {
				return false
			}
			found := p.Package(name)
			if found != nil && documentVersion(found.Version()) == version && visit(p) {
				return true
			}
		}
		return false
	}
	open, rest, err := v.programs(ctx)
	if err != nil || look(open) {
		return err
	}
	look(rest())
	return ctx.Err()
}

func documentVersion(version string) string { return cmp.Or(version, noVersion) }
