package depgraph

import (
	"fmt"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file writes a graph in the DOT language of Graphviz. A component with a known program
// is a cluster that also contains the component's own node.

var dotShapes = map[Kind]string{
	Config: "note", Resource: "box", Provider: "component", Read: "cds", Component: "box3d", Hook: "hexagon",
	Output: "ellipse", Local: "plaintext",
}

func dot(d *drawing) string {
	var w strings.Builder
	w.WriteString("digraph dependencies {\n")
	w.WriteString("  rankdir=LR;\n")
	w.WriteString("  node [fontname=\"sans-serif\", fontsize=11];\n")
	w.WriteString("  edge [fontname=\"sans-serif\", fontsize=9];\n")
	d.dot(&w, "  ")
	w.WriteString("}\n")
	return w.String()
}

func (d *drawing) dot(w *strings.Builder, indent string) {
	for _, n := range d.nodes {
		if n.inner == nil {
			d.dotNode(w, indent, n)
			continue
		}
		fmt.Fprintf(w, "%ssubgraph cluster_%s {\n", indent, n.key)
		fmt.Fprintf(w, "%s  label=%s;\n", indent, quoted(n.title()))
		d.dotNode(w, indent+"  ", n)
		n.inner.dot(w, indent+"  ")
		fmt.Fprintf(w, "%s}\n", indent)
	}
	for _, rank := range d.graph.Ranks {
		var keys []string
		for _, i := range rank {
			if d.nodes[i].inner == nil { // a node must not be in two subgraphs
				keys = append(keys, d.nodes[i].key+";")
			}
		}
		if len(keys) > 1 {
			fmt.Fprintf(w, "%s{ rank=same; %s }\n", indent, strings.Join(keys, " "))
		}
	}
	for _, e := range d.graph.Edges {
		d.dotEdge(w, indent, e)
	}
	for _, note := range d.notes() {
		fmt.Fprintf(w, "%s// %s\n", indent, printable(note))
	}
}

func (d *drawing) dotNode(w *strings.Builder, indent string, n *drawn) {
	lines := []string{string(n.Kind) + " " + n.title()}
	if detail := n.detail(); detail != "" {
		lines = append(lines, detail)
	}
	if remarks := n.remarks(); len(remarks) > 0 {
		lines = append(lines, strings.Join(remarks, ", "))
	}
	fmt.Fprintf(w, "%s%s [label=%s, shape=%s, tooltip=%s];\n", indent, n.key, quoted(lines...), dotShapes[n.Kind], quoted(n.id))
}

func (d *drawing) dotEdge(w *strings.Builder, indent string, e *Edge) {
	from, to := d.nodes[e.From], d.nodes[e.To]
	uses := lists.Map(e.Uses, func(u Use) string { return u.describe(from.Name) })
	attributes := []string{"tooltip=" + quoted(uses...)}
	if remarks := e.remarks(); len(remarks) > 0 {
		attributes = append(attributes, "label="+quoted(strings.Join(remarks, ", ")))
	}
	switch {
	case e.Secret:
		attributes = append(attributes, `color="#d55e00"`, "penwidth=2")
	case e.Unknown:
		attributes = append(attributes, `color="#0072b2"`)
	}
	if e.isOption() || e.WaitsOnly {
		attributes = append(attributes, "style=dashed")
	}
	if e.InCircle {
		attributes = append(attributes, "constraint=false")
	}
	fmt.Fprintf(w, "%s%s -> %s [%s];\n", indent, from.key, to.key, strings.Join(attributes, ", "))
}

// quoted returns a DOT string of several lines. In labels a backslash starts an escape.
func quoted(lines ...string) string {
	var w strings.Builder
	w.WriteByte('"')
	for i, line := range lines {
		if i > 0 {
			w.WriteString(`\n`)
		}
		dotEscapes.WriteString(&w, printable(line))
	}
	w.WriteByte('"')
	return w.String()
}

// Graphviz also expands entities such as &amp; in labels.
var dotEscapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "&", "&amp;")
