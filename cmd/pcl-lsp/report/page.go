package report

import (
	"bufio"
	"crypto/sha256"
	_ "embed" // the style
	"encoding/base64"
	"fmt"
	"html"
	"io"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/planview"
	"github.com/pcl-lsp/pcl-lsp/typesys/prose"
)

// This file writes a report as a page that needs no network and no script.
//
// Why without html/template: it makes the program a tenth larger, and every command start later. All
// that is not constant here is the text of an element, and [escaped] makes it one.

//go:embed page.css
var pageStyle string

// The page runs and loads nothing, and has only its own style.
const pageHead = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-%s'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>pcl-lsp: %s</title>
<style>%s</style>
</head>
<body>
<h1>pcl-lsp</h1>
<p>%s</p>
`

// HTML writes the report as a page.
func (r *Report) HTML(w io.Writer) error {
	out := bufio.NewWriter(w)
	sum := sha256.Sum256([]byte(pageStyle))
	summary := r.Summary()
	line := escaped(summary.line(painter{}))
	fmt.Fprintf(out, pageHead, base64.StdEncoding.EncodeToString(sum[:]), line, pageStyle, line)
	for _, choice := range summary.bySeverity() {
		if choice.n > 0 { // the style hides what is not checked
			fmt.Fprintf(out, "<input type=\"checkbox\" id=\"%s\" checked> <label for=\"%[1]s\">%s</label>\n", choice.severity, prose.Counted(choice.n, choice.noun))
		}
	}
	fmt.Fprint(out, "<main>\n")
	for _, p := range r.Problems {
		fmt.Fprintf(out, "<p class=\"problem\">Not checked: %s</p>\n", escaped(p))
	}
	for _, n := range r.Names {
		n.page(out)
	}
	r.counts(out)
	written := 0
	for _, findings := range r.byFile() {
		fmt.Fprintf(out, "<section>\n<h2>%s</h2>\n", escaped(findings[0].File))
		for i := range findings {
			written++
			findings[i].page(out, written <= hinted)
		}
		fmt.Fprint(out, "</section>\n")
	}
	fmt.Fprint(out, "</main>\n</body>\n</html>\n")
	return out.Flush()
}

// escaped is a foreign text, on one line, as the text of an element.
func escaped(text string) string { return html.EscapeString(OneLine(text)) }

// counts writes the counts by code.
func (r *Report) counts(w io.Writer) {
	list := r.statistics()
	if len(list) == 0 {
		return
	}
	fmt.Fprint(w, "<details>\n<summary>Findings by code</summary>\n<table>\n<tr><th>number</th><th>severity</th><th>code</th><th>finding</th></tr>\n")
	for _, s := range list {
		fmt.Fprintf(w, "<tr><td>%d</td><td>%s</td><td><a href=\"%s\">%s</a></td><td>%s</td></tr>\n", s.Count, s.Severity, s.Code.Link(), s.Code, escaped(s.title))
	}
	fmt.Fprint(w, "</table>\n</details>\n")
}

// page writes a finding, with its best fix if it is hinted at.
func (f *Finding) page(w io.Writer, hints bool) {
	at := f.Range.Start
	fmt.Fprintf(w, "<article class=\"%s\">\n<p><span class=\"severity\">%[1]s</span> <span class=\"place\">%d:%d</span> %s <a class=\"code\" href=\"%s\">%s</a></p>\n",
		f.Severity, at.Line, at.Column, escaped(f.Message), f.Code.Link(), f.Code)
	before, marked, after := f.marked()
	fmt.Fprintf(w, "<pre><span class=\"place\">%d</span> %s<mark>%s</mark>%s</pre>\n", at.Line, html.EscapeString(before), html.EscapeString(marked), html.EscapeString(after))
	hints = hints && len(f.Fixes) > 0 && len(f.Fixes[0].Edits) > 0
	if len(f.Related) > 0 || hints {
		fmt.Fprint(w, "<ul>\n")
		for _, rel := range f.Related {
			at := rel.Range.Start
			fmt.Fprintf(w, "<li><span class=\"place\">%s:%d:%d</span> %s</li>\n", escaped(rel.File), at.Line, at.Column, escaped(rel.Message))
		}
		if hints {
			fmt.Fprintf(w, "<li>Fix: %s</li>\n", escaped(f.Fixes[0].Title))
		}
		fmt.Fprint(w, "</ul>\n")
	}
	fmt.Fprint(w, "</article>\n")
}

// marked takes the line of a finding apart, at the carets below it. A place behind the end is a blank.
func (f *Finding) marked() (before, marked, after string) {
	from := strings.IndexByte(f.Carets, '^')
	starts, ends, column := len(f.Source), len(f.Source), 0
	for i, r := range f.Source {
		if column >= from && starts == len(f.Source) {
			starts = i
		}
		if column >= len(f.Carets) {
			ends = i
			break
		}
		column += cellsOf(r)
	}
	if starts == ends {
		return f.Source, " ", ""
	}
	return f.Source[:starts], f.Source[starts:ends], f.Source[ends:]
}

// page writes what becomes of the names of a program.
func (n *Names) page(w io.Writer) {
	fmt.Fprintf(w, "<section>\n<h2>%s</h2>\n<p>URNs compared with %s: %s</p>\n<table>\n<tr><th></th><th>name</th><th>type</th><th>place</th></tr>\n",
		escaped(n.Program), escaped(n.From), escaped(planview.SummaryOf(n.Summary)))
	for _, e := range n.Resources {
		if e.Fate != planview.NameKept {
			fmt.Fprintf(w, "<tr><td>%s</td><td>%s</td><td>%s</td><td>%s</td></tr>\n", escaped(string(e.Fate)), escaped(e.change()), escaped(e.Type), escaped(e.at()))
		}
	}
	fmt.Fprint(w, "</table>\n</section>\n")
}
