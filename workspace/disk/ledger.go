package disk

import (
	"cmp"
	"crypto/rand"
	"crypto/sha256"
	"path"
	"strings"
)

// This file lists the observations of many results for other processes and other machines.

// Ledger lists observations, each once. A result depends on some of them, by number. The zero value
// is not usable: see [NewLedger].
//
// A text is compared by its stamp and, where that differs, by its hash: so what was seen on one
// machine can be compared on another. Hashes are salted, and say nothing without the text.
type Ledger struct {
	Salt   [16]byte
	seen   []Observation
	number map[Look]int32
	again  []int32 // by number in the earlier ledger: one more than the number here; 0 for unknown
}

// Observation is a look and what it showed.
type Observation struct {
	Look
	View
}

// NewLedger is an empty ledger with a salt of an earlier one; of its own for the zero value.
func NewLedger(salt [16]byte) *Ledger {
	l := &Ledger{Salt: salt, number: map[Look]int32{}}
	if salt == ([16]byte{}) {
		_, _ = rand.Read(l.Salt[:]) // never fails
	}
	return l
}

// Add lists what some file systems showed, and returns the numbers. It is false if something was
// seen that may have changed since, or that differs from what is listed.
func (l *Ledger) Add(all ...*Seen) (numbers []int32, ok bool) {
	known := map[int32]bool{}
	for _, s := range all {
		if s == nil {
			continue
		}
		views := s.copied()
		for look, view := range views {
			n, listed := l.number[look]
			if listed && look.Kind == Text && salted(l.Salt, view.Sum) != l.seen[n].Sum {
				return nil, false
			}
			if !listed {
				view, ok := s.portable(look, *view, views)
				if !ok {
					return nil, false
				}
				view.Sum = salted(l.Salt, view.Sum)
				n = l.list(Observation{look, view})
			}
			if !known[n] {
				known[n] = true
				numbers = append(numbers, n)
			}
		}
		if s.isContradictory() {
			return nil, false
		}
	}
	return numbers, true
}

// AddAgain lists observations of an earlier ledger with the same salt, by their numbers there. It is
// false if something else was seen since. All calls are about one comparison.
func (l *Ledger) AddAgain(c *Comparison, earlier []int32) (numbers []int32, ok bool) {
	if l.again == nil {
		l.again = make([]int32, len(c.states))
	}
	for _, n := range earlier {
		if n < 0 || int(n) >= len(l.again) {
			return nil, false
		}
		if l.again[n] == 0 {
			l.again[n] = 1 + l.addAgain(c.observation(n))
		}
		if l.again[n] == 1+contradicted {
			return nil, false
		}
		numbers = append(numbers, l.again[n]-1)
	}
	return numbers, true
}

// contradicted is the number of an earlier observation that contradicts what is listed.
const contradicted = -2

func (l *Ledger) addAgain(o Observation, ok bool) int32 {
	n, listed := l.number[o.Look]
	switch {
	case !ok:
		return contradicted
	case !listed:
		return l.list(o)
	case !l.seen[n].alike(o.View, o.Kind):
		return contradicted
	case l.seen[n].Stamp == (Stamp{}):
		l.seen[n].Stamp = o.Stamp
	}
	return n
}

func (l *Ledger) list(o Observation) int32 {
	n := int32(len(l.seen))
	l.number[o.Look] = n
	l.seen = append(l.seen, o)
	return n
}

// alike reports whether two views show the same, maybe with other stamps of an equal text.
func (v View) alike(other View, kind Kind) bool {
	if v.What == File && other.What == File && v.Sum != ([sha256.Size]byte{}) {
		return v.Sum == other.Sum
	}
	return v.sameAs(other, kind)
}

// portable is a view that can be told from all later ones, and that has the hash of a text.
func (s *Seen) portable(look Look, v View, others map[Look]*View) (View, bool) {
	v, ok := s.reliable(look, v)
	if !ok || v.What != File || look.Kind != FileStamp && look.Kind != PathStamp || v.Sum != ([sha256.Size]byte{}) {
		return v, ok
	}
	if text, read := others[Look{Path: look.Path, Kind: Text}]; read && text.Stamp == v.Stamp {
		v.Sum = text.Sum
		return v, true
	}
	_, text, err := readText(s.base, look.Path)
	v.Sum = text.Sum
	return v, err == nil && text.Stamp == v.Stamp
}

func (s *Seen) isContradictory() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.contradictory
}

// reliable is a view that can be told from all later ones. The text replaces a stamp that
// is too fresh, if the file is still in that state.
func (s *Seen) reliable(l Look, v View) (View, bool) {
	if v.Stamp == (Stamp{}) || v.Stamp.DetectsChangesAfter(s.since) {
		return v, true
	}
	text, err := s.base.ReadFile(l.Path)
	if now := l.take(s.base); v.What != File || err != nil || now != v {
		return v, false
	}
	return viewOfText(Stamp{}, text, nil), true
}

// salted is a sum that says nothing without the text, and another one with each salt.
func salted(salt [16]byte, sum [sha256.Size]byte) [sha256.Size]byte {
	if sum == ([sha256.Size]byte{}) {
		return sum
	}
	return sha256.Sum256(append(salt[:], sum[:]...))
}

// Relative is a path as seen from a directory: with ".." for what is above. It is false for other
// paths that are not above or below it.
func Relative(dir, p string) (string, bool) {
	if Inside(p, dir) {
		return cmp.Or(strings.TrimPrefix(strings.TrimPrefix(p, dir), "/"), "."), true
	}
	up := ""
	for d := dir; path.Dir(d) != d; {
		d, up = path.Dir(d), up+"../"
		if d == p {
			return path.Clean(up), true
		}
		if path.Dir(p) == d {
			return up + path.Base(p), true
		}
	}
	return "", false
}
