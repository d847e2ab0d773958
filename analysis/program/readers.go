package program

import (
	"slices"
	"sync"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/evict"
)

// readers is the index of which items have read what. It is the inverse of the reads in
// outcomes: when something changes, it leads to the items whose results may change.
//
// All versions that follow each other share one index, which only grows. An item that no
// longer reads something costs one question whose answer is the same, and nothing else.
type readers struct {
	filled sync.Once // with what had been read when the index was made

	mu    sync.Mutex // guards the fields below
	by    map[Dependency]*readerSet
	count int // of readings
	made  int // the count when the index was made
}

// readerSet holds the items that have read one thing.
type readerSet struct {
	ids []int32
	has map[int32]bool // nil while there are few
}

// fewReaders is how many readers are compared one by one. Nearly everything has fewer.
const fewReaders = 16

// add adds a reader and reports whether it is a new one.
func (s *readerSet) add(id int32) bool {
	if s.has[id] || s.has == nil && slices.Contains(s.ids, id) {
		return false
	}
	s.ids = append(s.ids, id)
	switch {
	case s.has != nil:
		s.has[id] = true
	case len(s.ids) > fewReaders:
		s.has = make(map[int32]bool, 2*fewReaders)
		for _, known := range s.ids {
			s.has[known] = true
		}
	}
	return true
}

func newReaders() *readers { return &readers{by: map[Dependency]*readerSet{}} }

// note adds what an item reads.
func (r *readers) note(id int32, reads []read) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, one := range reads {
		if one.Kind != OnItself {
			r.add(id, one.Dependency)
		}
	}
}

// mention adds the names in an item: what they denote decides its links.
func (r *readers) mention(it *Item) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, ref := range it.Names {
		r.add(it.ID, Dependency{OnBinding, ref.Name})
	}
}

// shadow adds the names in an item that denote something other than a declaration.
func (r *readers) shadow(h Host, id int32, result any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, name := range h.ShadowedNames(result) {
		r.add(id, Dependency{OnShadowed, name})
	}
}

func (r *readers) add(id int32, d Dependency) {
	set := r.by[d]
	if set == nil {
		set = new(readerSet)
		r.by[d] = set
	}
	if set.add(id) {
		r.count++
	}
}

// of are the items that have read something. Their numbers may belong to other items by
// now.
func (r *readers) of(d Dependency) []int32 {
	r.mu.Lock()
	defer r.mu.Unlock()
	if set := r.by[d]; set != nil {
		return set.ids
	}
	return nil
}

// ofKind are the items that have read something of a kind.
func (r *readers) ofKind(kind DependencyKind) []int32 {
	r.mu.Lock()
	defer r.mu.Unlock()
	var ids []int32
	for d, by := range r.by {
		if d.Kind == kind {
			ids = append(ids, by.ids...)
		}
	}
	return ids
}

// isCrowded reports whether so much has been added since the index was made that it
// should be made anew, without what is no longer read.
//
// Why so soon: each letter that is typed of a name makes a new name, so a day of typing
// would fill any memory. Making the index anew costs as much as some dozens of edits, and
// happens once in thousands.
func (r *readers) isCrowded() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.made > 0 && r.count >= r.made+evict.Room(r.made/4+5_001)
}

// index is the complete index of what the items of the program have read. Whoever asks
// while another goroutine fills it waits: two programs may be derived from one at the same
// time, and each takes what it does not find in the index for unread.
func (p *Program) index() *readers {
	r := p.readers.Load()
	if r == nil {
		p.readers.CompareAndSwap(nil, newReaders()) // from now on reads are noted
		r = p.readers.Load()
	}
	r.filled.Do(func() { r.fill(p) })
	return r
}

// fill adds what the items of a program had read before there was an index.
func (r *readers) fill(p *Program) {
	for it := range p.Items() {
		r.mention(it)
		for i := range it.results {
			if o := it.results[i].current.Load(); o != nil {
				r.note(it.ID, o.reads)
			}
		}
		if result := it.Known(0); result != nil {
			r.shadow(p.Host, it.ID, result)
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.made = max(1, r.count)
}
