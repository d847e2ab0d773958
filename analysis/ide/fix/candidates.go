package fix

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// This file finds the fixes for findings and tries them. Fixes of many findings are tried together: if all their
// findings disappear and no error appears, each of them works. Otherwise, halves are tried, down to single fixes. So
// n fixes that work cost one trial, and not n trials of the same item.

// For returns the fixes for findings of a program, in the order of the findings and best
// first. The findings must come from this very program. If the context ends, or if the trials
// become too many, the rest is left out.
func For(ctx context.Context, p *analysis.Program, findings []analysis.Diagnostic) []Fix {
	return slices.Concat(ForEach(ctx, p, findings)...)
}

// ForEach returns the same fixes by finding.
func ForEach(ctx context.Context, p *analysis.Program, findings []analysis.Diagnostic) [][]Fix {
	found, _ := candidates(ctx, p, findings, func(f Fix) bool { return len(f.Edits) > 0 })
	for i, d := range findings { // these are only offered: nobody raises a version without asking
		found[i] = append(found[i], raised(ctx, p, d)...)
	}
	return found
}

// maxOffered is the largest number of fixes per finding.
const maxOffered = 6

// candidates returns the fixes for findings, by finding. Repairs are tried, so only wanted ones
// are looked at. It is complete if there were not too many to try.
func candidates(ctx context.Context, p *analysis.Program, findings []analysis.Diagnostic, wanted func(Fix) bool) (found [][]Fix, complete bool) {
	found = make([][]Fix, len(findings))
	written := make([][]Fix, len(findings)) // not tried yet
	secrets := map[*syntax.Item]analysis.Secrets{}
	ordinals := sync.OnceValue(func() map[place]int { return ordinalsOf(p) })
	for i, d := range findings {
		switch find, write := families()[d.Code], repairs()[d.Code]; {
		case ctx.Err() != nil:
		case d.Passed > 0: // what fits the place inside the component does not fit here, and a secret is not to be revealed to all of it
		case d.Offer != nil:
			if s, ok := siteOf(ctx, p, d); ok {
				written[i] = []Fix{s.offered()}
			}
		case find != nil:
			found[i] = find(ctx, p, d)
		case write != nil:
			if s, ok := siteOf(ctx, p, d); ok {
				s.ordinals = ordinals
				written[i] = write(s)
			}
		}
		for _, fixes := range [][]Fix{found[i], written[i]} {
			for k := range fixes {
				fixes[k].Kind, fixes[k].Diagnostic = QuickFix, d
				fixes[k].Title = withoutSecrets(ctx, p, d, fixes[k].Title, secrets)
			}
		}
	}
	t := newTrials(ctx, p, findings)
	for ctx.Err() == nil {
		var next []Fix // one for each finding
		var of []int
		for i := range written {
			if f, ok := nextOf(&written[i], found[i], wanted); ok {
				next, of = append(next, f), append(of, i)
			}
		}
		if len(next) == 0 {
			break
		}
		for k, works := range t.try(next) {
			if i := of[k]; works {
				next[k].Preferred = next[k].Preferred && len(found[i]) == 0
				found[i] = append(found[i], next[k])
			}
		}
	}
	return found, !t.skipped
}

// withoutSecrets is the title of a fix without what the program makes secret at its finding.
func withoutSecrets(ctx context.Context, p *analysis.Program, d analysis.Diagnostic, title string, known map[*syntax.Item]analysis.Secrets) string {
	if !strings.Contains(title, "`") {
		return title
	}
	it, ok := p.ItemAt(d.Path, d.Span.Start)
	if !ok {
		return title
	}
	secrets, looked := known[it.Item]
	if !looked {
		if info, err := p.Check(ctx, it); err == nil {
			secrets = analysis.SecretsIn(info, it.Item)
		}
		known[it.Item] = secrets
	}
	return secrets.Hide(title, syntax.Span{Start: d.Span.Start - it.Base, End: d.Span.End - it.Base}, d.Suggestion)
}

// nextOf takes the next fix that is worth a trial. A title that is offered already is not.
func nextOf(written *[]Fix, found []Fix, wanted func(Fix) bool) (Fix, bool) {
	for len(*written) > 0 && len(found) < maxOffered {
		f := (*written)[0]
		*written = (*written)[1:]
		if wanted(f) && !slices.ContainsFunc(found, func(other Fix) bool { return other.Title == f.Title }) {
			return f, true
		}
	}
	return Fix{}, false
}

// mostReadings limits the trials for some findings: on average, each item with one of them is
// checked no more often. Long items are checked less often, down to fewReadings: all trials together check mostBytes.
const mostReadings, fewReadings, mostBytes = 200, 8, 8 << 20

// perItem is how many bytes of an item cost as much as one item costs when a program gets a
// new version.
const perItem = 8

// trials are trials of fixes in one program. They share a limit.
type trials struct {
	ctx     context.Context
	program *analysis.Program
	each    int // what a trial costs at least, in bytes that are checked
	left    int // what trials may still cost
	skipped bool
}

// place is where an item or attribute begins.
type place struct {
	path string
	at   int
}

func newTrials(ctx context.Context, p *analysis.Program, findings []analysis.Diagnostic) *trials {
	t := &trials{ctx: ctx, program: p}
	for _, f := range p.Files {
		t.each += perItem * f.Count()
	}
	total, known := t.each, map[place]bool{}
	for _, d := range findings {
		if it, ok := p.ItemAt(d.Path, d.Span.Start); ok && !known[place{d.Path, it.Base}] {
			known[place{d.Path, it.Base}] = true
			total += len(it.Text)
		}
	}
	t.left = min(mostReadings*total, max(fewReadings*total, mostBytes))
	return t
}

