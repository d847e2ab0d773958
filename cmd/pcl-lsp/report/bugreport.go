package report

import (
	"io"
	"strconv"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/markdown"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
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
	page := &markdown.Page{}
	page.Heading(3, "pcl-lsp")
	page.Items(described(r.Build)...)
	page.Heading(3, "Programs")
	programs := described(r.Programs)
	if len(r.Variables) > 0 {
		programs = append(programs, "environment variables that are set: "+markdown.Code(strings.Join(r.Variables, " ")))
	}
	page.Items(programs...)
	page.Heading(3, "Settings")
	rows := lists.Map(r.Settings, func(s BugSetting) []markdown.Text {
		return []markdown.Text{markdown.Code(s.Key), markdown.Message(s.Value), markdown.Words(s.Source), markdown.Words(strconv.Itoa(s.Files))}
	})
	if len(rows) == 0 {
		page.Para("No settings file changes a default.")
	}
	page.Table(rows, "setting", "value", "from", "files")
	page.Heading(3, "Schemas")
	rows = lists.Map(r.Schemas, func(s BugSchema) []markdown.Text {
		return []markdown.Text{markdown.Code(s.Name), markdown.Message(s.Version), markdown.Words(s.Source)}
	})
	if len(rows) == 0 {
		page.Para("No schema is used.")
	}
	page.Table(rows, "package", "version", "from")
	page.Heading(3, "Internal errors")
	if len(r.Panics) == 0 {
		page.Para("None was recorded on this machine.")
	}
	for _, text := range r.Panics {
		page.Fence("text", strings.TrimSpace(text))
	}
	if r.Omitted > 0 {
		page.Para("Older ones are not shown: " + markdown.Words(strconv.Itoa(r.Omitted)))
	}
	return writePage(w, page)
}

func described(all []Described) []markdown.Text {
	return lists.Map(all, func(d Described) markdown.Text {
		return markdown.Words(d.Name) + ": " + markdown.Message(d.Value)
	})
}
