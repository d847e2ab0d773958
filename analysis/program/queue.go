package program

import (
	"cmp"
	"container/heap"
)

// queue is a priority queue of items: those that others need come first.
type queue struct {
	rank   table[int32]
	ids    []int32
	queued map[int32]bool
}

// add adds an item unless it is in the queue already.
func (q *queue) add(id int32) {
	if !q.queued[id] && int(id) < q.rank.len() {
		q.queued[id] = true
		heap.Push(q, id)
	}
}

// take removes the first item.
func (q *queue) take() int32 {
	id := heap.Pop(q).(int32)
	delete(q.queued, id)
	return id
}

// Len, Less, Swap, Push and Pop implement [heap.Interface].
func (q *queue) Len() int { return len(q.ids) }

// Less orders by rank.
func (q *queue) Less(i, j int) bool {
	a, b := q.ids[i], q.ids[j]
	return cmp.Or(cmp.Compare(q.rank.at(a), q.rank.at(b)), cmp.Compare(a, b)) < 0
}

// Swap exchanges two items.
func (q *queue) Swap(i, j int) { q.ids[i], q.ids[j] = q.ids[j], q.ids[i] }

// Push adds an item at the end.
func (q *queue) Push(x any) { q.ids = append(q.ids, x.(int32)) }

// Pop removes the last item.
func (q *queue) Pop() any {
	last := len(q.ids) - 1
	id := q.ids[last]
	q.ids = q.ids[:last]
	return id
}
