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
func (r *run) start(ctx context.Context) error {
	r.say("start: %s", plural(r.Spawns, "server"))
	empty, missing := r.emptyProgram(ctx)
	var took, version, nothing []float64
	begin := time.Now()
	for i := 0; i < r.Spawns && r.fits(begin, i); i++ {
		ms, err := r.started(ctx)
		if err != nil {
			return err
		}
		took = append(took, ms)
		e, err := watch(Command{Path: r.Server.Path, Env: r.Server.Env}.run(ctx, "version"))
		if err != nil {
			return fmt.Errorf("version: %w\n%s", err, e.out)
		}
		version = append(version, e.took)
		if missing != nil {
			continue
		}
		if e, err = watch(exec.CommandContext(ctx, empty)); err != nil {
			return fmt.Errorf("an empty program: %w", err)
		}
		nothing = append(nothing, e.took)
	}
	row := Row{Group: "start", On: "no program", Note: r.fewer(len(took), r.Spawns)}
	ready, alone := summarize(took), summarize(nothing)
	r.report.add(row.with("start", "process started → initialize answered", "ms", ready), median(8))
	r.report.add(row.with("start.version", "process started → its version printed and the process ended", "ms", summarize(version)))
	var ratio Summary
	if missing != nil {
		row.Skipped = missing.Error()
	} else {
		ratio = single(ready.Median / alone.Median)
	}
	r.report.add(row.with("start.empty", "an empty Go program started → ended", "ms", alone))
	r.report.add(row.with("start.ratio", "initialize answered, to the empty program", "×", ratio))
	return nil
}

// emptyProgram builds a Go program that does nothing, in the same way as the server. It fails
// where the Go tool is missing.
func (r *run) emptyProgram(ctx context.Context) (string, error) {
	source, program := filepath.Join(r.dir, "empty.go"), filepath.Join(r.dir, "empty.exe")
	if err := os.WriteFile(source, []byte("package main\n\nfunc main() {}\n"), 0o600); err != nil {
		return "", err
	}
	build := exec.CommandContext(ctx, "go", "build", "-o", program, source)
	build.Env = append(build.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("an empty program cannot be built: %w %s", err, out)
	}
	return program, nil
}

func (r *run) started(ctx context.Context) (float64, error) {
	start := time.Now()
	c, err := spawn(ctx, r.Server, "serve", nil)
	if err != nil {
		return 0, err
	}
	if _, err := c.initialize(ctx, r.Encoding, nil); err != nil {
		c.kill()
		return 0, err
	}
	ready := time.Since(start)
	return milliseconds(ready), c.close(ctx)
}
