package rules

import (
	"cmp"
	"maps"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
)

// This file bounds the work of all rules on a program together.
//
// What a rule needs beyond usualSteps on an item adds up. The rules share programSteps fairly: the level is the largest number for which the sum of their
// work fits, with that of each rule counted up to the level. A rule above the level is switched off. So no rule that takes less than an equal share is
// switched off, and the order of items does not matter: the level only falls while work is added, so a rule above it need not be applied any more.

// The work of one rule on one item, and of all rules on one program.
const (
	itemSteps    = 50_000
	programSteps = 1_000_000
	usualSteps   = 2_000
)

// ledger is the unusual work of rules on a program, and what they share.
type ledger struct {
	shared
	steps spent // on the items whose results are kept
	level int   // that a rule may not exceed
	off   map[*analysis.TeamRule]bool
	// before is the work on the current item when it was judged last, and now the work of this time.
	before, now spent
}

// spent is unusual work by rule.
type spent map[*analysis.TeamRule]int

func newLedger() *ledger {
	l := &ledger{shared: newShared()}
	l.reset()
	return l
}

// reset forgets the work.
func (l *ledger) reset() {
	l.steps, l.level, l.off = spent{}, programSteps, map[*analysis.TeamRule]bool{}
}

// add adds work, or takes it away if the sign is -1.
func (l *ledger) add(work spent, sign int) {
	if len(work) == 0 {
		return
	}
	for r, n := range work {
		l.steps[r] += sign * n
	}
	l.level = programSteps
	all, left := slices.Sorted(maps.Values(l.steps)), programSteps
	for i, n := range all {
		if share := left / (len(all) - i); n > share {
			l.level = share
			return
		}
		left -= n
	}
}

// judge applies rules. Each may take what is left for it, and no more steps than most. A rule that is switched off is applied only to items that took it
// unusual work before, since an edit may have made it cheap there.
func (l *ledger) judge(j *judging, rules []*Rule, most int, apply func(*Rule, []Verdict, *value.Budget) []Verdict) (verdicts []Verdict) {
	for _, r := range rules {
		key := &r.TeamRule
		if l.steps[key] > l.level {
			l.off[key] = true
		}
		if l.off[key] && l.before[key] == 0 {
			continue
		}
		given := min(most, usualSteps+max(0, l.level-l.steps[key]))
		budget := value.NewBudget(j.ctx, given)
		j.limited = given < most
		known := len(verdicts)
		verdicts = apply(r, verdicts, &budget)
		took := given - budget.Left()
		j.steps += took
		took -= usualSteps
		if slices.ContainsFunc(verdicts[known:], func(v Verdict) bool { return v.Result == TooExpensive }) {
			l.off[key], took = true, l.level-l.steps[key]+1
		}
		if took > 0 {
			if l.now == nil {
				l.now = spent{}
			}
			l.now[key] = took
			l.add(spent{key: took}, 1)
		}
	}
	return verdicts
}

// again judges an item for which a memo was kept; the memo is nil the first time. The new memo has the work, which counts once the caller keeps it.
func (l *ledger) again(old *memo, judge func() ([]Verdict, reads, error)) (*memo, []Verdict, error) {
	l.before, l.now = cmp.Or(old, &nothing).spent, nil
	l.add(l.before, -1)
	verdicts, read, err := judge()
	l.add(l.now, -1)
	l.add(l.before, 1)
	return &memo{reads: read, spent: l.now}, verdicts, err
}

// switchOff switches off the rules above the level. It reports false if one is switched off that need not be.
func (l *ledger) switchOff() bool {
	for r, n := range l.steps {
		if n > l.level {
			l.off[r] = true
		} else if l.off[r] {
			return false
		}
	}
	return true
}
