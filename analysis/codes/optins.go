package codes

import "sync"

// This file implements which rules run that are off by default.
//
// The checker needs this set before it runs, because a rule that is off should cost
// nothing, and its findings must not be counted, cached or fixed.

// OptIns is the set of codes with the default severity [Off] that a policy turns on.
type OptIns uint64 // a bit for each of the optional codes

// optional maps the codes that are off by default to their bits.
var optional = sync.OnceValue(func() map[Code]OptIns {
	bits := map[Code]OptIns{}
	for _, d := range All() {
		if d.Severity == Off {
			bits[d.Code] = 1 << len(bits)
		}
	}
	return bits
})

// Has reports whether the checker looks for findings with a code. It always does for
// codes that are not off by default.
func (o OptIns) Has(c Code) bool {
	bit, off := optional()[c]
	return !off || o&bit != 0
}

// OptIns returns the codes that the policy turns on.
func (p Policy) OptIns() OptIns {
	var on OptIns
	if p.IsZero() {
		return on
	}
	for c, bit := range optional() {
		if p.Severity(c, Off) != Off {
			on |= bit
		}
	}
	return on
}
