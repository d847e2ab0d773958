package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"runtime"
	"slices"
	"time"
)

// This file runs check as a process.

// looking is the time between two looks at the memory of a process. Its peak never falls,
// so only growth during the last milliseconds is missed. Each look takes time from the process.
//
// The system also knows the peak of a process that has ended, but that begins with the
// memory of the benchmark, which starts it.
const looking = 25 * time.Millisecond

// ended is a process that has ended.
type ended struct {
	took float64 // milliseconds
	peak float64 // resident memory in MB; 0 where that is unknown
	out  string
}

// checked runs check on programs, which must have findings if they were generated with
// some, and none otherwise.
func (r *run) checked(ctx context.Context, p *programs, flags ...string) ended {
	runtime.GC() // not while the process runs
	e, err := watch(r.Server.run(ctx, "check", append(flags, p.dir)...))
	if exit := (*exec.ExitError)(nil); p.Findings > 0 && errors.As(err, &exit) && exit.ExitCode() == 1 {
		return e
	}
	if err == nil && p.Findings > 0 && !slices.Contains(flags, "--exit-zero") {
		err = errors.New("none of the generated findings were found")
	}
	if err != nil {
		check(fmt.Errorf("check: %w\n%.500s", err, e.out))
	}
	return e
}

// watch runs a process and looks at its memory. The error is that of the process.
func watch(cmd *exec.Cmd) (ended, error) {
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	start := time.Now()
	if err := cmd.Start(); err != nil {
		return ended{}, err
	}
	over, peak := make(chan struct{}), make(chan float64)
	go func() {
		most := 0.0
		for {
			if mb, err := memoryOf(cmd.Process.Pid, "VmHWM"); err == nil {
				most = mb
			}
			select {
			case <-over:
				peak <- most
				return
			case <-time.After(looking):
			}
		}
	}()
	err := cmd.Wait()
	took := milliseconds(time.Since(start))
	close(over)
	return ended{took, <-peak, out.String()}, err
}
