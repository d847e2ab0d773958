package main

import (
	"context"
	"fmt"
	"os"
	"regexp"
	"runtime"
	"strconv"
	"time"

	"github.com/pcl-lsp/pcl-lsp/internal/workload"
)

// This file measures the memory of the server with a large program open, and its growth after
// many edits.

// notLinux is why memory is not measured.
const notLinux = "the memory of another process is only known on Linux"

// longer multiplies the time limit for the soak.
const longer = 3

// tooFew is why growth is not measured.
const tooFew = "too few edits in the time"

// burst is the largest number of edits to send before waiting for their findings.
const burst = 50

func (r *run) memory(ctx context.Context) error {
	c := r.program(r.Resources, 1)
	p, err := r.programs(ctx, "memory", c)
	if err != nil {
		return err
	}
	on := plural(c.Resources, "resource") + ", " + p.size()
	resident := Row{ID: "memory.resident", Group: "memory", What: "resident memory with the program open", On: on, Unit: "MB"}
	later := Row{ID: "memory.later", Group: "memory", What: "the same after many edits", On: on, Unit: "MB"}
	peak := Row{ID: "memory.peak", Group: "memory", What: "its peak", On: on, Unit: "MB"}
	rested := Row{ID: "memory.rested", Group: "memory", What: "the same when nothing was typed for a while", On: on, Unit: "MB"}
	growth := Row{ID: "memory.growth", Group: "memory", What: "growth of resident memory by edits", On: on, Unit: "%"}
	if runtime.GOOS != "linux" {
		growth.Skipped = notLinux
		resident.Skipped, later.Skipped, peak.Skipped, rested.Skipped = growth.Skipped, growth.Skipped, growth.Skipped, growth.Skipped
	} else {
		err = r.serve(ctx, p, p.Paths(), func(e *editor) error { return r.soak(ctx, p, e, soakRows{&resident, &later, &peak, &rested, &growth}) })
	}
	r.report.add(resident, median(120))
	r.report.add(later, median(120))
	r.report.add(peak)
	r.report.add(rested)
	r.report.add(growth, median(2))
	return err
}

// soakRows are the rows of the soak.
type soakRows struct{ resident, later, peak, rested, growth *Row }

// pauses is how often nothing is typed for a while during the soak, and steady how many of the last pauses of each
// half count: their median, since two pauses after the same edits differ by a percent or two.
const (
	pauses = 10
	steady = 3
)

// soak fills in the rows. Growth compares the memory of the idle server in the second half of the edits with
// that in the first half, which pays for what is allocated once: a text for each item that is edited, and the gaps
// between objects that the first pauses leave. While edits arrive, the resident memory depends on when the
// garbage collector ran.
func (r *run) soak(ctx context.Context, p *programs, e *editor, rows soakRows) error {
	pid := e.cmd.Process.Pid
	open, err := memoryOf(pid, "VmRSS")
	if err != nil {
		return err
	}
	samples := []float64{}
	spread := places(p.Workload, p.Paths())
	spread = spread[:max(1, min(len(spread), r.Soak/(2*pauses)))] // the edits before a pause change each item twice
	var idle []float64                                            // the memory in each pause
	start, made := time.Now(), 0
	for made < r.Soak && (made == 0 || time.Since(start) < longer*r.Limit) {
		n := min(burst, max(1, r.Soak/pauses), r.Soak-made)
		if err := e.burst(ctx, spread, made, n); err != nil {
			return err
		}
		made += n
		now, err := memoryOf(pid, "VmRSS")
		if err != nil {
			return err
		}
		samples = append(samples, now)
		if made*pauses >= r.Soak*(len(idle)+1) {
			paused := time.Now()
			now, err := r.atRest(ctx, pid)
			if err != nil {
				return err
			}
			idle = append(idle, now)
			start = start.Add(time.Since(paused))
		}
	}
	most, err := memoryOf(pid, "VmHWM")
	if err != nil {
		return err
	}
	tenth := max(1, len(samples)/10)
	rows.resident.Summary, rows.later.Summary = single(open), summarize(samples[len(samples)-tenth:])
	rows.peak.Summary = single(most)
	if len(idle) < pauses {
		rows.rested.Skipped, rows.growth.Skipped = tooFew, tooFew
		return nil
	}
	early, late := summarize(idle[pauses/2-steady:pauses/2]).Median, summarize(idle[pauses-steady:]).Median
	rows.rested.Summary = single(late)
	rows.growth.Summary = single(100 * (late/early - 1))
	rows.growth.Note = fmt.Sprintf("at rest, from %s to %s MB over %s of %s", figure(early), figure(late), grouped(made/2), plural(r.Soak/2, "edit"))
	return nil
}

// atRest returns the resident memory of the idle server. It returns unused memory to the
// system after some seconds without messages.
func (r *run) atRest(ctx context.Context, pid int) (float64, error) {
	select {
	case <-ctx.Done():
		return 0, ctx.Err()
	case <-time.After(r.Rest):
	}
	return memoryOf(pid, "VmRSS")
}

// memory makes a row about an amount of memory in MB; 0 where it is not known.
func (row Row) memory(mb float64) Row {
	row.Unit, row.Summary = "MB", single(mb)
	if mb == 0 {
		row.Skipped = notLinux
	}
	return row
}

// burst sends edits, starting with a number, and waits for the findings of the last one.
func (e *editor) burst(ctx context.Context, spread []workload.Place, from, n int) error {
	for i := from; i < from+n; i++ {
		at, to := spread[i/2%len(spread)], (i+1)%2
		start, err := e.change(at, to)
		if err != nil {
			return err
		}
		if i == from+n-1 {
			if _, err := e.await(ctx, start, at, at.Texts[to]); err != nil {
				return err
			}
		}
	}
	return nil
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
