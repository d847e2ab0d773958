package typesys

import "math"

// This file implements the memory of one comparison of types, which makes
// comparisons of recursive types end and those of large types quick.
//
// A pair that is being compared counts as fitting when it is met again inside
// itself: two recursive types fit unless some finite walk finds a difference. An
// answer that leaned on such an assumption holds only as long as the assumption
// does. So each answer remembers the outermost open pair that it relied on, and
// when that pair turns out not to fit safely, the answers that relied on it are
// forgotten. Answers that relied on nothing stay for the whole comparison.

// pair is one question of a comparison.
type pair struct{ dst, src Type }

// pairs is the memory. The zero value is empty.
type pairs struct {
	verdicts map[pair]verdict
	decided  []pair // the pairs that are not open any more, oldest first
	nesting  int    // how many pairs are open
	relied   int    // the least nesting of an open pair relied on since the innermost one opened
}

// verdict is an answer and the nesting of the open pair that it relies on. That
// of an open pair is the assumption that it fits, and relies on the pair itself.
type verdict struct {
	fit    Fit
	relies int
}

// independent is the nesting that an answer relies on when it holds in itself.
const independent = math.MaxInt

// decide answers for p, by compare unless the answer is known or assumed.
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

// close settles the answers found inside a pair that relied on it: they now rely
// on what it relies on, or are forgotten when it does not fit as was assumed.
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
