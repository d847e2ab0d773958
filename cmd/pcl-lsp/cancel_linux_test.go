package main

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/pcl-lsp/pcl-lsp/internal/cost"
	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
)

// ticks is how many of the units of /proc a second has.
const ticks = 100

// used is how much processor time a process has used, in seconds; false when it is over.
func used(process int) (seconds float64, lives bool) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", process))
	_, rest, _ := strings.Cut(string(text), ") ")
	fields := strings.Fields(rest)
	if err != nil || len(fields) < 13 || fields[0] == "Z" {
		return 0, false
	}
	var user, system int
	_, _ = fmt.Sscan(fields[11]+" "+fields[12], &user, &system)
	return float64(user+system) / ticks, true
}

// TestEveryCommandEnds: SIGTERM in the middle ends every command on every shape of hostile program. How soon is measured in processor time, of which two
// processors have twice as much as the clock.
func TestEveryCommandEnds(t *testing.T) {
	t.Parallel()
	if endingTime > cost.Late*time.Second {
		t.Errorf("a command may run on for %v", endingTime)
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	shapes, i := slices.Concat(cost.Shapes), 0
	for _, name := range slices.Sorted(maps.Keys(measured)) {
		for _, line := range measured[name] {
			for range len(shapes) / testsize.HostileParts {
				shape := shapes[i%len(shapes)]
				i++
				dir := t.TempDir()
				writeProgram(t, dir, line, shape.Files(testsize.HostileSize))
				cmd := exec.Command(program, words(line)...)
				cmd.Dir, cmd.Env = dir, append(os.Environ(), runAsProgram+"=1", "HOME="+dir, "GOMAXPROCS=2")
				if err := cmd.Start(); err != nil {
					t.Fatal(err)
				}
				ended := make(chan struct{})
				go func() { _ = cmd.Wait(); close(ended) }() // it fails when findings are printed
				late, over := -1.0, false
				for began := 0.0; !over; {
					select {
					case <-ended:
						over = true
						continue
					case <-time.After(time.Millisecond):
					}
					now, lives := used(cmd.Process.Pid)
					switch {
					case !lives:
					case late < 0 && now > 0.2:
						_ = cmd.Process.Signal(syscall.SIGTERM)
						began, late = now, 0
					case late >= 0:
						late = now - began
					}
					if late > 4*cost.Late {
						t.Errorf("%s on %s: SIGTERM does not end it", line, shape.Name)
						_ = cmd.Process.Kill()
						late = 0
					}
				}
			}
		}
	}
}
