package program

import "slices"

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
