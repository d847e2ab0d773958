package rules

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"weak"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file judges one version of a program, with what is kept of the version before.

// pass is the judging of one version.
type pass struct {
	*Memory
	ctx   context.Context
	p     *analysis.Program
	now   *analysis.Seen
	same  bool  // the structure of the program is that of the version before
	about *memo // the program as a whole
	// before is what was kept about the items that this pass has judged, or that are gone.
	before map[int32]*memo
	again  map[string]map[int]bool // the items that were judged in this pass, by file and index
	next   map[string]*Judgement
	spent  int // steps
	most   int // on one item, or on the program as a whole
}

// undo ends a pass that was interrupted. What is kept is about one version; only where there was none before, work is kept that the next pass compares.
func (w *pass) undo() {
	w.keepWhole(w.about, w.whole)
	if w.judged == none {
		for id := range w.graphs {
			w.put(id, nil)
		}
		return
	}
	for id, old := range w.before {
		w.put(id, old)
	}
	if w.same {
		w.given.graphStays(weak.Make(w.p), w.judged)
	}
}

// replace keeps something else about an item.
func (w *pass) replace(id int32, now *memo) {
	old := w.put(id, now)
	if _, known := w.before[id]; !known {
		w.before[id] = old
	}
}

// slowest is how much work a pass is, or one a little ago was. The first one judges everything, and the next ones what is edited.
func (w *pass) slowest() int {
	if w.judged == none {
		return w.most
	}
	return max(w.spent, w.steps-w.steps/8)
}

func (w *pass) run() error {
	now, changed, known := w.p.ChangedSince(w.ctx, w.seen)
	w.now = now
	w.same = w.sameStructure(changed, known)
	if w.same {
		w.given.graphStays(w.judged, weak.Make(w.p))
	}
	err := w.program()
	if err == nil && known {
		err = w.changed(changed)
	} else if err == nil {
		err = w.all()
	}
	return cmp.Or(err, w.ctx.Err())
}

// write writes what was found.
func (w *pass) write() {
	for i := range w.about.verdicts {
		w.about.verdicts[i].placeIn(w.p)
	}
	w.about.found = w.findings(w.about.verdicts)
	for i, f := range w.p.Files {
		w.next[f.Path] = w.file(i, f)
	}
}

// switchOff removes the findings of rules that were switched off.
func (w *pass) switchOff() {
	if len(w.work.off) == len(w.tooExpensive) {
		return
	}
	w.tooExpensive, w.files = nil, map[string]*Judgement{}
	for _, r := range w.given.Rules {
		if w.work.off[&r.TeamRule] {
			d, _ := Verdict{Rule: r, Result: TooExpensive}.Finding()
			w.tooExpensive = append(w.tooExpensive, d)
		}
	}
	for _, m := range w.memos {
		m.found = slices.DeleteFunc(m.found, func(d analysis.Diagnostic) bool { return w.work.off[d.Rule] })
	}
}

// sameStructure reports whether the structure of the program is that of the version before, of which some items changed, or any if that is not known.
// It is false if nobody asks for the structure.
func (w *pass) sameStructure(changed []int32, known bool) bool {
	if w.judged == none || len(w.graphs) == 0 && !w.whole.reads.Program {
		return false
	}
	if known {
		return !slices.ContainsFunc(changed, func(id int32) bool {
			file, index, ok := w.p.PlaceOf(w.p.IdentityOf(id))
			return !ok || w.restructured(id, w.p.Files[file].Item(index))
		})
	}
	items := 0
	for number, f := range w.p.Files {
		for index, id := range w.p.ItemIDs(number) {
			if id < 0 {
				continue
			}
			if items++; w.restructured(id, f.Item(index)) {
				return false
			}
		}
	}
	return items == len(w.memos)
}

func (w *pass) restructured(id int32, it syntax.Placed) bool {
	old := w.memos[id]
	return old == nil || old.structure != structureOf(w.ctx, w.p, it)
}

// program judges the program as a whole.
func (w *pass) program() error {
	w.about = w.whole
	if m := w.whole; m == nil || len(w.p.Files) == 0 || m.reads.Program && !w.same || !w.read(m) {
		about, verdicts, err := w.work.again(m, func() ([]Verdict, Reads, error) { return w.given.checkProgram(w.ctx, w.p, w.work) })
		if err != nil {
			return err
		}
		about.verdicts = verdicts
		w.note(about)
		w.keepWhole(m, about)
	}
	return nil
}

// keepWhole keeps something else about the program as a whole until the end of the pass.
func (w *pass) keepWhole(old, now *memo) {
	w.work.add(cmp.Or(old, &nothing).spent, -1)
	w.work.add(cmp.Or(now, &nothing).spent, 1)
	w.about = now
}

// note notes what was read, and what it took.
func (w *pass) note(m *memo) {
	w.spent, w.most = w.spent+m.reads.Steps, max(w.most, m.reads.Steps)
	for _, name := range m.reads.Names {
		m.read = append(m.read, w.p.IdentityNamed(name))
	}
}

