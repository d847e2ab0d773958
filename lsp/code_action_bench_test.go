// This file measures code actions right after an edit.

package lsp

import (
	"context"
	"fmt"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/workload"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"go.lsp.dev/protocol"
)

// BenchmarkCodeAction edits one of many items and requests its actions at once, as editors do when the cursor moves or when the user opens a menu.
// Nothing is published, so the figure includes everything that an answer waits for.
func BenchmarkCodeAction(b *testing.B) {
	for _, c := range []struct {
		what  string
		kind  workload.Kind
		texts []int // what is written in turn
		in    object
		cold  bool // nothing was ever checked completely
	}{
		{"by itself, no finding", workload.Nested, []int{0, 0}, object{"triggerKind": 2}, false},
		{"by itself, a finding", workload.Nested, []int{1, 0}, object{"triggerKind": 2}, false},
		{"menu", workload.Nested, []int{1, 0}, object{"triggerKind": 1}, false},
		{"by itself, all types change", workload.Chained, []int{2, 0}, object{"triggerKind": 2}, false},
		{"by itself, just opened", workload.Nested, []int{1, 0}, object{"triggerKind": 2}, true},
		{"menu, all types change", workload.Chained, []int{2, 0}, object{"triggerKind": 1}, false},
	} {
		for _, n := range []int{50, 5000} {
			b.Run(fmt.Sprintf("%s/%d resources", c.what, n), func(b *testing.B) {
				actionsAfterEdits(b, workload.Generate(workload.Config{Kind: c.kind, Resources: n, Files: 1, Seed: 1}), c.texts, c.in, c.cold)
			})
		}
	}
}

func actionsAfterEdits(b *testing.B, w *workload.Workload, texts []int, in object, cold bool) {
	s := newServer(Options{Session: workspace.New(workspace.Options{Schemas: yard(b)})})
	s.base = context.Background()
	s.assemble()
	s.client.actionLiterals, s.client.resolvesEdits = true, true
	place := w.Places[len(w.Places)/2]
	if texts[0] == 2 {
		place = w.Places[0]
	}
	path := "/nowhere/at/all/" + place.Path
	s.session.Apply(workspace.Open{Path: path, Text: w.Files[place.Path], Version: 1})
	length, version := len(place.Texts[0].Text), 1
	edit := func(i int) {
		text := place.Texts[texts[i%len(texts)]].Text
		version++
		file, _, _, _ := s.view().Snapshot.File(path)
		next := file.Edited(syntax.Edit{Span: syntax.Span{Start: place.Offset, End: place.Offset + length}, Text: text})
		s.session.Apply(workspace.Edit{Path: path, File: next, Version: version})
		length = len(text)
	}
	for i := 0; !cold && i < 2*len(texts); i++ { // what was never checked goes the long way
		edit(i)
		v := s.view()
		if _, err := v.Snapshot.Report(context.Background(), v.Snapshot.Program(path), nil); err != nil {
			b.Fatal(err)
		}
	}
	at := object{"line": place.Line, "character": place.Column + 1}
	params, err := protocol.Marshal(object{"textDocument": object{"uri": readerURI(place.Path)}, "range": object{"start": at, "end": at}, "context": in})
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		edit(i)
		if _, err := s.requests["textDocument/codeAction"].Concurrent(context.Background(), s.view(), params); err != nil {
			b.Fatal(err)
		}
	}
}
