// This file implements findings of a document for a client that asks for them.

package lsp

import (
	"context"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// errOvertaken says that the answer to a question for findings is of no use any more,
// and that the client is to ask again.
var errOvertaken = &jsonrpc2.Error{
	Code: jsonrpc2.Code(protocol.LSPErrorCodesServerCancelled), Message: "the document has changed", Data: jsonrpc2.RawMessage(`{"retriggerRequest":true}`),
}

// documentDiagnosticParams keep the client's spelling of the document.
type documentDiagnosticParams struct {
	documentParams
	PreviousResultID string `json:"previousResultId"`
}

// documentDiagnostic answers with the findings of a document, and with those of other
// open documents of its program that the client does not have, if it takes them.
//
// A question about a version of the document is given up when there is one about a
// newer version. It is not when the document merely changes: a client that waits for
// each answer before it asks again would never get one while somebody types.
func (v *view) documentDiagnostic(ctx context.Context, p *documentDiagnosticParams) (protocol.DocumentDiagnosticReport, error) {
	path, err := pathOf(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	_, version, _, _ := v.snapshot.File(path)
	ctx, done := v.server.pulls.begin(ctx, path, version)
	defer done()
	v, files, err := v.pulled(ctx, path)
	if context.Cause(ctx) == error(errOvertaken) {
		return nil, errOvertaken
	}
	if err == nil {
		err = ctx.Err() // an answer that is not taken must not be noted as one
	}
	if err != nil {
		return nil, err
	}
	return v.documentReport(p, path, files), nil
}

// pulled are the findings of a document and of the open ones in its program, by path.
// They wait for schemas as those that are pushed do, and then are those of the moment
// when the schemas came, if the document is still the same.
func (v *view) pulled(ctx context.Context, path string) (*view, map[string]findings, error) {
	for {
		files, err := v.pullNow(ctx, path)
		if err != nil || !v.snapshot.Loading() {
			return v, files, err
		}
		change := v.server.diagnoser.nextChange()
		now := v.server.view()
		if now.snapshot == v.snapshot {
			if again, err := awaitChange(ctx, change, v.server.diagnoser.patience()); err != nil || !again {
				return v, files, err
			}
			now = v.server.view()
		}
		if !v.sameDocument(now, path) {
			return v, nil, errOvertaken
		}
		v = now
	}
}

// awaitChange waits for a change; false if there is none for some time.
func awaitChange(ctx context.Context, change <-chan struct{}, limit time.Duration) (changed bool, err error) {
	if limit <= 0 {
		return false, ctx.Err()
	}
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false, ctx.Err()
	case <-change:
		return true, nil
	case <-timer.C:
		return false, nil
	}
}

// sameDocument reports whether another view has the same version of a document.
func (v *view) sameDocument(other *view, path string) bool {
	_, version, open, ok := v.snapshot.File(path)
	_, otherVersion, otherOpen, otherOK := other.snapshot.File(path)
	return version == otherVersion && open == otherOpen && ok == otherOK
}

func (v *view) pullNow(ctx context.Context, path string) (map[string]findings, error) {
	files := map[string]findings{}
	program := v.programOf(path)
	if program == nil {
		return files, nil
	}
	r, err := v.snapshot.Report(ctx, program, nil)
	if err != nil {
		return nil, err
	}
	places := v.mappers()
	for _, f := range r.Files {
		file, ok := v.fileFindings(f.Found.Path, nil)
		if !ok || file.path != path && !file.open() {
			continue
		}
		if file.found, err = v.converted.of(v, places, f); err != nil {
			return nil, err
		}
		files[file.path] = file
	}
	return files, nil
}

func (v *view) documentReport(p *documentDiagnosticParams, path string, files map[string]findings) protocol.DocumentDiagnosticReport {
	own, known := files[path]
	if !known {
		own.found = noFindings
	}
	others := map[uri.URI]protocol.FullDocumentDiagnosticReportOrUnchangedDocumentDiagnosticReport{}
	for _, f := range v.server.pulls.answered(path, p.PreviousResultID, files, v.server.isOpen) {
		if v.client.relatedDocuments {
			others[f.uri] = new(f.found.full())
		}
	}
	if len(others) == 0 {
		others = nil
	}
	if own.found.id() == p.PreviousResultID {
		return &protocol.RelatedUnchangedDocumentDiagnosticReport{UnchangedDocumentDiagnosticReport: own.found.unchanged(), RelatedDocuments: others}
	}
	return &protocol.RelatedFullDocumentDiagnosticReport{FullDocumentDiagnosticReport: own.found.full(), RelatedDocuments: others}
}

func (c *converted) full() protocol.FullDocumentDiagnosticReport {
	items := c.diagnostics
	if items == nil {
		items = []protocol.Diagnostic{}
	}
	return protocol.FullDocumentDiagnosticReport{Kind: string(protocol.DocumentDiagnosticReportKindFull), ResultID: new(c.id()), Items: items}
}

func (c *converted) unchanged() protocol.UnchangedDocumentDiagnosticReport {
	return protocol.UnchangedDocumentDiagnosticReport{Kind: string(protocol.DocumentDiagnosticReportKindUnchanged), ResultID: c.id()}
}
