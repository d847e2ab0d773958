package depgraph

import (
	"fmt"
	"strings"
)

// This file writes a graph as a Mermaid flowchart, which forges and editors show in Markdown.

// mermaidShapes holds the text around a quoted label.
var mermaidShapes = map[Kind][2]string{
	Config: {"[/", "/]"}, Resource: {"[", "]"}, Provider: {"[[", "]]"}, Read: {">", "]"}, Component: {"[[", "]]"},
	Hook: {"{{", "}}"}, Output: {"([", "])"}, Local: {"[", "]"},
}

func mermaid(d *drawing) string {
	m := &mermaidWriter{}
	m.WriteString("flowchart LR\n")
	m.drawing(d, "  ")
	m.styles("secret", "stroke:#d55e00,stroke-width:3px", m.secret)
	m.styles("unknown", "stroke:#0072b2", m.unknown)
	return m.String()
}

type mermaidWriter struct {
	strings.Builder
	edges           int
	secret, unknown []string // indexes of edges
}

func (m *mermaidWriter) drawing(d *drawing, indent string) {
	for _, n := range d.nodes {
		if n.inner == nil {
			m.node(n, indent)
			continue
		}
		fmt.Fprintf(m, "%ssubgraph s%s[\"%s\"]\n", indent, n.key, mermaidText(n.title()))
		m.node(n, indent+"  ")
		m.drawing(n.inner, indent+"  ")
		fmt.Fprintf(m, "%send\n", indent)
	}
	for _, e := range d.graph.Edges {
		m.edge(d, e, indent)
	}
	for _, note := range d.notes() {
		fmt.Fprintf(m, "%s%%%% %s\n", indent, mermaidText(note))
	}
}

func (m *mermaidWriter) node(n *drawn, indent string) {
	lines := []string{mermaidText(string(n.Kind) + " " + n.title())}
	if detail := n.detail(); detail != "" {
		lines = append(lines, mermaidText(detail))
	}
	if remarks := n.remarks(); len(remarks) > 0 {
		lines = append(lines, mermaidText(strings.Join(remarks, ", ")))
	}
	shape := mermaidShapes[n.Kind]
	fmt.Fprintf(m, "%s%s%s\"%s\"%s\n", indent, n.key, shape[0], strings.Join(lines, "<br/>"), shape[1])
}

func (m *mermaidWriter) edge(d *drawing, e *Edge, indent string) {
	arrow := "-->"
	switch {
	case e.isOption() || e.WaitsOnly:
		arrow = "-.->"
	case e.Secret:
		arrow = "==>"
	}
	label := ""
	if remarks := e.remarks(); len(remarks) > 0 {
		label = `|"` + mermaidText(strings.Join(remarks, ", ")) + `"|`
	}
	fmt.Fprintf(m, "%s%s %s%s %s\n", indent, d.nodes[e.From].key, arrow, label, d.nodes[e.To].key)
	switch number := fmt.Sprint(m.edges); {
	case e.Secret:
		m.secret = append(m.secret, number)
	case e.Unknown:
		m.unknown = append(m.unknown, number)
	}
	m.edges++
}

// styles colors edges, which Mermaid identifies by index.
func (m *mermaidWriter) styles(name, style string, edges []string) {
	if len(edges) > 0 {
		fmt.Fprintf(m, "  %%%% %s\n  linkStyle %s %s\n", name, strings.Join(edges, ","), style)
	}
}

// mermaidText writes all but plain characters as entities, because Mermaid finds markup and
// keywords even in quoted text.
func mermaidText(s string) string {
	var w strings.Builder
	for _, r := range printable(s) {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', strings.ContainsRune(" ._-,:/()", r):
			w.WriteRune(r)
		default:
			fmt.Fprintf(&w, "#%d;", r)
		}
	}
	return w.String()
}
