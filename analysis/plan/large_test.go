package plan_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/analysis/plan"
	"github.com/pcl-lsp/pcl-lsp/internal/changes"
)

// TestManyAliases: the aliases of each resource may need as much work as any other value, however many resources there are.
func TestManyAliases(t *testing.T) {
	t.Parallel()
	const resources, aliases = 300, 100
	var text strings.Builder
	fmt.Fprintf(&text, "resource pier \"fleet:index:Note\" {\n  text = \"x\"\n  options {\n    range = %d\n    aliases = [", resources)
	for i := range aliases {
		fmt.Fprintf(&text, "{ name = \"quay%d-${range.value}\" }, ", i)
	}
	text.WriteString("]\n  }\n}\n")
	ran, err := eval.Run(t.Context(), programOf(t, changes.Source{Files: map[string]string{"main.pp": text.String()}}), host)
	if err != nil {
		t.Fatal(err)
	}
	names := plan.MatchNames(ran, host, nil)
	if len(names.All) != resources {
		t.Fatal("there are", len(names.All))
	}
	for _, n := range names.All {
		if n.Match != plan.Created || len(n.FormerURNs) != aliases {
			t.Fatalf("%s: %v %s", n.Now.Name, n.Match, n.Why)
		}
	}
}
