//go:build !madeup

package madeup

import (
	"os/exec"
	"testing"
)

// TestMadeUpEntries runs the tests of this package and of package language with the entries
// in analysis/language/madeup.go. They need a binary of their own because the tables are
// complete before any other package reads them.
func TestMadeUpEntries(t *testing.T) {
	t.Parallel()
	run := exec.Command("go", "test", "-vet=off", "-tags=madeup", "-run=^TestMadeUp", "../../analysis/language", ".")
	if out, err := run.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
