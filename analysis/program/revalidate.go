package program

import (
	"cmp"
	"container/heap"
	"context"
	"sync/atomic"
)

// This file finds out which results of a derived program still hold.
//
// It begins with the items that changed and the items that have read something that
// changed. If what an item shows to others is what it showed before, its readers are left
// alone; otherwise they are queued. Items are taken in dependency order, so everything
// that an item needs is certain when its turn comes:
//
//	a = "x"         changed to "y": the type is the same, so nobody else is looked at
//	b = "${a}!"
//	c = length(b)
//
// Nothing of this happens before somebody asks the program a question.

// revalidation is the work of making a derived program certain. One goroutine does it at a
// time. It can be interrupted after each item, and another goroutine goes on.
type revalidation struct {
	turn chan struct{} // holds one token: whose turn it is
	done atomic.Bool   // work is certain

	work     *Program                // the program as far as it is certain
	base     atomic.Pointer[Program] // nil once work has all its results
	run      *Run
	queue    queue
	fresh    map[int32]bool     // items that changed and were not looked at yet
	replaced map[int32]bool     // items that are not those of the base
	shadowed map[int32]bool     // as in the derivation
	said     map[Dependency]any // what was found to be different, as the queued items know it
}

// newRevalidation begins with what a derivation found.
func newRevalidation(d *Derivation) *revalidation {
	work := d.Program.copy()
	v := &revalidation{
		turn: make(chan struct{}, 1), work: work,
		queue: queue{rank: work.graph.rank.fork(), queued: map[int32]bool{}}, fresh: map[int32]bool{}, replaced: map[int32]bool{}, shadowed: d.shadowed, said: map[Dependency]any{},
	}
	v.base.Store(d.Base)
	work.pending, work.origin = nil, v
	work.items = d.Program.items.fork()
	v.run = &Run{Program: v.work} // each question brings its context
	for id, it := range work.items.since(&d.Base.items) {
		if it != nil {
			v.replaced[id], v.fresh[id] = true, true
			v.queue.add(id)
		}
	}
	for id := range d.suspects {
		v.queue.add(id)
	}
	return v
}

// before is the item of the base with a number; nil for none.
func (v *revalidation) before(id int32) *Item {
	return v.base.Load().items.lookup(id)
}

// Revalidated is the program with certain results. If the context ends first, it is p
// itself, whose results are not kept then.
func (p *Program) Revalidated(ctx context.Context) *Program {
	v := p.pending
	if v == nil {
		return p
	}
	if !v.done.Load() {
		v.advance(ctx, func() bool { return false })
	}
	if !v.done.Load() {
		return p
	}
	return v.work
}

// EnsureValid calls ask with a program in which everything is certain that some items need.
// Meanwhile no other goroutine makes anything certain: a result that is kept must not be
// computed from one that is being replaced. If the context ends, ask may not be called.
func (p *Program) EnsureValid(ctx context.Context, ids []int32, ask func(*Program)) {
	v := p.pending
	if v == nil || v.done.Load() {
		ask(p.Revalidated(ctx))
		return
	}
	last := int32(-1)
	for _, id := range ids {
		last = max(last, v.queue.rank.at(id))
	}
	v.advance(ctx, func() bool { return v.queue.rank.at(v.queue.ids[0]) > last })
	if !v.lock(ctx) {
		return
	}
	defer v.unlock()
	if ctx.Err() == nil {
		ask(v.work)
	}
}

// mostAwaited is how many items may be looked at for an answer that must be quick: a few
// milliseconds.
const mostAwaited = 200

// RevalidatesSoon looks at some items and reports whether the program is certain now, or
// small. Nobody knows in advance how many items an edit concerns.
func (p *Program) RevalidatesSoon(ctx context.Context) bool {
	v := p.pending
	if len(p.scope.order) <= mostAwaited || v == nil {
		return len(p.scope.order) <= mostAwaited
	}
	looked := 0
	if !v.done.Load() {
		v.advance(ctx, func() bool { looked++; return looked > mostAwaited })
	}
	return v.done.Load()
}

