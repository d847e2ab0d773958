package rules

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"sync"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file keeps the verdicts on a program while it is edited, so that an edit judges the edited declarations and those that read them.
//
// What is kept about an item holds as long as the item and everything that it read have the identity that they had (see
// [analysis.Program.IdentityOf]). Items that may have changed are found from the other side: from what changed to what has read its name. Where
// names may denote other things than before, everything is compared.

// Judgement is what rules find in one version of a file. It is immutable, and the same pointer while it says the same.
type Judgement struct {
	File *syntax.File
	// Found are the findings, sorted by place.
	Found []analysis.Diagnostic
}

// Memory keeps the verdicts on one program. The zero value knows nothing. It is safe for concurrent use.
type Memory struct {
	mu      sync.Mutex // guards what follows
	given   *Set
	active  *Set // without the rules that take too much work
	outside any
	seen    *analysis.Seen
	memos   map[int32]*memo
	readers map[string]map[int32]bool // by the names that they read
	graphs  map[int32]bool            // those for which the whole program counts
	files   map[string]*Judgement
	// tooExpensive are findings about rules that are switched off.
	tooExpensive []analysis.Diagnostic
}

// memo is what is kept about an item.
type memo struct {
	is    analysis.Identity
	names []string
	read  []analysis.Identity   // of each name
	found []analysis.Diagnostic // relative to the item
}

// Judge judges a program whose results are certain, as they are after a report. What is known of an earlier version is taken over. The
// value of outside is comparable, and equal as long as everything outside of the program is as it was: schemas, components, the stack. The second result
// are findings about rules that take too much work, in the rule files. The error is that of the context.
func (m *Memory) Judge(ctx context.Context, s *Set, p *analysis.Program, outside any) (map[string]*Judgement, []analysis.Diagnostic, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.given != s {
		m.given, m.active, m.tooExpensive = s, s, nil
		m.forget()
	}
	if m.outside != outside {
		m.outside = outside
		m.forget()
	}
	for {
		w := pass{Memory: m, ctx: ctx, p: p, judged: map[string]map[int]bool{}, next: map[string]*Judgement{}}
		err := w.run()
		switch {
		case err != nil:
			m.forget()
			return nil, nil, err
		case w.off == nil:
			m.files = w.next
			return m.files, m.tooExpensive, nil
		}
		m.forget() // once for each rule that takes too much work
		d, _ := w.off.Finding()
		m.tooExpensive, m.active = append(slices.Clip(m.tooExpensive), d), m.active.Without(w.off.Rule)
	}
}

func (m *Memory) forget() {
	m.seen, m.memos, m.readers, m.graphs, m.files = nil, map[int32]*memo{}, map[string]map[int32]bool{}, map[int32]bool{}, map[string]*Judgement{}
}

// drop forgets what is kept about an item.
func (m *Memory) drop(id int32) {
	if old := m.memos[id]; old != nil {
		for _, name := range old.names {
			delete(m.readers[name], id)
		}
		delete(m.memos, id)
		delete(m.graphs, id)
	}
}

// pass is the judging of one version.
type pass struct {
	*Memory
	ctx    context.Context
	p      *analysis.Program
	judged map[string]map[int]bool // the items that were judged in this pass, by file and index
	whole  []analysis.Diagnostic   // about the program as a whole
	next   map[string]*Judgement
	off    *Verdict // that of a rule that takes too much work
}

func (w *pass) run() error {
	now, changed, known := w.p.ChangedSince(w.ctx, w.seen)
	w.seen = now
	verdicts, _, err := w.active.CheckProgram(w.ctx, w.p)
	if err != nil {
		return err
	}
	w.whole = w.findings(verdicts)
	if known {
		err = w.changed(changed)
	} else {
		err = w.all()
	}
	if err != nil || w.off != nil {
		return err
	}
	for i, f := range w.p.Files {
		w.next[f.Path] = w.file(i, f)
	}
	return w.ctx.Err()
}

// changed judges the items that changed, and those that read them.
func (w *pass) changed(ids []int32) error {
	stale := map[int32]bool{}
	for _, id := range ids {
		stale[id] = true
		maps.Copy(stale, w.readers[w.p.IdentityOf(id).Name()])
	}
	if len(ids) > 0 {
		maps.Copy(stale, w.graphs)
	}
	for id := range stale {
		if file, index, ok := w.p.PlaceOf(w.p.IdentityOf(id)); ok {
			if err := w.item(id, file, index); err != nil {
				return err
			}
		}
	}
	return nil
}

