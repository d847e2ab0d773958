package depgraph

import (
	"cmp"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/typesys/prose"
)

// This file places nodes and edges: a column for configs, one per rank, and one for outputs.
// An edge that crosses columns gets its own place in each of them, so no edge runs over a
// node.
//
// **Why** not a library: the ranks are given, so only the order within a column is left of the
// usual algorithm, and no small library draws boxes inside boxes.

// Sizes of a drawing, in points.
const (
	lineHeight  = 16
	charWidth   = 8 // the widest common monospace font at 12 points
	padding     = 10
	nodeGap     = 14
	laneHeight  = 4
	columnGap   = 72
	maxLineText = 44
	// maxLanes limits the places of crossing edges. If there are more, edges are drawn
	// straight.
	maxLanes = 50_000
	sweeps   = 4
)

// plan holds the positions of a drawing.
type plan struct {
	drawing       *drawing
	boxes         []box // by node
	routes        []route
	width, height int
}

// box is the position of a node.
type box struct {
	column     int
	x, y, w, h int
	lines      []string
	inner      *plan
}

// route is the path of an edge: the points where it turns.
type route struct {
	points []point
	// back means that it leads to the same or an earlier column.
	back bool
}

type point struct{ x, y int }

// cell is a place in a column: a node, or the lane of an edge.
type cell struct {
	node, edge int // one of them is -1
	h          int
	y          int
}

// layout is a plan in progress.
type layout struct {
	*plan
	columns [][]*cell
	starts  []int // x of each column
	widths  []int
	nodes   []*cell   // by node
	lanes   [][]*cell // by edge, from left to right
}

func planOf(d *drawing) *plan {
	l := &layout{plan: &plan{drawing: d, boxes: make([]box, len(d.nodes)), routes: make([]route, len(d.graph.Edges))}}
	l.measure()
	l.fillColumns()
	l.addLanes()
	for range sweeps {
		l.sweep()
	}
	l.place()
	l.connect()
	return l.plan
}

// measure computes the size of every node.
func (l *layout) measure() {
	incoming := l.drawing.graph.incoming()
	for i, n := range l.drawing.nodes {
		b := &l.boxes[i]
		b.lines = l.drawing.lines(n, incoming[i])
		for _, line := range b.lines {
			b.w = max(b.w, textWidth(line)+2*padding)
		}
		b.h = len(b.lines)*lineHeight + padding
		if n.inner != nil {
			b.inner = planOf(n.inner)
			b.w = max(b.w, b.inner.width+2*padding)
			b.h += b.inner.height + padding
		}
	}
}

// lines returns the texts in a node: its name, its type, and the options that make it wait,
// for which there is no space next to the edges.
func (d *drawing) lines(n *drawn, incoming []*Edge) []string {
	lines := []string{string(n.Kind) + " " + n.title()}
	if detail := n.detail(); detail != "" {
		lines = append(lines, detail)
	}
	for _, e := range incoming {
		for _, option := range e.OptionKinds() {
			lines = append(lines, option+": "+d.nodes[e.From].Name)
		}
	}
	lines = append(lines, n.remarks()...)
	for i, line := range lines {
		lines[i] = prose.Shortened(printable(line), maxLineText)
	}
	return lines
}

// textWidth returns the width of a text. Characters of some scripts are wider.
func textWidth(line string) int {
	w := 0
	for _, r := range line {
		w += charWidth
		if r >= 0x1100 {
			w += charWidth
		}
	}
	return w
}

// fillColumns assigns nodes to columns and drops empty columns.
func (l *layout) fillColumns() {
	given, ranks, outputs := l.drawing.groups()
	for _, nodes := range append(append([][]int{given}, ranks...), outputs) {
		if len(nodes) == 0 {
			continue
		}
		var column []*cell
		for _, i := range nodes {
			l.boxes[i].column = len(l.columns)
			column = append(column, &cell{node: i, edge: -1, h: l.boxes[i].h})
		}
		l.columns = append(l.columns, column)
	}
	l.nodes = make([]*cell, len(l.boxes))
	for _, column := range l.columns {
		for _, c := range column {
			l.nodes[c.node] = c
		}
	}
}

// addLanes gives edges a place in each column they cross.
func (l *layout) addLanes() {
	l.lanes = make([][]*cell, len(l.routes))
	total := 0
	for i, e := range l.drawing.graph.Edges {
		from, to := l.boxes[e.From].column, l.boxes[e.To].column
		l.routes[i].back = from >= to
		if total += max(0, to-from-1); total > maxLanes {
			continue
		}
		for at := from + 1; at < to; at++ {
			c := &cell{node: -1, edge: i, h: laneHeight}
			l.columns[at] = append(l.columns[at], c)
			l.lanes[i] = append(l.lanes[i], c)
		}
	}
}

// stops returns the cells that an edge connects, from left to right.
func (l *layout) stops(edge int) []*cell {
	e := l.drawing.graph.Edges[edge]
	return append(append([]*cell{l.nodes[e.From]}, l.lanes[edge]...), l.nodes[e.To])
}

// sweep orders the cells of each column so that connected cells are close, once from left to
// right and once back.
func (l *layout) sweep() {
	before, after := map[*cell][]*cell{}, map[*cell][]*cell{}
	for i := range l.routes {
		if l.routes[i].back {
			continue
		}
		stops := l.stops(i)
		for j := 1; j < len(stops); j++ {
			before[stops[j]] = append(before[stops[j]], stops[j-1])
			after[stops[j-1]] = append(after[stops[j-1]], stops[j])
		}
	}
	l.stack()
	order := func(column []*cell, near map[*cell][]*cell) {
		wish := make(map[*cell]int, len(column))
		for _, c := range column {
			wish[c] = c.middle()
			if all := near[c]; len(all) > 0 {
				sum := 0
				for _, other := range all {
					sum += other.middle()
				}
				wish[c] = sum / len(all)
			}
		}
		slices.SortStableFunc(column, func(a, b *cell) int { return cmp.Compare(wish[a], wish[b]) })
		l.stackColumn(column)
	}
	for _, column := range l.columns[min(1, len(l.columns)):] {
		order(column, before)
	}
	for _, column := range slices.Backward(l.columns) {
		order(column, after)
	}
}

func (c *cell) middle() int { return c.y + c.h/2 }

// stack puts the cells of each column below each other and centers the columns.
func (l *layout) stack() {
	l.height = 0
	for _, column := range l.columns {
		l.height = max(l.height, heightOf(column))
	}
	for _, column := range l.columns {
		l.stackColumn(column)
	}
}

func (l *layout) stackColumn(column []*cell) {
	y := (l.height - heightOf(column)) / 2
	for _, c := range column {
		c.y = y + nodeGap/2
		y += c.h + nodeGap
	}
}

func heightOf(column []*cell) int {
	height := 0
	for _, c := range column {
		height += c.h + nodeGap
	}
	return height
}

// place computes all positions.
func (l *layout) place() {
	l.stack()
	x := 0
	for i, column := range l.columns {
		width := 0
		for _, c := range column {
			if c.node >= 0 {
				width = max(width, l.boxes[c.node].w)
			}
		}
		l.starts, l.widths = append(l.starts, x), append(l.widths, width)
		for _, c := range column {
			if c.node >= 0 {
				l.boxes[c.node].x, l.boxes[c.node].y = x, c.y
			}
		}
		x += width
		if i < len(l.columns)-1 {
			x += columnGap
		}
	}
	l.width = x
	if slices.ContainsFunc(l.routes, func(r route) bool { return r.back }) {
		l.width += columnGap // space for edges that turn behind the last column
	}
}
