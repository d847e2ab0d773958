package report

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/markdown"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/upgrade"
	"github.com/pcl-lsp/pcl-lsp/analysis/impact"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/prose"
	"github.com/pcl-lsp/pcl-lsp/typesys/schemadiff"
)

// This file writes what an upgrade did, and what it left.

// Upgrade says what an upgrade of programs did.
type Upgrade struct {
	Package, After string
	// Before are the versions that the programs had, in order.
	Before  []string
	Files   int // that are changed
	Known   int // errors that were there before
	Written []Written
	Left    []Left
	// Least is the least level of what is listed.
	Least schemadiff.Level
	// IsPreview says that nothing is written to files.
	IsPreview bool
}

// Written is something that was rewritten.
type Written struct {
	File string
	upgrade.Done
}

// Left is something that is left for people.
type Left struct {
	File   string
	Source *syntax.File
	impact.Mark
}

// upgradeDocument is an upgrade as JSON. docs/upgrade.md documents it.
type upgradeDocument struct {
	FormatVersion int               `json:"formatVersion"`
	Package       string            `json:"package"`
	Before        []string          `json:"before"`
	After         string            `json:"after"`
	Files         int               `json:"files"`
	Summary       map[string]int    `json:"summary"`
	KnownErrors   int               `json:"knownErrors"`
	Written       []writtenDocument `json:"written"`
	Left          []leftDocument    `json:"left"`
}

type writtenDocument struct {
	File       string  `json:"file"`
	Item       string  `json:"item"`
	Message    string  `json:"message"`
	Confidence float64 `json:"confidence"`
}

type leftDocument struct {
	File    string            `json:"file"`
	Line    int               `json:"line"`
	Column  int               `json:"column"`
	Level   string            `json:"level"`
	Code    codes.Code        `json:"code,omitempty"`
	Message string            `json:"message"`
	Changes []schemadiff.Kind `json:"changes"`
}

// Count counts what is left of a level.
func (u *Upgrade) Count(level schemadiff.Level) (n int) {
	for _, l := range u.Left {
		if l.Level == level {
			n++
		}
	}
	return n
}

func (u *Upgrade) listed() []Left {
	return slices.DeleteFunc(slices.Clone(u.Left), func(l Left) bool { return l.Level < u.Least })
}

// task is what is left in several places.
type task struct {
	Left
	others []Left
}

// tasks are what is left, each message once.
func (u *Upgrade) tasks() (all []task) {
	known := map[string]int{}
	for _, l := range u.listed() {
		key := l.Level.String() + l.Message()
		i, again := known[key]
		if !again {
			known[key], all = len(all), append(all, task{Left: l})
			continue
		}
		all[i].others = append(all[i].others, l)
	}
	return all
}

// elsewhere says where else the same is left.
func (t task) elsewhere() string {
	const most = 5
	if len(t.others) == 0 {
		return ""
	}
	var places []string
	for _, l := range t.others[:min(most, len(t.others))] {
		line, _ := l.place()
		places = append(places, fmt.Sprintf("%s:%d", l.File, line))
	}
	if n := len(t.others) - most; n > 0 {
		places = append(places, prose.Counted(n, "other place"))
	}
	return "; the same at " + strings.Join(places, ", ")
}

// place is a line and a column, from 1.
func (l Left) place() (line, column int) {
	line, column = l.Source.Position(l.Span.Start, syntax.UTF8)
	return line + 1, column + 1
}

// Document is the upgrade as data for [WriteJSON].
func (u *Upgrade) Document() any {
	doc := upgradeDocument{1, u.Package, u.Before, u.After, u.Files, map[string]int{}, u.Known, []writtenDocument{}, []leftDocument{}}
	for level, name := range schemadiff.Levels {
		doc.Summary[name] = u.Count(schemadiff.Level(level))
	}
	for _, w := range u.Written {
		doc.Written = append(doc.Written, writtenDocument{w.File, w.Item, w.Text, w.Confidence})
	}
	for _, l := range u.listed() {
		line, column := l.place()
		kinds := []schemadiff.Kind{}
		kinds = append(kinds, lists.Map(l.Changes, func(c schemadiff.Change) schemadiff.Kind { return c.Kind })...)
		doc.Left = append(doc.Left, leftDocument{l.File, line, column, l.Level.String(), l.Finding.Code, l.Message(), kinds})
	}
	return doc
}

func (u *Upgrade) title() string {
	return u.Package + " " + strings.Join(u.Before, ", ") + " → " + u.After
}

func (u *Upgrade) summary() string {
	changed := "changed"
	if u.IsPreview {
		changed = "would be changed"
	}
	files := prose.Counted(u.Files, "file") + " " + changed
	left := "nothing is left to do"
	if len(u.Left) > 0 {
		left = fmt.Sprintf("left: %d breaking, %d silent, %d compatible", u.Count(schemadiff.Breaking), u.Count(schemadiff.Silent), u.Count(schemadiff.Compatible))
	}
	text := files + "; " + left
	if u.Known > 0 {
		text += "; " + prose.Counted(u.Known, "error") + map[bool]string{true: " was", false: " were"}[u.Known == 1] + " there before"
	}
	return text
}

// what is the heading of what is written.
func (u *Upgrade) what() string {
	if u.IsPreview {
		return "would be written"
	}
	return "written"
}

// Text writes the upgrade for reading.
func (u *Upgrade) Text(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprintln(out, u.title())
	if len(u.Written) > 0 {
		fmt.Fprintf(out, "\n%s:\n", u.what())
	}
	for _, w := range u.Written {
		fmt.Fprintf(out, "  %s: %s: %s\n", OneLine(w.File), w.Item, OneLine(w.Text))
	}
	if tasks := u.tasks(); len(tasks) > 0 {
		fmt.Fprint(out, "\nleft to do:\n")
		for _, t := range tasks {
			line, column := t.place()
			fmt.Fprintf(out, "  %s:%d:%d: %s: %s%s\n", OneLine(t.File), line, column, t.Level, OneLine(t.Message()), OneLine(t.elsewhere()))
		}
	}
	fmt.Fprintf(out, "\n%s\n", u.summary())
	return out.Flush()
}

// Markdown writes the upgrade as a comment for a pull request.
func (u *Upgrade) Markdown(w io.Writer) error {
	page := &markdown.Page{}
	page.Para("**" + markdown.Words(u.title()) + "**: " + markdown.Message(u.summary()))
	var rows [][]markdown.Text
	for _, t := range u.tasks() {
		line, _ := t.place()
		rows = append(rows, []markdown.Text{levelMarks[t.Level], markdown.Code(fmt.Sprintf("%s:%d", t.File, line)), markdown.Message(t.Message() + t.elsewhere())})
	}
	table(page, rows, 2, "", "place", "what is left to do")
	if len(u.Written) > 0 {
		page.Folded("Changes", func() {
			rows := lists.Map(u.Written, func(w Written) []markdown.Text {
				return []markdown.Text{markdown.Code(w.File), markdown.Code(w.Item), markdown.Message(w.Text)}
			})
			table(page, rows, 2, "file", "block", "change")
		})
	}
	return writePage(w, page)
}
