package typesys

import "math"

// This file caches the results inside one comparison of types, so that comparisons of recursive
// types end and comparisons of large types are fast.
//
// A pair that occurs inside its own comparison is assumed to fit: two recursive types fit unless
// a finite walk finds a difference. A result that used such an assumption is valid only as long
// as the assumption is. So each result records the outermost open pair that it relied on. If
// that pair turns out not to fit safely, the results that relied on it are dropped. Results that
// relied on no assumption stay for the whole comparison.

// pair is one pair of types in a comparison.
type pair struct{ dst, src Type }

// pairs is the cache. The zero value is empty.
type pairs struct {
	verdicts map[pair]verdict
	decided  []pair // the pairs that are no longer open, oldest first
	nesting  int    // the number of open pairs
	relied   int    // the lowest nesting of an open pair that was relied on since the innermost one was opened
}

// verdict is a result and the nesting of the open pair that it relies on. The verdict of an open
// pair is the assumption that it fits, and relies on the pair itself.
type verdict struct {
	fit    Fit
	relies int
}

// independent stands for a result that relies on no open pair.
const independent = math.MaxInt

// decide returns the fit of p. It calls compare unless the fit is known or assumed.
func (ps *pairs) decide(p pair, compare func() Fit) Fit {
	if v, ok := ps.verdicts[p]; ok {
		ps.relyOn(v.relies)
		return v.fit
	}
	if ps.verdicts == nil {
		ps.verdicts = map[pair]verdict{}
		ps.relied = independent
	}
	nesting, before, outside := ps.nesting, len(ps.decided), ps.relied
	ps.verdicts[p] = verdict{FitSafe, nesting}
	ps.nesting, ps.relied = nesting+1, independent
	fit := compare()
	v := verdict{fit, ps.relied}
	if v.relies >= nesting || fit == FitNone {
		v.relies = independent
	}
	if ps.relied <= nesting {
		ps.close(nesting, before, v)
	}
	ps.verdicts[p] = v
	ps.decided = append(ps.decided, p)
	ps.nesting, ps.relied = nesting, outside
	ps.relyOn(v.relies)
	return fit
}

func (ps *pairs) relyOn(nesting int) {
	ps.relied = min(ps.relied, nesting)
}

// close handles the results that relied on a pair when its comparison ends: they now rely on
// what the pair relies on, or are dropped if the pair does not fit as assumed.
func (ps *pairs) close(nesting, before int, v verdict) {
	kept := ps.decided[:before]
	for _, q := range ps.decided[before:] {
		inner := ps.verdicts[q]
		if inner.relies == nesting {
			if v.fit != FitSafe {
				delete(ps.verdicts, q)
				continue
			}
			ps.verdicts[q] = verdict{inner.fit, v.relies}
		}
		kept = append(kept, q)
	}
	ps.decided = kept
}
