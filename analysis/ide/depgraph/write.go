package depgraph

import (
	"slices"
	"strings"
)

// This file says which forms of drawings there are.

// Format is a form in which a graph is written as text.
type Format string

// The formats. JSON is that of a [Document].
const (
	Text    Format = "text"
	DOT     Format = "dot"
	Mermaid Format = "mermaid"
	JSON    Format = "json"
	SVG     Format = "svg"
)

// Formats are the names of all formats.
func Formats() []string {
	return []string{string(Text), string(DOT), string(Mermaid), string(JSON), string(SVG)}
}

// ConfigChoices are the names of all choices of configs.
func ConfigChoices() []string {
	return []string{string(ConfigsUsed), string(ConfigsAll), string(ConfigsNone)}
}

// Draw is the graph in a format other than JSON; false if there is no such format.
func (g *Graph) Draw(f Format) (string, bool) {
	draw := map[Format]func(*drawing) string{Text: text, DOT: dot, Mermaid: mermaid, SVG: svg}[f]
	if draw == nil {
		return "", false
	}
	return draw(g.expanded()), true
}

// printable is a text in one line, without characters that have no picture.
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

// isDirection reports characters that turn the text around them.
func isDirection(r rune) bool {
	return r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 || r == 0x200e || r == 0x200f
}

// incoming are the edges to each node.
func (g *Graph) incoming() [][]*Edge {
	edges := make([][]*Edge, len(g.Nodes))
	for _, e := range g.Edges {
		edges[e.To] = append(edges[e.To], e)
	}
	return edges
}

// groups are the nodes as they are listed: configs, then rank by rank, then
// outputs; locals that are shown at all go with the configs.
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
