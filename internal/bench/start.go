package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// This file measures the startup of a server, next to that of a program that does nothing.

// start measures from the start of the process to the response to initialize, and to the end of
// a process that prints its version. The yardstick takes turns with them.
func (r *run) start(ctx context.Context) {
	r.say("start: %s", plural(r.Spawns, "server"))
	empty, missing := r.emptyProgram(ctx)
	var took, version, nothing []float64
	sample(r.Limit, r.Spawns, func(int) {
		took = append(took, r.started(ctx))
		version = append(version, must(watch(exec.CommandContext(ctx, r.Server.Path, "version"))).took)
		if missing == "" {
			nothing = append(nothing, must(watch(exec.CommandContext(ctx, empty))).took)
		}
	})
	row := Row{Group: "start", On: "no program", Note: r.fewer(len(took), r.Spawns)}
	ready, alone := summarize(took), summarize(nothing)
	r.report.add(row.with("start", "process started → initialize answered", "ms", ready), median(8))
	r.report.add(row.with("start.version", "process started → its version printed and the process ended", "ms", summarize(version)))
	row.Skipped = missing
	r.report.add(row.with("start.empty", "an empty Go program started → ended", "ms", alone))
	ratio := single(ready.Median / alone.Median)
	r.report.add(row.with("start.ratio", "initialize answered, to the empty program", "×", ratio))
}

// emptyProgram builds a Go program that does nothing, in the same way as the server. It says what is wrong
// where the Go tool is missing.
func (r *run) emptyProgram(ctx context.Context) (program, missing string) {
	source, program := filepath.Join(r.dir, "empty.go"), filepath.Join(r.dir, "empty.exe")
	check(os.WriteFile(source, []byte("package main\n\nfunc main() {}\n"), 0o600))
	build := exec.CommandContext(ctx, "go", "build", "-o", program, source)
	build.Env = append(build.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		missing = fmt.Sprintf("an empty program cannot be built: %v %s", err, out)
	}
	return program, missing
}

// started returns the milliseconds until a new server answers initialize.
func (r *run) started(ctx context.Context) float64 {
	start := time.Now()
	c := spawn(ctx, r.Server, "serve", nil)
	c.initialize(r.Encoding, nil)
	ready := time.Since(start)
	c.close()
	return milliseconds(ready)
}
