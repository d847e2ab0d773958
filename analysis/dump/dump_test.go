package dump_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis/dump"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
)

// What a dump says of the taints of expressions. Types have fixtures of their own.
func TestDumpedTaints(t *testing.T) {
	t.Parallel()
	analysistest.Run(t, "dump", func(t *testing.T, f *analysistest.Fixture) {
		d, err := dump.Program(context.Background(), f.Program)
		if err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		for _, e := range d.Expressions {
			text := f.Text(analysistest.Root + "/" + e.File)[e.Range[0]:e.Range[1]]
			e.File, e.Range, e.Type = "", [2]int{}, ""
			line, err := json.Marshal(e)
			if err != nil {
				t.Fatal(err)
			}
			facts := strings.TrimPrefix(string(line), `{"file":"","range":[0,0],"kind":"`+e.Kind+`","type":""`)
			out.WriteString(strings.Join(strings.Fields(text), " ") + " {" + strings.TrimPrefix(facts, ",") + "\n")
		}
		f.Check(t, "", out.String())
	})
}
