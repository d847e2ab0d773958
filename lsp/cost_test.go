// This file tests the cost law for all requests and for what happens when a document is opened, edited and checked.

package lsp

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/cost"
	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"go.lsp.dev/protocol"
)

// answeredInline are requests that [TestCostOfRequests] doesn't send: they run on the read loop, and do nothing about a text.
var answeredInline = []string{protocol.MethodInitialize, protocol.MethodWorkspaceExecuteCommand}

// TestCostOfRequests sends all requests for whole documents of all shapes. It runs alone: the work of others would count too.
func TestCostOfRequests(t *testing.T) {
	measures := cost.Counted
	if testsize.Long() {
		measures = cost.Timed
	}
	sent := slices.Clone(answeredInline)
	for _, shape := range cost.Shapes {
		work := map[int]map[string][]float64{}
		for _, n := range []int{1, testsize.CostSize, 2 * testsize.CostSize, 4 * testsize.CostSize} {
			work[n] = costsOf(t, measures, shape.Text(n))
		}
		for _, method := range slices.Sorted(maps.Keys(work[1])) {
			sent = append(sent, method)
			cost.Check(t, method, shape, measures, testsize.CostSize, func(n int) []float64 { return work[n][method] })
		}
	}
	requests := newServer(Options{}).requests
	for method := range requests {
		if !slices.Contains(sent, method) {
			t.Errorf("the cost of %s is not measured", method)
		}
	}
}

// costsOf returns the work of each method on a text, after its first check.
func costsOf(t *testing.T, measures []cost.Measure, text string) map[string][]float64 {
	s := newServer(Options{Session: workspace.New(workspace.Options{})})
	s.base = context.Background()
	s.assemble()
	capabilities, err := protocol.Marshal(object{"capabilities": able})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.requests[protocol.MethodInitialize].Inline(capabilities); err != nil {
		t.Fatal(err)
	}
	const path, uri = "/nowhere/at/all/main.pp", "file:///nowhere/at/all/main.pp"
	report := func() {
		v := s.view()
		if _, err := v.Snapshot.Report(context.Background(), v.Snapshot.Program(path), nil); err != nil {
			t.Fatal(err)
		}
	}
	works := map[string][]float64{}
	works["open"] = cost.Of(measures, func() {
		s.session.Apply(workspace.Open{Path: path, Text: text, Version: 1})
		report()
	})
	works["edit"] = cost.Of(measures, func() {
		file, _, _, _ := s.view().Snapshot.File(path)
		s.session.Apply(workspace.Edit{Path: path, File: file.Edited(syntax.Edit{Text: "\n"}), Version: 2})
		report()
	})
	lines := strings.Count(text, "\n") + 1
	whole := object{"start": object{"line": 0, "character": 0}, "end": object{"line": lines, "character": 0}}
	asked := stormRequests(uri, object{"line": lines - 1, "character": 1})
	asked[0].method, asked[0].params = protocol.MethodWorkspaceDiagnostic, object{"previousResultIds": []object{}}
	for _, r := range append(asked, stormRequests(uri, object{"line": lines - 1, "character": 1})[0]) {
		for name, value := range map[string]any{"range": whole, "ranges": []object{whole}} {
			if _, has := r.params[name]; has {
				r.params[name] = value
			}
		}
		params, err := protocol.Marshal(r.params)
		if err != nil {
			t.Fatal(err)
		}
		works[r.method] = cost.Of(measures, func() {
			answer, err := s.requests[r.method].Concurrent(context.Background(), s.view(), params)
			if err == nil {
				_, err = protocol.Marshal(answer)
			}
			if err != nil && !strings.Contains(fmt.Sprint(err), "rename") {
				t.Logf("%s: %v", r.method, err)
			}
		})
	}
	return works
}
