package main

import (
	"context"
	"time"
)

// This file measures the startup of a server.

// start measures from the start of the process to the response to initialize.
func (r *run) start(ctx context.Context) error {
	r.say("start: %s", plural(r.Spawns, "server"))
	var took []float64
	begin := time.Now()
	for i := 0; i < r.Spawns && r.fits(begin, i); i++ {
		ms, err := r.started(ctx)
		if err != nil {
			return err
		}
		took = append(took, ms)
	}
	r.report.add(Row{
		ID: "start", Group: "start", What: "process started → initialize answered", On: "no program", Unit: "ms",
		Summary: summarize(took), Note: r.fewer(len(took), r.Spawns),
	}, median(8))
	return nil
}

func (r *run) started(ctx context.Context) (float64, error) {
	start := time.Now()
	c, err := spawn(ctx, r.Server)
	if err != nil {
		return 0, err
	}
	if _, err := c.initialize(ctx, r.Encoding); err != nil {
		c.kill()
		return 0, err
	}
	ready := time.Since(start)
	return milliseconds(ready), c.close(ctx)
}
