package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/fatih/color"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
)

// This file implements explanations of finding codes, and the list of rules.

// proseWidth is the line width of explanations.
const proseWidth = 80

// Explanation is what is said about a code.
type Explanation struct {
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

	severity codes.Severity
}

// Explained is what is said about a code of an area.
func Explained(area string, d codes.Declaration) Explanation {
	text := d.Code.Text()
	return Explanation{
		Code: d.Code, Severity: d.Severity.String(), Tag: tagNames[d.Tag], Area: area, Category: string(d.Code.Category()), Title: text.Title,
		Explanation: text.Explanation, Bad: text.Bad, Good: text.Good, Link: d.Code.Link(), severity: d.Severity,
	}
}

// OfTeam is the area of the rules of a team.
const OfTeam = "Your team's rules"

// ExplainedRule is what is said about the rule of a team. Link is its place.
func ExplainedRule(code codes.Code, severity codes.Severity, r TeamRule, link string) Explanation {
	return Explanation{Code: code, Severity: severity.String(), Area: OfTeam, Category: r.Category, Title: r.Title, Explanation: r.Docs, Link: link, severity: severity}
}

// Explain writes the explanations of codes.
func Explain(w io.Writer, style Style, all []Explanation) error {
	out := bufio.NewWriter(w)
	paint := style.painter()
	for i, e := range all {
		if i > 0 {
			fmt.Fprintln(out)
		}
		e.write(out, paint)
	}
	return out.Flush()
}

func (e Explanation) write(out io.Writer, p painter) {
	fmt.Fprintf(out, "%s: %s\n", p.severity(e.severity, fmt.Sprintf("%s[%s]", e.Severity, e.Code)), p.message(OneLine(e.Title)))
	if e.Explanation != "" {
		fmt.Fprintf(out, "\n%s", wrapped(e.Explanation, proseWidth))
	}
	for _, example := range []struct{ title, text string }{
		{p.with("Bad:", color.FgRed), e.Bad}, {p.with("Good:", color.FgGreen), e.Good},
	} {
		if example.text != "" {
			fmt.Fprintf(out, "\n%s\n\n%s", example.title, indented(example.text))
		}
	}
	fmt.Fprintln(out)
	if e.Category != "" {
		fmt.Fprintf(out, "Category: %s\n", OneLine(e.Category))
	}
	fmt.Fprintln(out, p.gutter(e.Link))
}

// List writes the code, severity and title of codes, by area. About says what the codes of an area are about.
func List(w io.Writer, style Style, all []Explanation, about map[string]string) error {
	out := bufio.NewWriter(w)
	paint := style.painter()
	longest := 0
	for _, e := range all {
		longest = max(longest, len(e.Code))
	}
	area := ""
	for _, e := range all {
		if e.Area != area {
			if area != "" {
				fmt.Fprintln(out)
			}
			area = e.Area
			fmt.Fprintf(out, "%s: %s\n\n", paint.message(area), about[area])
		}
		severity := fmt.Sprintf("%-*s", len(codes.Information.String()), e.Severity)
		fmt.Fprintf(out, "  %-*s  %s  %s\n", longest, e.Code, paint.severity(e.severity, severity), OneLine(e.Title))
	}
	return out.Flush()
}

// ExplainJSON writes explanations as one JSON document: version, and codes with code, severity, tag, area, category, title,
// explanation, bad and good example, and link.
func ExplainJSON(w io.Writer, all []Explanation) error {
	if all == nil {
		all = []Explanation{}
	}
	return WriteJSON(w, struct {
		Version int           `json:"version"`
		Codes   []Explanation `json:"codes"`
	}{formatVersion, all})
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

// Rule is an entry of the list.
type Rule struct {
	codes.Declaration
	// Fixable means that its findings may have fixes.
	Fixable bool
}

// Rules writes rules, one on each line: code, category, severity, whether there is a fix, and
// title.
func Rules(w io.Writer, style Style, rules []Rule) error {
	out := bufio.NewWriter(w)
	paint := style.painter()
	longest, categories := 0, 0
	for _, r := range rules {
		longest, categories = max(longest, len(r.Code)), max(categories, len(r.Code.Category()))
	}
	fixable := map[bool]string{true: "fix", false: "   "}
	for _, r := range rules {
		severity := fmt.Sprintf("%-*s", len(codes.Information.String()), r.Severity)
		fmt.Fprintf(out, "%-*s  %-*s  %s  %s  %s\n", longest, r.Code, categories, r.Code.Category(), paint.severity(r.Severity, severity), fixable[r.Fixable], r.Code.Text().Title)
	}
	return out.Flush()
}

// listedRule is a rule as JSON.
type listedRule struct {
	Code     codes.Code `json:"code"`
	Category string     `json:"category"`
	Severity string     `json:"severity"`
	Fixable  bool       `json:"fixable"`
	Title    string     `json:"title"`
	Link     string     `json:"link"`
}

// RulesJSON writes rules as one JSON document: version, and rules with code,
// category, severity, fixable, title and link.
func RulesJSON(w io.Writer, rules []Rule) error {
	doc := struct {
		Version int          `json:"version"`
		Rules   []listedRule `json:"rules"`
	}{formatVersion, []listedRule{}}
	for _, r := range rules {
		doc.Rules = append(doc.Rules, listedRule{r.Code, string(r.Code.Category()), r.Severity.String(), r.Fixable, r.Code.Text().Title, r.Code.Link()})
	}
	return WriteJSON(w, doc)
}
