package main

import (
	"context"
	"time"

	"github.com/pcl-lsp/pcl-lsp/internal/workload"
)

// This file measures edits, from didChange to publishDiagnostics.

// edits measures edits all over a large program and a small one, and compares them.
func (r *run) edits(ctx context.Context) {
	for _, layout := range []struct {
		id           string
		files, small int
	}{{"one", 1, 1}, {"many", r.Files, min(r.Files, max(2, r.Small/10))}} {
		large := r.edit(ctx, "edit.large."+layout.id, r.program(r.Resources, layout.files), median(0.5), p99(3))
		small := r.edit(ctx, "edit.small."+layout.id, r.program(r.Small, layout.small))
		r.report.add(Row{
			ID: "edit.ratio." + layout.id, Group: "edits", What: "that edit, large to small",
			On: plural(layout.files, "file") + " and " + plural(layout.small, "file"), Unit: "×", Summary: single(large / small),
			Note: figure(large) + " to " + figure(small) + " ms",
		}, median(1.2))
	}
	r.edit(ctx, "edit.wrong", workload.Config{Kind: r.kind, Resources: r.Resources, Wrong: wrong})
	r.edit(ctx, "edit.huge", r.program(10*r.Resources, 10*r.Files), median(0.7), p99(5))
}

// mostOpen is how many files of a program are open. The others are files on disk that are checked with them.
const mostOpen = 50

// wrong is about how many findings the programs that are edited have all the time, as programs that are being written do.
const wrong = 20

// program describes a program that is edited.
func (r *run) program(resources, files int) workload.Config {
	return workload.Config{Kind: r.kind, Resources: resources, Files: files, Wrong: max(3, resources/wrong|1)} // an odd number, so that it is not always the same template
}

// edit measures edits of one program, and returns their median.
func (r *run) edit(ctx context.Context, id string, c workload.Config, goals ...Goal) float64 {
	p := r.programs(ctx, id, c)
	s := r.series(ctx, p.Paths()[:min(len(p.Files), mostOpen)], r.Edits, []int{1, 0}, p)[0]
	summary := summarize(s.own)
	r.report.add(Row{
		ID: id, Group: "edits", What: "edit → findings", On: p.on() + ", " + plural(p.Findings, "finding"), Unit: "ms",
		Summary: summary, Parse: p.parse, Trip: s.trip, Note: r.fewer(len(s.own), r.Edits),
	}, goals...)
	if id == "edit.huge" {
		row := Row{ID: id + ".memory", Group: "edits", What: "resident memory after that", On: p.on()}
		r.report.add(row.memory(s.resident), median(400))
	}
	return summary.Median
}

// cutoff measures edits at the head of a chain that change no type.
func (r *run) cutoff(ctx context.Context) {
	r.chains(ctx, "cutoff", r.Edits, []int{1, 0}, func(row Row, s series) {
		r.report.add(row.with(row.ID, "edit at the head of a chain, no type changes", "ms", summarize(s.own)), median(1), p99(5))
	})
}

// types measures edits at the head of a chain that change the types of the whole chain.
func (r *run) types(ctx context.Context) {
	r.chains(ctx, "types", max(4, r.Edits/10), []int{2, 0}, func(row Row, s series) {
		r.report.add(row.with(row.ID+".own", "edit at the head, all types change: its findings", "ms", summarize(s.own)), p99(5))
		r.report.add(row.with(row.ID+".all", "edit at the head, all types change: all findings", "ms", summarize(s.all)), p99(300))
	})
}

// chains measures edits that write texts in turn at the head of a chain: in one file, and in
// several files of which the first is open.
func (r *run) chains(ctx context.Context, group string, edits int, texts []int, report func(Row, series)) {
	for _, layout := range []struct {
		id    string
		files int
	}{{"one", 1}, {"many", r.Files}} {
		c := workload.Config{Kind: r.chained, Resources: r.Resources, Files: layout.files}
		p := r.programs(ctx, "chain."+group+"."+layout.id, c)
		s := r.series(ctx, []string{"main.pp"}, edits, texts, p)[0]
		report(Row{
			ID: group + "." + layout.id, Group: group, On: "a chain of " + grouped(r.Resources) + ", " + p.size(),
			Parse: p.parse, Trip: s.trip, Note: r.fewer(len(s.own), edits),
		}, s)
	}
}

// series are the delays of edits in milliseconds, and the time of a request that does
// nothing.
type series struct {
	own, all []float64
	trip     float64
	resident float64 // the memory of the server afterwards, in MB; zero if it is not known
}

// series starts a server for each of some programs with the same places, opens files, and edits one place after
// another. The servers take turns. Each place gets the texts in turn, so that at most one place has findings.
func (r *run) series(ctx context.Context, open []string, edits int, texts []int, all ...*programs) []series {
	editors, of := make([]*editor, len(all)), make([]series, len(all))
	for n, p := range all {
		editors[n] = r.open(ctx, p, open)
		of[n].trip = editors[n].trip()
	}
	spread := places(all[0].Workload, open)
	sample(time.Duration(len(all))*r.Limit, edits, func(i int) {
		for n, e := range editors {
			d := e.edit(spread[i/len(texts)%len(spread)], texts[i%len(texts)])
			of[n].own, of[n].all = append(of[n].own, milliseconds(d.own)), append(of[n].all, milliseconds(d.all))
		}
	})
	for n, e := range editors {
		of[n].resident = must(memoryOf(e.cmd.Process.Pid, "VmRSS"))
		e.close()
	}
	return of
}
