package check

import "sync"

// This file implements the index of what was read by which items, the other way
// round of the lists in outcomes: when something changes it leads to those whose
// results may.

// readers says which items have read something. It serves all programs that follow
// each other and is only added to: that an item no longer reads something costs a
// question whose answer is the same, and nothing else.
type readers struct {
	filled sync.Once // with what had been read when it was made

	mu    sync.Mutex // guards the maps
	known map[reading]struct{}
	by    map[topic][]int32
	made  int // how much was known when the index was made
}

type reading struct {
	topic
	slot int32
}

func newReaders() *readers {
	return &readers{known: map[reading]struct{}{}, by: map[topic][]int32{}}
}

// note adds what the item in a slot reads.
func (r *readers) note(slot int32, reads []read) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, one := range reads {
		if one.about != aboutItself {
			r.add(slot, one.topic)
		}
	}
}

// mention adds the names in an item: what they denote decides on its links.
func (r *readers) mention(e *entry) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, ref := range e.links.names {
		r.add(e.slot, topic{aboutBinding, ref.Name})
	}
}

// shadow adds the names in an item that are something else than a declaration.
func (r *readers) shadow(slot int32, info *Info) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for i := range info.Occurrences {
		if o := &info.Occurrences[i]; o.mayShadow() {
			r.add(slot, topic{aboutShadowed, o.Name})
		}
	}
}

func (r *readers) add(slot int32, t topic) {
	key := reading{t, slot}
	if _, known := r.known[key]; !known {
		r.known[key] = struct{}{}
		r.by[t] = append(r.by[t], slot)
	}
}

// of are the slots of those who have read something. The slots may have been given
// to others since.
func (r *readers) of(t topic) []int32 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.by[t]
}

// about are the slots of those who have read something of a kind.
func (r *readers) about(about subject) []int32 {
	r.mu.Lock()
	defer r.mu.Unlock()
	var slots []int32
	for t, by := range r.by {
		if t.about == about {
			slots = append(slots, by...)
		}
	}
	return slots
}

// isCrowded reports whether so much has been added to the index since it was made
// that it should be made anew, without what is no longer read.
//
// Why so soon: every letter of a name that is typed is a name of its own, so a day of
// typing would fill whatever there is room for. Making it anew takes as long as a
// hundred edits, and from one time to the next there are thousands.
func (r *readers) isCrowded() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.made > 0 && len(r.known) > r.made+r.made/4+5_000
}

// index is the index of what the items of the program have read, all of it: who asks
// while another fills it waits. Two programs may be derived from one at the same time,
// and what one of them does not find in the index it takes for unread.
func (p *Program) index() *readers {
	r := p.readers.Load()
	if r == nil {
		p.readers.CompareAndSwap(nil, newReaders()) // from now on what is read is noted
		r = p.readers.Load()
	}
	r.filled.Do(func() { r.fill(p) })
	return r
}

// fill adds what the items of a program had read before there was an index.
func (r *readers) fill(p *Program) {
	for e := range p.all() {
		r.mention(e)
		r.note(e.slot, readsOf(&e.facts))
		r.note(e.slot, readsOf(&e.sig))
		r.note(e.slot, readsOf(&e.flows.shown))
		r.note(e.slot, readsOf(&e.flows.facts))
		if info := e.facts.current.Load(); info != nil {
			r.shadow(e.slot, info.value)
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.made = max(1, len(r.known))
}

func readsOf[T any](c *cell[T]) []read {
	if o := c.current.Load(); o != nil {
		return o.reads
	}
	return nil
}
