package fix

import (
	"context"
	"slices"
	"strings"
	"sync"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

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
		found[i] = append(found[i], raised(p, d)...)
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
			if s, ok := siteOf(p, d); ok {
				written[i] = []Fix{s.offered()}
			}
		case find != nil:
			found[i] = find(p, d)
		case write != nil:
			if s, ok := siteOf(p, d); ok {
				s.ctx, s.ordinals = ctx, ordinals
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
