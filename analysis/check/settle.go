package check

import (
	"cmp"
	"container/heap"
	"context"
	"slices"
	"sync/atomic"
)

// This file finds out which results of a derived program still hold.
//
// It begins with the items that changed, and with those that have read something
// which is different. Of each it is seen whether what it shows to the others is what
// it showed before; only if not do those who have read that have their turn. The
// items have their turn in the order in which they need each other, so when one has
// it, everything that it needs is certain:
//
//	a = "x"         changed to "y": the type stays, so nobody else has a turn
//	b = "${a}!"
//	c = length(b)
//
// Nothing of that happens before somebody asks the program something.

// settling is the work of making a derived program certain. One goroutine does it at
// a time; it can be interrupted after each item, and another goes on.
type settling struct {
	turn chan struct{} // holds one: whose turn it is
	done atomic.Bool   // work is certain

	work     *Program                // the program as far as it is certain
	base     atomic.Pointer[Program] // nil when the work has all its results
	run      *run
	queue    slotQueue
	fresh    map[int32]bool // slots of items that changed and did not have their turn yet
	replaced map[int32]bool // slots whose entries are not those of the base
	shadowed map[int32]bool // as in the derivation
	said     map[topic]any  // what was found to be different, as those in the queue know
}

// newSettling begins with what a derivation found.
func newSettling(d *derivation) *settling {
	work := *d.p
	s := &settling{
		turn: make(chan struct{}, 1), work: &work, run: &run{p: &work},
		queue: slotQueue{rank: work.graph.rank, queued: map[int32]bool{}}, fresh: map[int32]bool{}, replaced: map[int32]bool{}, shadowed: d.shadowed, said: map[topic]any{},
	}
	s.base.Store(d.base)
	work.pending, work.origin = nil, s
	work.entries = d.p.entries.fork()
	for slot, e := range work.entries.since(&d.base.entries) {
		if e != nil {
			s.replaced[slot], s.fresh[slot] = true, true
			s.queue.add(slot)
		}
	}
	for slot := range d.suspects {
		s.queue.add(slot)
	}
	return s
}

// before is the entry of the base in a slot; nil for none.
func (s *settling) before(slot int32) *entry {
	return s.base.Load().entries.lookup(slot)
}

// settled is the program with certain results. If the context ends before, it is p
// itself, whose results are then not kept.
func (p *Program) settled(ctx context.Context) *Program {
	s := p.pending
	if s == nil {
		return p
	}
	if !s.done.Load() {
		s.settle(ctx, func() bool { return false })
	}
	if !s.done.Load() {
		return p
	}
	return s.work
}

// settle gives items their turns until all have had it, enough says so, or the
// context ends.
func (s *settling) settle(ctx context.Context, enough func() bool) {
	select {
	case s.turn <- struct{}{}:
	case <-ctx.Done():
		return
	}
	defer func() { <-s.turn }()
	s.run.ctx, s.run.observe = ctx, observerOf(ctx)
	for len(s.queue.slots) > 0 && !enough() {
		slot := s.queue.take()
		if e := s.work.entries.at(slot); e != nil {
			s.look(e)
		}
		if ctx.Err() != nil { // nothing of that was kept
			s.queue.add(slot)
			return
		}
		delete(s.fresh, slot)
	}
	if len(s.queue.slots) == 0 && !s.done.Load() {
		s.done.Store(true)
	}
}

// look sees which results of an entry hold and whether it shows what it showed
// before.
func (s *settling) look(e *entry) {
	before := s.before(e.slot)
	e = s.verified(e)
	if before == nil || before.kind != e.kind || before.name != e.name || s.work.declaring(e.name) != e {
		return // the name means something else: who reads it is in the queue
	}
	if old := before.sig.current.Load(); old != nil {
		if now := s.work.signatureIn(s.run, e); now != old.value && s.said[topic{aboutType, e.name}] != now {
			s.suspect(topic{aboutType, e.name}, now)
		}
	}
	if old := before.flows.shown.current.Load(); old != nil {
		now := s.work.flowIn(s.run, e)
		said, again := s.said[topic{aboutFlow, e.name}].(Flow)
		if !now.equal(old.value) && !(again && now.equal(said)) {
			s.suspect(topic{aboutFlow, e.name}, now)
		}
	}
	if before.item != e.item && s.said[topic{aboutText, e.name}] != e.item && !sameWriting(before, e) {
		s.suspect(topic{aboutText, e.name}, e.item)
	}
}

