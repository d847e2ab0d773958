package complete

import "math"

// This file weighs the reasons for an item against each other.
//
// Reasons add up: each has a strength, which depends on the item and the cursor, and a weight, which depends on
// the kind of place. A weight of 100 per unit of strength makes an item e times as likely. The weights in
// weights.go were fitted to programs, but not to the held-out ones of TestRanking.

// reason is why somebody may want an item.
type reason uint8

// evidence is the strength of each reason for one item, in tenths.
type evidence [reasons]int

// weights holds the weight of each reason in one kind of place.
type weights [reasons]int

// unit is the strength of a reason that either holds or does not.
const unit = 10

func (e *evidence) hold(r reason, holds bool) {
	if holds {
		e[r] = unit
	}
}

// often is the strength of a reason that holds n times: each doubling adds a unit.
func often(n int) int { return int(math.Round(unit * math.Log2(1+float64(n)))) }

// neutral is the weight of an item that no reason speaks for.
const neutral = 5000

// weigh returns the weight of an item for [sorted]: the more likely, the less.
func (w *weights) weigh(e *evidence) int {
	sum := 0
	for r, strength := range e {
		sum += w[r] * strength
	}
	return neutral - sum/unit
}

// byUse returns the weight of an item that the program uses n times.
func byUse(n int) int { return neutral - often(n) }
