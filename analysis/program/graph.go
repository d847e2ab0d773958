package program

import (
	"cmp"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// graph tells how the items of a program depend on each other.
type graph struct {
	// tangled says that there is a circle.
	tangled bool
	// rank orders the items so that each needs only items of lower rank, unless the graph
	// is tangled.
	rank table[int32]
	top  int32        // above every rank
	uses table[int32] // how many items refer to this one

	orders [MaxQueries]Order // for shown queries
	data   any               // of the host, if the graph is tangled
}

// Order is the order in which a result can be computed for all items, and which
// items need their own result to compute it.
type Order struct {
	component table[int32] // number of the strongly connected component; dependencies have smaller numbers
	cyclic    []bool       // whether the component is a cycle
}

// InOneCycle reports whether two items need each other's results.
func (o *Order) InOneCycle(a, b int32) bool {
	return int(a) < len(o.cyclic) && o.cyclic[a] && o.component.at(a) == o.component.at(b)
}

// newGraph is the graph of a program whose items are linked.
func newGraph(p *Program) *graph {
	edges := p.Edges()
	uses := make([]int32, p.items.len())
	for _, targets := range edges {
		for _, to := range targets {
			uses[to]++
		}
	}
	component, cyclic := StrongComponents(edges)
	g := &graph{rank: tableOf(component), top: int32(p.items.len()), uses: tableOf(uses)}
	if g.tangled = slices.Contains(cyclic, true); !g.tangled {
		g.sameOrders()
		return g
	}
	for i, q := range p.queries {
		if q.Shown != 0 {
			g.orders[i] = p.OrderOf(q.Refs)
		}
	}
	g.data = p.Host.CircleData(p, edges)
	return g
}

// sameOrders says that all results can be computed in the order of the ranks.
func (g *graph) sameOrders() {
	for i := range g.orders {
		g.orders[i].component = g.rank.fork()
	}
}

// OrderOf is the order of a result that needs those of the items that refs leads to.
func (p *Program) OrderOf(refs func(*Item) []syntax.Ref) Order {
	edges := make([][]int32, p.items.len())
	for it := range p.Items() {
		edges[it.ID] = p.targets(refs(it))
	}
	component, cyclic := StrongComponents(edges)
	return Order{tableOf(component), cyclic}
}

// targets are the items that names denote, each once, in source order.
func (p *Program) targets(refs []syntax.Ref) []int32 {
	var targets []int32
	for _, r := range refs {
		if it := p.Declaring(r.Name); it != nil && !slices.Contains(targets, it.ID) {
			targets = append(targets, it.ID)
		}
	}
	return targets
}

// after is the graph when some items have been linked again.
func (g *graph) after(d *Derivation, linked []*Item) *graph {
	if g.isUnchanged(d, linked) {
		return g
	}
	next := &graph{uses: g.uses.fork(), rank: g.rank.fork(), top: g.top}
	for next.rank.len() < d.Program.items.len() {
		next.uses.add(0)
		next.rank.add(0)
	}
	count := func(needs []int32, by int32) {
		for _, to := range needs {
			next.uses.set(to, next.uses.at(to)+by)
		}
	}
	for _, c := range d.Changed {
		if c.New == nil {
			count(c.Old.Needs, -1)
		} else if c.Old == nil {
			next.rank.set(c.New.ID, next.top)
			next.top++
		}
	}
	for _, it := range linked {
		count(d.neededBefore(it), -1)
		count(it.Needs, 1)
	}
	for _, it := range linked {
		if slices.ContainsFunc(it.Needs, func(to int32) bool { return next.rank.at(to) >= next.rank.at(it.ID) }) {
			return newGraph(d.Program)
		}
	}
	next.sameOrders()
	return next
}

func (g *graph) isUnchanged(d *Derivation, linked []*Item) bool {
	if slices.ContainsFunc(d.Changed, func(c Change) bool { return c.Old == nil || c.New == nil }) {
		return false
	}
	return !slices.ContainsFunc(linked, func(it *Item) bool { return !slices.Equal(d.neededBefore(it), it.Needs) })
}

// deepestFirst are the items whose First results an item needs for a query and that
// don't have them yet, in an order in which each needs only earlier ones.
func (p *Program) deepestFirst(it *Item, q *Query) []*Item {
	return p.needs(it, q, func(dep *Item) bool { return dep.results[q.First].current.Load() != nil })
}

// DeepestFirst is for hosts that compute the result of a shown query in another way, and know some already: it returns
// the other items whose results an item needs, in an order in which each needs only earlier ones.
func (p *Program) DeepestFirst(it *Item, id QueryID, known func(*Item) bool) []*Item {
	return p.needs(it, &p.queries[id], known)
}

func (p *Program) needs(it *Item, q *Query, known func(*Item) bool) []*Item {
	first := &p.queries[q.First]
	order := &p.graph.orders[q.First]
	var needed []*Item
	seen := map[*Item]bool{it: true}
	visit := func(from *Item, refs []syntax.Ref) {
		for _, r := range refs {
			dep := p.Declaring(r.Name)
			if dep != nil && !seen[dep] && !known(dep) && !order.InOneCycle(from.ID, dep.ID) {
				seen[dep] = true
				needed = append(needed, dep)
			}
		}
	}
	visit(it, q.Refs(it))
	for i := 0; i < len(needed); i++ {
		visit(needed[i], first.Refs(needed[i]))
	}
	if len(needed) > 1 {
		lists.SortStable(needed, func(a, b *Item) int {
			return cmp.Or(cmp.Compare(order.component.at(a.ID), order.component.at(b.ID)), cmp.Compare(a.ID, b.ID))
		})
	}
	return needed
}

// InOneCycle reports whether two items need each other's results of a shown query.
func (p *Program) InOneCycle(q QueryID, a, b int32) bool {
	return p.graph.orders[q].InOneCycle(a, b)
}

// Edges are the dependencies that the evaluator follows, by item.
func (p *Program) Edges() [][]int32 {
	edges := make([][]int32, p.items.len())
	for it := range p.Items() {
		edges[it.ID] = it.Needs
	}
	return edges
}

// Uses is how many items refer to an item.
func (p *Program) Uses(id int32) int { return int(p.graph.uses.at(id)) }

// CircleData is what the host keeps with the circles of the program; nil if there are
// none.
func (p *Program) CircleData() any { return p.graph.data }

// StrongComponents numbers the strongly connected components of a graph so that every
// edge leads to an equal or smaller number, and tells which nodes are on a cycle. Edges
// are by node.
//
// It is Tarjan's algorithm with a stack of its own: a chain of a hundred thousand locals
// must not exhaust the real one.
func StrongComponents(edges [][]int32) (component []int32, cyclic []bool) {
	n := len(edges)
	component, cyclic = make([]int32, n), make([]bool, n)
	index, low := make([]int, n), make([]int, n)
	onStack := make([]bool, n)
	var stack, path []int
	next := make([]int, n)
	counter, components := 0, int32(0)
	for root := range edges {
		if index[root] != 0 {
			continue
		}
		path = append(path[:0], root)
		for len(path) > 0 {
			v := path[len(path)-1]
			if index[v] == 0 {
				counter++
				index[v], low[v] = counter, counter
				stack, onStack[v] = append(stack, v), true
			}
			if next[v] < len(edges[v]) {
				w := int(edges[v][next[v]])
				next[v]++
				switch {
				case index[w] == 0:
					path = append(path, w)
				case onStack[w]:
					low[v] = min(low[v], index[w])
					cyclic[v] = cyclic[v] || w == v
				}
				continue
			}
			path = path[:len(path)-1]
			if len(path) > 0 {
				u := path[len(path)-1]
				low[u] = min(low[u], low[v])
			}
			if low[v] == index[v] {
				stack = closeComponent(v, stack, onStack, component, cyclic, components)
				components++
			}
		}
	}
	return component, cyclic
}

// closeComponent takes the component that v began off the stack.
func closeComponent(v int, stack []int, onStack []bool, component []int32, cyclic []bool, number int32) []int {
	start := slices.Index(stack, v)
	for _, w := range stack[start:] {
		onStack[w] = false
		component[w] = number
		cyclic[w] = cyclic[w] || len(stack)-start > 1
	}
	return stack[:start]
}

// ShortestCycle is a shortest way from a node back to itself, found breadth first. The
// node must be on a cycle. Edges are by node.
func ShortestCycle(edges [][]int32, start int32) []int32 {
	from := map[int32]int32{}
	queue := []int32{start}
	for len(queue) > 0 {
		i := queue[0]
		queue = queue[1:]
		for _, to := range edges[i] {
			if to == start {
				cycle := []int32{i}
				for i != start {
					i = from[i]
					cycle = append(cycle, i)
				}
				slices.Reverse(cycle)
				return cycle
			}
			if _, seen := from[to]; !seen {
				from[to] = i
				queue = append(queue, to)
			}
		}
	}
	return []int32{start}
}
