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

func (r *run) cold(ctx context.Context) error {
	if err := r.coldCheck(ctx, "large", workload.Config{Kind: r.kind, Resources: r.Resources}, median(0.4)); err != nil {
		return err
	}
	if err := r.coldCheck(ctx, "many", workload.Config{Kind: r.kind, Resources: r.InPrograms, Programs: r.Programs}, median(1)); err != nil {
		return err
	}
	return r.coldKinds(ctx)
}

// coldCheck measures check as a process and as a call.
func (r *run) coldCheck(ctx context.Context, id string, c workload.Config, goals ...Goal) error {
	p, err := r.programs(ctx, "cold."+id, c)
	if err != nil {
		return err
	}
	r.say("%s: %s", p.name, p.size())
	var command, again, call, parse []float64
	start := time.Now()
	for i := 0; i < coldRuns && r.fits(start, i); i++ {
		alone, err := p.parsed(ctx)
		if err != nil {
			return err
		}
		parse = append(parse, alone)
		e, err := r.checked(ctx, p, "--no-cache")
		if err != nil {
			return err
		}
		command = append(command, e.took)
		if i == 0 { // which is kept for those that follow
			if _, err = r.checked(ctx, p); err != nil {
				return err
			}
		}
		if e, err = r.checked(ctx, p); err != nil {
			return err
		}
		again = append(again, e.took)
		took, err := r.call(ctx, p)
		if err != nil {
			return err
		}
		call = append(call, took)
	}
	yardstick := summarize(parse).Median
	id = "cold." + id
	row := Row{Group: "cold", On: plural(c.Resources, "resource") + ", " + p.size(), Parse: yardstick, Note: r.fewer(len(call), coldRuns)}
	first, repeated := summarize(command), summarize(again)
	r.report.add(row.with(id+".command", "check, as a process", "ms", first))
	r.report.add(row.with(id+".call", "check, as a call in one goroutine", "ms", summarize(call)))
	r.report.add(row.with(id+".ratio", "check as a process, to ParseConfig", "×", single(first.Median/yardstick)), goals...)
	r.report.add(row.with(id+".again", "check again, when nothing has changed", "ms", repeated))
	r.report.add(row.with(id+".again.ratio", "check again, to ParseConfig", "×", single(repeated.Median/yardstick)), median(0.25))
	return nil
}

// coldKinds compares check with ParseConfig for each kind of program.
func (r *run) coldKinds(ctx context.Context) error {
	for _, kind := range []workload.Kind{workload.Simple, workload.Nested, workload.Chained} {
		p, err := r.programs(ctx, "cold."+string(kind), workload.Config{Kind: kind, Resources: r.Resources})
		if err != nil {
			return err
		}
		var took []float64
		start := time.Now()
		for i := 0; i < coldRuns && r.fits(start, i); i++ {
			ms, err := r.call(ctx, p)
			if err != nil {
				return err
			}
			took = append(took, ms)
		}
		r.report.add(Row{
			ID: "cold." + string(kind) + ".call", Group: "cold", What: "check, as a call in one goroutine", On: string(kind) + ", " + p.size(), Unit: "ms",
			Summary: summarize(took), Parse: p.parse,
		})
	}
	return nil
}

// call returns the milliseconds that a check takes in this process.
func (r *run) call(ctx context.Context, p *programs) (float64, error) {
	runtime.GC()
	start := time.Now()
	_, found, err := r.check(ctx, p)
	took := milliseconds(time.Since(start))
	if err == nil && len(found) > 0 {
		err = fmt.Errorf("%s: the generated program has findings, as in: %s", p.name, found[0].Message)
	}
	return took, err
}
