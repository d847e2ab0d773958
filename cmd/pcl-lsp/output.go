package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/ask"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/checking"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/process"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// This file implements the output formats of check, where they go, and the exit code.

type outputFlags struct {
	formats     []string
	statistics  bool
	maxFindings int
	quiet       bool
	absolute    bool
	color       colorFlag
}

func (f *outputFlags) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringArrayVar(&f.formats, "format", nil, "output format, and the file to write: `NAME[=FILE]` (repeatable; default text)")
	flags.Var(flags.Lookup("format").Value, "output-format", "former name of --format")
	_ = flags.MarkHidden("output-format") // it stays for one release
	flags.BoolVar(&f.statistics, "statistics", false, "count the findings by code: instead of the findings in text, concise and grouped, beside them in json")
	flags.IntVar(&f.maxFindings, "max-findings", 0, "print at most `N` findings; all of them count for the exit code (default: no limit)")
	flags.BoolVar(&f.quiet, "quiet", false, "print findings only, without summary, notes and progress")
	flags.BoolVar(&f.absolute, "absolute-paths", false, "print absolute paths instead of paths relative to the current directory")
	f.color.register(cmd)
}

// report returns a report without findings. FailOn takes precedence over that of findings; nil for none.
func (f *outputFlags) report(failOn *codes.Severity) *report.Report {
	return &report.Report{Limit: f.maxFindings, Counts: f.statistics, FailOn: failOn, Tool: process.Build().Version}
}

// outputs returns the reports that the flags request.
func (f *outputFlags) outputs(env environment) (checking.Outputs, error) {
	if f.maxFindings < 0 {
		return nil, fmt.Errorf("--max-findings %d: use 0 or more", f.maxFindings)
	}
	written := f.formats
	if len(written) == 0 {
		written = []string{"text"}
	}
	var all checking.Outputs
	for _, w := range written {
		o, err := outputOf(env, w)
		if err != nil {
			return nil, err
		}
		if o.File != "" && slices.ContainsFunc(all, func(other *checking.Output) bool { return other.File == o.File }) {
			return nil, fmt.Errorf("--format %s: another report is written to this file", w)
		}
		if f.statistics {
			o.Format = o.Format.Counting()
		}
		all = append(all, o)
	}
	if err := all.Together(); err != nil {
		return nil, err
	}
	if env.variable("GITHUB_ACTIONS") == "true" {
		annotated := all.IsText()
		if file := env.variable("GITHUB_STEP_SUMMARY"); file != "" && all.IsLog() {
			if summary := checking.StepSummary(env.native(file)); summary != nil {
				all = append(all, summary)
			}
		}
		if annotated {
			github, _ := report.FormatNamed("github")
			all = append(all, &checking.Output{Format: github})
		}
	}
	return all, nil
}

func outputOf(env environment, written string) (*checking.Output, error) {
	name, file, toFile := strings.Cut(written, "=")
	format, ok := report.FormatNamed(name)
	if !ok {
		names := lists.Map(report.Formats(), func(f report.Format) string { return f.Name })
		return nil, ask.Unknown("format", name, names)
	}
	if !toFile {
		return &checking.Output{Format: format}, nil
	}
	if file == "" {
		return nil, fmt.Errorf("--format %s: name a file after the equals sign", written)
	}
	file = env.native(file)
	folder := filepath.Dir(file)
	switch info, err := os.Stat(folder); {
	case err != nil && !disk.IsAbsent(err):
		return nil, fmt.Errorf("--format %s: cannot look at folder %s: %w", written, env.relative(folder), disk.WithoutPath(err))
	case err != nil || !info.IsDir():
		return nil, fmt.Errorf("--format %s: folder %s does not exist", written, env.relative(folder))
	}
	if info, err := os.Stat(file); err == nil && info.IsDir() {
		return nil, fmt.Errorf("--format %s: this is a folder; name a file", written)
	}
	return &checking.Output{Format: format, File: file}, nil
}
