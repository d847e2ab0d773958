package schema

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"slices"
	"sort"
	"strings"
	"sync"

	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
)

// This file makes indexes, and reads them: bytes that say where the members of a schema are, so that a schema which was
// scanned once need not be scanned again.
//
//	magic | length of the head, its checksum | head | members, records | members, records | …
//
// Per kind of member there are the members in the order of their tokens, each with its token and its place in the schema,
// and records, sorted by hash: one for the token of each member, and one for its canonical token where
// that is another one. So finding a member reads some records of a few bytes and one member, whatever the size of the index.
//
// The head, each member and each record has a checksum. All but that of the head begin with the checksum of the key, so that
// no part of another index is taken for one of this. A number is written in the shortest form ([binary.AppendUvarint])
// unless it is a checksum or a hash.

// indexMagic is how an index begins. It changes with the format.
const indexMagic = "pclidx\x00\x05"

const (
	checkLen = 4
	// recordLen is the length of a record: the hash of a token, the place of the member among the members, a checksum.
	recordLen = 4 + 4 + checkLen
	// mostBeside is about the most that is written of a member besides its token.
	mostBeside = 20
	// usualMember is how much is read of a member at first; few are longer.
	usualMember = 256
	// maxHead is how long the head of an index may be.
	maxHead = 1 << 20
)

var errDamaged = errors.New("the index is damaged")

var castagnoli = sync.OnceValue(func() *crc32.Table { return crc32.MakeTable(crc32.Castagnoli) })

func checksum(seed uint32, b []byte) uint32 { return crc32.Update(seed, castagnoli(), b) }

// Indexer makes indexes. The zero value does all work itself.
type Indexer struct {
	// Workers is how many pieces of work should be done at the same time.
	Workers int
	// Each calls a function with every number below n, in any order and several at
	// the same time, and returns when all calls have returned. If nil, one call
	// comes after the other.
	Each func(n int, do func(i int))
}

// Index is the index of a schema of the given size, for [Config.OpenIndexed]. The
// key tells the states of a schema apart, and may be any text.
func Index(r io.ReaderAt, size int64, key string) ([]byte, error) {
	return Indexer{}.Index(r, size, key)
}

// Index is [Index] with these workers. The result does not depend on them.
func (x Indexer) Index(r io.ReaderAt, size int64, key string) ([]byte, error) {
	parts := cut(r, size, x.Workers*partsPerWorker)
	x.each(len(parts), func(i int) { parts[i].scan() })
	c, err := join(parts)
	if err != nil {
		return nil, err
	}
	return x.write(c, size, key), nil
}

func (x Indexer) each(n int, do func(i int)) {
	if x.Each != nil {
		x.Each(n, do)
		return
	}
	for i := range n {
		do(i)
	}
}

func (x Indexer) write(c *scanResult, size int64, key string) []byte {
	seed := checksum(0, []byte(key))
	format, _ := compileFormat(c.head.format)
	var tables [tableCount]struct{ members, records []byte }
	x.each(len(tables), func(i int) {
		tables[i].members, tables[i].records = indexed(sorted(slices.Concat(c.tables[i].chunks...)), format, seed)
	})
	head := appendText(nil, key)
	head = binary.AppendUvarint(head, uint64(size))
	for _, text := range []string{c.head.name, c.head.version, c.head.format, c.head.base} {
		head = appendText(head, text)
	}
	for _, at := range []span{c.head.description, c.head.provider, c.head.config, c.head.homepage, c.head.repository} {
		head = appendSpan(head, at)
	}
	all := [][]byte{nil} // the head comes first
	for _, t := range tables {
		head = binary.AppendUvarint(head, uint64(len(t.members)))
		head = binary.AppendUvarint(head, uint64(len(t.records)))
		all = append(all, t.members, t.records)
	}
	start := binary.LittleEndian.AppendUint32([]byte(indexMagic), uint32(len(head)))
	start = binary.LittleEndian.AppendUint32(start, checksum(0, head))
	all[0] = append(start, head...)
	return slices.Concat(all...)
}

// sorted orders members by token. Of several with one token the last counts, as
// it does for other readers of JSON.
func sorted(members []member) []member {
	byToken := func(a, b member) int { return strings.Compare(a.token, b.token) }
	if !slices.IsSortedFunc(members, byToken) {
		lists.SortStable(members, byToken)
	}
	kept := members[:0]
	for i, m := range members {
		if i+1 == len(members) || members[i+1].token != m.token {
			kept = append(kept, m)
		}
	}
	return kept
}

