package fix_test

import (
	"context"
	"slices"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/fix"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
)

// What a component does with a secret is changed inside: nothing is proposed where it is passed.
func TestNothingIsProposedForWhatIsPassed(t *testing.T) {
	t.Parallel()
	world := analysis.World{Schemas: analysistest.RepositorySchemas(t)}
	made := func(dir, text string) *analysis.Program {
		return analysis.NewProgram(dir, []*syntax.File{syntax.Parse(dir+"/main.pp", text, nil)}, world, nil)
	}
	part := made("d/part", "config value string {}\n\nresource r \"kit:index:Name\" {\n  options {\n    import = value\n  }\n}\n\n"+
		"output o {\n  value = { (value) = unsecret(value) }\n}\n")
	world.Component = func(string) *analysis.Program { return part }
	p := made("d", "config pw string {\n  secret = true\n}\n\ncomponent c \"./part\" {\n  value = pw\n}\n")
	found, err := p.Diagnostics(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	passed := slices.DeleteFunc(found, func(d analysis.Diagnostic) bool { return d.Passed == 0 })
	if len(passed) < 3 {
		t.Errorf("%d findings about what is passed, want one about the option, one about the key and one about the output", len(passed))
	}
	for _, f := range fix.For(context.Background(), p, passed) {
		t.Errorf("%s is proposed: %s", f.Diagnostic.Code, f.Title)
	}
}
