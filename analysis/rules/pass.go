package rules

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file judges one version of a program, with what is kept of the version before.

// pass is the judging of one version.
type pass struct {
	*Memory
	ctx   context.Context
	p     *analysis.Program
	now   *analysis.Seen
	same  bool            // the structure of the program is that of the version before
	again map[string]bool // the files in which items were judged
	spent int             // steps
	most  int             // on one item, or on the program as a whole
}

func (w *pass) run() error {
	now, changed, known := w.p.ChangedSince(w.ctx, w.seen)
	w.now, w.same = now, w.sameStructure(changed, known)
	if !w.same {
		w.work.graph = nil
	}
	for _, id := range slices.Sorted(maps.Keys(w.stale(changed, known))) {
		if err := w.judge(id); err != nil {
			return err
		}
	}
	return w.ctx.Err()
}

// interrupted ends a pass without a result. What it judged is judged again, or compared if there was no version before.
func (w *pass) interrupted() { w.restructured = w.restructured || !w.same }

// finish ends a pass with a result.
func (w *pass) finish() {
	w.switchOff()
	about := w.memos[wholeProgram].verdicts
	for i := range about {
		about[i].placeIn(w.p)
	}
	found, next := w.findings(about), map[string]*Judgement{}
	for _, f := range w.p.Files {
		if j := w.file(f, found); len(j.Found) > 0 {
			next[f.Path] = j
		}
	}
	w.steps = w.slowest()
	w.seen, w.files, w.restructured = w.now, next, false
	clear(w.unsure)
}

// slowest is how much work a pass is, or one a little ago was. The first one judges everything, and the next ones what is edited.
func (w *pass) slowest() int {
	if w.seen == nil {
		return w.most
	}
	return max(w.spent, w.steps-w.steps/8)
}

// switchOff removes the findings of rules that were switched off.
func (w *pass) switchOff() {
	if len(w.work.off) == len(w.tooExpensive) {
		return
	}
	w.tooExpensive, w.files = nil, nil
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
	if w.seen == nil || w.restructured || len(w.graphs) == 0 {
		return false
	}
	if !known {
		changed = w.items()
	}
	if !known && len(changed) != len(w.memos)-1 {
		return false
	}
	return !slices.ContainsFunc(changed, func(id int32) bool {
		_, it, ok := w.item(id)
		old := w.memos[id]
		return !ok || old == nil || old.structure != structureOf(w.ctx, w.p, it)
	})
}

// items are the numbers of all items.
func (w *pass) items() (ids []int32) {
	for file := range w.p.Files {
		ids = append(ids, w.p.ItemIDs(file)...)
	}
	return slices.DeleteFunc(ids, func(id int32) bool { return id < 0 })
}

// item is the item with a number; false if there is none.
func (w *pass) item(id int32) (*syntax.File, syntax.Placed, bool) {
	file, index, ok := w.p.PlaceOf(w.p.IdentityOf(id))
	if !ok {
		return nil, syntax.Placed{}, false
	}
	return w.p.Files[file], w.p.Files[file].Item(index), true
}

// stale are the items to judge: those that changed and those that read them. If that is not known, they are those of which
// nothing is kept that still holds.
func (w *pass) stale(changed []int32, known bool) map[int32]bool {
	ids := map[int32]bool{wholeProgram: w.memos[wholeProgram] == nil}
	if known {
		maps.Copy(ids, w.unsure)
		for _, id := range changed {
			ids[id] = true
			maps.Copy(ids, w.readers[w.p.IdentityOf(id).Name()])
		}
		if !w.same {
			maps.Copy(ids, w.graphs)
		}
	} else {
		for id := range w.memos {
			ids[id] = !w.holds(id)
		}
		for _, id := range w.items() {
			ids[id] = ids[id] || w.memos[id] == nil
		}
	}
	maps.DeleteFunc(ids, func(_ int32, isStale bool) bool { return !isStale })
	return ids
}

// holds reports whether what is kept about an item, or about the program as a whole, still holds.
func (w *pass) holds(id int32) bool {
	m := w.memos[id]
	if id != wholeProgram && m.is != w.p.IdentityOf(id) || m.reads.program && !w.same {
		return false
	}
	for i, name := range m.reads.names {
		if w.p.IdentityNamed(name) != m.read[i] {
			return false
		}
	}
	return true
}

// judge judges an item, or the program as a whole.
func (w *pass) judge(id int32) error {
	if id == wholeProgram {
		m, verdicts, err := w.work.again(w.memos[id], func() ([]Verdict, reads, error) {
			return w.given.checkProgram(w.ctx, w.p, w.work)
		})
		if err == nil {
			m.verdicts = verdicts
			w.keep(id, m)
		}
		return err
	}
	f, it, ok := w.item(id)
	if !ok {
		w.put(id, nil)
		return nil
	}
	m, verdicts, err := w.work.again(w.memos[id], func() ([]Verdict, reads, error) {
		return w.given.check(w.ctx, w.p, f.Path, it, w.work)
	})
	if err != nil {
		return err
	}
	m.is, m.path, m.structure = w.p.IdentityOf(id), f.Path, structureOf(w.ctx, w.p, it)
	m.found = append(w.findings(verdicts), w.given.unknownCodes(f.Path, it)...)
	for n := range m.found {
		m.found[n].Span = m.found[n].Span.Shift(-it.Base)
	}
	sortFindings(m.found)
	w.again[f.Path] = true
	w.keep(id, m)
	return nil
}

// keep keeps what was said about an item, with the identity of what was read.
func (w *pass) keep(id int32, m *memo) {
	w.spent, w.most = w.spent+m.reads.steps, max(w.most, m.reads.steps)
	for _, name := range m.reads.names {
		m.read = append(m.read, w.p.IdentityNamed(name))
	}
	w.put(id, m)
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

// file is the judgment of a file, with findings about the program as a whole: that of the version before if nothing is different.
func (w *pass) file(f *syntax.File, about []analysis.Diagnostic) *Judgement {
	before, now := w.files[f.Path], &Judgement{File: f}
	isSame := before != nil && before.File == f
	if isSame && !w.again[f.Path] {
		now.items = before.items
	} else {
		now.items = w.inItems(f.Path)
	}
	now.Found = now.items
	for _, d := range about {
		if d.Path == f.Path {
			now.Found = append(slices.Clip(now.Found), d)
		}
	}
	if len(now.Found) > len(now.items) {
		sortFindings(now.Found)
	}
	if isSame && slices.EqualFunc(before.Found, now.Found, analysis.Diagnostic.Equal) {
		return before
	}
	return now
}

// inItems are the findings about the items of a file, in order.
func (w *pass) inItems(path string) (found []analysis.Diagnostic) {
	memos := map[int]*memo{}
	for id := range w.found[path] {
		if _, it, ok := w.item(id); ok {
			memos[it.Base] = w.memos[id]
		}
	}
	for _, base := range slices.Sorted(maps.Keys(memos)) {
		for _, d := range memos[base].found {
			d.Span = d.Span.Shift(base)
			found = append(found, d)
		}
	}
	return found
}

func sortFindings(all []analysis.Diagnostic) {
	lists.SortStable(all, func(a, b analysis.Diagnostic) int {
		return cmp.Or(cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(a.Span.End, b.Span.End), cmp.Compare(a.Code, b.Code), cmp.Compare(a.Message, b.Message))
	})
}
