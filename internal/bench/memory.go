package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"time"

	"github.com/pcl-lsp/pcl-lsp/internal/attempt"
	"github.com/pcl-lsp/pcl-lsp/internal/workload"
)

// This file measures the startup of a server and its memory.

// start measures from the start of the process to the response to initialize, and to the end of
// a process that prints its version. The yardstick takes turns with them.
func (r *run) start(ctx context.Context) {
	r.say("start: %s", plural(r.Spawns, "server"))
	empty, missing := r.emptyProgram(ctx)
	var took, version, nothing []float64
	sample(r.limit, r.Spawns, func(int) {
		took = append(took, r.started(ctx))
		version = append(version, attempt.Must(watch(exec.CommandContext(ctx, r.server.path, "version"))).took)
		if missing == "" {
			nothing = append(nothing, attempt.Must(watch(exec.CommandContext(ctx, empty))).took)
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
	attempt.Check(os.WriteFile(source, []byte("package main\n\nfunc main() {}\n"), 0o600))
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
	c := spawn(ctx, r.server, "serve", nil)
	c.initialize(r.encoding, nil)
	ready := time.Since(start)
	c.close()
	return milliseconds(ready)
}

// Why memory or its growth is not measured.
const (
	notLinux = "the memory of another process is only known on Linux"
	tooFew   = "too few edits in the time"
)

func (r *run) memory(ctx context.Context) {
	p := r.programs(ctx, "memory", r.config(r.Resources, 1))
	var s soaked
	missing := notLinux
	if runtime.GOOS == "linux" {
		e := r.open(ctx, p, p.Paths())
		s, missing = r.soak(p, e), ""
		e.close()
	}
	row := Row{Group: "memory", On: p.on(), Skipped: missing}
	r.report.add(row.with("memory.resident", "resident memory with the program open", "MB", single(s.open)), median(120))
	r.report.add(row.with("memory.later", "the same after many edits", "MB", summarize(s.later)), median(120))
	r.report.add(row.with("memory.peak", "its peak", "MB", single(s.peak)))
	rested := row.with("memory.rested", "the same when nothing was typed for a while", "MB", Summary{})
	growth := row.with("memory.growth", "growth of resident memory by edits", "%", Summary{})
	switch {
	case len(s.idle) == pauses:
		early, late := summarize(s.idle[pauses/2-steady:pauses/2]).Median, summarize(s.idle[pauses-steady:]).Median
		rested.Summary, growth.Summary = single(late), single(100*(late/early-1))
		growth.Note = fmt.Sprintf("at rest, from %s to %s MB over %s of %s",
			figure(early), figure(late), grouped(s.edits/2), plural(r.Soak/2, "edit"))
	case missing == "":
		rested.Skipped, growth.Skipped = tooFew, tooFew
	}
	r.report.add(rested)
	r.report.add(growth, median(2))
}

const (
	longer = 3  // times the limit is the time for the soak
	burst  = 50 // edits are sent at most before their findings are waited for
	pauses = 10 // so often nothing is typed for a while during the soak
	steady = 3  // of the last pauses of each half count: their median, since two after the same edits differ by a percent or two
)

// soaked is the resident memory of a server, in MB. Growth compares the memory of the idle server in the second half
// of the edits with that in the first half, which pays for what is allocated once: a text for each item that is
// edited, and the gaps between objects that the first pauses leave. While edits arrive, the resident memory depends
// on when the garbage collector ran.
type soaked struct {
	open, peak float64
	later      []float64 // during the last tenth of the edits
	idle       []float64 // in each pause
	edits      int
}

// soak edits for long, and watches the memory of the server.
func (r *run) soak(p *programs, e *editor) (s soaked) {
	resident := func(name string) float64 { return attempt.Must(memoryOf(e.cmd.Process.Pid, name)) }
	s.open = resident("VmRSS")
	spread := places(p.Workload, p.Paths())
	spread = spread[:max(1, min(len(spread), r.Soak/(2*pauses)))] // the edits before a pause change each item twice
	var samples []float64
	for start := time.Now(); s.edits < r.Soak && (s.edits == 0 || time.Since(start) < longer*r.limit); {
		n := min(burst, max(1, r.Soak/pauses), r.Soak-s.edits)
		e.burst(spread, s.edits, n)
		s.edits += n
		samples = append(samples, resident("VmRSS"))
		if s.edits*pauses >= r.Soak*(len(s.idle)+1) {
			// The idle server returns unused memory to the system after some seconds without messages.
			e.until(r.rest, func(published, time.Time) bool { return false })
			s.idle = append(s.idle, resident("VmRSS"))
			start = start.Add(r.rest)
		}
	}
	s.later, s.peak = samples[len(samples)-max(1, len(samples)/10):], resident("VmHWM")
	return s
}

// memory makes a row about an amount of memory in MB; 0 where it is not known.
func (row Row) memory(mb float64) Row {
	row.Unit, row.Summary = "MB", single(mb)
	if mb == 0 && row.Skipped == "" {
		row.Skipped = notLinux
	}
	return row
}

// burst sends edits, starting with a number, and waits for the findings of the last one.
func (e *editor) burst(spread []workload.Place, from, n int) {
	for i := from; i < from+n; i++ {
		at, to := spread[i/2%len(spread)], (i+1)%2
		start := e.change(at, to)
		if i == from+n-1 {
			e.await(start, at, at.Texts[to])
		}
	}
}

// memoryOf returns a figure about the memory of a process, in MB; 0 where it is not known.
func memoryOf(pid int, name string) (float64, error) {
	if runtime.GOOS != "linux" {
		return 0, nil
	}
	path := fmt.Sprintf("/proc/%d/status", pid)
	status, err := os.ReadFile(path)
	if err != nil {
		return 0, err
	}
	line := regexp.MustCompile(`(?m)^` + name + `:\s*(\d+) kB$`).FindSubmatch(status)
	if line == nil {
		return 0, fmt.Errorf("%s has no %s", path, name)
	}
	kB, err := strconv.Atoi(string(line[1]))
	return float64(kB) / 1024, err
}
