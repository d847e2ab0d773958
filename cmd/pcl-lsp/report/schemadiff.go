package report

import (
	"bufio"
	"fmt"
	"io"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/markdown"
	"github.com/pcl-lsp/pcl-lsp/typesys/schemadiff"
)

// This file writes what changed between two versions of a package.

// SchemaDiff says what changed from one version of a package to another. The summary counts all changes; those below a level are not listed.
type SchemaDiff struct {
	Package, Before, After string
	Changes                []schemadiff.Change
	Least                  schemadiff.Level
}

// schemaDiffDocument is a comparison as JSON. docs/upgrade.md documents it.
type schemaDiffDocument struct {
	FormatVersion int            `json:"formatVersion"`
	Package       string         `json:"package"`
	Before        string         `json:"before"`
	After         string         `json:"after"`
	Summary       map[string]int `json:"summary"`
	Changes       []schemaChange `json:"changes"`
}

type schemaChange struct {
	Kind       schemadiff.Kind    `json:"kind"`
	Level      string             `json:"level"`
	Section    schemadiff.Section `json:"section"`
	Token      string             `json:"token,omitempty"`
	NewToken   string             `json:"newToken,omitempty"`
	Property   string             `json:"property,omitempty"`
	On         []string           `json:"on,omitempty"`
	Before     string             `json:"before,omitempty"`
	After      string             `json:"after,omitempty"`
	Required   bool               `json:"required,omitempty"`
	Confidence float64            `json:"confidence,omitempty"`
	Note       string             `json:"note,omitempty"`
	Message    string             `json:"message"`
}

// Document is the comparison as data for [WriteJSON].
func (d *SchemaDiff) Document() any {
	doc := schemaDiffDocument{1, d.Package, d.Before, d.After, map[string]int{}, []schemaChange{}}
	for level, n := range d.counts() {
		doc.Summary[schemadiff.Level(level).String()] = n
	}
	for _, c := range d.listed() {
		doc.Changes = append(doc.Changes, schemaChange{
			c.Kind, c.Level.String(), c.Section, c.Token, c.NewToken, c.Property, c.On.Names(), c.Before, c.After, c.Required, c.Confidence, c.Note, c.Sentence(),
		})
	}
	return doc
}

// listed are the changes that are not below the level.
func (d *SchemaDiff) listed() []schemadiff.Change {
	return slices.DeleteFunc(slices.Clone(d.Changes), func(c schemadiff.Change) bool { return c.Level < d.Least })
}

// counts are the numbers of changes by level.
func (d *SchemaDiff) counts() [len(schemadiff.Levels)]int {
	var n [len(schemadiff.Levels)]int
	for _, c := range d.Changes {
		n[c.Level]++
	}
	return n
}

// summary is one line.
func (d *SchemaDiff) summary() string {
	n := d.counts()
	return fmt.Sprintf("%s %s → %s: %d breaking, %d silent, %d compatible changes", d.Package, d.Before, d.After, n[schemadiff.Breaking], n[schemadiff.Silent], n[schemadiff.Compatible])
}

// heading is the heading of the changes of one member.
func heading(c schemadiff.Change) string {
	text := string(c.Section)
	if c.Token != "" {
		text += " " + c.Token
	}
	if c.NewToken != "" && c.Kind != schemadiff.Renamed {
		text += " → " + c.NewToken
	}
	return text
}

// Text writes the comparison for reading, each member with its changes.
func (d *SchemaDiff) Text(w io.Writer) error {
	out := bufio.NewWriter(w)
	last := ""
	for _, c := range d.listed() {
		if h := heading(c); h != last {
			fmt.Fprintln(out, OneLine(h))
			last = h
		}
		fmt.Fprintf(out, "  %-10s %s\n", c.Level, OneLine(c.Sentence()))
	}
	fmt.Fprintln(out, d.summary())
	return out.Flush()
}

// levelMarks stand before rows of tables.
var levelMarks = map[schemadiff.Level]markdown.Text{schemadiff.Breaking: "❌ breaking", schemadiff.Silent: "⚠️ silent", schemadiff.Compatible: "compatible"}

// Markdown writes the comparison as a comment for a pull request. Compatible changes are folded.
func (d *SchemaDiff) Markdown(w io.Writer) error {
	page := &markdown.Page{}
	page.Para("**" + markdown.Words(d.summary()) + "**")
	d.table(page, func(l schemadiff.Level) bool { return l != schemadiff.Compatible })
	if d.Least == schemadiff.Compatible && d.counts()[schemadiff.Compatible] > 0 {
		page.Folded("Compatible changes", func() {
			d.table(page, func(l schemadiff.Level) bool { return l == schemadiff.Compatible })
		})
	}
	return writePage(w, page)
}

func (d *SchemaDiff) table(page *markdown.Page, shown func(schemadiff.Level) bool) {
	var rows [][]markdown.Text
	for _, c := range d.listed() {
		if shown(c.Level) {
			rows = append(rows, []markdown.Text{levelMarks[c.Level], markdown.Code(heading(c)), markdown.Message(c.Sentence())})
		}
	}
	table(page, rows, 2, "", "member", "change")
}
