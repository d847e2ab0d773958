package fix

import (
	"context"
	"slices"
	"strings"
	"sync"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/typesys/lazy"
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
	return found
}

// maxOffered is the largest number of fixes per finding.
const maxOffered = 6

// candidates returns the fixes for findings, by finding. Repairs are tried, so only wanted ones
// are looked at. It is complete if there were not too many to try.
func candidates(ctx context.Context, p *analysis.Program, findings []analysis.Diagnostic, wanted func(Fix) bool) (found [][]Fix, complete bool) {
	found = make([][]Fix, len(findings))
	written := make([][]Fix, len(findings)) // not tried yet
	secrets := map[*syntax.Item][]string{}
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
func withoutSecrets(ctx context.Context, p *analysis.Program, d analysis.Diagnostic, title string, known map[*syntax.Item][]string) string {
	parts := strings.Split(title, "`")
	if len(parts) < 3 {
		return title
	}
	it, ok := p.ItemAt(d.Path, d.Span.Start)
	if !ok {
		return title
	}
	all, looked := known[it.Item]
	if !looked {
		all = secretLiterals(ctx, p, it)
		known[it.Item] = all
	}
	for i := 1; i < len(parts); i += 2 {
		is := func(literal string) bool {
			return literal == parts[i] || isNumber(literal) && strings.HasPrefix(literal, parts[i])
		}
		if slices.ContainsFunc(all, is) {
			parts[i] = "…"
		}
	}
	return strings.Join(parts, "`")
}

// secretLiterals are the texts and numbers in the secrets of an item.
func secretLiterals(ctx context.Context, p *analysis.Program, it syntax.Placed) (all []string) {
	info, err := p.Check(ctx, it)
	if err != nil {
		return nil
	}
	for _, span := range analysis.SecretSpans(info, it.Item) {
		for _, literal := range literals.Get().FindAllString(it.Text[span.Start:span.End], -1) {
			all = append(all, strings.Trim(literal, `"`))
		}
	}
	return all
}

// isNumber reports whether a literal is a number, which a fix may round.
func isNumber(literal string) bool { return literal != "" && literal[0] >= '0' && literal[0] <= '9' }

// literals matches texts and numbers.
var literals = lazy.Regexp(`"(?:[^"\\]|\\.)+"|\d[\d.]*`)

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
