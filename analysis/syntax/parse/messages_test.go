package parse

import (
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
)

// TestEveryExplanationHasACode asserts that each explanation has a declared syntax code and
// a short message.
func TestEveryExplanationHasACode(t *testing.T) {
	t.Parallel()
	for summary, e := range explanations() {
		_, declared := codes.Lookup(e.code)
		if !declared || !strings.HasPrefix(string(e.code), "syntax.") || e.message == "" || len(e.message) >= 200 {
			t.Errorf("%s: code %q, message %q", summary, e.code, e.message)
		}
	}
}
