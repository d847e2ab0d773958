package schema_test

import (
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// open opens a schema that a test wrote.
func open(t testing.TB, text string) *schema.Package {
	t.Helper()
	p, err := schema.Open(strings.NewReader(text), int64(len(text)))
	if err != nil {
		t.Fatalf("open %s: %v", text, err)
	}
	return p
}

// noProblems fails if the schema has a fault.
func noProblems(t *testing.T, p *schema.Package) {
	t.Helper()
	for _, problem := range p.Problems() {
		t.Errorf("problem in %s: %s", problem.Member, problem.Message)
	}
}

func names(props []*schema.Property) string {
	texts := make([]string, len(props))
	for i, p := range props {
		texts[i] = p.Name
	}
	return strings.Join(texts, " ")
}
