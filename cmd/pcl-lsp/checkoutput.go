package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/report"
	"github.com/pcl-lsp/pcl-lsp/workspace/replace"
)

// This file implements where the report of a check goes, and in which forms.

// outputHelp lists the forms from their declarations.
var outputHelp = func() string {
	var b strings.Builder
	b.WriteString("The report has one of these forms; --format NAME=FILE writes it to a file, and the\nflag can be repeated:\n\n")
	for _, f := range report.Formats() {
		fmt.Fprintf(&b, "  %-11s %s\n", f.Name, f.About)
	}
	b.WriteString(`
In a job of GitHub Actions "github" is added where standard output is read by
people. Lines and columns count from 1, columns in characters (in rdjson, bytes).
Files are replaced in one step, and stay as they are if nothing can be checked.`)
	return b.String()
}()

// outputFlags are the flags that say what is printed.
type outputFlags struct {
	formats     []string
	maxFindings int
	quiet       bool
	absolute    bool
}

func (f *outputFlags) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringArrayVar(&f.formats, "format", nil, "how findings are written, and where to: `NAME[=FILE]` (repeatable; default text)")
	flags.IntVar(&f.maxFindings, "max-findings", 0, "print at most `N` findings; the exit code is that of all (default: no limit)")
	flags.BoolVar(&f.quiet, "quiet", false, "print findings only: no summary, no notes, no progress")
	flags.BoolVar(&f.absolute, "absolute-paths", false, "name files by absolute paths instead of those relative to the current directory")
}

// output is one report: its form, and its file.
type output struct {
	format report.Format
	file   string // empty for standard output

	last []byte // what was written, for those who check again
	done bool   // whether anything was
}

// outputs are the reports that are asked for.
func (f *outputFlags) outputs(env environment) ([]*output, error) {
	if f.maxFindings < 0 {
		return nil, fmt.Errorf("--max-findings %d: it cannot be less than 0", f.maxFindings)
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
			return nil, fmt.Errorf("--format %s: another report goes to this file", w)
		}
		all = append(all, o)
	}
	if err := together(all); err != nil {
		return nil, err
	}
	if env.variable("GITHUB_ACTIONS") == "true" && readByPeople(all) {
		github, _ := report.FormatNamed("github")
		all = append(all, &output{format: github})
	}
	return all, nil
}

func outputOf(env environment, written string) (*output, error) {
	name, file, toFile := strings.Cut(written, "=")
	format, ok := report.FormatNamed(name)
	if !ok {
		var names []string
		for _, f := range report.Formats() {
			names = append(names, f.Name)
		}
		return nil, fmt.Errorf("unknown format %q%s; there are %s", name, suggestion(name, names), commaList(names))
	}
	if !toFile {
		return &output{format: format}, nil
	}
	if file == "" {
		return nil, fmt.Errorf("--format %s: name a file after the equals sign", written)
	}
	if !filepath.IsAbs(file) {
		file = filepath.Join(env.dir, file)
	}
	if info, err := os.Stat(filepath.Dir(file)); err != nil || !info.IsDir() {
		return nil, fmt.Errorf("--format %s: there is no folder %s", written, env.relative(filepath.Dir(file)))
	}
	if info, err := os.Stat(file); err == nil && info.IsDir() {
		return nil, fmt.Errorf("--format %s: this is a folder; name a file", written)
	}
	return &output{format: format, file: filepath.Clean(file)}, nil
}

// together refuses reports that would be unreadable on one stream.
func together(all []*output) error {
	var shared []string
	whole := ""
	for _, o := range all {
		if o.file != "" {
			continue
		}
		shared = append(shared, o.format.Name)
		if !o.format.Lines {
			whole = o.format.Name
		}
	}
	if whole != "" && len(shared) > 1 {
		return fmt.Errorf("%s cannot share standard output: write --format %s=FILE", commaList(shared), whole)
	}
	return nil
}

// readByPeople reports whether standard output is text, or nothing, and has no
// annotations yet.
func readByPeople(all []*output) bool {
	return !slices.ContainsFunc(all, func(o *output) bool {
		return o.format.Name == "github" || o.file == "" && o.format.Name != "text" && o.format.Name != "concise"
	})
}

// write writes the reports, but for those that are what they were the last time. All
// are made before the first is written.
func (c *checkRound) write(r *report.Report) error {
	texts := make([][]byte, len(c.outputs))
	for i, o := range c.outputs {
		var b bytes.Buffer
		style := report.Style{Colour: o.file == "" && c.env.colour() && !c.fixes.takesOutput(c.in), Quiet: c.output.quiet}
		if err := o.format.Write(r, &b, style); err != nil {
			return err
		}
		texts[i] = b.Bytes()
	}
	var errs []error
	for i, o := range c.outputs {
		if o.done && bytes.Equal(o.last, texts[i]) {
			continue
		}
		if err := c.put(o, texts[i]); err != nil {
			errs = append(errs, err)
			continue
		}
		o.last, o.done = texts[i], true
	}
	return errors.Join(errs...)
}

func (c *checkRound) put(o *output, text []byte) error {
	if o.file != "" {
		return replace.One(o.file, text, 0o644)
	}
	to := c.stdout
	if c.fixes.takesOutput(c.in) {
		to = c.plainErr
	}
	_, err := to.Write(text)
	return err
}
