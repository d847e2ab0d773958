package codes

// This file implements which rules are looked for that are off unless somebody wants
// them.
//
// Why the checker has to know: what nobody wants to hear should cost nothing, and
// must not be among the findings that are counted, kept and repaired.

// OptIns are those of the codes with the severity [Off] that a policy turns on. Equal
// values turn on the same.
type OptIns uint64 // a bit for each of the optional codes

// optional are the codes that are off by default, with their bits.
var optional = func() map[Code]OptIns {
	bits := map[Code]OptIns{}
	for _, d := range All() {
		if d.Severity == Off {
			bits[d.Code] = 1 << len(bits)
		}
	}
	return bits
}()

// Has reports whether findings with a code are to be looked for: those of a code that
// is not off always are.
func (o OptIns) Has(c Code) bool {
	bit, off := optional[c]
	return !off || o&bit != 0
}

// OptIns are the codes that the policy turns on.
func (p Policy) OptIns() OptIns {
	var on OptIns
	if p.IsZero() {
		return on
	}
	for c, bit := range optional {
		if p.Severity(c, Off) != Off {
			on |= bit
		}
	}
	return on
}