// lock waits for the turn of the caller. It returns false if the context ends first.
func (v *revalidation) lock(ctx context.Context) bool {
	select {
	case v.turn <- struct{}{}:
		return true
	case <-ctx.Done():
		return false
	}
}

func (v *revalidation) unlock() { <-v.turn }

// advance looks at queued items until there are none, enough says so, or the context
// ends.
func (v *revalidation) advance(ctx context.Context, enough func() bool) {
	if !v.lock(ctx) {
		return
	}
	defer v.unlock()
	v.run.Context, v.run.observe = ctx, observerOf(ctx)
	for len(v.queue.ids) > 0 && !enough() {
		id := v.queue.take()
		if it := v.work.items.at(id); it != nil {
			v.look(it)
		}
		if ctx.Err() != nil { // nothing of that was kept
			v.queue.add(id)
			return
		}
		delete(v.fresh, id)
	}
	if len(v.queue.ids) == 0 && !v.done.Load() {
		v.done.Store(true)
	}
}

// look finds which results of an item hold, and queues the readers of what it shows
// differently.
func (v *revalidation) look(it *Item) {
	before := v.before(it.ID)
	it = v.verified(it)
	if before == nil || before.Syntax.Kind != it.Syntax.Kind || before.Name != it.Name || v.work.Declaring(it.Name) != it {
		return // the name has a new meaning: its readers are in the queue
	}
	for i, q := range v.work.queries {
		if q.Shown == 0 {
			continue
		}
		old := before.results[i].current.Load()
		if old == nil {
			continue
		}
		on := Dependency{q.Shown, it.Name}
		now := v.work.Result(v.run, it, QueryID(i))
		if q.Same(now, old.value) {
			it.results[i].share(old.value)
			continue
		}
		if said, again := v.said[on]; !again || !q.Same(now, said) {
			v.suspect(on, now)
		}
	}
	if on := (Dependency{OnText, it.Name}); before.Syntax != it.Syntax && v.said[on] != it.Syntax && !v.work.Host.SameText(before, it) {
		v.suspect(on, it.Syntax)
	}
}

// verified is the item with the results that hold.
func (v *revalidation) verified(it *Item) *Item {
	shared := it == v.before(it.ID)
	itself := it.results[0].stillHolds(v.run, true)
	if !shared {
		it.results[0].decide(itself)
	}
	holds, all := [MaxQueries]bool{itself}, itself
	for i := 1; i < len(v.work.queries); i++ {
		holds[i] = it.results[i].stillHolds(v.run, itself)
		all = all && holds[i]
	}
	if v.run.Context.Err() != nil { // then nothing of that is sure
		return it
	}
	if shared {
		if all {
			v.observed(it)
			return it
		}
		needs, undeclared := it.Needs, it.Undeclared
		it = it.successor(it.Path)
		it.Needs, it.Undeclared = needs, undeclared
		v.work.items.set(it.ID, it)
		v.replaced[it.ID] = true
		it.results[0].decide(itself)
	}
	for i := 1; i < len(v.work.queries); i++ {
		it.results[i].decide(holds[i])
	}
	v.observed(it)
	return it
}

// observed tells the observer, if there is one, of the results that hold.
func (v *revalidation) observed(it *Item) {
	if v.run.observe == nil || v.run.Context.Err() != nil {
		return
	}
	for i, q := range v.work.queries {
		if it.results[i].outcome() != nil {
			v.run.reused(it.ID, q.Kind)
		}
	}
}

// suspect queues the readers of what is different now.
func (v *revalidation) suspect(on Dependency, now any) {
	v.said[on] = now
	for _, id := range v.work.index().of(on) {
		v.queue.add(id)
	}
}

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
