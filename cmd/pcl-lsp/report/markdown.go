package report

import (
	"fmt"
	"io"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/markdown"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/planview"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file writes reports as comments for pull requests: a summary, tables, and what not everybody
// wants to read folded.

// Markdown writes the report as Markdown.
func (r *Report) Markdown(w io.Writer) error {
	page := &markdown.Page{}
	page.Para("**pcl-lsp:** " + markdown.Message(r.Summary().line(painter{})))
	for _, p := range r.Problems {
		page.Quote("❌ not checked: " + markdown.Message(p))
	}
	for _, n := range r.Names {
		n.markdown(page)
	}
	if shown := r.Shown(); len(shown) > 0 {
		page.Folded("Findings", func() {
			rows := make([][]markdown.Text, 0, len(shown))
			for i := range shown {
				f := &shown[i]
				place := markdown.Code(fmt.Sprintf("%s:%d:%d", f.File, f.Range.Start.Line, f.Range.Start.Column))
				rows = append(rows, []markdown.Text{marks[f.Severity], place, markdown.Message(f.Message), markdown.Link("`"+string(f.Code)+"`", f.Code.Link())})
			}
			table(page, rows, 2, "", "place", "finding", "code")
		})
	}
	return writePage(w, page)
}

func writePage(w io.Writer, page *markdown.Page) error {
	_, err := io.WriteString(w, page.String()+"\n")
	return err
}

// mostRows is how many rows a table has: comments on GitHub have at most 65,536 characters.
const mostRows = 100

// table writes a table. If it has too many rows, the last one says in a column how many others there are.
func table(page *markdown.Page, rows [][]markdown.Text, column int, columns ...markdown.Text) {
	if more := len(rows) - mostRows; more > 0 {
		last := make([]markdown.Text, len(columns))
		last[column] = markdown.Words(fmt.Sprintf("%d more", more))
		rows = append(rows[:mostRows], last)
	}
	page.Table(rows, columns...)
}

var marks = levels[markdown.Text]("❌ error", "⚠️ warning", "note", "hint")

// markdown writes what becomes of the names of a program.
func (n *Names) markdown(page *markdown.Page) {
	page.Para("**URNs in " + markdown.Code(n.Program) + " compared with " + markdown.Code(n.From) + ":** " + markdown.Words(planview.SummaryOf(n.Summary)))
	changed := slices.DeleteFunc(slices.Clone(n.Resources), func(e NamedResource) bool { return e.Fate == planview.NameKept })
	if len(changed) == 0 {
		return
	}
	rows := lists.Map(changed, func(e NamedResource) []markdown.Text {
		return []markdown.Text{e.mark(), e.names(), markdown.Code(e.Type), markdown.Message(e.at())}
	})
	table(page, rows, 1, "", "name", "type", "place")
	page.Folded("URNs", func() {
		var items []markdown.Text
		for _, e := range n.Resources[:min(len(n.Resources), mostRows)] {
			if e.Fate == planview.NameKept {
				continue
			}
			item := markdown.Words(string(e.Fate)) + ": "
			switch {
			case e.URN != "" && e.OldURN != "":
				item += markdown.Code(e.URN) + " was " + markdown.Code(e.OldURN)
			case e.URN+e.OldURN != "":
				item += markdown.Code(e.URN + e.OldURN)
			default:
				item += markdown.Code(e.Name)
			}
			if e.Reason != "" {
				item += " (" + markdown.Message(e.Reason) + ")"
			}
			items = append(items, item)
		}
		page.Items(items...)
	})
}

// mark is the fate, with a sign if somebody should look at it.
func (e NamedResource) mark() markdown.Text {
	text := markdown.Words(string(e.Fate))
	switch {
	case e.Fate != planview.NameReplaced && e.Fate != planview.NameDeleted:
	case e.Component:
		text += " (only a name)"
	case e.Accepted:
		text += " (accepted)"
	default:
		text = "❌ " + text
	}
	return text
}

func (e NamedResource) names() markdown.Text {
	if e.OldName == "" {
		return markdown.Code(e.Name)
	}
	return markdown.Code(e.OldName) + " → " + markdown.Code(e.Name)
}
