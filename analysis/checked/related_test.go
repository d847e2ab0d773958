package checked_test

import (
	"context"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/checked"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// onlyFinding is the one finding of a program with this code.
func onlyFinding(t *testing.T, p *checked.Program, code codes.Code) diagnostic.Diagnostic {
	t.Helper()
	all, err := p.Diagnostics(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	var found []diagnostic.Diagnostic
	for _, d := range all {
		if d.Code == code {
			found = append(found, d)
		}
	}
	if len(found) != 1 {
		t.Fatalf("got %v, want one %s", all, code)
	}
	return found[0]
}

// A place in another item moves with that item, though the item that the finding
// is about stays as it was.
func TestRelatedPlaceMoves(t *testing.T) {
	t.Parallel()
	const (
		resource = "resource a \"none:index:A\" {\n  options {\n    hooks = { beforeCreate = [retry] }\n  }\n}\n"
		hook     = "hook error retry {\n  command = [\"x\"]\n}\n"
	)
	e := &editedProgram{}
	for _, between := range []string{"", "# one\n", "x = 1\n\n"} {
		text := resource + between + hook
		e.set(text)
		d := onlyFinding(t, e.program, codes.OptionHooksKind)
		at := len(resource+between) + strings.Index(hook, "retry")
		if len(d.Related) != 1 || d.Related[0].Span.Start != at {
			t.Errorf("after %q: got related %+v, want one at %d", between, d.Related, at)
		}
	}
}

// What is said about a name inside a component follows the component's program.
func TestInnerNameFollowsComponent(t *testing.T) {
	t.Parallel()
	outer := syntax.Parse("d/main.pp", "component c \"./inner\" {}\noutput x {\n  value = c.link\n}\n", nil)
	var previous *checked.Program
	for _, test := range []struct{ inner, want string }{
		{"output link {\n  __logicalName = \"url\"\n  value = 1\n}\n", "read `url` instead"},
		{"output link {\n  __logicalName = \"address\"\n  value = 1\n}\n", "read `address` instead"},
		{"output address {\n  value = 1\n}\n", "has no `link`; it has `address`"},
	} {
		inner := analysis.NewProgram("d/inner", []*syntax.File{syntax.Parse("d/inner/main.pp", test.inner, nil)}, checked.World{}, nil)
		world := checked.World{Component: func(string) *checked.Program { return inner }}
		previous = analysis.NewProgram("d", []*syntax.File{outer}, world, previous)
		if d := onlyFinding(t, previous, codes.PropUnknown); !strings.Contains(d.Message, test.want) {
			t.Errorf("%s: got %q, want %q", test.inner, d.Message, test.want)
		}
	}
}
