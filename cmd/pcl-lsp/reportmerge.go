package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/checking"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// This file implements `pcl-lsp report merge`.

func (a *app) reportCommand() *cobra.Command {
	return group(&cobra.Command{
		Use:     "report",
		Short:   "Merge the reports of several checks",
		Long:    "Merges the reports of several checks, for example of those of several machines.",
		Example: `  pcl-lsp report merge part*.record`,
	}, "choose a command: pcl-lsp report merge", a.mergeCommand())
}

// mergeFlags are the flags of report merge.
type mergeFlags struct {
	output  outputFlags
	verdict verdictFlags
}

func (a *app) mergeCommand() *cobra.Command {
	f := &mergeFlags{}
	cmd := &cobra.Command{
		Use:   "merge FILE...",
		Short: "Merge reports into one",
		Long: `Merges reports that pcl-lsp check wrote with --format record=FILE, for example those of the
parts of --shard. The result is what one check of all programs reports, byte by byte, and
needs neither the programs nor their schemas. All reports must be written by this version of
pcl-lsp. If they are parts of a check, none may be missing.

` + outputHelp() + `

Exit codes are those of pcl-lsp check: 0 no finding is as severe as --fail-on; 1 some finding
is; 2 wrong usage; 3 something could not be checked.`,
		Example: `  pcl-lsp report merge part*.record
  pcl-lsp report merge --format text --format sarif=pcl.sarif part1.record part2.record`,
		RunE: func(_ *cobra.Command, args []string) error { return a.merge(f, args) },
	}
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
	if err := partsOfOne(files, records); err != nil {
		return err
	}
	r := f.output.report(f.verdict.given())
	needs := report.Needs(lists.Map(outputs, func(o *output) report.Format { return o.format }))
	all := checking.Assemble(r, needs, true, nil)
	if err := all.Merge(files, records); err != nil {
		return err
	}
	if !f.output.quiet {
		_, _ = io.WriteString(a.stderr, all.Notes())
	}
	if err := writeReports(outputs, r, a.stdout, report.Style{Colour: f.output.color.on(a.env, a.env.terminal), Quiet: f.output.quiet}); err != nil {
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

// partsOfOne rejects reports that do not belong together.
func partsOfOne(files []string, records []*report.Record) error {
	first := records[0]
	names := map[int]string{} // of the parts
	for i, r := range records {
		switch {
		case r.Tool != first.Tool:
			return fmt.Errorf("pcl-lsp %s wrote %s, and pcl-lsp %s wrote %s; use one version", first.Tool, files[0], r.Tool, files[i])
		case r.Stack != first.Stack:
			return fmt.Errorf("%s and %s are about different stacks", files[0], files[i])
		case r.Shard.Of != first.Shard.Of:
			return fmt.Errorf("%s and %s are not parts of one check", files[0], files[i])
		case r.Shard.Of > 0 && names[r.Shard.Number] != "":
			return fmt.Errorf("%s and %s are both part %d/%d", names[r.Shard.Number], files[i], r.Shard.Number, r.Shard.Of)
		}
		names[r.Shard.Number] = files[i]
	}
	var lacks []string
	for n := range first.Shard.Of {
		if names[n+1] == "" {
			lacks = append(lacks, fmt.Sprintf("%d/%d", n+1, first.Shard.Of))
		}
	}
	if len(lacks) > 0 {
		return uncheckable(fmt.Errorf("the reports lack %s", strings.Join(lacks, ", ")))
	}
	return nil
}