// verified is the entry with those results that hold.
func (s *settling) verified(e *entry) *entry {
	facts := stillHolds(s.run, &e.facts, true)
	if e != s.before(e.slot) {
		e.facts.decide(facts)
	}
	sig := stillHolds(s.run, &e.sig, facts)
	shown := stillHolds(s.run, &e.flows.shown, facts)
	flows := stillHolds(s.run, &e.flows.facts, facts)
	if s.run.ctx.Err() != nil { // then nothing of that is sure
		return e
	}
	if e == s.before(e.slot) {
		if facts && sig && shown && flows {
			s.observed(e)
			return e
		}
		links := e.links
		e = s.work.heir(e, e.path)
		e.links = links
		s.work.entries.set(e.slot, e)
		s.replaced[e.slot] = true
		e.facts.decide(facts)
	}
	e.sig.decide(sig)
	e.flows.shown.decide(shown)
	e.flows.facts.decide(flows)
	s.observed(e)
	return e
}

// observed tells of the results that hold, if somebody watches.
func (s *settling) observed(e *entry) {
	if s.run.observe == nil || s.run.ctx.Err() != nil {
		return
	}
	for kind, holds := range map[ResultKind]bool{
		ResultFacts: e.facts.outcome() != nil, ResultType: e.sig.outcome() != nil,
		ResultFlow: e.flows.shown.outcome() != nil, ResultFlows: e.flows.facts.outcome() != nil,
	} {
		if holds {
			s.run.took(e.slot, kind)
		}
	}
}

// stillHolds reports whether the result in a cell, if there is one, is right in this
// program. Facts says whether those of the item itself are. They may be others than
// those that the result was computed from: nobody may have asked for it since.
func stillHolds[T any](r *run, c *cell[T], facts bool) bool {
	o := c.outcome()
	if o == nil {
		return true
	}
	for _, one := range o.reads {
		if one.about == aboutItself && !facts || !one.same(r) {
			return false
		}
	}
	return true
}

// suspect gives those a turn who have read what is now different.
func (s *settling) suspect(t topic, now any) {
	s.said[t] = now
	for _, slot := range s.work.index().of(t) {
		s.queue.add(slot)
	}
}

// sameWriting reports whether two versions of an item look the same to those who
// look at how it is written.
func sameWriting(a, b *entry) bool {
	kindA, textA, spanA := a.writing()
	kindB, textB, spanB := b.writing()
	if kindA != kindB || textA != textB || spanA != spanB || len(a.item.Labels) != len(b.item.Labels) {
		return false
	}
	for i, label := range a.item.Labels {
		if label.Value != b.item.Labels[i].Value {
			return false
		}
	}
	return slices.Equal(a.attributeNames(), b.attributeNames())
}

// attributeNames are the names that a block sets, sorted.
func (e *entry) attributeNames() []string {
	if e.item.Block == nil {
		return nil
	}
	var names []string
	for name := range e.item.Block.Body.Attributes {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// slotQueue is a heap of slots, those first that the others need.
type slotQueue struct {
	rank   []int32
	slots  []int32
	queued map[int32]bool
}

func (q *slotQueue) add(slot int32) {
	if !q.queued[slot] && int(slot) < len(q.rank) {
		q.queued[slot] = true
		heap.Push(q, slot)
	}
}

// take removes the first.
func (q *slotQueue) take() int32 {
	slot := heap.Pop(q).(int32)
	delete(q.queued, slot)
	return slot
}

// Len, Less, Swap, Push and Pop are for the heap.
func (q *slotQueue) Len() int { return len(q.slots) }

// Less orders by rank.
func (q *slotQueue) Less(i, j int) bool {
	a, b := q.slots[i], q.slots[j]
	return cmp.Or(cmp.Compare(q.rank[a], q.rank[b]), cmp.Compare(a, b)) < 0
}

// Swap exchanges two.
func (q *slotQueue) Swap(i, j int) { q.slots[i], q.slots[j] = q.slots[j], q.slots[i] }

// Push adds one at the end.
func (q *slotQueue) Push(x any) { q.slots = append(q.slots, x.(int32)) }

// Pop removes the last.
func (q *slotQueue) Pop() any {
	last := len(q.slots) - 1
	slot := q.slots[last]
	q.slots = q.slots[:last]
	return slot
}
