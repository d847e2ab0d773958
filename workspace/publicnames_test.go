package workspace_test

import (
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// What the client says of inputs that everybody reads goes before settings files, and
// both take effect at once, in programs that were checked before.
func TestPublicNamesThatChange(t *testing.T) {
	t.Parallel()
	const program = "config pw string {\n  secret = true\n}\n\nresource a \"cloudy:storage/bucket:Bucket\" {\n  name = pw\n  acl  = pw\n}\n"
	files := fixture.Files{"/w/main.pp": program}
	session := workspace.New(workspace.Options{FS: files, Schemas: analysistest.RepositorySchemas(t)})
	check := func(name, want string) {
		t.Helper()
		got := ""
		p := session.Snapshot().ProgramIn("/w")
		found, err := p.Diagnostics(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range found {
			if d.Code == "secret.name" {
				for _, name := range []string{"name", "acl"} {
					if strings.HasSuffix(p.Files[0].Text()[:d.Span.Start], "\n  "+name+strings.Repeat(" ", 4-len(name))+" = ") {
						got += name + ";"
					}
				}
			}
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
	names := func(patterns ...string) analysis.PublicNames {
		n, err := analysis.ParsePublicNames(patterns)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	check("the usual ones", "name;")
	session.Apply(workspace.PublicNamesChanged{Names: names("acl")})
	check("those of the client", "acl;")
	files["/w/.pcl-lsp.yaml"] = "secrets:\n  publicNames: [acl, name]\n"
	session.Apply(workspace.DiskChanged{Paths: []string{"/w/.pcl-lsp.yaml"}})
	check("the client goes first", "acl;")
	session.Apply(workspace.PublicNamesChanged{})
	check("those of the file", "name;acl;")
	delete(files, "/w/.pcl-lsp.yaml")
	session.Apply(workspace.DiskChanged{Paths: []string{"/w/.pcl-lsp.yaml"}})
	check("the usual ones again", "name;")
}
