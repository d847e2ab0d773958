package wire

import (
	"strings"
	"testing"

	"go.lsp.dev/jsonrpc2"
)

// TestResultsAreTheirOwn: a result stays as it is while later ones are encoded in the same memory.
func TestResultsAreTheirOwn(t *testing.T) {
	t.Parallel()
	var s scratch
	huge := strings.Repeat("x", 2*keptBuffer)
	var results [][]byte
	values := []string{"one", "another", huge, "last"}
	for _, v := range values {
		result, err := s.marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		results = append(results, result)
	}
	for i, v := range values {
		if got := string(results[i]); got != `"`+v+`"` {
			t.Errorf("the result of %.10q is now %.10q", v, got)
		}
	}
	if raw, err := s.marshal(jsonrpc2.RawMessage(`{"is": 1}`)); err != nil || string(raw) != `{"is": 1}` {
		t.Errorf("raw JSON became %q, %v", raw, err)
	}
}
