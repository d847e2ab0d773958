package depgraph

import (
	"strconv"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file expands a graph for drawing: every component gets its own copy of its program, and
// every node gets unique names.

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
func (n *Node) detail() string {
	switch {
	case n.Token != "":
		return n.Token
	case n.Source != "":
		return n.Source
	}
	return ""
}

// remarks lists further facts about a node.
func (n *drawn) remarks() []string {
	var remarks []string
	if n.Ranged {
		remarks = append(remarks, "range")
	}
	if n.LeadsBack {
		remarks = append(remarks, "its program uses this one")
	}
	if n.closed {
		remarks = append(remarks, "not opened: too large")
	}
	return remarks
}

// remarks lists the options of an edge and what is known about the value.
func (e *Edge) remarks() []string {
	remarks := e.OptionKinds()
	if e.Secret {
		remarks = append(remarks, "secret")
	}
	if e.Unknown {
		remarks = append(remarks, "unknown")
	}
	if e.WaitsOnly && !e.isOption() {
		remarks = append(remarks, "waits only")
	}
	if e.InCircle {
		remarks = append(remarks, "circle")
	}
	return remarks
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
	var marks []string
	if u.Secret {
		marks = append(marks, "secret")
	}
	if u.Unknown {
		marks = append(marks, "unknown")
	}
	if len(marks) > 0 {
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
