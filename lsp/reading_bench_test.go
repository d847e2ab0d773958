// This file measures requests about a large document right after an edit.

package lsp

import (
	"context"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/workload"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"go.lsp.dev/protocol"
)

// BenchmarkReading sends requests that depend only on the text of a document with 5,000 unchecked resources.
func BenchmarkReading(b *testing.B) {
	w := workload.Generate(workload.Config{Kind: workload.Nested, Resources: 5000, Files: 1, Seed: 1})
	s := newServer(Options{Session: workspace.New(workspace.Options{})})
	s.base = context.Background()
	s.assemble()
	place := w.Places[len(w.Places)/2]
	s.session.Apply(workspace.Open{Path: "/nowhere/at/all/" + place.Path, Text: w.Files[place.Path], Version: 1})
	at := object{"line": place.Line, "character": place.Column}
	uri := readerURI(place.Path)
	for _, r := range stormRequests(uri, at) {
		switch r.method {
		case "textDocument/foldingRange", "textDocument/selectionRange", "textDocument/documentLink", "textDocument/typeDefinition",
			"textDocument/prepareCallHierarchy", "workspace/symbol", "textDocument/codeLens", "codeLens/resolve":
		default:
			continue
		}
		b.Run(r.method, func(b *testing.B) {
			params, err := protocol.Marshal(r.params)
			if err != nil {
				b.Fatal(err)
			}
			v := s.view()
			b.ReportAllocs()
			for b.Loop() {
				if _, err := s.requests[r.method].Concurrent(context.Background(), v, params); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
