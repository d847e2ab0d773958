package program

import "slices"

// LongCycle is a cycle of at least three nodes in a strongly connected group, a
// shortest one through the first node that is on any; nil when the group is
// nothing but pairs, which hang together as a tree does.
func LongCycle(edges [][]int32, group []int32) []int32 {
	inside := withoutLeaves(edges, group)
	for _, start := range group {
		var best []int32
		for _, next := range edges[start] {
			if next == start || inside[start] == nil || inside[next] == nil {
				continue
			}
			if way := wayRound(edges, next, start); way != nil && (best == nil || len(way) < len(best)-1) {
				best = append([]int32{start}, way...)
			}
		}
		if best != nil {
			return best
		}
	}
	return nil
}

// withoutLeaves are the nodes of a group with their neighbours in either direction,
// without those that have one neighbour only, again and again. What is left holds a
// cycle that is no pair; in a tree of pairs nothing is.
func withoutLeaves(edges [][]int32, group []int32) map[int32]map[int32]bool {
	near := make(map[int32]map[int32]bool, len(group))
	for _, node := range group {
		near[node] = map[int32]bool{}
	}
	for _, node := range group {
		for _, to := range edges[node] {
			if near[to] != nil && to != node {
				near[node][to], near[to][node] = true, true
			}
		}
	}
	for queue := slices.Clone(group); len(queue) > 0; queue = queue[1:] {
		leaf := queue[0]
		if near[leaf] == nil || len(near[leaf]) > 1 {
			continue
		}
		for other := range near[leaf] {
			delete(near[other], leaf)
			queue = append(queue, other)
		}
		delete(near, leaf)
	}
	return near
}

// wayRound is a shortest way from one node to another that is not the direct edge;
// nil when there is none.
func wayRound(edges [][]int32, from, to int32) []int32 {
	before := map[int32]int32{from: from}
	for queue := []int32{from}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		for _, next := range edges[at] {
			if next == to && at != from {
				way := []int32{at}
				for at != from {
					at = before[at]
					way = append(way, at)
				}
				slices.Reverse(way)
				return way
			}
			if _, seen := before[next]; !seen && next != to {
				before[next] = at
				queue = append(queue, next)
			}
		}
	}
	return nil
}
