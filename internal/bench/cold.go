package main

import (
	"context"
	"fmt"
	"runtime"
	"time"

	"github.com/pcl-lsp/pcl-lsp/internal/workload"
)

// This file measures check on programs that it has never seen.

// coldRuns is the number of checks of each program.
const coldRuns = 9

func (r *run) cold(ctx context.Context) {
	r.coldCheck(ctx, "large", workload.Config{Kind: r.kind, Resources: r.Resources}, median(0.4))
	r.coldCheck(ctx, "many", workload.Config{Kind: r.kind, Resources: r.InPrograms, Programs: r.Programs}, median(1))
	for _, kind := range []workload.Kind{workload.Simple, workload.Nested, workload.Chained} {
		p := r.programs(ctx, "cold."+string(kind), workload.Config{Kind: kind, Resources: r.Resources})
		var took []float64
		sample(r.Limit, coldRuns, func(int) { took = append(took, r.call(ctx, p)) })
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
	sample(r.Limit, coldRuns, func(i int) {
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
		check(fmt.Errorf("%s: the generated program has findings, as in: %s", p.name, found[0].Message))
	}
	return took
}
