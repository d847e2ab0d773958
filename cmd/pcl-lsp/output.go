package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
	"github.com/pcl-lsp/pcl-lsp/workspace/replace"
)

// This file implements the output formats of check, where they go, and the exit code.

func outputHelp() string {
	var b strings.Builder
	b.WriteString("--format NAME selects the output format, and --format NAME=FILE writes to a file. The flag\ncan be repeated. The formats are:\n\n")
	for _, f := range report.Formats() {
		fmt.Fprintf(&b, "  %-11s %s\n", f.Name, f.About)
	}
	b.WriteString(`
In GitHub Actions, the format "github" is added if standard output is plain text, and the
format "markdown" is appended to the summary of the step. Lines and columns count from 1;
columns count characters (in rdjson, bytes). Output files are replaced in one step, and are
left alone if nothing can be checked.

--statistics counts the findings by code and severity, with the number of those that have a
fix, the most frequent first. The counts include findings over --max-findings.`)
	return b.String()
}

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
	return &report.Report{Limit: f.maxFindings, Counts: f.statistics, FailOn: failOn, Tool: buildVersion().Version}
}

// output is one report: its format and its file.
type output struct {
	format report.Format
	file   string // empty for standard output
	// appends means that the file is the summary of a step, to which others write as well.
	appends bool

	last []byte // the text that was written last, for --watch
	done bool   // whether anything was written
}

func (f *outputFlags) outputs(env environment) ([]*output, error) {
	if f.maxFindings < 0 {
		return nil, fmt.Errorf("--max-findings %d: use 0 or more", f.maxFindings)
	}
	written := f.formats
	if len(written) == 0 {
		written = []string{"text"}
	}
	var all []*output
	for _, w := range written {
		o, err := outputOf(env, w)
		if err != nil {
			return nil, err
		}
		if o.file != "" && slices.ContainsFunc(all, func(other *output) bool { return other.file == o.file }) {
			return nil, fmt.Errorf("--format %s: another report is written to this file", w)
		}
		if f.statistics {
			o.format = o.format.Counting()
		}
		all = append(all, o)
	}
	if err := together(all); err != nil {
		return nil, err
	}
	if env.variable("GITHUB_ACTIONS") == "true" {
		annotated := isText(all)
		if summary := stepSummary(env); summary != nil && isLog(all) {
			all = append(all, summary)
		}
		if annotated {
			github, _ := report.FormatNamed("github")
			all = append(all, &output{format: github})
		}
	}
	return all, nil
}

func outputOf(env environment, written string) (*output, error) {
	name, file, toFile := strings.Cut(written, "=")
	format, ok := report.FormatNamed(name)
	if !ok {
		names := lists.Map(report.Formats(), func(f report.Format) string { return f.Name })
		return nil, unknown("format", name, names)
	}
	if !toFile {
		return &output{format: format}, nil
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
	return &output{format: format, file: file}, nil
}

// together rejects reports that would be unreadable on one stream.
func together(all []*output) error {
	var shared []string
	whole := ""
	for _, o := range all {
		if o.file != "" {
			continue
		}
		shared = append(shared, o.format.Name)
		if !o.format.Shares {
			whole = o.format.Name
		}
	}
	if whole != "" && len(shared) > 1 {
		return fmt.Errorf("%s cannot share standard output: write --format %s=FILE", strings.Join(shared, ", "), whole)
	}
	return nil
}

// isLog reports whether standard output is for people: text, annotations or empty.
func isLog(all []*output) bool {
	return !slices.ContainsFunc(all, func(o *output) bool {
		return o.file == "" && !o.format.Reads && o.format.Name != "github"
	})
}

// isText reports whether standard output is plain text or empty, and has no annotations
// yet.
func isText(all []*output) bool {
	return isLog(all) && !slices.ContainsFunc(all, func(o *output) bool { return o.format.Name == "github" })
}

// writeReports writes the reports that have changed since the last time, those without a
// file to a stream. It renders all of them before it writes the first.
func writeReports(outputs []*output, r *report.Report, stream io.Writer, style report.Style) error {
	texts := make([][]byte, len(outputs))
	for i, o := range outputs {
		var b bytes.Buffer
		inStyle := style
		inStyle.Colour = style.Colour && o.file == ""
		if err := o.format.Write(r, &b, inStyle); err != nil {
			return err
		}
		texts[i] = b.Bytes()
	}
	var errs []error
	for i, o := range outputs {
		if o.done && bytes.Equal(o.last, texts[i]) {
			continue
		}
		if err := o.put(texts[i], stream); err != nil {
			errs = append(errs, err)
			continue
		}
		o.last, o.done = texts[i], true
	}
	return errors.Join(errs...)
}

func (o *output) put(text []byte, stream io.Writer) error {
	switch {
	case o.appends:
		return appendSummary(o.file, text)
	case o.file != "":
		return replace.One(o.file, text, 0o644)
	}
	_, err := o.on(stream).Write(text)
	return err
}

// on returns the stream for the report. Only a format of commands goes past what keeps commands out of a log.
func (o *output) on(stream io.Writer) io.Writer {
	if o.format.Commands {
		return report.Raw(stream)
	}
	return stream
}

// mostSummary is the size above which GitHub does not show a summary.
const mostSummary = 1 << 20

const cutSummary = "\n\nThe report is too long for the summary of a step.\n"

// stepSummary returns the output that appends to the summary; nil if there is none. Whoever runs the
// program in a container may pass on the name of the file but not the file.
func stepSummary(env environment) *output {
	name := env.variable("GITHUB_STEP_SUMMARY")
	if name == "" {
		return nil
	}
	if info, err := os.Stat(env.native(name)); err != nil || !info.Mode().IsRegular() {
		return nil
	}
	format, _ := report.FormatNamed("markdown")
	return &output{format: format, file: env.native(name), appends: true}
}

// appendSummary appends a text to a summary, as much as there is room for.
func appendSummary(file string, text []byte) error {
	f, err := os.OpenFile(file, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	room := mostSummary - int(info.Size())
	if len(text) > room {
		room -= len(cutSummary)
		at := bytes.LastIndexByte(text[:max(room, 0)], '\n')
		if at < 0 {
			return nil
		}
		text = append(text[:at:at], cutSummary...)
	}
	_, err = f.Write(text)
	return err
}
