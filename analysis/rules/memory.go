package rules

import (
	"cmp"
	"context"
	"sync"
	"weak"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file keeps the verdicts on a program while it is edited, so that an edit judges the edited declarations and those that read them.
//
// What is kept about an item holds as long as the item and everything that it read have the identity that they had (see
// [analysis.Program.IdentityOf]). Items that may have changed are found from the other side: from what changed to what has read its name. Where
// names may denote other things than before, everything is compared. What is said of the program as a whole, such as who depends on whom, holds as
// long as its structure does, which most edits leave as it is (see [structureOf]).

// Judgement is what rules find in one version of a file. It is immutable, and the same pointer while it says the same.
type Judgement struct {
	File *syntax.File
	// Found are the findings, sorted by place.
	Found []analysis.Diagnostic
	items []analysis.Diagnostic // those that are not about the program as a whole
}

// Memory keeps the verdicts on one program. The zero value knows nothing. It is safe for concurrent use.
type Memory struct {
	mu      sync.Mutex // guards what follows
	given   *Set
	work    *ledger
	outside any
	seen    *analysis.Seen
	judged  weak.Pointer[analysis.Program] // the version that was judged last
	memos   map[int32]*memo
	whole   *memo                     // about the program as a whole
	readers map[string]map[int32]bool // by the names that they read
	graphs  map[int32]bool            // those for which the structure of the program counts
	files   map[string]*Judgement
	steps   int // the work of the last judging, or of a larger one a little ago
	// tooExpensive are findings about rules that are switched off.
	tooExpensive []analysis.Diagnostic
}

// memo is what is kept about an item, or about the program as a whole.
type memo struct {
	is        analysis.Identity
	structure string
	reads     Reads
	read      []analysis.Identity   // of each name
	found     []analysis.Diagnostic // relative to the item
	verdicts  []Verdict             // on the program as a whole
	spent     spent                 // beyond what is usual
}

// none is no program, and nothing is what is kept about an item that is new.
var (
	none    weak.Pointer[analysis.Program]
	nothing memo
)

// slowSteps is how much work a judging may be that nobody notices, a fraction of a millisecond.
const slowSteps = 2_000

// Slow reports whether a judging is probably so much work that others should not wait for it.
func (m *Memory) Slow(s *Set, p *analysis.Program) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.given == s && m.seen != nil {
		return m.steps > slowSteps
	}
	items := 0
	for _, f := range p.Files {
		items += f.Count()
	}
	return items*len(s.Rules) > slowSteps/stepsOfRule
}

// stepsOfRule is the work of a usual rule on an item.
const stepsOfRule = 10

// Judge judges a program whose results are certain, as they are after a report. What is known of an earlier version is taken over. The
// value of outside is comparable, and equal as long as everything outside of the program is as it was: schemas, components, the stack. The second result
// are findings about rules that take too much work, in the rule files. The error is that of the context.
func (m *Memory) Judge(ctx context.Context, s *Set, p *analysis.Program, outside any) (map[string]*Judgement, []analysis.Diagnostic, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.given != s || m.outside != outside {
		m.given, m.outside = s, outside
		m.forget()
	}
	for {
		w := pass{Memory: m, ctx: ctx, p: p, before: map[int32]*memo{}, again: map[string]map[int]bool{}, next: map[string]*Judgement{}}
		err := w.run()
		switch {
		case err != nil:
			w.undo()
			return nil, nil, err
		case m.work.settle():
			w.switchOff()
			w.write()
			m.seen, m.judged, m.whole, m.files, m.steps = w.now, weak.Make(p), w.about, w.next, w.slowest()
			return m.files, m.tooExpensive, nil
		}
		m.forget() // an edit has made a rule cheaper, or others
	}
}

func (m *Memory) forget() {
	m.seen, m.judged, m.whole, m.memos, m.readers = nil, none, nil, map[int32]*memo{}, map[string]map[int32]bool{}
	m.graphs, m.files = map[int32]bool{}, map[string]*Judgement{}
	m.tooExpensive, m.work = nil, newLedger(new(eval.Evaluator))
}

// put keeps something about an item, or nothing if it is nil, and returns what was kept.
func (m *Memory) put(id int32, now *memo) (old *memo) {
	if old = m.memos[id]; old != nil {
		for _, name := range old.reads.Names {
			delete(m.readers[name], id)
		}
		delete(m.memos, id)
		delete(m.graphs, id)
	}
	m.work.add(cmp.Or(old, &nothing).spent, -1)
	if now == nil {
		return old
	}
	m.work.add(now.spent, 1)
	m.memos[id] = now
	for _, name := range now.reads.Names {
		if m.readers[name] == nil {
			m.readers[name] = map[int32]bool{}
		}
		m.readers[name][id] = true
	}
	if now.reads.Program {
		m.graphs[id] = true
	}
	return old
}
