package analysistest_test

import (
	"context"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
)

const sample = `A sample.
-- main.pp --
a = $01
component c "./inner" {}
b = c.$0out
-- inner/main.pp --
output out { value = "$0x" }
-- want --
first
-- want/second --
second
`

func TestFixtureIsLoaded(t *testing.T) {
	t.Parallel()
	f := analysistest.LoadText(t, sample)
	var shown []string
	for _, c := range f.Cursors {
		shown = append(shown, f.Show(c))
	}
	want := []string{"main.pp:1: a = |1", "main.pp:3: b = c.|out", `inner/main.pp:1: output out { value = "|x" }`}
	if len(shown) != len(want) {
		t.Fatalf("got cursors %q, want %q", shown, want)
	}
	for i := range want {
		if shown[i] != want[i] {
			t.Errorf("cursor %d: got %q, want %q", i, shown[i], want[i])
		}
	}
	if got := f.Want("") + f.Want("second"); got != "first\nsecond\n" {
		t.Errorf("got want sections %q", got)
	}
	at, err := f.Program.At(context.Background(), f.Cursors[1].Path, f.Cursors[1].Offset)
	if err != nil || at.Occurrence == nil {
		t.Fatalf("nothing at %s: %v", f.Show(f.Cursors[1]), err)
	}
	if got := at.Occurrence.Type.String(); got != "output(string)" && got != `output("x")` {
		t.Errorf("got type %s of the component's output", got)
	}
	if inner := f.ProgramOf(f.Cursors[2].Path); inner == nil || inner == f.Program {
		t.Errorf("the file of a component directory must belong to a program of its own")
	}
}
