package syntax_test

import (
	"testing"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// What is an identifier is what HCL takes for one.
func TestIsIdentifier(t *testing.T) {
	t.Parallel()
	names := []string{"", "a", "a1", "1a", "-a", "a-", "a--b", "_", "_a", "a_b", "a b", "a.b", "é", "日本", "aé", "a\u0652", "ⅷ", "a\n", "a\x00", "true", "a$", "*"}
	for r := rune(0); r < 0x250; r++ {
		names = append(names, string(r), "a"+string(r), string(r)+"a")
	}
	for _, name := range names {
		if got, want := syntax.IsIdentifier(name), hclsyntax.ValidIdentifier(name); got != want {
			t.Errorf("%q: got %t, want %t", name, got, want)
		}
	}
}
