package main

import (
	"context"
	"time"

	"github.com/pcl-lsp/pcl-lsp/internal/workload"
)

// This file measures edits, from didChange to publishDiagnostics.

// edits measures edits all over a large program and a small one, and compares them.
func (r *run) edits(ctx context.Context) error {
	for _, layout := range []struct {
		id           string
		files, small int
	}{{"one", 1, 1}, {"many", r.Files, min(r.Files, max(2, r.Small/10))}} {
		large, err := r.edit(ctx, "edit.large."+layout.id, r.program(r.Resources, layout.files), median(0.5), p99(3))
		if err != nil {
			return err
		}
		small, err := r.edit(ctx, "edit.small."+layout.id, r.program(r.Small, layout.small))
		if err != nil {
			return err
		}
		r.report.add(Row{
			ID: "edit.ratio." + layout.id, Group: "edits", What: "that edit, large to small",
			On: plural(layout.files, "file") + " and " + plural(layout.small, "file"), Unit: "×", Summary: single(large.Median / small.Median),
			Note: figure(large.Median) + " to " + figure(small.Median) + " ms",
		}, median(1.2))
	}
	if _, err := r.edit(ctx, "edit.wrong", workload.Config{Kind: r.kind, Resources: r.Resources, Wrong: wrong}); err != nil {
		return err
	}
	_, err := r.edit(ctx, "edit.huge", r.program(10*r.Resources, 10*r.Files), median(0.7), p99(5))
	return err
}

// mostOpen is how many files of a program are open. The others are files on disk that are checked with them.
const mostOpen = 50

// wrong is about how many findings the programs that are edited have all the time, as programs that are being written do.
const wrong = 20

// program describes a program that is edited.
func (r *run) program(resources, files int) workload.Config {
	return workload.Config{Kind: r.kind, Resources: resources, Files: files, Wrong: max(3, resources/wrong|1)} // an odd number, so that it is not always the same template
}

func (r *run) edit(ctx context.Context, id string, c workload.Config, goals ...Goal) (Summary, error) {
	p, err := r.programs(ctx, id, c)
	if err != nil {
		return Summary{}, err
	}
	s, err := r.series(ctx, p, p.Paths()[:min(len(p.Files), mostOpen)], r.Edits, []int{1, 0})
	if err != nil {
		return Summary{}, err
	}
	summary := summarize(s.own)
	r.report.add(Row{
		ID: id, Group: "edits", What: "edit → findings", On: plural(c.Resources, "resource") + ", " + p.size() + ", " + plural(p.Findings, "finding"), Unit: "ms",
		Summary: summary, Parse: p.parse, Trip: s.trip, Note: r.fewer(len(s.own), r.Edits),
	}, goals...)
	if id == "edit.huge" {
		row := Row{ID: id + ".memory", Group: "edits", What: "resident memory after that", On: plural(c.Resources, "resource") + ", " + p.size()}
		r.report.add(row.memory(s.resident), median(400))
	}
	return summary, nil
}

// cutoff measures edits at the head of a chain that change no type.
func (r *run) cutoff(ctx context.Context) error {
	return r.chains(ctx, "cutoff", r.Edits, []int{1, 0}, func(row Row, s series) {
		r.report.add(row.with(row.ID, "edit at the head of a chain, no type changes", "ms", summarize(s.own)), median(1), p99(5))
	})
}

// types measures edits at the head of a chain that change the types of the whole chain.
func (r *run) types(ctx context.Context) error {
	return r.chains(ctx, "types", max(4, r.Edits/10), []int{2, 0}, func(row Row, s series) {
		r.report.add(row.with(row.ID+".own", "edit at the head, all types change: its findings", "ms", summarize(s.own)), p99(5))
		r.report.add(row.with(row.ID+".all", "edit at the head, all types change: all findings", "ms", summarize(s.all)), p99(300))
	})
}

// chains measures edits that write texts in turn at the head of a chain: in one file, and in
// several files of which the first is open.
func (r *run) chains(ctx context.Context, group string, edits int, texts []int, report func(Row, series)) error {
	for _, layout := range []struct {
		id    string
		files int
	}{{"one", 1}, {"many", r.Files}} {
		c := workload.Config{Kind: r.chained, Resources: r.Resources, Files: layout.files}
		p, err := r.programs(ctx, "chain."+group+"."+layout.id, c)
		if err != nil {
			return err
		}
		s, err := r.series(ctx, p, []string{"main.pp"}, edits, texts)
		if err != nil {
			return err
		}
		report(Row{
			ID: group + "." + layout.id, Group: group, On: "a chain of " + grouped(c.Resources) + ", " + p.size(),
			Parse: p.parse, Trip: s.trip, Note: r.fewer(len(s.own), edits),
		}, s)
	}
	return nil
}

// series are the delays of edits in milliseconds, and the time of a request that does
// nothing.
type series struct {
	own, all []float64
	trip     float64
	resident float64 // the memory of the server afterwards, in MB; zero if it is not known
}

// series starts a server, opens files, and edits one place after another. Each place gets
// the texts in turn, so that at most one place has findings.
func (r *run) series(ctx context.Context, p *programs, open []string, edits int, texts []int) (s series, err error) {
	err = r.serve(ctx, p, open, func(e *editor) error {
		if s.trip, err = e.trip(ctx); err != nil {
			return err
		}
		spread := places(p.Workload, open)
		start := time.Now()
		for i := 0; i < edits && r.fits(start, i); i++ {
			d, err := e.edit(ctx, spread[i/len(texts)%len(spread)], texts[i%len(texts)])
			if err != nil {
				return err
			}
			s.own, s.all = append(s.own, milliseconds(d.own)), append(s.all, milliseconds(d.all))
		}
		s.resident, err = memoryOf(e.cmd.Process.Pid, "VmRSS")
		return err
	})
	return s, err
}

// serve runs a server with files of a program open.
func (r *run) serve(ctx context.Context, p *programs, open []string, use func(*editor) error) error {
	r.say("%s: %s", p.name, p.size())
	c, err := spawn(ctx, r.Server, "serve", nil)
	if err != nil {
		return err
	}
	e, err := c.opened(ctx, r.Encoding, p, open)
	if err == nil {
		err = use(e)
	}
	if err != nil {
		c.kill()
		return err
	}
	return c.close(ctx)
}

func (c *client) opened(ctx context.Context, encoding string, p *programs, open []string) (*editor, error) {
	if _, err := c.initialize(ctx, encoding, nil); err != nil {
		return nil, err
	}
	return newEditor(ctx, c, p.dir, p.Workload, open)
}

// trip returns the milliseconds of a request that does nothing.
func (c *client) trip(ctx context.Context) (float64, error) {
	var took []float64
	for range 50 {
		_, d, err := c.request(ctx, "bench/nothing", nil) // the answer is that there is no such method
		if err != nil {
			return 0, err
		}
		took = append(took, milliseconds(d))
	}
	return summarize(took).Median, nil
}
