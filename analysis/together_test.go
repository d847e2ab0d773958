package analysis_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
)

// Programs that are derived from one at the same time are what they are on their own:
// several fixes are tried on a program, while it is being edited.
func TestProgramsBranchTogether(t *testing.T) {
	t.Parallel()
	const count = 400
	var text strings.Builder
	for i := range count {
		fmt.Fprintf(&text, "a%d = [nope%d]\n", i, i)
	}
	for round := range 3 {
		base := editedProgram{steady: true}
		base.set(text.String())
		findingsOf(t, base.program)
		left := make([]string, 4)
		var all sync.WaitGroup
		for i := range left {
			edited, name := base, fmt.Sprintf("nope%d", count-1-i)
			all.Go(func() {
				edited.set(text.String() + name + " = 1\n")
				for _, d := range findingsOf(t, edited.program) {
					if strings.HasPrefix(d.Message, "`"+name+"` is not declared") {
						left[i] = d.Message
					}
				}
			})
		}
		all.Wait()
		for _, message := range left {
			if message != "" {
				t.Fatalf("round %d: found although it is declared: %s", round, message)
			}
		}
	}
}
