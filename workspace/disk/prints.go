package disk

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"sync"
	"time"
)

// This file identifies what looks show, for other processes and other machines.

// Prints identify what looks show: equal prints mean that nothing changed that counts. A file is identified by its
// text, so a print holds after a fresh checkout and on another machine. Hashes of texts are salted, and say nothing
// without the text. Prints are safe for concurrent use.
type Prints struct {
	fsys  FS
	salt  string
	since int64 // when looking began, in nanoseconds

	mu      sync.Mutex      // guards what follows
	texts   map[string]View // what is known of the texts of files, by path
	changed bool
}

// NewPrints looks at a file system. Texts are those that earlier prints with the same salt knew, and belong to the
// new ones: as long as a file has the stamp that it had, it is not read again.
func NewPrints(fsys FS, salt string, texts map[string]View) *Prints {
	return &Prints{fsys: fsys, salt: salt, since: time.Now().UnixNano(), texts: texts}
}

// Texts are the hashes of texts that are known, with the stamps of their files, by path. Changed means that they
// differ from those at the beginning.
func (p *Prints) Texts() (texts map[string]View, changed bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return maps.Clone(p.texts), p.changed
}

// absentPrint identifies nothing, which most looks show.
const absentPrint = "\x00"

// Now is the print of a look. A file system that looks once is not asked for what it rules out.
func (p *Prints) Now(l Look) string {
	if once, ok := p.fsys.(*Once); ok && once.rulesOut(l.Path) {
		return absentPrint
	}
	var v View
	if l.Kind != Text {
		v = l.take(p.fsys)
	}
	if l.Kind == Text || v.What == File && v.Stamp != (Stamp{}) {
		v = p.text(l.Path)
	}
	return v.print()
}

// text is the view of a text with a salted hash.
func (p *Prints) text(path string) View {
	l := Look{Path: path, Kind: Text}
	p.mu.Lock()
	known := p.texts[path]
	p.mu.Unlock()
	if known.stampHolds(p.fsys, l) {
		return known
	}
	now := l.take(p.fsys)
	if now.What != File {
		return now
	}
	if !now.Stamp.SettledAt(p.since) {
		now.Stamp = Stamp{}
	}
	return p.learn(path, now)
}

// learn remembers the hash of a text, unless the next state of the file may have the same stamp, and salts it.
func (p *Prints) learn(path string, v View) View {
	v.Sum = sha256.Sum256(append([]byte(p.salt), v.Sum[:]...))
	p.mu.Lock()
	defer p.mu.Unlock()
	known := p.texts[path]
	if v.Stamp == (Stamp{}) {
		delete(p.texts, path)
	} else {
		p.texts[path] = v
	}
	p.changed = p.changed || known != p.texts[path]
	return v
}

// Of are the prints of everything that some file systems showed. It is false if something was seen that may have
// changed since, or that looked different from one time to the other.
func (p *Prints) Of(all ...*Seen) (prints map[Look]string, ok bool) {
	prints = map[Look]string{}
	for _, s := range all {
		if s == nil {
			continue
		}
		views := s.copied()
		for look, view := range views {
			now := absentPrint
			if view != &absent {
				v, ok := s.portable(look, *view, views)
				if !ok {
					return nil, false
				}
				if v.What == File && v.Sum != (View{}).Sum {
					v = p.learn(look.Path, v)
				}
				now = v.print()
			}
			if before, again := prints[look]; again && before != now {
				return nil, false
			}
			prints[look] = now
		}
		if s.isContradictory() {
			return nil, false
		}
	}
	return prints, true
}

// print identifies a view. The stamp of a file does not count, because its text does.
func (v View) print() string {
	if v == (View{}) {
		return absentPrint
	}
	print := append([]byte{byte(v.What)}, v.Sum[:]...)
	if v.What != File && v.Stamp != (Stamp{}) {
		print = fmt.Append(print, v.Stamp)
	}
	return string(print)
}

// portable is a view that can be told from all later ones, and that has the hash of the text where the state of a file
// counts.
func (s *Seen) portable(look Look, v View, others map[Look]*View) (View, bool) {
	if v.Stamp != (Stamp{}) && !v.Stamp.SettledAt(s.since) { // the text replaces a stamp that is too fresh
		text, err := s.base.ReadFile(look.Path)
		if now := look.take(s.base); v.What != File || err != nil || now != v {
			return v, false
		}
		return viewOfText(Stamp{}, text, nil), true
	}
	if v.What != File || look.Kind != FileStamp && look.Kind != PathStamp {
		return v, true
	}
	if text, read := others[Look{Path: look.Path, Kind: Text}]; read && text.Stamp == v.Stamp {
		return *text, true
	}
	_, text, err := readText(s.base, look.Path)
	return text, err == nil && text.Stamp == v.Stamp
}

func (s *Seen) isContradictory() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.contradictory
}
