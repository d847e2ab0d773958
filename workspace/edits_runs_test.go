package workspace_test

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/google/go-cmp/cmp"

	policies "github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// This file checks what a command that ends by itself keeps of a run: as long as what was read
// for a program looks the same, another run comes to the same for it.

// keptRun is what a run over the disk found in each program, with what that rests on.
type keptRun struct {
	stack   string
	limit   syntax.Limit
	schemas int
	policy  policies.Policy
	ledger  *disk.Ledger
	reads   map[string][]int32 // by program
	results map[string]string
}

// compareRuns compares a run that looks at each path once with one that looks again
// and again, and with what earlier runs kept of the programs.
func (e *editing) compareRuns(stack string) {
	want, _ := e.checked(e.disk, stack)
	once := disk.LookOnce(e.disk)
	got, snapshot := e.checked(once, stack)
	if diff := cmp.Diff(want, got); diff != "" {
		e.fault = fmt.Sprintf("a run that looks once differs (-again +once):\n%s\nafter:\n%s", diff, strings.Join(e.done, "\n"))
		return
	}
	for _, kept := range e.runs {
		if kept.stack != stack || kept.limit != snapshot.Limit() || kept.schemas != e.schemas.state || !kept.policy.Equal(e.policy) {
			continue
		}
		compared := compared(kept.ledger, e.disk)
		for dir, reads := range kept.reads {
			if now, still := want[dir]; still && compared.Holds(reads) && kept.results[dir] != now {
				e.fault = fmt.Sprintf("what was kept of %s seems to hold (-now +kept):\n%s\nafter:\n%s", dir, cmp.Diff(now, kept.results[dir]), strings.Join(e.done, "\n"))
				return
			}
		}
	}
	run := keptRun{stack, snapshot.Limit(), e.schemas.state, e.policy, disk.NewLedger([16]byte{}), map[string][]int32{}, want}
	for dir := range want {
		if seen, ok := snapshot.Reads(dir); ok && dir != problemsOf {
			if numbers, ok := run.ledger.Add(seen...); ok {
				run.reads[dir] = numbers
			}
		}
	}
	e.runs = append(e.runs, run)
	e.runs = e.runs[max(0, len(e.runs)-4):]
}

// compared compares a ledger, as it is kept, with a file system.
func compared(ledger *disk.Ledger, fsys disk.FS) *disk.Comparison {
	same := func(path string) string { return path }
	kept, _, ok := disk.ReadLedger(string(ledger.Append(nil, same)), same)
	if !ok {
		panic("the form of a ledger cannot be read")
	}
	return kept.Compare(fsys)
}

// problemsOf stands for what could not be read.
const problemsOf = "problems"

// checked is what a check of all programs on the disk finds, by program.
func (e *editing) checked(fsys disk.FS, stack string) (map[string]string, *workspace.Snapshot) {
	session := workspace.New(workspace.Options{FS: fsys, Schemas: e.schemas, Stack: stack, Limit: e.session.Snapshot().Limit(), Record: true})
	now := session.Apply(workspace.PolicyChanged{Policy: e.policy})
	found, err := now.Discover(e.root)
	if err != nil {
		return map[string]string{problemsOf: err.Error()}, now
	}
	all := map[string]string{}
	for _, target := range found.Targets {
		findings, err := now.Diagnose(context.Background(), now.ProgramIn(target.Dir))
		if err != nil {
			return map[string]string{problemsOf: err.Error()}, now
		}
		var lines []string
		for _, inFile := range findings {
			for _, d := range inFile {
				lines = append(lines, fmt.Sprint(d.Path, d.Span, d.Code, d.Severity, d.Message, d.Related))
			}
		}
		slices.Sort(lines)
		all[target.Dir] = fmt.Sprintf("%q\n", target.Files) + strings.Join(lines, "\n")
	}
	for _, problem := range found.Problems {
		all[problemsOf] += fmt.Sprintln(problem)
	}
	return all, now
}
