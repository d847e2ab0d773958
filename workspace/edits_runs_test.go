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

// This file checks what a command that ends by itself keeps of a run: as long as what
// it saw looks the same, another run comes to the same.

// keptRun is a run over the disk with what it rests on.
type keptRun struct {
	stack   string
	limit   syntax.Limit
	schemas int
	policy  policies.Policy
	trace   disk.Trace
	result  string
}

// compareRuns compares a run that looks at each path once with one that looks again
// and again, and with the earlier runs that should have come to the same.
func (e *editing) compareRuns(stack string) {
	want := e.checked(e.disk, stack)
	once := disk.LookOnce(e.disk)
	if got := e.checked(once, stack); got != want {
		e.fault = fmt.Sprintf("a run that looks once differs (-again +once):\n%s\nafter:\n%s", cmp.Diff(want, got), strings.Join(e.done, "\n"))
		return
	}
	for _, kept := range e.runs {
		if kept.stack != stack || kept.limit != e.session.Snapshot().Limit() || kept.schemas != e.schemas.state || !kept.policy.Equal(e.policy) || !kept.trace.Holds(e.disk, func(n int, do func(int)) {
			for i := range n {
				do(i)
			}
		}) {
			continue
		}
		if kept.result != want {
			e.fault = fmt.Sprintf("a kept run seems to hold (-now +kept):\n%s\nafter:\n%s", cmp.Diff(want, kept.result), strings.Join(e.done, "\n"))
			return
		}
	}
	if trace, ok := once.Seen().Trace(); ok {
		e.runs = append(e.runs, keptRun{stack, e.session.Snapshot().Limit(), e.schemas.state, e.policy, trace, want})
		e.runs = e.runs[max(0, len(e.runs)-4):]
	}
}

// checked is what a check of all programs on the disk finds.
func (e *editing) checked(fsys disk.FS, stack string) string {
	session := workspace.New(workspace.Options{FS: fsys, Schemas: e.schemas, Stack: stack, Limit: e.session.Snapshot().Limit()})
	now := session.Apply(workspace.PolicyChanged{Policy: e.policy})
	found, err := now.Discover(e.root)
	if err != nil {
		return err.Error()
	}
	var b strings.Builder
	for _, target := range found.Targets {
		fmt.Fprintf(&b, "program %s %q\n", target.Dir, target.Files)
		findings, err := now.Diagnose(context.Background(), now.ProgramIn(target.Dir))
		if err != nil {
			return err.Error()
		}
		var lines []string
		for _, inFile := range findings {
			for _, d := range inFile {
				lines = append(lines, fmt.Sprint(d.Path, d.Span, d.Code, d.Severity, d.Message, d.Related))
			}
		}
		slices.Sort(lines)
		b.WriteString(strings.Join(lines, "\n") + "\n")
	}
	for _, problem := range found.Problems {
		fmt.Fprintln(&b, "problem", problem)
	}
	return b.String()
}
