package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"time"

	"github.com/pcl-lsp/pcl-lsp/internal/attempt"
	"github.com/pcl-lsp/pcl-lsp/internal/workload"
)

// This file measures check on programs that it has never seen, and on a large repository, as a CI job checks it.

const (
	coldRuns = 9   // checks of each program
	inEach   = 50  // resources are in each program of the repository
	spoiled  = 100 // one of so many programs of the repository has a finding
	parts    = 8   // of a check are merged
)

func (r *run) cold(ctx context.Context) {
	r.coldCheck(ctx, "large", workload.Config{Kind: r.kind, Resources: r.Resources}, median(0.4))
	r.coldCheck(ctx, "many", workload.Config{Kind: r.kind, Resources: 5 * r.Resources / 2, Programs: r.Programs}, median(1))
	for _, kind := range []workload.Kind{workload.Simple, workload.Nested, workload.Chained} {
		p := r.programs(ctx, "cold."+string(kind), workload.Config{Kind: kind, Resources: r.Resources})
		var took []float64
		sample(r.limit, coldRuns, func(int) { took = append(took, r.call(ctx, p)) })
		row := Row{Group: "cold", On: string(kind) + ", " + p.size(), Parse: p.parse}
		r.report.add(row.with(p.name+".call", "check, as a call in one goroutine", "ms", summarize(took)))
	}
}

// coldCheck measures check as a process and as a call.
func (r *run) coldCheck(ctx context.Context, id string, c workload.Config, goals ...Goal) {
	id = "cold." + id
	p := r.programs(ctx, id, c)
	r.say("%s: %s", p.name, p.size())
	var command, again, call, parse []float64
	sample(r.limit, coldRuns, func(i int) {
		parse = append(parse, p.parsed(ctx))
		command = append(command, r.checked(ctx, p, "--no-cache").took)
		if i == 0 { // which is kept for those that follow
			r.checked(ctx, p)
		}
		again = append(again, r.checked(ctx, p).took)
		call = append(call, r.call(ctx, p))
	})
	yardstick := summarize(parse).Median
	row := Row{Group: "cold", On: p.on(), Parse: yardstick, Note: r.fewer(len(call), coldRuns)}
	first, repeated := summarize(command), summarize(again)
	r.report.add(row.with(id+".command", "check, as a process", "ms", first))
	r.report.add(row.with(id+".call", "check, as a call in one goroutine", "ms", summarize(call)))
	r.report.add(row.with(id+".ratio", "check as a process, to ParseConfig", "×", single(first.Median/yardstick)), goals...)
	r.report.add(row.with(id+".again", "check again, when nothing has changed", "ms", repeated))
	r.report.add(row.with(id+".again.ratio", "check again, to ParseConfig", "×", single(repeated.Median/yardstick)), median(0.25))
}

// call returns the milliseconds that a check takes in this process.
func (r *run) call(ctx context.Context, p *programs) float64 {
	runtime.GC()
	start := time.Now()
	_, found := r.diagnose(ctx, p)
	took := milliseconds(time.Since(start))
	if len(found) > 0 {
		attempt.Check(fmt.Errorf("%s: the generated program has findings, as in: %s", p.name, found[0].Message))
	}
	return took
}

func (r *run) repository(ctx context.Context) {
	p := r.newRepository()
	r.say("repository: %s", p.size())
	row := Row{Group: "repository", On: fmt.Sprintf("%s of %d resources, %s lines", plural(r.Repository, "program"), inEach, grouped(p.Lines()))}
	var parse []float64
	took, peak := r.repeated(ctx, p, func() { parse = append(parse, p.parsed(ctx)) }, "--no-cache")
	row.Parse = summarize(parse).Median
	r.addRepository(row, "cold", "check of a repository", took, peak, median(1), median(500))
	r.checked(ctx, p) // which is kept for those that follow
	took, peak = r.repeated(ctx, p, func() {})
	r.addRepository(row, "again", "check again, when nothing has changed", took, peak, median(0.03), median(150))
	took, peak = r.repeated(ctx, p, func() { // all files are replaced by copies, as in a fresh checkout
		attempt.Check(os.RemoveAll(filepath.FromSlash(p.dir)))
		writeFiles(p.dir, p.Files)
	})
	r.addRepository(row, "copy", "check again, in a fresh copy", took, peak)
	what := fmt.Sprintf("%d parts, merged: reports that differ from that of one check", parts)
	r.report.add(row.with("repository.parts", what, "reports", single(r.differing(ctx, p))), median(0))
}

// differing returns how many merged reports of the parts of a check differ from that of one check: one, or none.
func (r *run) differing(ctx context.Context, p *programs) float64 {
	one := r.checked(ctx, p, "--no-cache", "--quiet", "--format", "json")
	merge := []string{"report", "merge", "--format", "json"}
	for i := range parts {
		record, shard := filepath.Join(r.dir, fmt.Sprintf("part%d.record", i+1)), fmt.Sprintf("%d/%d", i+1, parts)
		r.checked(ctx, p, "--no-cache", "--exit-zero", "--quiet", "--shard", shard, "--format", "record="+record)
		merge = append(merge, record)
	}
	all, err := watch(exec.CommandContext(ctx, r.server.path, merge...))
	if exit := (*exec.ExitError)(nil); !errors.As(err, &exit) {
		attempt.Check(err)
	}
	if all.out != one.out {
		return 1
	}
	return 0
}

// newRepository writes many programs, some of which have a finding. ParseConfig is not measured yet, because it takes long.
func (r *run) newRepository() *programs {
	p := r.generated("repository", workload.Config{Kind: r.kind, Resources: r.Repository * inEach, Programs: r.Repository})
	seen, programs := "", 0
	for _, at := range p.Places {
		if at.Path == seen {
			continue
		}
		seen = at.Path
		if programs++; programs%spoiled == 1 {
			right, wrong := at.Texts[0].Text, at.Texts[1]
			text := p.Files[at.Path]
			p.Files[at.Path] = text[:at.Offset] + wrong.Text + text[at.Offset+len(right):]
			p.Findings += wrong.Own + wrong.Others
		}
	}
	p.Places = nil // they need as much memory as the texts
	writeFiles(p.dir, p.Files)
	return p
}

// repeated checks several times, each time after something was done. It returns the times and the largest peak.
func (r *run) repeated(ctx context.Context, p *programs, before func(), flags ...string) (_ Summary, peak float64) {
	var took []float64
	sample(r.limit, coldRuns, func(int) {
		before()
		e := r.checked(ctx, p, flags...)
		took, peak = append(took, e.took), max(peak, e.peak)
	})
	return summarize(took), peak
}

// addRepository adds the rows of one kind of check: its time, that divided by the time of
// ParseConfig, and its peak memory. The goals are those of the last two, if there are any.
func (r *run) addRepository(row Row, id, what string, took Summary, peak float64, goals ...Goal) {
	ratio, memory := goals[:len(goals)/2], goals[len(goals)/2:]
	id = "repository." + id
	r.report.add(row.with(id, what, "ms", took))
	r.report.add(row.with(id+".ratio", what+", to ParseConfig", "×", single(took.Median/row.Parse)), ratio...)
	row.ID, row.What = id+".memory", what+": its peak memory"
	r.report.add(row.memory(peak), memory...)
}
