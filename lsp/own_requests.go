// This file implements requests of our own about a program: pcl/convert and pcl/resourceTypes (docs/convert.md),
// pcl/dependencyGraph (docs/graph.md) and pcl/resolvedSchemas, which package schemas programs are checked with.

package lsp

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/convert"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/depgraph"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// The names of the requests. pcl/resolvedSchemas has no parameters.
const (
	methodConvert         = "pcl/convert"
	methodResourceTypes   = "pcl/resourceTypes"
	methodDependencyGraph = "pcl/dependencyGraph"
	methodResolvedSchemas = "pcl/resolvedSchemas"
)

// convertParams are a text of another language, and a document of the program that it shall become a part of.
type convertParams struct {
	TextDocument protocol.TextDocumentIdentifier `json:"textDocument"`
	Text         string                          `json:"text"`
}

// convertedText is a text of PCL.
type convertedText struct {
	Text string `json:"text"`
}

// convert returns nil for a text that is PCL already, or of which nothing can be converted.
func (v *view) convert(ctx context.Context, p *convertParams) (*convertedText, error) {
	if len(p.Text) > convert.Longest {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "the text has %d bytes; at most %d are converted at once", len(p.Text), convert.Longest)
	}
	for {
		t, err := v.file(p.TextDocument)
		if t == nil {
			return nil, err
		}
		found := convert.Text(ctx, t.program, p.Text)
		switch {
		case found.Loading:
			if v, err = v.awaitSchemas(ctx); err != nil {
				return nil, err
			}
		case found.Text == "":
			return nil, ctx.Err()
		default:
			return &convertedText{found.Text}, ctx.Err()
		}
	}
}

// resourceTypesParams name a program by one of its documents.
type resourceTypesParams struct {
	TextDocument protocol.TextDocumentIdentifier `json:"textDocument"`
}

// resourceTypes returns the types of the packages that a program uses.
func (v *view) resourceTypes(_ context.Context, p *resourceTypesParams) ([]string, error) {
	t, err := v.file(p.TextDocument)
	if t == nil {
		return []string{}, err
	}
	return convert.Types(t.program), nil
}

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

// resolvedSchemas lists the packages that the programs of open documents use.
type resolvedSchemas struct {
	Packages []resolvedSchema `json:"packages"`
	// Loading says that some schemas are still being loaded.
	Loading bool `json:"loading"`
}

// resolvedSchema is one package and its schema.
type resolvedSchema struct {
	Name    string  `json:"name"`
	Wanted  string  `json:"wanted,omitzero"`  // the version that a program requests
	State   string  `json:"state"`            // such as ready or missing
	Version string  `json:"version,omitzero"` // the version of the schema
	URI     uri.URI `json:"uri,omitzero"`     // the file of the schema
	Reason  string  `json:"reason,omitzero"`  // why there is no schema
	Install string  `json:"install,omitzero"` // the command that installs the provider
}

// resolvedSchemas depends only on the current programs, not on earlier requests.
func (v *view) resolvedSchemas(ctx context.Context, _ *struct{}) (*resolvedSchemas, error) {
	answer := &resolvedSchemas{Packages: []resolvedSchema{}}
	for _, program := range v.openPrograms() {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		schemas := v.Snapshot.Schemas(program.Dir)
		for _, need := range program.PackageNeeds() {
			_, found := schemas.Package(need.Ref)
			one := resolvedSchema{
				Name: need.Ref.Name, Wanted: need.Ref.Version, State: found.State.String(),
				Version: found.Version, Reason: found.Reason, Install: found.Install,
			}
			if found.Path != "" {
				one.URI = v.URI(found.Path)
			}
			answer.Packages = append(answer.Packages, one)
		}
	}
	lists.SortStable(answer.Packages, func(a, b resolvedSchema) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Version, b.Version), cmp.Compare(a.Wanted, b.Wanted), cmp.Compare(a.URI, b.URI))
	})
	answer.Packages = slices.Compact(answer.Packages)
	answer.Loading = slices.ContainsFunc(answer.Packages, func(one resolvedSchema) bool { return one.State == "loading" })
	return answer, nil
}
