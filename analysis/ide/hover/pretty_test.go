package hover

import (
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/typesys"
)

func wide(n int) typesys.Type {
	var props []typesys.Property
	for i := range n {
		name := "member" + strings.Repeat("x", i)
		props = append(props, typesys.Property{Name: name, Type: typesys.List(typesys.Optional(typesys.String))})
	}
	return typesys.Object(props...)
}

func TestAlignedKeepsColumns(t *testing.T) {
	t.Parallel()
	got := aligned([]typesys.Property{{Name: "plain", Type: typesys.String}, {Name: "output", Type: wide(6)}}, pretty)
	for i, line := range strings.Split(got, "\n") {
		if line[8] == ' ' && line[9] == ' ' && i < 2 || len(line) > 8 && i > 1 && strings.TrimSpace(line[:8]) != "" {
			t.Errorf("line %d is out of its column:\n%s", i+1, got)
		}
	}
}