// read reports whether what was read for a memo is as it was.
func (w *pass) read(m *memo) bool {
	for i, name := range m.reads.Names {
		if w.p.IdentityNamed(name) != m.read[i] {
			return false
		}
	}
	return true
}

// changed judges the items that changed, and those that read them.
func (w *pass) changed(ids []int32) error {
	stale := map[int32]bool{}
	for _, id := range ids {
		stale[id] = true
		maps.Copy(stale, w.readers[w.p.IdentityOf(id).Name()])
	}
	if !w.same {
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
			if here[id] = true; w.holds(id) && (w.same || !w.graphs[id]) {
				continue
			}
			if err := w.item(id, file, index); err != nil {
				return err
			}
		}
	}
	for id := range w.memos {
		if !here[id] {
			w.replace(id, nil)
		}
	}
	return nil
}

// holds reports whether what is kept about an item still holds.
func (w *pass) holds(id int32) bool {
	m := w.memos[id]
	return m != nil && m.is == w.p.IdentityOf(id) && w.read(m)
}

// item judges one item.
func (w *pass) item(id int32, file, index int) error {
	f := w.p.Files[file]
	it := f.Item(index)
	m, verdicts, err := w.work.again(w.memos[id], func() ([]Verdict, Reads, error) { return w.given.check(w.ctx, w.p, f.Path, it, w.work) })
	if err != nil {
		return err
	}
	m.is, m.structure, m.found = w.p.IdentityOf(id), structureOf(w.ctx, w.p, it), append(w.findings(verdicts), w.given.unknownCodes(f.Path, it)...)
	for n := range m.found {
		m.found[n].Span = m.found[n].Span.Shift(-it.Base)
	}
	w.note(m)
	w.replace(id, m)
	if w.again[f.Path] == nil {
		w.again[f.Path] = map[int]bool{}
	}
	w.again[f.Path][index] = true
	return nil
}

// findings are what verdicts say to users.
func (w *pass) findings(verdicts []Verdict) (found []analysis.Diagnostic) {
	for _, v := range verdicts {
		if d, ok := v.Finding(); ok && !w.work.off[&v.Rule.TeamRule] {
			found = append(found, d)
		}
	}
	return found
}

// file is the judgement of a file: that of the version before, with what was judged in this pass.
func (w *pass) file(number int, f *syntax.File) *Judgement {
	before := w.files[f.Path]
	now := &Judgement{File: f, items: w.items(number, f, before)}
	now.Found = now.items
	for _, d := range w.about.found {
		if d.Path == f.Path {
			now.Found = append(slices.Clip(now.Found), d)
		}
	}
	if len(now.Found) > len(now.items) {
		sortFindings(now.Found)
	}
	if before != nil && before.File == f && slices.EqualFunc(before.Found, now.Found, analysis.Diagnostic.Equal) {
		return before
	}
	return now
}

// items are the findings about the items of a file.
func (w *pass) items(number int, f *syntax.File, before *Judgement) []analysis.Diagnostic {
	if before != nil && before.File == f && len(w.again[f.Path]) == 0 {
		return before.items
	}
	now, ids := &Judgement{File: f}, w.p.ItemIDs(number)
	first, last := 0, 0
	if before != nil {
		first, last = f.SharedWith(before.File)
		now.keep(before, first, last, w.again[f.Path])
	}
	between := func(i int) bool { return first <= i && i < f.Count()-last }
	for i := first; between(i); i++ {
		now.add(w.memos[ids[i]], f.Item(i).Base)
	}
	for i := range w.again[f.Path] {
		if !between(i) {
			now.add(w.memos[ids[i]], f.Item(i).Base)
		}
	}
	sortFindings(now.items)
	return now.items
}

func sortFindings(all []analysis.Diagnostic) {
	slices.SortStableFunc(all, func(a, b analysis.Diagnostic) int {
		return cmp.Or(cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(a.Span.End, b.Span.End), cmp.Compare(a.Code, b.Code), cmp.Compare(a.Message, b.Message))
	})
}

// add adds what is kept about an item; nil for nothing.
func (j *Judgement) add(m *memo, base int) {
	if m == nil {
		return
	}
	for _, d := range m.found {
		d.Span = d.Span.Shift(base)
		j.items = append(j.items, d)
	}
}

// keep takes over the findings of the version before in the items that both have at the beginning and at the end, unless they were judged again.
func (j *Judgement) keep(before *Judgement, first, last int, judged map[int]bool) {
	for _, d := range before.items {
		index := before.File.IndexAt(d.Span.Start)
		if behind := before.File.Count() - last; index >= behind {
			index += j.File.Count() - before.File.Count()
			d.Span = d.Span.Shift(j.File.Len() - before.File.Len())
		} else if index >= first {
			continue
		}
		if !judged[index] {
			j.items = append(j.items, d)
		}
	}
}
