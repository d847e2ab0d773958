package depgraph

import (
	"fmt"
	"strings"
)

// This file writes a graph for terminals: nodes by rank, each with what it waits for.

func text(d *drawing) string {
	var w strings.Builder
	d.text(&w, "")
	return w.String()
}

func (d *drawing) text(w *strings.Builder, indent string) {
	given, outputs := d.unranked()
	incoming := d.graph.incoming()
	section := func(title string, nodes []int) {
		if len(nodes) == 0 {
			return
		}
		fmt.Fprintf(w, "%s%s\n", indent, title)
		for _, i := range nodes {
			d.nodeText(w, indent+"  ", d.nodes[i], incoming[i])
		}
	}
	section("given", given)
	for i, rank := range d.graph.Ranks {
		section(fmt.Sprintf("step %d", i+1), rank)
	}
	section("outputs", outputs)
	for _, note := range d.notes() {
		fmt.Fprintf(w, "%s%s\n", indent, printable(note))
	}
}

// unranked returns the nodes without a rank: configs and shown locals, and outputs.
func (d *drawing) unranked() (given, outputs []int) {
	for i, n := range d.nodes {
		switch n.Kind {
		case Config, Local:
			given = append(given, i)
		case Output:
			outputs = append(outputs, i)
		}
	}
	return given, outputs
}

// incoming returns the edges to each node.
func (g *Graph) incoming() [][]*Edge {
	edges := make([][]*Edge, len(g.Nodes))
	for _, e := range g.Edges {
		edges[e.To] = append(edges[e.To], e)
	}
	return edges
}

func (d *drawing) nodeText(w *strings.Builder, indent string, n *drawn, incoming []*Edge) {
	fmt.Fprintf(w, "%s%s %s", indent, n.Kind, printable(n.title()))
	if detail := n.detail(); detail != "" {
		fmt.Fprintf(w, "  %s", printable(detail))
	}
	if remarks := n.remarks(); len(remarks) > 0 {
		fmt.Fprintf(w, "  [%s]", strings.Join(remarks, ", "))
	}
	w.WriteString("\n")
	for _, e := range incoming {
		fmt.Fprintf(w, "%s  needs %s", indent, printable(d.nodes[e.From].Name))
		if remarks := e.remarks(); len(remarks) > 0 {
			fmt.Fprintf(w, "  [%s]", strings.Join(remarks, ", "))
		}
		w.WriteString("\n")
		for _, u := range e.Uses {
			fmt.Fprintf(w, "%s    %s\n", indent, printable(u.describe(d.nodes[e.From].Name)))
		}
	}
	if n.inner != nil {
		n.inner.text(w, indent+"  | ")
	}
}
