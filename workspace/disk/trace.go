package disk

import (
	"cmp"
	"crypto/rand"
	"crypto/sha256"
	"maps"
	"slices"
	"sync/atomic"
)

// This file keeps observations for other processes.

// Trace is what was seen in a run, in a form that can be encoded.
type Trace struct {
	Salt [16]byte
	Seen []Observation // by path, kind and endings
}

// Observation is a look and what it showed.
type Observation struct {
	Look
	View
}

// Trace is everything that was seen so far. It is false if something changed between two
// looks, or so recently that its next state may look the same.
func (s *Seen) Trace() (Trace, bool) {
	var t Trace
	_, _ = rand.Read(t.Salt[:]) // never fails
	for l, v := range s.copied() {
		v, ok := s.settled(l, v)
		if !ok {
			return Trace{}, false
		}
		v.Sum = t.salted(v.Sum)
		t.Seen = append(t.Seen, Observation{l, v})
	}
	slices.SortFunc(t.Seen, func(a, b Observation) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Endings, b.Endings))
	})
	s.mu.Lock()
	defer s.mu.Unlock()
	return t, !s.contradictory
}

func (s *Seen) copied() map[Look]View {
	s.mu.Lock()
	defer s.mu.Unlock()
	return maps.Clone(s.views)
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

// salted is a sum that says nothing without the text, and another one in each trace.
func (t Trace) salted(sum [sha256.Size]byte) [sha256.Size]byte {
	if sum == ([sha256.Size]byte{}) {
		return sum
	}
	return sha256.Sum256(append(t.Salt[:], sum[:]...))
}

// Holds reports whether everything still looks as it did. The function each calls
// do with every number below n, maybe several at once.
func (t Trace) Holds(base FS, each func(n int, do func(i int))) bool {
	var differs atomic.Bool
	const atOnce = 64
	each((len(t.Seen)+atOnce-1)/atOnce, func(i int) {
		for _, o := range t.Seen[i*atOnce : min(len(t.Seen), (i+1)*atOnce)] {
			if differs.Load() {
				return
			}
			if !t.shows(base, o) {
				differs.Store(true)
			}
		}
	})
	return !differs.Load()
}

// shows reports whether a path looks as it did.
func (t Trace) shows(base FS, o Observation) bool {
	if o.Kind == FileStamp || o.Kind == PathStamp {
		if hashed := o.Sum != ([sha256.Size]byte{}); hashed && o.What == File {
			o.Kind = Text
		}
	}
	if o.View.stampHolds(base, o.Look) {
		return true
	}
	now := o.Look.take(base)
	now.Sum = t.salted(now.Sum)
	return o.View.sameAs(now, o.Kind)
}
