package main

import (
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// startAllocates is the number of bytes that our packages may allocate, all together, before main runs.
//
// Why: every process pays for it, in memory and in page faults. Regular expressions and tables cost nothing if they are made when they
// are first used: see package typesys/lazy.
const startAllocates = 60_000

// TestStartAllocatesLittle adds up what the runtime reports about the initialization of packages.
func TestStartAllocatesLittle(t *testing.T) {
	t.Parallel()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, "version")
	cmd.Env = append(os.Environ(), runAsProgram+"=1", "GODEBUG=inittrace=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	const ours = "github.com/pcl-lsp/pcl-lsp/"
	sum, packages := 0, 0
	var report strings.Builder
	for _, m := range regexp.MustCompile(`(?m)^init (\S+) .* (\d+) bytes, \d+ allocs$`).FindAllStringSubmatch(string(out), -1) {
		name, inside := strings.CutPrefix(m[1], ours)
		if !inside || strings.HasPrefix(name, "internal/") || name == "cmd/pcl-lsp" { // only tests have what these initialize
			continue
		}
		n, err := strconv.Atoi(m[2])
		if err != nil {
			t.Fatal(err)
		}
		sum, packages = sum+n, packages+1
		report.WriteString(m[0] + "\n")
	}
	if packages == 0 {
		t.Fatalf("nothing is known about our packages:\n%s", out)
	}
	if sum > startAllocates {
		t.Errorf("our packages allocate %d bytes before main runs, more than %d:\n%s", sum, startAllocates, &report)
	}
	t.Logf("%d bytes", sum)
}
