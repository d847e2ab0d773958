// This file tests that whatever a client cancels ends soon.

package lsp

import (
	"context"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/cost"
	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"go.lsp.dev/protocol"
)

// inline are requests that compute nothing themselves: they begin work in the background, or wait for it.
var inline = []string{protocol.MethodInitialize, protocol.MethodWorkspaceExecuteCommand, protocol.MethodWorkspaceDiagnostic}

// TestEveryRequestEnds: each request about hostile programs ends soon when it is canceled in its middle. It runs alone: the work of others would count.
func TestEveryRequestEnds(t *testing.T) {
	sent := slices.Clone(inline)
	for i, shape := range cost.Shapes {
		if i%max(1, testsize.HostileParts/2) > 0 {
			continue
		}
		t.Run(shape.Name, func(t *testing.T) {
			files := shape.Files(testsize.HostileSize)
			s := newCostlyServer(t, files, "")
			text := files[cost.Main]
			s.session.Apply(workspace.Open{Path: s.dir + "/" + cost.Main, Text: text, Version: 1})
			at := modelPosition(text, strings.LastIndexAny(text[:len(text)*(i%3+1)/4], "\n ")+1, "utf-16")
			for _, r := range stormRequests(s.uri(cost.Main), at) {
				sent = append(sent, r.method)
				params := s.encoded(r.params)
				late := cost.Interrupted(0.05, func(ctx context.Context) { _, _ = s.requests[r.method].Concurrent(ctx, s.view(), params) })
				if late > cost.Late {
					t.Errorf("%s takes %.1f seconds of the processor after it is cancelled", r.method, late)
				}
			}
		})
	}
	for method := range maps.Keys(newServer(Options{}).requests) {
		if !slices.Contains(sent, method) {
			t.Errorf("%s is not cancelled", method)
		}
	}
}
