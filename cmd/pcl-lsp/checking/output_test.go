package checking

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A summary never becomes larger than GitHub allows, and ends with a whole line.
func TestStepSummaryIsCut(t *testing.T) {
	t.Parallel()
	long := []byte(strings.Repeat("a line of the report\n", mostSummary/20))
	for _, before := range []int{0, 1000, mostSummary - 100, mostSummary - 10, mostSummary + 10} {
		file := filepath.Join(t.TempDir(), "summary")
		if err := os.WriteFile(file, make([]byte, before), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := appendSummary(file, long); err != nil {
			t.Error(err)
		}
		text, err := os.ReadFile(file)
		if err != nil || len(text) > max(mostSummary, before) || len(text) > before && !strings.HasSuffix(string(text), "report"+cutSummary) {
			t.Errorf("after %d bytes: %v, %d bytes", before, err, len(text))
		}
		if before < mostSummary/2 && len(text) < mostSummary-100 {
			t.Errorf("after %d bytes: only %d bytes", before, len(text))
		}
	}
}
