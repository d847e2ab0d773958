package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/checking"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// This file implements `pcl-lsp report merge`.

func (a *app) reportCommand() *cobra.Command {
	return group("report", "choose a command: pcl-lsp report merge", a.mergeCommand())
}

// mergeFlags are the flags of report merge.
type mergeFlags struct {
	output  outputFlags
	verdict verdictFlags
}

func (a *app) mergeCommand() *cobra.Command {
	f := &mergeFlags{}
	cmd := command("report-merge", nil, func(_ context.Context, args []string) error { return a.merge(f, args) })
	f.output.register(cmd)
	_ = cmd.Flags().MarkHidden("absolute-paths") // names are as they were written
	f.verdict.register(cmd)
	return cmd
}

func (a *app) merge(f *mergeFlags, files []string) error {
	if err := f.verdict.validate(); err != nil {
		return err
	}
	outputs, err := f.output.outputs(a.env)
	if err != nil {
		return err
	}
	if len(files) == 0 {
		return errors.New("name the reports to merge")
	}
	var records []*report.Record
	for _, name := range files {
		r, err := a.record(name)
		if err != nil {
			return fmt.Errorf("cannot merge %s: %w", name, err)
		}
		records = append(records, r)
	}
	r := f.output.report(f.verdict.given())
	all := checking.Assemble(r, outputs.Needs(), true, nil)
	if err := all.Merge(files, records); errors.Is(err, checking.ErrLacking) {
		return uncheckable(err)
	} else if err != nil {
		return err
	}
	if !f.output.quiet {
		_, _ = io.WriteString(a.stderr, all.Notes())
	}
	if err := outputs.Write(r, a.stdout, report.Style{Colour: f.output.color.on(a.env, a.env.terminal), Quiet: f.output.quiet}); err != nil {
		return unwritten("the findings", err)
	}
	return f.verdict.of(a.stderr, r)
}

func (a *app) record(name string) (*report.Record, error) {
	file, err := os.Open(a.env.native(name))
	if err != nil {
		return nil, disk.WithoutPath(err)
	}
	defer file.Close()
	return report.ReadRecord(file)
}
