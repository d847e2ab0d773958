package recheck

import (
	"crypto/sha256"
	"encoding/binary"
	"maps"
	"math"
	"slices"

	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// This file defines the form in which the results of all programs are kept.
//
//	magic | depth | salt | variables | ledger | listings | number of results | name, result…
//
// A result is read when its program is looked for. Numbers and texts are as package disk has them.

// packMagic is how a pack begins. It changes with the form.
const packMagic = "pclchecks\x00\x02"

const (
	saltSize = 16
	// deepest is the largest number of directories that a working directory is in.
	deepest = math.MaxInt16
)

// pack is what is kept.
type pack struct {
	// depth is how many directories the working directory is in. More would have to be looked at
	// from a deeper one.
	depth     int
	salt      string
	variables map[string]string // hashes of their values
	ledger    *disk.Kept
	results   map[string]packed
}

// packed is the result of one program: the numbers of what was read for it, the place, and a value.
// The place is the directory for which the result counts, if its text has a path; empty for all.
type packed string

func newPacked(reads []int32, place string, value []byte) packed {
	sorted := slices.Sorted(slices.Values(reads))
	b := binary.AppendUvarint(nil, uint64(len(sorted)))
	before := int32(0)
	for _, n := range sorted {
		b = binary.AppendUvarint(b, uint64(n-before))
		before = n
	}
	return packed(append(appendText(b, place), value...))
}

// parts reads a result. It is false for one that is damaged.
func (p packed) parts() (reads []int32, place, value string, ok bool) {
	r := disk.Reader{Text: string(p)}
	reads = make([]int32, r.Number(len(r.Text)))
	before := 0
	for i := range reads {
		before += r.Number(math.MaxInt32 - before)
		reads[i] = int32(before)
	}
	place = r.String()
	return reads, place, r.Text, !r.Failed
}

// append appends the form of a pack with a ledger and listings in their own forms.
func (p *pack) append(b, ledger, listings []byte) []byte {
	b = append(b, packMagic...)
	b = binary.AppendUvarint(b, uint64(p.depth))
	b = append(b, p.salt...)
	b = binary.AppendUvarint(b, uint64(len(p.variables)))
	for _, name := range slices.Sorted(maps.Keys(p.variables)) {
		b = append(appendText(b, name), p.variables[name]...)
	}
	b = append(append(b, ledger...), listings...)
	b = binary.AppendUvarint(b, uint64(len(p.results)))
	for _, name := range slices.Sorted(maps.Keys(p.results)) {
		b = appendText(appendText(b, name), string(p.results[name]))
	}
	return b
}

// readPack reads a pack, and the listings in it. A function returns the paths for the names in it.
func readPack(text string, path func(name string) string, listings *disk.Listings) (*pack, bool) {
	r := disk.Reader{Text: text}
	if r.Bytes(len(packMagic)) != packMagic {
		return nil, false
	}
	p := &pack{depth: r.Number(deepest), salt: r.Bytes(saltSize), variables: map[string]string{}}
	for range r.Number(len(r.Text)) {
		name := r.String()
		p.variables[name] = r.Bytes(sha256.Size)
	}
	if r.Failed {
		return nil, false
	}
	var ok bool
	if p.ledger, r.Text, ok = disk.ReadLedger(r.Text, path); !ok {
		return nil, false
	}
	if r.Text, ok = listings.Read(r.Text); !ok {
		return nil, false
	}
	n := r.Number(len(r.Text))
	p.results = make(map[string]packed, n)
	for range n {
		name := r.String()
		p.results[name] = packed(r.String())
	}
	return p, !r.Failed && r.Text == ""
}

func appendText(b []byte, text string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(text))), text...)
}
