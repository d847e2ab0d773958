package disk

import (
	"encoding/binary"
	"io/fs"
	"math"
	"strings"
)

// This file defines the form in which a ledger is kept, and reads it.
//
// Paths are cut into directories and bases, each of which is listed once, since most paths are names
// that were looked for in vain in many directories. An entry is read when it is compared, so
// that neither time nor memory is spent on all of them at once.
//
//	salt | directories | bases | number of entries | length of entries | place of each | entry…
//
// A list is its length and texts; a text is its length and bytes. Numbers are in the shortest form
// ([binary.AppendUvarint]), but places have four bytes.

// form is a ledger in parts.
type form struct {
	salt        [16]byte
	dirs, bases []string
	n           int
	at          func(n int32) packedObservation
}

// packedObservation is an observation in the terms of the form.
type packedObservation struct {
	dir, base, endings uint64 // numbers in the lists; base counts from 1, and is 0 if dir is all
	kind               Kind
	View
}

// The first byte of an entry has its kind and what was seen there in three bits each.
const (
	hasStamp = 0x40
	hasSum   = 0x80
)

// Append appends the form of a ledger. A function returns the names of paths to use in it.
func (l *Ledger) Append(b []byte, name func(path string) string) []byte {
	dirs, bases := listing{}, listing{}
	entries := make([]packedObservation, len(l.seen))
	for i, o := range l.seen {
		e := packedObservation{kind: o.Kind, View: o.View}
		dir, base := cut(name(o.Path))
		e.dir = dirs.number(dir)
		if base != "" {
			e.base = 1 + bases.number(base)
		}
		if o.Kind == Names {
			e.endings = bases.number(o.Endings)
		}
		entries[i] = e
	}
	at := func(n int32) packedObservation { return entries[n] }
	return form{l.Salt, dirs.texts, bases.texts, len(entries), at}.append(b)
}

// listing lists texts, each once.
type listing struct {
	texts  []string
	listed map[string]uint64
}

func (l *listing) number(text string) uint64 {
	n, ok := l.listed[text]
	if !ok {
		if l.listed == nil {
			l.listed = map[string]uint64{}
		}
		n = uint64(len(l.texts))
		l.listed[text] = n
		l.texts = append(l.texts, text)
	}
	return n
}

// cut cuts a name into a directory and the name there. The latter is empty if only the whole has a
// meaning.
func cut(name string) (dir, base string) {
	i := strings.LastIndexByte(name, '/')
	if i <= 0 || name[i+1:] == "" || name[i+1:] == "." || name[i+1:] == ".." {
		return name, ""
	}
	return name[:i], name[i+1:]
}

func (f form) append(b []byte) []byte {
	b = append(b, f.salt[:]...)
	for _, list := range [][]string{f.dirs, f.bases} {
		b = binary.AppendUvarint(b, uint64(len(list)))
		for _, text := range list {
			b = appendText(b, text)
		}
	}
	var places, entries []byte
	for n := range f.n {
		places = binary.LittleEndian.AppendUint32(places, uint32(len(entries)))
		entries = f.at(int32(n)).append(entries)
	}
	b = binary.AppendUvarint(b, uint64(f.n))
	b = binary.AppendUvarint(b, uint64(len(entries)))
	return append(append(b, places...), entries...)
}

func (e packedObservation) append(b []byte) []byte {
	head := byte(e.kind) | byte(e.What)<<3
	if e.Stamp != (Stamp{}) {
		head |= hasStamp
	}
	if e.Sum != (View{}).Sum {
		head |= hasSum
	}
	b = append(b, head)
	b = binary.AppendUvarint(b, e.dir)
	b = binary.AppendUvarint(b, e.base)
	if e.kind == Names {
		b = binary.AppendUvarint(b, e.endings)
	}
	if head&hasStamp != 0 {
		b = e.Stamp.append(b)
	}
	if head&hasSum != 0 {
		b = append(b, e.Sum[:]...)
	}
	return b
}

func (s Stamp) append(b []byte) []byte {
	for _, n := range []uint64{uint64(s.Size), uint64(s.Modified), uint64(s.Changed), s.Inode, uint64(s.Mode)} {
		b = binary.AppendUvarint(b, n)
	}
	return b
}

