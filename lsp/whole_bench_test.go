// This file measures requests about a whole large document.

package lsp

import (
	"context"
	"fmt"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/workload"
	"github.com/pcl-lsp/pcl-lsp/lsp/wire"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"go.lsp.dev/protocol"
)

// BenchmarkWhole sends requests about a whole checked document with 5,000 resources: the first one about a new text, and one after each edit. It measures
// neither the edit nor the findings.
func BenchmarkWhole(b *testing.B) {
	w := workload.Generate(workload.Config{Kind: workload.Nested, Resources: 5000, Files: 1, Seed: 1})
	place := w.Places[len(w.Places)/2]
	path, uri := "/nowhere/at/all/"+place.Path, readerURI(place.Path)
	document := object{"uri": uri}
	whole := object{"start": object{"line": 0, "character": 0}, "end": object{"line": 1 << 20, "character": 0}}
	options := object{"tabSize": 2, "insertSpaces": true}
	wanting, err := protocol.Marshal(object{"capabilities": object{"textDocument": object{"documentSymbol": object{"hierarchicalDocumentSymbolSupport": true}}}, "initializationOptions": object{"pcl": object{"codeLens": counted}}})
	if err != nil {
		b.Fatal(err)
	}
	for _, q := range []question{
		{"textDocument/semanticTokens/full", object{"textDocument": document}},
		{"textDocument/semanticTokens/full/delta", object{"textDocument": document, "previousResultId": "none"}},
		{"textDocument/foldingRange", object{"textDocument": document}},
		{"textDocument/documentSymbol", object{"textDocument": document}},
		{"textDocument/documentLink", object{"textDocument": document}},
		{"textDocument/inlayHint", object{"textDocument": document, "range": whole}},
		{"textDocument/codeLens", object{"textDocument": document}},
		{"textDocument/formatting", object{"textDocument": document, "options": options}},
	} {
		for _, edited := range []bool{false, true} {
			b.Run(fmt.Sprintf("%s/edited=%t", q.method, edited), func(b *testing.B) {
				s := newServer(Options{Session: workspace.New(workspace.Options{Schemas: yard(b)})})
				s.base, s.peer = context.Background(), deaf{}
				s.conn = wire.New(context.Background(), nil, nil, s.wireConfig())
				s.assemble()
				if _, err := s.requests["initialize"].Inline(wanting); err != nil {
					b.Fatal(err)
				}
				version := 1
				s.session.Apply(workspace.Open{Path: path, Text: w.Files[place.Path], Version: version})
				check := func() {
					snapshot := s.session.Snapshot()
					if _, err := snapshot.Report(context.Background(), snapshot.Program(path), nil); err != nil {
						b.Fatal(err)
					}
				}
				check()
				length := len(place.Texts[0].Text)
				edit := func() {
					version++
					file, _, _, _ := s.session.Snapshot().File(path)
					start := file.LineStart(place.Line) + place.Column
					next := place.Texts[version%2].Text
					file = file.Edited(syntax.Edit{Span: syntax.Span{Start: start, End: start + length}, Text: next})
					length = len(next)
					s.session.Apply(workspace.Edit{Path: path, File: file, Version: version})
					check()
				}
				ask := func() {
					if q.method == "textDocument/semanticTokens/full/delta" {
						if known := s.tokens.of(path); len(known) > 0 {
							q.params["previousResultId"] = known[0].id
						}
					}
					params, err := protocol.Marshal(q.params)
					if err != nil {
						b.Fatal(err)
					}
					answer, err := s.requests[q.method].Concurrent(context.Background(), s.view(), params)
					if err == nil {
						_, err = protocol.Marshal(answer)
					}
					if err != nil {
						b.Fatal(err)
					}
				}
				ask()
				b.ReportAllocs()
				for b.Loop() {
					b.StopTimer()
					if edited {
						edit()
					} else {
						s.tokens.close(path)
					}
					b.StartTimer()
					ask()
				}
			})
		}
	}
}
