package depgraph

import "strings"

// This file lists the drawing formats.

// Format is a drawing format.
type Format string

// The formats. JSON writes a [Document].
const (
	Text    Format = "text"
	Mermaid Format = "mermaid"
	JSON    Format = "json"
	HTML    Format = "html"
)

// Formats returns the names of all formats.
func Formats() []string {
	return []string{string(Text), string(Mermaid), string(JSON), string(HTML)}
}

// Instead returns what to use in place of a format that other tools for graphs have; it is
// empty for all other names.
func Instead(format string) string {
	switch format {
	case "dot":
		return "use mermaid in place of Graphviz"
	case "svg":
		return "use html, a page that saves its drawing as SVG, or mermaid, which mmdc renders as SVG"
	}
	return ""
}

// ConfigChoices returns the names of all choices of configs.
func ConfigChoices() []string {
	return []string{string(ConfigsUsed), string(ConfigsAll), string(ConfigsNone)}
}

// Draw writes the graph in a format other than JSON. It reports whether the format exists.
func (g *Graph) Draw(f Format, places Places) (string, bool) {
	switch f {
	case Text:
		return text(g.expanded()), true
	case Mermaid:
		return mermaid(g.expanded()), true
	case HTML:
		return page(g.Dir, g.Document(places)), true
	}
	return "", false
}

// printable returns a text on one line without unprintable characters.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t', r == '\n', r == '\r':
			return ' '
		case r < ' ', r >= 0x7f && r < 0xa0, r >= 0xfffd && r <= 0xffff, r == '\u2028', r == '\u2029', isDirection(r):
			return '□'
		}
		return r
	}, strings.ToValidUTF8(s, "□"))
}

// isDirection reports whether a character changes the direction of text.
func isDirection(r rune) bool {
	return r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 || r == 0x200e || r == 0x200f
}