func appendText(b []byte, text string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(text))), text...)
}

// Kept is a ledger that was kept.
type Kept struct {
	form
	path     func(name string) string
	resolved []string // dirs as paths
	places   string
	entries  string
}

// ReadLedger reads the form at the beginning of a text, and returns what follows. A function
// returns the paths for the names in it. It is false for another text.
func ReadLedger(text string, path func(name string) string) (k *Kept, rest string, ok bool) {
	r := Reader{Text: text}
	k = &Kept{path: path}
	copy(k.salt[:], r.Bytes(len(k.salt)))
	k.dirs, k.bases = r.list(), r.list()
	k.n = r.Number(math.MaxInt32)
	length := r.Number(math.MaxInt32)
	k.places = r.Bytes(4 * k.n)
	k.entries = r.Bytes(length)
	if r.Failed {
		return nil, "", false
	}
	k.resolved = make([]string, len(k.dirs))
	for i, dir := range k.dirs {
		k.resolved[i] = strings.TrimSuffix(path(dir), "/")
	}
	return k, r.Text, true
}

func (k *Kept) len() int { return k.n }

// entry reads an entry; false for one that is damaged.
func (k *Kept) entry(n int32) (e packedObservation, ok bool) {
	start := binary.LittleEndian.Uint32([]byte(k.places[4*n : 4*n+4]))
	r := Reader{Text: k.entries}
	r.Bytes(int(start))
	head := r.byte()
	e.kind, e.What = Kind(head&7), What(head>>3&7)
	e.dir, e.base = uint64(r.Number(len(k.dirs)-1)), uint64(r.Number(len(k.bases)))
	if e.kind == Names {
		e.endings = uint64(r.Number(len(k.bases) - 1))
	}
	if head&hasStamp != 0 {
		e.Stamp = r.stamp()
	}
	if head&hasSum != 0 {
		copy(e.Sum[:], r.Bytes(len(e.Sum)))
	}
	return e, !r.Failed && e.kind <= Target && e.What <= Unreadable
}

// place is where an entry is about: a directory and a name there, if any.
func (k *Kept) place(e packedObservation) (dir, base string) {
	if e.base == 0 {
		return k.path(k.dirs[e.dir]), ""
	}
	return k.resolved[e.dir], k.bases[e.base-1]
}

func (k *Kept) look(e packedObservation) Look {
	dir, base := k.place(e)
	l := Look{Path: dir, Kind: e.kind}
	if base != "" {
		l.Path = dir + "/" + base
	}
	if e.kind == Names {
		l.Endings = k.bases[e.endings]
	}
	return l
}

// Reader reads numbers and texts from the beginning of a text. After a failure it reads nothing more.
type Reader struct {
	Text   string // what is left
	Failed bool
}

// Bytes reads some bytes.
func (r *Reader) Bytes(n int) string {
	if r.Failed || n < 0 || n > len(r.Text) {
		r.Failed = true
		return ""
	}
	read := r.Text[:n]
	r.Text = r.Text[n:]
	return read
}

// Number reads a number up to some largest one.
func (r *Reader) Number(most int) int {
	n := r.uvarint()
	if most < 0 || n > uint64(most) {
		r.Failed = true
		return 0
	}
	return int(n)
}

// String reads a text with its length.
func (r *Reader) String() string { return r.Bytes(r.Number(len(r.Text))) }

func (r *Reader) list() []string {
	n := r.Number(len(r.Text))
	list := make([]string, 0, n)
	for range n {
		list = append(list, r.String())
	}
	return list
}

func (r *Reader) stamp() Stamp {
	return Stamp{Size: int64(r.uvarint()), Modified: int64(r.uvarint()), Changed: int64(r.uvarint()), Inode: r.uvarint(), Mode: fs.FileMode(r.uvarint())}
}

func (r *Reader) byte() byte {
	if b := r.Bytes(1); b != "" {
		return b[0]
	}
	return 0
}

func (r *Reader) uvarint() uint64 {
	var n uint64
	for shift := 0; shift < 64; shift += 7 {
		b := r.byte()
		n |= uint64(b&0x7f) << shift
		if b < 0x80 {
			return n
		}
	}
	r.Failed = true
	return 0
}
