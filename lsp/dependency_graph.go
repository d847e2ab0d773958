// This file implements pcl/dependencyGraph, our own request. docs/graph.md describes it.

package lsp

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/depgraph"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// methodDependencyGraph is the name of the request.
const methodDependencyGraph = "pcl/dependencyGraph"

// dependencyGraphParams name a program by one of its documents.
type dependencyGraphParams struct {
	TextDocument protocol.TextDocumentIdentifier `json:"textDocument"`
	Format       depgraph.Format                 `json:"format,omitzero"`  // empty for json
	Configs      depgraph.Configs                `json:"configs,omitzero"` // empty for used
}

// dependencyGraph returns the graph as JSON, or as text in another format.
func (v *view) dependencyGraph(ctx context.Context, p *dependencyGraphParams) (any, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	t, err := v.file(p.TextDocument)
	if t == nil {
		return nil, err
	}
	graph, err := depgraph.Of(ctx, t.program, depgraph.Options{Configs: p.Configs})
	if err != nil {
		return nil, err
	}
	places := func(f *syntax.File, span syntax.Span) depgraph.DocumentPlace {
		return depgraph.DocumentPlace{URI: string(v.URI(f.Path)), Range: v.Range(f, span)}
	}
	if text, ok := graph.Draw(p.Format, places); ok {
		return text, nil
	}
	return graph.Document(places), nil
}

func (p *dependencyGraphParams) check() error {
	if formats := depgraph.Formats(); p.Format != "" && !slices.Contains(formats, string(p.Format)) {
		instead := cmp.Or(depgraph.Instead(string(p.Format)), "use one of "+strings.Join(formats, ", "))
		return jsonrpc2.Errorf(jsonrpc2.InvalidParams, "unknown format %.40q; %s", p.Format, instead)
	}
	if choices := depgraph.ConfigChoices(); p.Configs != "" && !slices.Contains(choices, string(p.Configs)) {
		return jsonrpc2.Errorf(jsonrpc2.InvalidParams, "unknown choice of configs %.40q; use one of %s", p.Configs, strings.Join(choices, ", "))
	}
	return nil
}
