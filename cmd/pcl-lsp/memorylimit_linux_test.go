package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
)

// TestLittleAddressSpace checks a small program with `ulimit -v` of many sizes, and then a large one with the smallest that is enough: the command does its
// work, or says in one line that memory is missing, with status 3. With so little that the runtime of Go cannot start the program, nothing can be said.
func TestLittleAddressSpace(t *testing.T) {
	t.Parallel()
	if testsize.Race() {
		t.Skip("the race detector takes more address space than there is memory")
	}
	var many strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&many, "x%d = { a = [y, %d], b = \"${y}\", c = { d = [1, 2, 3, x%d] } }\n", i, i, i+1)
	}
	dir := t.TempDir()
	putIn(t, dir, "small/main.pp", "x = y\n")
	putIn(t, dir, "large/main.pp", many.String())
	seen, enough := map[string]int{}, 0
	check := func(program string, mebibytes int) {
		var out bytes.Buffer
		cmd := exec.Command("sh", "-c", `ulimit -v "$1" || exit 77; shift; exec "$@"`, "sh", fmt.Sprint(mebibytes<<10), os.Args[0], "check", "--no-cache", "--format", "concise", filepath.Join(dir, program))
		cmd.Env = append(os.Environ(), runAsProgram+"=1", "GOGC=", "GOMEMLIMIT=", "HOME="+dir, "XDG_CACHE_HOME="+dir+"/cache")
		cmd.Stdout, cmd.Stderr = &out, &out
		if err := cmd.Run(); err != nil && !errors.As(err, new(*exec.ExitError)) {
			t.Fatal(err)
		}
		said := out.String()
		switch code := cmd.ProcessState.ExitCode(); {
		case code == 77:
			t.Skip("the address space cannot be limited here")
		case code == exitFindings && strings.Contains(said, "name.undefined"):
			seen["checked"]++
			if enough == 0 {
				enough = mebibytes
			}
		case code == exitUnchecked && strings.HasSuffix(said, "raise that limit, or check fewer programs at once\n") && strings.Count(said, "ulimit -v") == 1:
			seen["refused"]++
		case strings.Contains(said, "main.main"), !strings.Contains(said, "runtime") && !strings.Contains(said, "SIG"):
			t.Errorf("with %d MiB, %s ends with %d: %.1000s", mebibytes, program, code, said)
		}
	}
	for mebibytes := 576; mebibytes <= 2112; mebibytes += 192 {
		check("small", mebibytes)
	}
	if seen["checked"] == 0 || seen["refused"] == 0 {
		t.Errorf("the sizes are of no use: %v", seen)
	}
	check("large", enough)
	check("large", enough+64)
}
