package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// This file writes what a bug report says about an installation, as Markdown for an issue.

// BugReport describes an installation and the programs that it was asked about, without names, paths and texts of users.
type BugReport struct {
	Build     []Described // the program and the machine
	Programs  []Described // how many programs and files there are, and what could not be read
	Variables []string    // the environment variables that are set, by name
	Settings  []BugSetting
	Schemas   []BugSchema
	Panics    []string // the reports of panics that were kept, the newest first
	Omitted   int      // how many other reports of panics there are
}

// Described is a value with its meaning.
type Described struct{ Name, Value string }

// BugSetting is a setting that differs from its default.
type BugSetting struct {
	Key, Value, Source string
	Files              int // program files that it applies to
}

// BugSchema is the schema of a package.
type BugSchema struct{ Name, Version, Source string }

// Markdown writes the report.
func (r *BugReport) Markdown(w io.Writer) error {
	out := bufio.NewWriter(NewPlain(w))
	fmt.Fprint(out, "### pcl-lsp\n\n")
	described(out, r.Build)
	fmt.Fprint(out, "\n### Programs\n\n")
	described(out, r.Programs)
	if len(r.Variables) > 0 {
		fmt.Fprintf(out, "- environment variables that are set: %s\n", code(strings.Join(r.Variables, " ")))
	}
	fmt.Fprint(out, "\n### Settings\n\n")
	if len(r.Settings) == 0 {
		fmt.Fprint(out, "No settings file changes a default.\n")
	} else {
		fmt.Fprint(out, "| setting | value | from | files |\n|---|---|---|---|\n")
	}
	for _, s := range r.Settings {
		fmt.Fprintf(out, "| %s | %s | %s | %d |\n", code(s.Key), inTable(s.Value), s.Source, s.Files)
	}
	fmt.Fprint(out, "\n### Schemas\n\n")
	if len(r.Schemas) == 0 {
		fmt.Fprint(out, "No schema is used.\n")
	} else {
		fmt.Fprint(out, "| package | version | from |\n|---|---|---|\n")
	}
	for _, s := range r.Schemas {
		fmt.Fprintf(out, "| %s | %s | %s |\n", code(s.Name), inTable(s.Version), s.Source)
	}
	fmt.Fprint(out, "\n### Internal errors\n\n")
	if len(r.Panics) == 0 {
		fmt.Fprint(out, "None was recorded on this machine.\n")
	}
	for i, text := range r.Panics {
		if i > 0 {
			fmt.Fprintln(out)
		}
		fmt.Fprintf(out, "~~~text\n%s\n~~~\n", strings.ReplaceAll(strings.TrimSpace(text), "~~~", "~~"))
	}
	if r.Omitted > 0 {
		fmt.Fprintf(out, "\nOlder ones are not shown: %d\n", r.Omitted)
	}
	return out.Flush()
}

func described(w io.Writer, all []Described) {
	for _, d := range all {
		fmt.Fprintf(w, "- %s: %s\n", d.Name, inTable(d.Value))
	}
}
