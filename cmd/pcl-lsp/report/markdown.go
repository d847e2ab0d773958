package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/planview"
)

// This file writes reports as comments for pull requests: a summary, tables, and what not everybody
// wants to read folded.

// Markdown writes the report as Markdown.
func (r *Report) Markdown(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "**pcl-lsp:** %s\n", r.Summary().line(painter{}))
	for _, p := range r.Problems {
		fmt.Fprintf(out, "\n> ❌ not checked: %s\n", escapedMarkdown(OneLine(p)))
	}
	for _, n := range r.Names {
		n.markdown(out)
	}
	if shown := r.Shown(); len(shown) > 0 {
		fmt.Fprint(out, "\n<details><summary>Findings</summary>\n\n| | place | finding | code |\n|---|---|---|---|\n")
		for i := range shown {
			if i == mostRows {
				fmt.Fprintf(out, "| | | %d more | |\n", len(shown)-i)
				break
			}
			f := &shown[i]
			fmt.Fprintf(out, "| %s | %s | %s | [`%s`](%s) |\n", marks[f.Severity], code(fmt.Sprintf("%s:%d:%d", f.File, f.Range.Start.Line, f.Range.Start.Column)), inTable(f.Message), f.Code, f.Code.Link())
		}
		fmt.Fprint(out, "\n</details>\n")
	}
	return out.Flush()
}

// mostRows is how many rows a table has: comments on GitHub have at most 65,536 characters.
const mostRows = 100

var marks = map[codes.Severity]string{codes.Error: "❌ error", codes.Warning: "⚠️ warning", codes.Information: "note", codes.Hint: "hint"}

// markdown writes what becomes of the names of a program.
func (n *Names) markdown(w io.Writer) {
	fmt.Fprintf(w, "\n**URNs in %s compared with %s:** %s\n", code(n.Program), code(n.From), planview.SummaryOf(n.Summary))
	rows := 0
	for _, e := range n.Resources {
		if e.Fate == planview.NameKept {
			continue
		}
		if rows++; rows == 1 {
			fmt.Fprint(w, "\n| | name | type | place |\n|---|---|---|---|\n")
		}
		if rows > mostRows {
			continue
		}
		fmt.Fprintf(w, "| %s | %s | %s | %s |\n", e.mark(), e.names(), code(e.Type), inTable(e.at()))
	}
	if rows == 0 {
		return
	}
	if rows > mostRows {
		fmt.Fprintf(w, "| | %d more | | |\n", rows-mostRows)
	}
	fmt.Fprint(w, "\n<details><summary>URNs</summary>\n\n")
	for _, e := range n.Resources[:min(len(n.Resources), mostRows)] {
		switch {
		case e.Fate == planview.NameKept:
			continue
		case e.URN != "" && e.OldURN != "":
			fmt.Fprintf(w, "- %s: %s was %s", e.Fate, code(e.URN), code(e.OldURN))
		case e.URN+e.OldURN != "":
			fmt.Fprintf(w, "- %s: %s", e.Fate, code(e.URN+e.OldURN))
		default:
			fmt.Fprintf(w, "- %s: %s", e.Fate, code(e.Name))
		}
		if e.Reason != "" {
			fmt.Fprintf(w, " (%s)", inTable(e.Reason))
		}
		fmt.Fprintln(w)
	}
	fmt.Fprint(w, "\n</details>\n")
}

// mark is the fate, with a sign if somebody should look at it.
func (e NamedResource) mark() string {
	text := string(e.Fate)
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

func (e NamedResource) names() string {
	if e.OldName == "" {
		return code(e.Name)
	}
	return code(e.OldName) + " → " + code(e.Name)
}

// inTable is a text in a cell of a table, in which code stays code.
func inTable(text string) string {
	parts := strings.Split(OneLine(text), "`")
	if len(parts)%2 == 0 {
		return escapedMarkdown(strings.Join(parts, "`"))
	}
	for i := range parts {
		if i%2 == 0 {
			parts[i] = escapedMarkdown(parts[i])
		} else {
			parts[i] = strings.ReplaceAll(parts[i], "|", "\\|")
		}
	}
	return strings.Join(parts, "`")
}
