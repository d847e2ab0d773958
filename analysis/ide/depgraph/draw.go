package depgraph

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file expands a graph for drawing: every component gets its own copy of its program, and every node gets unique
// names. It draws for terminals, nodes by rank, each with what it waits for, and as a Mermaid flowchart, which forges
// and editors show in Markdown.

// maxDrawn limits the nodes of a drawing, because directories that use each other twice grow
// exponentially, and maxLevels how deep components are in each other, because the name of a node has
// those of all around it. Further components are drawn closed.
const (
	maxDrawn  = 20_000
	maxLevels = 100
)

// drawing is a graph with names for its nodes.
type drawing struct {
	graph *Graph
	nodes []*drawn
	level int // how many components it is in
}

// drawn is one node of a drawing.
type drawn struct {
	*Node
	id     string // the name for people and tools
	key    string // a letter and a number
	inner  *drawing
	closed bool // its content is not shown
}

// expanded returns the drawing of a graph. Components near the program are opened first.
func (g *Graph) expanded() *drawing {
	count := 0
	enter := func(g *Graph, prefix string, level int) *drawing {
		d := &drawing{graph: g, level: level}
		taken := map[string]int{}
		for _, n := range g.Nodes {
			id := prefix + string(n.Kind) + ":" + idName.Replace(n.Name)
			taken[id]++
			if times := taken[id]; times > 1 {
				id += "#" + strconv.Itoa(times)
			}
			d.nodes = append(d.nodes, &drawn{Node: n, id: id, key: "n" + strconv.Itoa(count)})
			count++
		}
		return d
	}
	root := enter(g, "", 0)
	for queue := []*drawing{root}; len(queue) > 0; queue = queue[1:] {
		level := queue[0].level
		for _, n := range queue[0].nodes {
			if n.Inner == nil {
				continue
			}
			if level == maxLevels || count+len(n.Inner.Nodes) > maxDrawn {
				n.closed = true
				continue
			}
			n.inner = enter(n.Inner, n.id+"/", level+1)
			queue = append(queue, n.inner)
		}
	}
	return root
}

// idName escapes the separators of ids in names.
var idName = strings.NewReplacer("%", "%25", "/", "%2F", ":", "%3A", "#", "%23")

// title returns the name of a node in a drawing.
func (n *Node) title() string {
	if n.Logical != "" {
		return n.Name + " (" + n.Logical + ")"
	}
	return n.Name
}

// detail returns the second line of a node: its type or its source.
func (n *Node) detail() string { return cmp.Or(n.Token, n.Source) }

// remark is something to say of a node or an edge, if it holds.
type remark struct {
	holds bool
	text  string
}

func remarks(all ...remark) []string {
	return lists.Map(lists.Where(all, func(r remark) bool { return r.holds }), func(r remark) string { return r.text })
}

// remarks lists further facts about a node.
func (n *drawn) remarks() []string {
	return remarks(remark{n.Ranged, "range"}, remark{n.LeadsBack, "its program uses this one"}, remark{n.closed, "not opened: too large"})
}

// remarks lists the options of an edge and what is known about the value.
func (e *Edge) remarks() []string {
	return append(e.OptionKinds(), remarks(remark{e.Secret, "secret"}, remark{e.Unknown, "unknown"},
		remark{e.WaitsOnly && !e.isOption(), "waits only"}, remark{e.InCircle, "circle"})...)
}

// describe describes a use in words: what is read, where it goes, and through which locals.
func (u Use) describe(from string) string {
	text := from
	if u.Reads != "" {
		if !strings.HasPrefix(u.Reads, "[") {
			text += "."
		}
		text += u.Reads
	}
	text += " → " + u.Property
	if len(u.Through) > 0 {
		text += " through " + strings.Join(u.Through, ", ")
	}
	if marks := remarks(remark{u.Secret, "secret"}, remark{u.Unknown, "unknown"}); len(marks) > 0 {
		text += " (" + strings.Join(marks, ", ") + ")"
	}
	return text
}

// notes returns the text below a drawing.
func (d *drawing) notes() []string {
	notes := lists.Map(d.graph.Circles, func(c []int) string { return "circle: " + d.circleText(c) })
	if d.graph.Partial {
		notes = append(notes, "too many edges: some are missing")
	}
	return notes
}

// circleText lists the names of a cycle.
func (d *drawing) circleText(circle []int) string {
	names := lists.Map(circle, func(i int) string { return d.nodes[i].Name })
	return strings.Join(append(names, names[0]), " → ")
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
	endLine := func(remarks []string) {
		if len(remarks) > 0 {
			fmt.Fprintf(w, "  [%s]", strings.Join(remarks, ", "))
		}
		w.WriteString("\n")
	}
	endLine(n.remarks())
	for _, e := range incoming {
		fmt.Fprintf(w, "%s  needs %s", indent, printable(d.nodes[e.From].Name))
		endLine(e.remarks())
		for _, u := range e.Uses {
			fmt.Fprintf(w, "%s    %s\n", indent, printable(u.describe(d.nodes[e.From].Name)))
		}
	}
	if n.inner != nil {
		n.inner.text(w, indent+"  | ")
	}
}

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
