// This file implements pcl/resolvedSchemas, our own request: which package schemas programs are checked with.

package lsp

import (
	"cmp"
	"context"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"go.lsp.dev/uri"
)

// methodResolvedSchemas is the name of the request. It has no parameters.
const methodResolvedSchemas = "pcl/resolvedSchemas"

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
