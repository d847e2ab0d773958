package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/pcl-lsp/pcl-lsp/internal/workload"
)

// This file measures check on a large repository: thousands of programs below one folder,
// as a CI job checks them.

// inEach is the number of resources in each program of the repository.
const inEach = 50

// spoiled says that every so many programs of the repository have a finding.
const spoiled = 100

func (r *run) repository(ctx context.Context) error {
	p, err := r.newRepository()
	if err != nil {
		return err
	}
	r.say("repository: %s", p.size())
	row := Row{Group: "repository", On: fmt.Sprintf("%s of %d resources, %s lines", plural(r.Repository, "program"), inEach, grouped(p.Lines()))}
	var cold, parse []float64
	most := 0.0 // of all cold checks
	start := time.Now()
	for i := 0; i < coldRuns && r.fits(start, i); i++ {
		alone, err := p.parsed(ctx)
		if err != nil {
			return err
		}
		parse = append(parse, alone)
		c, err := r.checked(ctx, p, "--no-cache")
		if err != nil {
			return err
		}
		cold, most = append(cold, c.took), max(most, c.peak)
	}
	row.Parse = summarize(parse).Median
	r.addRepository(row, "repository.cold", "check of a repository", summarize(cold), most, median(1), median(500))
	if _, err := r.checked(ctx, p); err != nil { // which is kept for those that follow
		return err
	}
	again, most, err := r.repeated(ctx, p, func() error { return nil })
	if err != nil {
		return err
	}
	r.addRepository(row, "repository.again", "check again, when nothing has changed", again, most, median(0.03), median(150))
	copied, most, err := r.repeated(ctx, p, p.renew)
	if err != nil {
		return err
	}
	r.addRepository(row, "repository.copy", "check again, in a fresh copy", copied, most)
	return r.merged(ctx, p, row)
}

// merged compares the merged report of the parts of a check with that of one check.
func (r *run) merged(ctx context.Context, p *programs, row Row) error {
	const parts = 8
	one, err := r.checked(ctx, p, "--no-cache", "--quiet", "--format", "json")
	if err != nil {
		return err
	}
	merge := []string{"merge", "--format", "json"}
	for i := range parts {
		record := filepath.Join(r.dir, fmt.Sprintf("part%d.record", i+1))
		if _, err := r.checked(ctx, p, "--no-cache", "--exit-zero", "--quiet", "--shard", fmt.Sprintf("%d/%d", i+1, parts), "--format", "record="+record); err != nil {
			return err
		}
		merge = append(merge, record)
	}
	all, err := watch(exec.CommandContext(ctx, r.Server.Path, append([]string{"report"}, merge...)...))
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		return err
	}
	differ := 0.0
	if all.out != one.out {
		differ = 1
	}
	what := fmt.Sprintf("%d parts, merged: reports that differ from that of one check", parts)
	r.report.add(row.with("repository.parts", what, "reports", single(differ)), median(0))
	return nil
}

// newRepository writes many programs, some of which have a finding. ParseConfig is not
// measured yet, because it takes long.
func (r *run) newRepository() (*programs, error) {
	p := r.generated("repository", workload.Config{Kind: r.kind, Resources: r.Repository * inEach, Programs: r.Repository})
	seen := ""
	programs := 0
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
	return p, p.write()
}

// renew replaces all files by copies with the same texts, as a fresh checkout does.
func (p *programs) renew() error {
	if err := os.RemoveAll(filepath.FromSlash(p.dir)); err != nil {
		return err
	}
	return p.write()
}

// repeated checks several times with what is remembered, each time after something was
// done, and returns the times and the largest peak.
func (r *run) repeated(ctx context.Context, p *programs, before func() error) (Summary, float64, error) {
	var took []float64
	most := 0.0
	start := time.Now()
	for i := 0; i < coldRuns && r.fits(start, i); i++ {
		if err := before(); err != nil {
			return Summary{}, 0, err
		}
		c, err := r.checked(ctx, p)
		if err != nil {
			return Summary{}, 0, err
		}
		took, most = append(took, c.took), max(most, c.peak)
	}
	return summarize(took), most, nil
}

// addRepository adds the rows of one kind of check: its time, that divided by the time of
// ParseConfig, and its peak memory. The goals are those of the last two, if there are any.
func (r *run) addRepository(row Row, id, what string, took Summary, peak float64, goals ...Goal) {
	ratio, memory := goals[:len(goals)/2], goals[len(goals)/2:]
	r.report.add(row.with(id, what, "ms", took))
	r.report.add(row.with(id+".ratio", what+", to ParseConfig", "×", single(took.Median/row.Parse)), ratio...)
	row.ID, row.What = id+".memory", what+": its peak memory"
	r.report.add(row.memory(peak), memory...)
}
