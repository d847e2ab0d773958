package value_test

import (
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis/value"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// Wide types and types that double on every level count as unknown: the test would not end
// if all their parts were unified.
func TestNeverUnifyIsBounded(t *testing.T) {
	t.Parallel()
	wide := make([]typesys.Type, 100_000)
	for i := range wide {
		wide[i] = typesys.String
	}
	doubled := typesys.Tuple(typesys.Bool)
	for range 16 {
		doubled = typesys.Tuple(doubled, doubled)
	}
	for _, large := range []typesys.Type{typesys.Tuple(wide...), doubled} {
		small := typesys.Tuple(typesys.Number)
		if value.NeverUnify(large, small) || value.FilledNeverUnify(large, typesys.List(small)) {
			t.Errorf("a type of many parts is judged")
		}
	}
	if !value.NeverUnify(typesys.Tuple(typesys.Bool), typesys.Tuple(typesys.Number)) {
		t.Errorf("a list of a bool and a list of a number have a type in common")
	}
}
