package depgraph

import (
	"slices"
	"strings"
)

// This file lists the drawing formats.

// Format is a drawing format.
type Format string

// The formats. JSON writes a [Document].
const (
	Text    Format = "text"
	DOT     Format = "dot"
	Mermaid Format = "mermaid"
	JSON    Format = "json"
	SVG     Format = "svg"
	HTML    Format = "html"
)

// Formats returns the names of all formats.
func Formats() []string {
	return []string{string(Text), string(DOT), string(Mermaid), string(JSON), string(SVG), string(HTML)}
}

// ConfigChoices returns the names of all choices of configs.
func ConfigChoices() []string {
	return []string{string(ConfigsUsed), string(ConfigsAll), string(ConfigsNone)}
}

// Draw writes the graph in a format other than JSON. It reports whether the format exists.
func (g *Graph) Draw(f Format, places Places) (string, bool) {
	if f == HTML {
		return page(g.Dir, g.Document(places)), true
	}
	draw := map[Format]func(*drawing) string{Text: text, DOT: dot, Mermaid: mermaid, SVG: svg}[f]
	if draw == nil {
		return "", false
	}
	return draw(g.expanded()), true
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

// incoming returns the edges to each node.
func (g *Graph) incoming() [][]*Edge {
	edges := make([][]*Edge, len(g.Nodes))
	for _, e := range g.Edges {
		edges[e.To] = append(edges[e.To], e)
	}
	return edges
}

// groups returns the nodes in the order of a listing: configs and shown locals, then rank by
// rank, then outputs.
func (d *drawing) groups() (given []int, ranks [][]int, outputs []int) {
	for i, n := range d.nodes {
		switch n.Kind {
		case Config, Local:
			given = append(given, i)
		case Output:
			outputs = append(outputs, i)
		}
	}
	return given, slices.Clone(d.graph.Ranks), outputs
}
