// This file implements the documents of schemas: their names, workspace/textDocumentContent
// with which a client asks for their texts, and pcl/schemaDocument, which is the same for
// clients that do not know that request. Any other client is given a file.

package lsp

import (
	"cmp"
	"context"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/schemadoc"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

const (
	// schemaScheme is the scheme of the URIs of documents that are made from schemas. Such
	// a URI is pcl-schema:/PACKAGE/VERSION/KIND/TOKEN.pp.
	schemaScheme = "pcl-schema"
	// methodSchemaDocument is workspace/textDocumentContent under a name of our own.
	methodSchemaDocument = "pcl/schemaDocument"
	// noVersion stands for the version of a package whose schema gives none.
	noVersion = "none"
	// unknownDocument is the text of documents that nothing is known of.
	unknownDocument = "# No program of the workspace uses a package that declares this.\n"
)

func isSchemaURI(name string) bool { return strings.HasPrefix(name, schemaScheme+":") }

// isSchemaDocument reports whether a document is one that the server made. It is never
// part of a program.
func (s *server) isSchemaDocument(path string) bool {
	folder := s.opts.DocumentFolder
	return isSchemaURI(path) || folder != "" && strings.HasPrefix(path, folder+"/")
}

// documentURI is the URI by which the client can show a document; false if it cannot.
func (v *view) documentURI(m schemadoc.Member, document *schemadoc.Document) (uri.URI, bool) {
	name := strings.Join([]string{m.Package.Name(), documentVersion(m.Package.Version()), string(m.Kind), m.Token}, "/")
	if v.client.contents {
		parsed, err := uri.Parse(schemaScheme + ":/" + name + ".pp")
		return parsed, err == nil
	}
	keep := v.server.opts.KeepDocument
	if keep == nil {
		return "", false
	}
	path, err := keep(name, document.Text)
	if err != nil {
		v.server.once("a schema's document was not kept: " + err.Error())
		return "", false
	}
	return uri.File(path), true
}

// textDocumentContentParams name a document.
type textDocumentContentParams struct {
	URI string `json:"uri"`
}

func (v *view) textDocumentContent(ctx context.Context, p *textDocumentContentParams) (*protocol.TextDocumentContentResult, error) {
	document, err := v.schemaDocument(ctx, p.URI)
	if err != nil {
		return nil, err
	}
	if document == nil {
		// An editor that opens what was open last time asks before the schemas are there, and
		// has nothing to show for an error.
		return &protocol.TextDocumentContentResult{Text: unknownDocument}, nil
	}
	return &protocol.TextDocumentContentResult{Text: document.Text}, nil
}

// schemaDocument makes the document of a URI out of the package that a program uses by
// that name and version; nil if none does.
func (v *view) schemaDocument(ctx context.Context, name string) (*schemadoc.Document, error) {
	parsed, err := uri.Parse(name)
	if err != nil || !isSchemaURI(name) {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "%.200q is no document of a schema", name)
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

// findUser visits the programs that use a version of a package, those of open documents
// first, until one is the right one. The version is as in names of documents.
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
	open, rest, err := v.searched(ctx)
	if err != nil || look(open) {
		return err
	}
	look(rest())
	return ctx.Err()
}

// documentVersion is the version of a package in names of documents.
func documentVersion(version string) string { return cmp.Or(version, noVersion) }
