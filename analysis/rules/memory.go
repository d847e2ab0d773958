package rules

import (
	"context"
	"sync"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file keeps the verdicts on a program while it is edited, so that an edit judges the edited declarations and those that read them.
//
// What is kept about an item holds as long as the item and everything that it read have the identity that they had (see
// [analysis.Program.IdentityOf]). Items that may have changed are found from the other side: from what changed to what has read its name. Where
// names may denote other things than before, everything is compared. What is said of the program as a whole, such as who depends on whom, holds as
// long as its structure does, which most edits leave as it is (see [structureOf]).
//
// Why this table, and not results of the engine: a condition reads the text of other items through any number of names.
// Results of the checker read only the items that an item names.

// Judgment is what rules find in one version of a file. It is immutable, and the same pointer while it says the same.
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
	seen    *analysis.Seen // the version that was judged last; nil for none
	memos   map[int32]*memo
	readers map[string]map[int32]bool // by the names that they read
	found   map[string]map[int32]bool // by file, those with findings
	graphs  map[int32]bool            // those for which the structure of the program counts
	// unsure are those that interrupted passes have judged since the last version, and restructured says that one of these
	// passes met another structure of the program.
	unsure       map[int32]bool
	restructured bool
	files        map[string]*Judgement // those with findings
	steps        int                   // the work of the last judging, or of a larger one a little ago
	// tooExpensive are findings about rules that are switched off.
	tooExpensive []analysis.Diagnostic
}

// memo is what is kept about an item, or about the program as a whole.
type memo struct {
	is        analysis.Identity // that of nothing for the program
	path      string
	structure string
	reads     reads
	read      []analysis.Identity   // of each name
	found     []analysis.Diagnostic // in order, relative to the item
	verdicts  []Verdict             // on the program as a whole
	spent     spent                 // beyond what is usual
}

// wholeProgram stands for the program among the numbers of items.
const wholeProgram int32 = -1

// nothing is what is kept about an item that is new.
var nothing memo

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

// Judge judges a program whose results are certain, as they are after a report. It takes over what it knows of an earlier
// version. The value of outside is comparable, and equal as long as everything outside of the program is as it was:
// schemas, components, the stack. The first result has the files with findings. The second one are findings about rules
// that take too much work, in the rule files. The error is that of the context.
func (m *Memory) Judge(ctx context.Context, s *Set, p *analysis.Program, outside any) (map[string]*Judgement, []analysis.Diagnostic, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.given != s || m.outside != outside {
		m.given, m.outside = s, outside
		m.forget()
	}
	for {
		w := pass{Memory: m, ctx: ctx, p: p, again: map[string]bool{}}
		if err := w.run(); err != nil {
			w.interrupted()
			return nil, nil, err
		}
		if m.work.switchOff() {
			w.finish()
			return m.files, m.tooExpensive, nil
		}
		m.forget() // an edit has made a rule cheaper, or others
	}
}

func (m *Memory) forget() {
	m.seen, m.memos, m.readers, m.found = nil, map[int32]*memo{}, map[string]map[int32]bool{}, map[string]map[int32]bool{}
	m.graphs, m.unsure, m.restructured = map[int32]bool{}, map[int32]bool{}, false
	m.files, m.tooExpensive, m.work = nil, nil, newLedger()
	m.work.onlyFound = true
}

// put keeps something about an item, or nothing if it is nil.
func (m *Memory) put(id int32, now *memo) {
	m.unsure[id] = true
	if old := m.memos[id]; old != nil {
		for _, name := range old.reads.names {
			delete(m.readers[name], id)
		}
		delete(m.memos, id)
		delete(m.graphs, id)
		delete(m.found[old.path], id)
		m.work.add(old.spent, -1)
	}
	if now == nil {
		return
	}
	m.work.add(now.spent, 1)
	m.memos[id] = now
	for _, name := range now.reads.names {
		note(m.readers, name, id)
	}
	if len(now.found) > 0 {
		note(m.found, now.path, id)
	}
	if now.reads.program {
		m.graphs[id] = true
	}
}

// note adds an item to those that are kept under a key.
func note(all map[string]map[int32]bool, key string, id int32) {
	if all[key] == nil {
		all[key] = map[int32]bool{}
	}
	all[key][id] = true
}
