package depgraph

import (
	"cmp"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file computes the start, the turns and the end of edges.

// connect computes the points of all edges.
func (l *layout) connect() {
	starts, ends := l.ports()
	for i, e := range l.drawing.graph.Edges {
		r := &l.routes[i]
		from, to := l.boxes[e.From], l.boxes[e.To]
		right := l.starts[from.column] + l.widths[from.column]
		r.points = []point{{from.x + from.w, starts[i]}, {right, starts[i]}}
		if r.back {
			edge := l.starts[to.column] + l.widths[to.column]
			r.points = append(r.points, point{edge, ends[i]}, point{to.x + to.w, ends[i]})
			continue
		}
		for k, lane := range l.lanes[i] {
			column := from.column + 1 + k
			x := l.starts[column]
			r.points = append(r.points, point{x, lane.middle()}, point{x + l.widths[column], lane.middle()})
		}
		r.points = append(r.points, point{to.x, ends[i]})
	}
}

// ports computes the heights at which edges leave and enter nodes: spread over the side of the
// node, sorted by where they go, so that they do not cross there.
func (l *layout) ports() (starts, ends []int) {
	starts, ends = make([]int, len(l.routes)), make([]int, len(l.routes))
	type port struct {
		at    *int
		other int // height of the other end
	}
	leaving, reaching := make([][]port, len(l.boxes)), make([][]port, len(l.boxes))
	for i, e := range l.drawing.graph.Edges {
		stops := l.stops(i)
		leaving[e.From] = append(leaving[e.From], port{&starts[i], stops[1].middle()})
		end := port{&ends[i], stops[len(stops)-2].middle()}
		if l.routes[i].back { // it enters on the right
			leaving[e.To] = append(leaving[e.To], end)
		} else {
			reaching[e.To] = append(reaching[e.To], end)
		}
	}
	spread := func(node int, ports []port) {
		lists.SortStable(ports, func(a, b port) int { return cmp.Compare(a.other, b.other) })
		b := l.boxes[node]
		for i, p := range ports {
			*p.at = b.y + b.h*(i+1)/(len(ports)+1)
		}
	}
	for node := range l.boxes {
		spread(node, leaving[node])
		spread(node, reaching[node])
	}
	return starts, ends
}
