package workspace_test

import (
	"testing"

	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// A resource is judged by the schema of the package's name, whatever version its
// options give; that version counts only where the name finds no schema.
func TestVersionOfResource(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	dir := slashed(root)
	write(t, root, "schemas/p-1.0.0.json", `{"name":"p","version":"1.0.0","resources":{"p:index:Old":{}}}`)
	write(t, root, "schemas/p-2.0.0.json", `{"name":"p","version":"2.0.0","resources":{"p:index:New":{}}}`)
	write(t, root, "named/main.pp", "resource a \"p:index:New\" {\n  options {\n    version = \"1.0.0\"\n  }\n}\n")
	s := workspace.New(workspace.Options{SchemasIn: workspace.NewSchemaPlaces(nil, "").In})
	wantCodes(t, s.Snapshot(), dir+"/named", "main.pp:version.unchecked")
	needs := s.Snapshot().ProgramIn(dir + "/named").PackageNeeds()
	if len(needs) != 1 || needs[0].Ref.Version != "" || needs[0].Declared || !needs[0].Used {
		t.Errorf("got %+v", needs)
	}

	home := t.TempDir()
	write(t, home, "plugins/resource-qq-v2.0.0/PulumiPlugin.yaml", "runtime: go\n")
	write(t, home, "schemas/qq-1.0.0.json", `{"name":"qq","version":"1.0.0","resources":{"qq:index:Old":{}}}`)
	write(t, root, "only/main.pp", "resource a \"qq:index:New\" {\n}\nresource b \"qq:index:Old\" {\n  options {\n    version = \"1.0.0\"\n  }\n}\n")
	s = workspace.New(workspace.Options{SchemasIn: workspace.NewSchemaPlaces(nil, home).In})
	wantCodes(t, s.Snapshot(), dir+"/only", "main.pp:resource.unknown")
	write(t, root, "only/block.pp", "package {\n  baseProviderName = \"qq\"\n}\n")
	wantCodes(t, s.Apply(workspace.DiskChanged{}), dir+"/only", "block.pp:package.version-missing main.pp:package.unknown")
}
