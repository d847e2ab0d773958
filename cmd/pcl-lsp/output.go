package main

import (
	"bytes"
	"cmp"
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
	"github.com/pcl-lsp/pcl-lsp/workspace"
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

type verdictFlags struct {
	failOn         string
	exitZero       bool
	requireSchemas bool

	severity codes.Severity // from failOn, if given
}

func (f *verdictFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.failOn, "fail-on", "", "the lowest `SEVERITY` that makes the exit code 1: error, warning, information, hint or none (default: the settings file, or error)")
	cmd.Flags().BoolVar(&f.exitZero, "exit-zero", false, "exit with 0 instead of 1; 2 and 3 are not affected")
	cmd.Flags().BoolVar(&f.requireSchemas, "require-schemas", false, "exit with 3 if a package schema is missing")
}

func (f *verdictFlags) validate() error {
	if f.failOn == "" {
		return nil
	}
	severity, err := failureFrom(f.failOn)
	if err != nil {
		return fmt.Errorf("--fail-on: %w", err)
	}
	f.severity = severity
	return nil
}

// given returns the severity of the flag; nil without it.
func (f *verdictFlags) given() *codes.Severity {
	if f.failOn == "" {
		return nil
	}
	return &f.severity
}

// failOn returns the lowest severity that fails a program, from its settings.
func failOn(snapshot *workspace.Snapshot, dir string) codes.Severity {
	severity, err := failureFrom(cmp.Or(snapshot.FailOn(dir), "error"))
	if err != nil {
		return codes.Error // unusable settings were rejected before
	}
	return severity
}

// missing describes a package without a schema in a program whose settings require one;
// empty if there is none.
func missing(snapshot *workspace.Snapshot, dir string) string {
	for _, use := range snapshot.Missing(dir) {
		return noSchema(use.Ref.Name, use.Reason)
	}
	return ""
}

func noSchema(name, reason string) string {
	return fmt.Sprintf("package %s has no usable schema: %s", name, reason)
}

// of returns the outcome for a report. A problem that prevented a check outranks any
// finding.
func (f *verdictFlags) of(stderr io.Writer, r *report.Report) error {
	for _, p := range r.Problems {
		fmt.Fprintf(stderr, "pcl-lsp: not checked: %s\n", report.OneLine(p))
	}
	if f.requireSchemas {
		for _, s := range r.Schemas {
			if s.Problem != "" {
				return uncheckable(errors.New(noSchema(s.Package, s.Problem)))
			}
		}
	}
	if r.Missing != "" {
		return uncheckable(errors.New(r.Missing))
	}
	if len(r.Problems) > 0 {
		return failure{code: exitUnchecked}
	}
	if r.Failed() && !f.exitZero {
		return failure{code: exitFindings}
	}
	return nil
}

var failureNames = []string{"error", "warning", "information", "hint", "none"}

// failureFrom returns the severity with a name; Off for none.
func failureFrom(name string) (codes.Severity, error) {
	if err := oneOf("severity", name, failureNames); err != nil {
		return codes.Off, err
	}
	severities := []codes.Severity{codes.Error, codes.Warning, codes.Information, codes.Hint, codes.Off}
	return severities[slices.Index(failureNames, name)], nil
}
