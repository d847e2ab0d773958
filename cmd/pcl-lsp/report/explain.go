package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/fatih/color"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
)

// This file implements explanations of finding codes.

// proseWidth is the line width of explanations.
const proseWidth = 80

// Explain writes the explanations of codes.
func Explain(w io.Writer, style Style, declared []codes.Declaration) error {
	out := bufio.NewWriter(w)
	paint := style.painter()
	for i, d := range declared {
		if i > 0 {
			fmt.Fprintln(out)
		}
		explain(out, paint, d)
	}
	return out.Flush()
}

func explain(out io.Writer, p painter, d codes.Declaration) {
	text := d.Code.Text()
	fmt.Fprintf(out, "%s: %s\n", p.severity(d.Severity, fmt.Sprintf("%s[%s]", d.Severity, d.Code)), p.message(text.Title))
	fmt.Fprintf(out, "\n%s", wrapped(text.Explanation, proseWidth))
	for _, e := range []struct{ title, text string }{
		{p.with("Bad:", color.FgRed), text.Bad}, {p.with("Good:", color.FgGreen), text.Good},
	} {
		fmt.Fprintf(out, "\n%s\n\n%s", e.title, indented(e.text))
	}
	fmt.Fprintf(out, "\nCategory: %s\n%s\n", d.Code.Category(), p.gutter(d.Code.Link()))
}

// List writes the code, severity and title of all codes of some areas.
func List(w io.Writer, style Style, areas []codes.Area) error {
	out := bufio.NewWriter(w)
	paint := style.painter()
	longest := 0
	for _, a := range areas {
		for _, d := range a.Declarations {
			longest = max(longest, len(d.Code))
		}
	}
	for i, a := range areas {
		if i > 0 {
			fmt.Fprintln(out)
		}
		fmt.Fprintf(out, "%s: %s\n\n", paint.message(a.Title), a.About)
		for _, d := range a.Declarations {
			severity := fmt.Sprintf("%-*s", len(codes.Information.String()), d.Severity)
			fmt.Fprintf(out, "  %-*s  %s  %s\n", longest, d.Code, paint.severity(d.Severity, severity), d.Code.Text().Title)
		}
	}
	return out.Flush()
}

// explained is a declaration as JSON.
type explained struct {
	Code        codes.Code `json:"code"`
	Severity    string     `json:"severity"`
	Tag         string     `json:"tag,omitempty"`
	Area        string     `json:"area"`
	Category    string     `json:"category"`
	Title       string     `json:"title"`
	Explanation string     `json:"explanation"`
	Bad         string     `json:"bad"`
	Good        string     `json:"good"`
	Link        string     `json:"link"`
}

// ExplainJSON writes the explanations of the codes of some areas as one JSON document: version, and codes with code, severity, tag, area, category, title,
// explanation, bad and good example, and link.
func ExplainJSON(w io.Writer, areas []codes.Area) error {
	doc := struct {
		Version int         `json:"version"`
		Codes   []explained `json:"codes"`
	}{formatVersion, []explained{}}
	for _, a := range areas {
		for _, d := range a.Declarations {
			text := d.Code.Text()
			doc.Codes = append(doc.Codes, explained{
				Code: d.Code, Severity: d.Severity.String(), Tag: tagNames[d.Tag], Area: a.Title, Category: string(d.Code.Category()), Title: text.Title,
				Explanation: text.Explanation, Bad: text.Bad, Good: text.Good, Link: d.Code.Link(),
			})
		}
	}
	return WriteJSON(w, doc)
}

// wrapped wraps the lines of Markdown. Code blocks stay as they are, and the lines of a
// list item are indented below its text.
func wrapped(markdown string, limit int) string {
	var out strings.Builder
	var words []string
	indent, fenced := "", false
	flush := func() {
		out.WriteString(filled(words, indent, limit))
		words, indent = nil, ""
	}
	for line := range strings.Lines(strings.TrimSpace(markdown) + "\n") {
		line = strings.TrimRight(line, "\r\n")
		fence := strings.HasPrefix(line, "```")
		switch {
		case fence || fenced:
			flush()
			fenced = fenced != fence
			out.WriteString(line + "\n")
		case strings.TrimSpace(line) == "":
			flush()
			out.WriteString("\n")
		case strings.HasPrefix(line, "- "), strings.HasPrefix(line, "* "):
			flush()
			indent, words = "  ", []string{line[:1]}
			line = line[2:]
			fallthrough
		default:
			words = append(words, strings.Fields(line)...)
		}
	}
	flush()
	return out.String()
}

// filled returns words in lines of limited width. All lines but the first are indented.
func filled(words []string, indent string, limit int) string {
	var out strings.Builder
	column := 0
	for i, word := range words {
		switch width := cells(word); {
		case i == 0:
			column = width
		case column+1+width > limit:
			out.WriteString("\n" + indent)
			column = len(indent) + width
		default:
			out.WriteString(" ")
			column += 1 + width
		}
		out.WriteString(word)
	}
	if len(words) > 0 {
		out.WriteString("\n")
	}
	return out.String()
}

// indented returns an example, indented and without control characters.
func indented(text string) string {
	var out strings.Builder
	for line := range strings.Lines(strings.Trim(text, "\n") + "\n") {
		shown, _ := printable(strings.TrimRight(line, "\r\n"), 0)
		out.WriteString(strings.TrimRight("    "+shown, " ") + "\n")
	}
	return out.String()
}
