package complete_test

import (
	"context"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/complete"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
)

// TestFunctions: every builtin function is offered with its documentation.
func TestFunctions(t *testing.T) {
	t.Parallel()
	f := analysistest.LoadText(t, "Functions are offered from the table.\n-- main.pp --\nx = $0\n")
	c := f.Cursors[0]
	list, err := complete.At(context.Background(), f.Program, c.Path, c.Offset)
	if err != nil {
		t.Fatal(err)
	}
	offered := map[string]complete.Item{}
	for _, item := range list.Items {
		if item.Kind == complete.KindFunction {
			offered[item.Label] = item
		}
	}
	for _, b := range language.Builtins() {
		item, ok := offered[b.Name]
		if !ok {
			t.Errorf("%s is not offered", b.Name)
			continue
		}
		if item.Detail != b.Usage() {
			t.Errorf("%s: got detail %q, want %q", b.Name, item.Detail, b.Usage())
		}
		for _, want := range append([]string{b.Doc, b.Examples[0].String()}, b.Notes...) {
			if !strings.Contains(item.Doc, want) {
				t.Errorf("%s: %q is missing in the documentation\n%s", b.Name, want, item.Doc)
			}
		}
	}
}