// indexed writes members, which are sorted, and the records that lead to them.
func indexed(members []member, format moduleFormat, seed uint32) (written, records []byte) {
	hashes := make([]uint64, 0, 2*len(members)) // each with the place of its member
	size := 0
	for _, m := range members {
		size += len(m.token) + mostBeside
	}
	written = make([]byte, 0, size)
	var body []byte
	for _, m := range members {
		at := uint64(len(written))
		hashes = append(hashes, uint64(checksum(0, []byte(m.token)))<<32|at)
		if canonical := format.shorten(m.token); canonical != m.token {
			hashes = append(hashes, uint64(checksum(0, []byte(canonical)))<<32|at)
		}
		body = appendSpan(appendText(body[:0], m.token), m.at)
		written = append(binary.AppendUvarint(written, uint64(len(body))), body...)
		written = binary.LittleEndian.AppendUint32(written, checksum(seed, body))
	}
	slices.Sort(hashes)
	records = make([]byte, 0, recordLen*len(hashes))
	for _, h := range hashes {
		records = binary.LittleEndian.AppendUint64(records, h)
		records = binary.LittleEndian.AppendUint32(records, checksum(seed, records[len(records)-8:]))
	}
	return written, records
}

func appendText(b []byte, text string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(text))), text...)
}

func appendSpan(b []byte, at span) []byte {
	return binary.AppendUvarint(binary.AppendUvarint(b, uint64(at.start)), uint64(at.size))
}

// image is an index that is being read. It is safe for concurrent use.
type image struct {
	r      io.ReaderAt
	seed   uint32
	head   head
	format moduleFormat
	tables [tableCount]imageTable
}

// imageTable is where the members of one kind are.
type imageTable struct {
	members, records span

	listing struct {
		once sync.Once
		err  error
		all  []Listed
	}
}

// indexedMember is one member.
type indexedMember struct {
	token string
	// canonical is the short form, for malformed tokens the token itself.
	canonical string
	at        span
}

// Listed is a member in a list of members.
type Listed struct {
	// Token is the declared token, Canonical the one for people.
	Token, Canonical string
}

// readImage begins to read an index. It must be of the schema with that size and
// the key.
func readImage(r io.ReaderAt, size int64, key string) (*image, error) {
	const prefix = len(indexMagic) + 8
	start := make([]byte, 1<<12)
	n, err := r.ReadAt(start, 0)
	if start = start[:n]; n < prefix || string(start[:len(indexMagic)]) != indexMagic {
		if err != nil && err != io.EOF {
			return nil, err
		}
		return nil, fmt.Errorf("%w: it is none of this version", errDamaged)
	}
	length := int(binary.LittleEndian.Uint32(start[prefix-8:]))
	if length > maxHead {
		return nil, errDamaged
	}
	if missing := prefix + length - n; missing > 0 {
		start = append(start, make([]byte, missing)...)
		if got, _ := r.ReadAt(start[n:], int64(n)); got < missing {
			return nil, errDamaged
		}
	}
	text := start[prefix : prefix+length]
	if checksum(0, text) != binary.LittleEndian.Uint32(start[prefix-4:]) {
		return nil, errDamaged
	}
	img := &image{r: r, seed: checksum(0, []byte(key))}
	return img, img.readHead(&indexReader{text: text}, size, key, int64(prefix+length))
}

func (img *image) readHead(p *indexReader, size int64, key string, body int64) error {
	if string(p.bytes()) != key || p.number() != uint64(size) {
		return errors.New("the index is of another schema")
	}
	h := &img.head
	for _, text := range []*string{&h.name, &h.version, &h.format, &h.base} {
		*text = string(p.bytes())
	}
	for _, at := range []*span{&h.description, &h.provider, &h.config, &h.homepage, &h.repository} {
		*at = p.span()
	}
	for kind := range img.tables {
		for _, at := range []*span{&img.tables[kind].members, &img.tables[kind].records} {
			*at = span{body, int64(min(p.number(), 1<<32))}
			body += at.size
		}
	}
	img.format, _ = compileFormat(h.format) // opening the package reports the error
	return p.err()
}

// read reads some bytes of an index. It is an error if the index ends earlier.
func (img *image) read(at, size int64) ([]byte, error) {
	text := make([]byte, size)
	if n, err := img.r.ReadAt(text, at); n < len(text) {
		return nil, fmt.Errorf("%w: %w", errDamaged, cmp.Or(err, io.ErrUnexpectedEOF))
	}
	return text, nil
}

// record is the hash of a token and the place of its member.
func (img *image) record(t *imageTable, i int) (hash, at uint32, err error) {
	text, err := img.read(t.records.start+int64(i)*recordLen, recordLen)
	if err == nil && checksum(img.seed, text[:8]) != binary.LittleEndian.Uint32(text[8:]) {
		err = errDamaged
	}
	if err != nil {
		return 0, 0, err
	}
	return binary.LittleEndian.Uint32(text[4:]), binary.LittleEndian.Uint32(text), nil
}

