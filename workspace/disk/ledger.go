package disk

import (
	"crypto/rand"
	"crypto/sha256"
	"path"
	"strings"
	"sync"
	"sync/atomic"
)

// This file keeps the observations of many results for other processes and other machines.

// Ledger lists observations, each once. A result depends on some of them, by number. The zero value
// is not usable: see [NewLedger].
//
// A text is compared by its stamp and, where that differs, by its hash: so what was seen on one
// machine can be compared on another. Hashes are salted, and say nothing without the text.
type Ledger struct {
	Salt [16]byte
	Seen []Observation

	number map[Look]int32
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
			if listed && look.Kind == Text && salted(l.Salt, view.Sum) != l.Seen[n].Sum {
				return nil, false
			}
			if !listed {
				view, ok := s.portable(look, view, views)
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

// AddAgain lists observations of an earlier ledger with the same salt. It is false if something else
// was seen since.
func (l *Ledger) AddAgain(seen []Observation) (numbers []int32, ok bool) {
	for _, o := range seen {
		n, listed := l.number[o.Look]
		switch {
		case !listed:
			n = l.list(o)
		case !l.Seen[n].alike(o.View, o.Kind):
			return nil, false
		case l.Seen[n].Stamp == (Stamp{}):
			l.Seen[n].Stamp = o.Stamp
		}
		numbers = append(numbers, n)
	}
	return numbers, true
}

func (l *Ledger) list(o Observation) int32 {
	n := int32(len(l.Seen))
	l.number[o.Look] = n
	l.Seen = append(l.Seen, o)
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
func (s *Seen) portable(look Look, v View, others map[Look]View) (View, bool) {
	v, ok := s.settled(look, v)
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

// Move changes the paths, for example to relative ones. Nothing can be added after that.
func (l *Ledger) Move(to func(path string) string) {
	for i := range l.Seen {
		l.Seen[i].Path = to(l.Seen[i].Path)
	}
	l.number = nil
}

// Comparison compares the observations of a ledger with a file system. It is safe for concurrent
// use.
type Comparison struct {
	ledger *Ledger
	fsys   FS
	states []atomic.Uint32 // by number

	mu      sync.Mutex // guards what follows
	renewed map[int32]Stamp
}

const (
	unknown uint32 = iota
	holds
	differs
)

// Compare begins a comparison.
func (l *Ledger) Compare(fsys FS) *Comparison {
	return &Comparison{ledger: l, fsys: fsys, states: make([]atomic.Uint32, len(l.Seen)), renewed: map[int32]Stamp{}}
}

// Holds reports whether the observations with some numbers still hold. It looks again once for each.
func (c *Comparison) Holds(numbers []int32) bool {
	for _, n := range numbers {
		if n < 0 || int(n) >= len(c.states) {
			return false
		}
		state := c.states[n].Load()
		if state == unknown { // or two look at once, and see the same
			state = c.look(n)
			c.states[n].Store(state)
		}
		if state == differs {
			return false
		}
	}
	return true
}

// Renew gives texts that are the same with other stamps those stamps, and reports whether there are
// any. It comes after all calls of Holds.
func (c *Comparison) Renew() bool {
	for n, stamp := range c.renewed {
		c.ledger.Seen[n].Stamp = stamp
	}
	return len(c.renewed) > 0
}

func (c *Comparison) look(n int32) uint32 {
	o := &c.ledger.Seen[n]
	kind := o.Kind
	if o.What == File && o.Sum != ([sha256.Size]byte{}) {
		kind = Text
	}
	look := Look{Path: o.Path, Kind: kind, Endings: o.Endings}
	if o.View.stampHolds(c.fsys, look) {
		return holds
	}
	now := look.take(c.fsys)
	now.Sum = salted(c.ledger.Salt, now.Sum)
	if !o.View.alike(now, kind) {
		return differs
	}
	if kind == Text && o.Stamp != now.Stamp {
		c.mu.Lock()
		c.renewed[n] = now.Stamp
		c.mu.Unlock()
	}
	return holds
}

// settled is a view that can be told from all later ones. The text replaces a stamp that
// is too fresh, if the file is still in that state.
func (s *Seen) settled(l Look, v View) (View, bool) {
	if v.Stamp == (Stamp{}) || v.Stamp.SettledAt(s.since) {
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
		return path.Clean("./" + strings.TrimPrefix(p, dir)), true
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