// guess is an attempt to fix findings with the same edits.
type guess struct {
	fixes []int // indexes
	works bool
}

// try reports which of the fixes work. They belong to different findings.
func (t *trials) try(fixes []Fix) []bool {
	var guesses []*guess
	alike := map[string]*guess{}
	for i, f := range fixes {
		edits := fmt.Sprint(f.Edits)
		if alike[edits] == nil {
			alike[edits] = new(guess)
			guesses = append(guesses, alike[edits])
		}
		alike[edits].fixes = append(alike[edits].fixes, i)
	}
	for rest := guesses; len(rest) > 0; {
		var now, later []*guess
		taken, values := edited{insertsTwice: true}, map[place]bool{}
		fits := fixes[rest[0].fixes[0]].fits
		for _, g := range rest {
			f := fixes[g.fixes[0]]
			value := t.valueOf(f)
			if f.fits != fits || fits && values[value] || !taken.add(f.Edits) {
				later = append(later, g)
				continue
			}
			values[value] = true
			now = append(now, g)
		}
		t.decide(fixes, now)
		rest = later
	}
	works := make([]bool, len(fixes))
	for _, g := range guesses {
		for _, i := range g.fixes {
			works[i] = g.works
		}
	}
	return works
}

// valueOf returns the place of the attribute around a finding. Two parts of one value may fit
// together and not alone, as in the branches of a conditional.
func (t *trials) valueOf(f Fix) place {
	s, ok := siteOf(t.ctx, t.program, f.Diagnostic)
	if !ok {
		return place{f.Diagnostic.Path, f.Diagnostic.Span.Start}
	}
	for _, n := range s.nodes {
		if a, is := n.(*hclsyntax.Attribute); is {
			return place{s.path, s.item.Base + syntax.SpanOf(a).Start}
		}
	}
	return place{s.path, s.item.Base}
}

// decide tries guesses that do not overlap.
func (t *trials) decide(fixes []Fix, guesses []*guess) {
	if t.skipped = t.skipped || t.left <= 0; t.skipped || t.ctx.Err() != nil {
		return
	}
	switch {
	case t.work(fixes, guesses):
		for _, g := range guesses {
			g.works = true
		}
	case len(guesses) > 1:
		for _, half := range halves(fixes, guesses) {
			t.decide(fixes, half)
		}
	}
}

// halves separates guesses with equal titles first: two of them often work alone and not
// together, such as declaring one name in two places.
func halves(fixes []Fix, guesses []*guess) [2][]*guess {
	var apart [2][]*guess
	titles := map[string]int{}
	for _, g := range guesses {
		title := fixes[g.fixes[0]].Title
		side := titles[title] % 2
		titles[title]++
		apart[side] = append(apart[side], g)
	}
	if len(apart[1]) == 0 {
		middle := len(guesses) / 2
		return [2][]*guess{guesses[:middle], guesses[middle:]}
	}
	return apart
}

// work makes the edits of guesses at once.
func (t *trials) work(fixes []Fix, guesses []*guess) bool {
	var edits []change.Edit
	var about []change.Location
	for _, g := range guesses {
		edits = append(edits, fixes[g.fixes[0]].Edits...)
		for _, i := range g.fixes {
			about = append(about, change.Location{Path: fixes[i].Diagnostic.Path, Span: fixes[i].Diagnostic.Span})
		}
	}
	trial := change.Try(t.ctx, t.program, edits, about...)
	t.left -= trial.Read + t.each
	if len(guesses) == 1 {
		return fixes[guesses[0].fixes[0]].repairs(trial)
	}
	return trial.Known && allRemoved(fixes, guesses, trial)
}

// mustReduceErrors reports whether a fix must reduce the number of errors. A fix that makes a
// value fit must, because a new error could mean that the value is wrong in another way. A fix
// of a name need not: the right name may reveal that its value was wrong all along.
func (f Fix) mustReduceErrors() bool { return f.fits && f.Diagnostic.Severity == codes.Error }

// repairs reports whether a fix removes its finding and adds no error to the items it touches. A
// fix that reveals may add errors, but none of syntax, which hides others. Files of other programs cannot be tried.
func (f Fix) repairs(t change.Trial) bool {
	if t.Is.Syntax > t.Was.Syntax {
		return false
	}
	d, was, is := f.Diagnostic, t.Was, t.Is
	if f.mustReduceErrors() {
		is.Errors++
	}
	if f.reveals {
		is.Errors = was.Errors
	}
	return !t.Known || is.Errors <= was.Errors && (was.Of[d.Code].All == 0 || is.Of[d.Code].All < was.Of[d.Code].All)
}

// allRemoved reports whether no finding of the guesses is left, and no kind of error is more
// frequent. Messages may change: they suggest names.
func allRemoved(fixes []Fix, guesses []*guess, t change.Trial) bool {
	removed := map[codes.Code]int{}
	must := 0
	for _, g := range guesses {
		if fixes[g.fixes[0]].mustReduceErrors() {
			must++
		}
		for _, i := range g.fixes {
			removed[fixes[i].Diagnostic.Code]++
		}
	}
	for code, n := range removed {
		if t.Is.Of[code].All > max(0, t.Was.Of[code].All-n) {
			return false
		}
	}
	if must > 0 && t.Is.Errors != t.Was.Errors-must {
		return false // a fix that removes other errors as well could hide that another one doesn't fit
	}
	for code, n := range t.Is.Of {
		if n.Errors > t.Was.Of[code].Errors {
			return false
		}
	}
	return true
}
