package depgraph

import (
	"strconv"
	"strings"
)

// This file lays a graph out as it is written: every component with its own copy of
// what is inside, every node with names that no other has.

// maxDrawn bounds the nodes that are written: directories that use each other
// twice, and again, would be more than a machine can hold. Components beyond are
// shown closed.
const maxDrawn = 20_000

// drawing is one graph with names for its nodes.
type drawing struct {
	graph *Graph
	nodes []*drawn
}

// drawn is one node in its place.
type drawn struct {
	*Node
	id     string // by which people and tools know it
	key    string // a short word: a letter and a number
	inner  *drawing
	closed bool // there is something inside that is not shown
}

// expanded is the drawing of a graph; components nearest to the program are opened
// first.
func (g *Graph) expanded() *drawing {
	count := 0
	enter := func(g *Graph, prefix string) *drawing {
		d := &drawing{graph: g}
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
	root := enter(g, "")
	for queue := []*drawing{root}; len(queue) > 0; queue = queue[1:] {
		for _, n := range queue[0].nodes {
			if n.Inner == nil {
				continue
			}
			if count+len(n.Inner.Nodes) > maxDrawn {
				n.closed = true
				continue
			}
			n.inner = enter(n.Inner, n.id+"/")
			queue = append(queue, n.inner)
		}
	}
	return root
}

// idName keeps what separates the parts of an id out of names.
var idName = strings.NewReplacer("%", "%25", "/", "%2F", ":", "%3A", "#", "%23")

// title is what a node is called in a drawing.
func (n *Node) title() string {
	if n.Logical != "" {
		return n.Name + " (" + n.Logical + ")"
	}
	return n.Name
}

// detail is the second line of a node: its type or where it comes from.
func (n *Node) detail() string {
	switch {
	case n.Token != "":
		return n.Token
	case n.Source != "":
		return n.Source
	}
	return ""
}

// remarks are what else is to be said of a node.
func (n *drawn) remarks() []string {
	var remarks []string
	if n.Ranged {
		remarks = append(remarks, "range")
	}
	if n.LeadsBack {
		remarks = append(remarks, "its program uses this one")
	}
	if n.closed {
		remarks = append(remarks, "not opened: too much is inside")
	}
	return remarks
}

// remarks are what is to be said of an edge: the options that make it, and what is
// known of the value.
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

// describe is a use in words: what is read, where it goes, and by which way.
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

// notes are what is to be said below a drawing.
func (d *drawing) notes() []string {
	var notes []string
	for _, c := range d.graph.Circles {
		notes = append(notes, "circle: "+d.circleText(c))
	}
	if d.graph.Partial {
		notes = append(notes, "there are too many edges: some are left out")
	}
	return notes
}

// circleText is a circle by the names of its nodes.
func (d *drawing) circleText(circle []int) string {
	var names []string
	for _, i := range circle {
		names = append(names, d.nodes[i].Name)
	}
	return strings.Join(append(names, names[0]), " → ")
}
