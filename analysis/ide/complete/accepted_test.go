package complete_test

import (
	"context"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/complete"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/format"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// empty is a placeholder without a proposal, which leaves white space when nothing is written there.
var empty = regexp.MustCompile(`\$\d`)

// TestAccepted: an accepted attribute, key or option, with all proposals of its snippet, makes no
// new finding and is written as the formatter writes it.
func TestAccepted(t *testing.T) {
	t.Parallel()
	schemas := analysistest.RepositorySchemas(t)
	world := analysis.World{Schemas: schemas}
	accepted := 0
	try := func(what, before, after string) {
		program := func(text string) *analysis.Program {
			return analysis.NewProgram("p", []*syntax.File{syntax.Parse("p/main.pp", text, nil)}, world, nil)
		}
		p := program(before + after)
		list, err := complete.At(context.Background(), p, "p/main.pp", len(before))
		if err != nil || list == nil {
			t.Fatalf("%s: %v, %v", what, list, err)
		}
		known := errorsOf(t, p)
		for _, item := range list.Items {
			if item.Kind != complete.KindAttribute && item.Kind != complete.KindOption && item.Label != "required attributes" {
				continue
			}
			accepted++
			text := place.ReplaceAllString(item.Insert, "$1$2")
			indent := before[strings.LastIndex(before, "\n")+1:]
			whole := before + strings.ReplaceAll(text, "\n", "\n"+indent) + after
			for message := range errorsOf(t, program(whole)) {
				if !known[message] {
					t.Errorf("%s: %s inserts\n%s\n%s", what, item.Label, text, message)
				}
			}
			f := syntax.Parse("p/main.pp", whole, nil)
			if edits := format.Edits(f); len(edits) > 0 && !empty.MatchString(item.Insert) {
				t.Errorf("%s: %s is formatted again in\n%s", what, item.Label, whole)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(schemas)) {
		pkg := schemas[name][0]
		for _, listed := range pkg.ListResources() {
			r := pkg.Resource(listed.Token)
			if r == nil || r.IsProvider {
				continue
			}
			head := fmt.Sprintf("resource r %q {\n  ", listed.Canonical)
			try(listed.Canonical, head, "\n}\n")
			try(listed.Canonical+": options", head+"options {\n    ", "\n  }\n}\n")
			for _, p := range r.Inputs {
				if schema.ObjectOf(p.Type) != nil {
					try(listed.Canonical+": "+p.Name, head+p.Name+" = {\n    ", "\n  }\n}\n")
				}
			}
		}
	}
	if accepted < 100 {
		t.Errorf("only %d items", accepted)
	}
}

// errorsOf returns the errors of a program, except missing inputs, which the user has not written yet.
func errorsOf(t *testing.T, p *analysis.Program) map[string]bool {
	t.Helper()
	found, err := p.Diagnostics(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]bool{}
	for _, d := range found {
		if d.Severity == codes.Error && d.Code != codes.AttrMissing {
			all[string(d.Code)+": "+d.Message] = true
		}
	}
	return all
}