// all judges the items of which nothing is kept that still holds.
func (w *pass) all() error {
	here := map[int32]bool{}
	for file := range w.p.Files {
		for index, id := range w.p.ItemIDs(file) {
			if id < 0 {
				continue
			}
			if here[id] = true; w.holds(id) {
				continue
			}
			if err := w.item(id, file, index); err != nil {
				return err
			}
		}
	}
	for id := range w.memos {
		if !here[id] {
			w.drop(id)
		}
	}
	return nil
}

// holds reports whether what is kept about an item still holds.
func (w *pass) holds(id int32) bool {
	m := w.memos[id]
	if m == nil || w.graphs[id] || m.is != w.p.IdentityOf(id) {
		return false
	}
	for i, name := range m.names {
		if w.p.IdentityNamed(name) != m.read[i] {
			return false
		}
	}
	return true
}

// item judges one item.
func (w *pass) item(id int32, file, index int) error {
	f := w.p.Files[file]
	it := f.Item(index)
	verdicts, reads, err := w.active.Check(w.ctx, w.p, f.Path, it)
	if err != nil {
		return err
	}
	w.drop(id)
	m := &memo{is: w.p.IdentityOf(id), names: reads.Names, found: w.findings(verdicts)}
	for n := range m.found {
		m.found[n].Span = m.found[n].Span.Shift(-it.Base)
	}
	for _, name := range m.names {
		m.read = append(m.read, w.p.IdentityNamed(name))
		if w.readers[name] == nil {
			w.readers[name] = map[int32]bool{}
		}
		w.readers[name][id] = true
	}
	w.memos[id] = m
	if reads.Program {
		w.graphs[id] = true
	}
	if w.judged[f.Path] == nil {
		w.judged[f.Path] = map[int]bool{}
	}
	w.judged[f.Path][index] = true
	return nil
}

// findings are what verdicts say to users.
func (w *pass) findings(verdicts []Verdict) (found []analysis.Diagnostic) {
	for _, v := range verdicts {
		if v.Result == TooExpensive {
			w.off = &v
			continue
		}
		if d, ok := v.Finding(); ok {
			found = append(found, d)
		}
	}
	return found
}

// file is the judgement of a file: that of the version before, with what was judged in this pass.
func (w *pass) file(number int, f *syntax.File) *Judgement {
	before, now, ids := w.files[f.Path], &Judgement{File: f}, w.p.ItemIDs(number)
	if before != nil && before.File == f && len(w.judged[f.Path]) == 0 && len(w.active.whole) == 0 {
		return before
	}
	for _, d := range w.whole {
		if d.Path == f.Path {
			now.Found = append(now.Found, d)
		}
	}
	first, last := 0, 0
	if before != nil && len(w.active.whole) == 0 {
		first, last = f.SharedWith(before.File)
		now.keep(before, first, last, w.judged[f.Path])
	}
	between := func(i int) bool { return first <= i && i < f.Count()-last }
	for i := first; between(i); i++ {
		now.add(w.memos[ids[i]], f.Item(i).Base)
	}
	for i := range w.judged[f.Path] {
		if !between(i) {
			now.add(w.memos[ids[i]], f.Item(i).Base)
		}
	}
	slices.SortStableFunc(now.Found, func(a, b analysis.Diagnostic) int {
		return cmp.Or(cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(a.Span.End, b.Span.End), cmp.Compare(a.Code, b.Code), cmp.Compare(a.Message, b.Message))
	})
	if before != nil && before.File == f && slices.EqualFunc(before.Found, now.Found, analysis.Diagnostic.Equal) {
		return before
	}
	return now
}

// add adds what is kept about an item; nil for nothing.
func (j *Judgement) add(m *memo, base int) {
	if m == nil {
		return
	}
	for _, d := range m.found {
		d.Span = d.Span.Shift(base)
		j.Found = append(j.Found, d)
	}
}

// keep takes over the findings of the version before in the items that both have at the beginning and at the end, unless they were judged again.
func (j *Judgement) keep(before *Judgement, first, last int, judged map[int]bool) {
	for _, d := range before.Found {
		index := before.File.IndexAt(d.Span.Start)
		if behind := before.File.Count() - last; index >= behind {
			index += j.File.Count() - before.File.Count()
			d.Span = d.Span.Shift(j.File.Len() - before.File.Len())
		} else if index >= first {
			continue
		}
		if !judged[index] {
			j.Found = append(j.Found, d)
		}
	}
}