// member is the member at a place among those of its kind.
func (img *image) member(t *imageTable, at uint32) (indexedMember, error) {
	rest := t.members.size - int64(at)
	if rest <= 0 {
		return indexedMember{}, errDamaged
	}
	text, err := img.read(t.members.start+int64(at), min(rest, usualMember))
	if err != nil {
		return indexedMember{}, err
	}
	p := &indexReader{text: text}
	if size := int64(p.number()); size > int64(len(p.text))-checkLen && !p.bad {
		if size += int64(len(text)-len(p.text)) + checkLen; size > rest || size < 0 {
			return indexedMember{}, errDamaged
		}
		if text, err = img.read(t.members.start+int64(at), size); err != nil {
			return indexedMember{}, err
		}
	}
	p = &indexReader{text: text}
	e := p.entry(img)
	return e, p.err()
}

// find is the member with a declared token.
func (img *image) find(kind tableKind, token string) (indexedMember, bool, error) {
	return img.search(kind, token, func(e indexedMember) string { return e.token })
}

// byCanonical is the member with a canonical token. Of several the first in order
// counts.
func (img *image) byCanonical(kind tableKind, canonical string) (indexedMember, bool, error) {
	return img.search(kind, canonical, func(e indexedMember) string { return e.canonical })
}

func (img *image) search(kind tableKind, token string, of func(indexedMember) string) (indexedMember, bool, error) {
	t, wanted := &img.tables[kind], checksum(0, []byte(token))
	var failed error
	n := int(t.records.size / recordLen)
	for i := sort.Search(n, func(i int) bool {
		hash, _, err := img.record(t, i)
		failed = cmp.Or(failed, err)
		return failed != nil || hash >= wanted
	}); i < n && failed == nil; i++ {
		hash, at, err := img.record(t, i)
		if err != nil || hash != wanted {
			return indexedMember{}, false, err
		}
		if e, err := img.member(t, at); err != nil || of(e) == token {
			return e, err == nil, err
		}
	}
	return indexedMember{}, false, failed
}

// list is all members of a kind in order.
func (img *image) list(kind tableKind) (listed []Listed, err error) {
	err = img.visit(kind, func(e indexedMember) {
		if strings.HasPrefix(e.token, "pulumi:") {
			e.canonical = e.token
		}
		listed = append(listed, Listed{e.token, e.canonical})
	})
	if err != nil {
		return nil, err
	}
	return listed, nil
}

// visit visits all members of a kind in order.
func (img *image) visit(kind tableKind, visit func(indexedMember)) error {
	at := img.tables[kind].members
	text, err := img.read(at.start, at.size)
	if err != nil {
		return err
	}
	p := &indexReader{text: text}
	for len(p.text) > 0 {
		if e := p.entry(img); !p.bad {
			visit(e)
		}
	}
	return p.err()
}

// indexReader reads what is written in an index forwards. A text that ends too early, or is damaged, makes it bad, and what
// it reads from then on is empty.
type indexReader struct {
	text []byte
	bad  bool
}

func (p *indexReader) err() error {
	if p.bad {
		return errDamaged
	}
	return nil
}

func (p *indexReader) number() uint64 {
	v, n := binary.Uvarint(p.text)
	if n <= 0 {
		p.text, p.bad = nil, true
		return 0
	}
	p.text = p.text[n:]
	return v
}

func (p *indexReader) bytes() []byte { return p.take(p.number()) }

func (p *indexReader) take(n uint64) []byte {
	if n > uint64(len(p.text)) {
		p.text, p.bad = nil, true
		return nil
	}
	b := p.text[:n]
	p.text = p.text[n:]
	return b
}

// span is a range of bytes, never a negative one.
func (p *indexReader) span() span {
	at := span{int64(p.number()), int64(p.number())}
	if at.start < 0 || at.size < 0 || at.start+at.size < 0 {
		p.text, p.bad = nil, true
		return span{}
	}
	return at
}

func (p *indexReader) entry(img *image) indexedMember {
	text, sum := p.bytes(), p.take(checkLen)
	if p.bad || checksum(img.seed, text) != binary.LittleEndian.Uint32(sum) {
		p.text, p.bad = nil, true
		return indexedMember{}
	}
	body := &indexReader{text: text}
	e := indexedMember{token: string(body.bytes()), at: body.span()}
	e.canonical = img.format.shorten(e.token)
	p.bad = body.bad
	return e
}
