package hover_test

import (
	"context"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/hover"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// explained provides one package, or none, with a decision.
type explained struct {
	pkg *schema.Package
	d   schema.Decision
}

func (e *explained) Package(schema.Ref) (*schema.Package, schema.Availability) {
	return e.pkg, e.d.Availability
}

func (e *explained) Explain(ref schema.Ref) (schema.Decision, bool) {
	e.d.Ref = ref
	return e.d, true
}

// The package block and the values that select the schema say which schema is used, why, and
// what was not used.
func TestPackageBlockSaysWhy(t *testing.T) {
	t.Parallel()
	text := `{"name":"kit","version":"2.0.0","resources":{"kit:index:A":{}}}`
	pkg, err := schema.Open(strings.NewReader(text), int64(len(text)))
	if err != nil {
		t.Fatal(err)
	}
	ready := schema.Decision{
		Availability: schema.Availability{State: schema.Ready, Path: "/home/schemas/kit-2.0.0.json", Version: "2.0.0"},
		Why:          "it is cached for the wanted version",
		Provider:     schema.Plugin{Name: "kit", Version: "2.0.0", Dir: "/home/plugins/resource-kit-v2.0.0", From: schema.InstalledSource},
		Considered: []schema.Source{
			{Kind: schema.InstalledSource, Path: "/home/plugins/resource-kit-v2.0.0", Why: "a run uses it"},
			{Kind: schema.CacheSource, Path: "/home/schemas/kit-2.0.0.json", Why: "it is cached for the wanted version", Taken: true},
		},
	}
	for range 7 {
		ready.Considered = append(ready.Considered, schema.Source{Kind: schema.CacheSource, Path: "/home/`x`.json", Version: "3.1.0", Why: "it is of version *1*"})
	}
	missing := schema.Decision{Availability: schema.Availability{Reason: "no schema of kit 2.0.0 in /home/schemas", Install: "pulumi plugin install resource kit v2.0.0"}}
	declared := schema.Decision{Availability: schema.Availability{Reason: "no schema of kit", DeclaredIn: "/p/sdks/kit/kit-2.0.0.pp"}}
	for _, test := range []struct {
		name string
		s    *explained
		want []string
	}{
		{"ready", &explained{pkg, ready}, []string{
			"Declares package `kit` in version `2.0.0`.", "package `kit 2.0.0` · newest found: `3.1.0` · 1 resource · 0 functions",
			"Schema file `/home/schemas/kit-2.0.0.json`: it is cached for the wanted version.",
			"A run uses the provider in `/home/plugins/resource-kit-v2.0.0`.",
			"Not used:\n\n- `` /home/`x`.json ``: it is of version \\*1\\*\n", "- … ",
		}},
		{"missing", &explained{nil, missing}, []string{"No schema: no schema of kit 2.0.0", "Install its provider: `pulumi plugin install resource kit v2.0.0`"}},
		{"not trusted", &explained{nil, schema.Decision{
			Availability: schema.Availability{State: schema.Missing, Reason: "its provider is named by the project (/p/plug) but was not asked for the schema: trust the workspace", Lacks: schema.Trust},
			Considered:   []schema.Source{{Kind: schema.ProjectSource, Path: "/p/plug", Why: "a run uses it; it is not asked, since the workspace is not trusted"}},
		}}, []string{"No schema: its provider is named by the project (/p/plug)", "Not used:\n\n- `/p/plug`: a run uses it; it is not asked, since the workspace is not trusted"}},
		{"declared in sdks", &explained{nil, declared}, []string{"The package block in `/p/sdks/kit/kit-2.0.0.pp` declares the package: copy it into the program."}},
	} {
		program := "package {\n  baseProviderName    = \"kit\"\n  baseProviderVersion = \"2.0.0\"\n}\n"
		file := syntax.Parse("/p/main.pp", program, nil)
		p := analysis.NewProgram("/p", []*syntax.File{file}, analysis.World{Schemas: test.s}, nil)
		for _, at := range []string{"package", "kit", "2.0.0"} {
			h, err := hover.At(context.Background(), p, "/p/main.pp", strings.Index(program, at)+1)
			if err != nil || h == nil {
				t.Fatalf("%s: nothing at %s: %v", test.name, at, err)
			}
			for _, want := range test.want {
				if !strings.Contains(h.Markdown, want) {
					t.Errorf("%s at %s: no %q in\n%s", test.name, at, want, h.Markdown)
				}
			}
		}
	}
}
