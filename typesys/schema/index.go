package schema

import (
	"encoding/binary"
	"hash/crc32"
	"io"
	"slices"
	"strings"
)

// This file makes indexes: bytes that say where the members of a schema are, so
// that a schema which was scanned once need not be scanned again.
//
// An index is read a piece at a time. Per kind of member there is
//
//   - the list of members, sorted by token, cut into blocks. A token is written as
//     what differs from the one before it; the canonical token as how much of the
//     module it keeps; the place as offset and size;
//   - the members by the hash of their canonical token, cut into pages;
//   - a directory with the first token and the place of each block, and the place
//     of each page.
//
// Finding a member reads one block, and by its canonical token one page before.
//
//	magic | length of the head, its checksum | head | block… page… directory | …
//
// Every piece ends with a checksum, which begins with that of the key, so that no
// piece of another index is taken for one of this. A number is written in the
// shortest form ([binary.AppendUvarint]) unless it is a checksum or a hash.

// indexMagic is how an index begins. It changes with the format.
const indexMagic = "pclidx\x00\x02"

const (
	perBlock = 64 // members in a block, and on average on a page
	checkLen = 4
	// bytesPerMember is about how long an index is.
	bytesPerMember = 36
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// tableKind is a kind of members.
type tableKind uint8

const (
	resourceTable tableKind = iota
	functionTable
	typeTable
	tableCount
)

// contents is what a scan finds.
type contents struct {
	head   head
	tables [tableCount]memberList
}

// head is what is known of a schema besides its members.
type head struct {
	name, version, format         string
	description, provider, config span // size 0: there is none
}

// member is a member as the scan finds it.
type member struct {
	token string
	at    span
}

// memberList grows without moving what is in it.
type memberList struct{ chunks [][]member }

func (l *memberList) add(m member) {
	n := len(l.chunks)
	if n == 0 || len(l.chunks[n-1]) == cap(l.chunks[n-1]) {
		l.chunks = append(l.chunks, make([]member, 0, 8<<min(n, 9)))
		n++
	}
	l.chunks[n-1] = append(l.chunks[n-1], m)
}

// Index is the index of a schema of the given size, for [Config.OpenIndexed]. The
// key tells the states of a schema apart, and may be any text.
func Index(r io.ReaderAt, size int64, key string) ([]byte, error) {
	c, err := scan(r, size)
	if err != nil {
		return nil, err
	}
	return c.index(size, key), nil
}

func (c *contents) index(size int64, key string) []byte {
	w := &indexWriter{seed: checksum(0, []byte(key))}
	w.format, _ = compileFormat(c.head.format)
	var directories [tableCount]span
	var counts [tableCount]int
	for kind := range c.tables {
		members := sorted(slices.Concat(c.tables[kind].chunks...))
		w.body = slices.Grow(w.body, bytesPerMember*len(members))
		directories[kind] = w.table(members)
		counts[kind] = len(members)
	}
	head := appendText(nil, key)
	head = binary.AppendUvarint(head, uint64(size))
	for _, text := range []string{c.head.name, c.head.version, c.head.format} {
		head = appendText(head, text)
	}
	for _, at := range []span{c.head.description, c.head.provider, c.head.config} {
		head = appendSpan(head, at)
	}
	for kind, at := range directories {
		head = binary.AppendUvarint(head, uint64(counts[kind]))
		head = appendSpan(head, at)
	}
	all := binary.LittleEndian.AppendUint32([]byte(indexMagic), uint32(len(head)))
	all = binary.LittleEndian.AppendUint32(all, checksum(0, head))
	return slices.Concat(all, head, w.body)
}

// sorted orders members by token. Of several with one token the last counts, as
// it does for other readers of JSON.
func sorted(members []member) []member {
	byToken := func(a, b member) int { return strings.Compare(a.token, b.token) }
	if !slices.IsSortedFunc(members, byToken) {
		slices.SortStableFunc(members, byToken)
	}
	kept := members[:0]
	for i, m := range members {
		if i+1 == len(members) || members[i+1].token != m.token {
			kept = append(kept, m)
		}
	}
	return kept
}

// indexWriter collects the pieces of an index.
type indexWriter struct {
	seed   uint32
	format moduleFormat
	body   []byte
	token  []byte // the canonical token that was hashed last
}

// seal ends the piece that begins at a place with its checksum.
func (w *indexWriter) seal(start int) span {
	w.body = binary.LittleEndian.AppendUint32(w.body, checksum(w.seed, w.body[start:]))
	return span{int64(start), int64(len(w.body) - start)}
}

// table writes sorted members and returns the place of their directory.
func (w *indexWriter) table(members []member) span {
	directory := binary.AppendUvarint(nil, uint64(len(w.body)))
	hashes := make([]uint32, 0, len(members))
	directory = binary.AppendUvarint(directory, uint64((len(members)+perBlock-1)/perBlock))
	first := ""
	for block := range slices.Chunk(members, perBlock) {
		start := len(w.body)
		hashes = w.block(block, hashes)
		directory = appendShared(directory, first, block[0].token)
		directory = binary.AppendUvarint(directory, uint64(w.seal(start).size))
		first = block[0].token
	}
	numbers, pages := paged(hashes)
	directory = binary.AppendUvarint(directory, uint64(len(pages)))
	for _, count := range pages {
		start := len(w.body)
		for _, number := range numbers[:count] {
			w.body = binary.LittleEndian.AppendUint32(w.body, hashes[number])
			w.body = binary.LittleEndian.AppendUint32(w.body, number)
		}
		numbers = numbers[count:]
		directory = binary.AppendUvarint(directory, uint64(w.seal(start).size))
	}
	start := len(w.body)
	w.body = append(w.body, directory...)
	return w.seal(start)
}

// block writes some members, and adds the hashes of their canonical tokens. The
// canonical form of a token is written as one more than the length of the
// beginning of the module that it keeps, or as zero and the module.
func (w *indexWriter) block(members []member, hashes []uint32) []uint32 {
	before := ""
	for _, m := range members {
		w.body = appendShared(w.body, before, m.token)
		before = m.token
		t, ok := ParseToken(m.token)
		module, _ := w.format.module(t.Module)
		switch {
		case !ok:
			w.body = append(w.body, 1) // its canonical form is itself, and nobody finds it by that
		case strings.HasPrefix(t.Module, module):
			w.body = binary.AppendUvarint(w.body, uint64(len(module))+1)
		default:
			w.body = appendText(append(w.body, 0), module)
		}
		w.body = appendSpan(w.body, m.at)
		hashes = append(hashes, w.hash(t, module))
	}
	return hashes
}

// hash is the hash of a canonical token.
func (w *indexWriter) hash(t Token, module string) uint32 {
	w.token = append(append(append(w.token[:0], t.Package...), ':'), module...)
	w.token = append(append(w.token, ':'), t.Member...)
	return checksum(0, w.token)
}

// paged distributes the numbers of members on pages by hash. On a page they are
// in order. It returns the pages one after the other and how many are on each.
func paged(hashes []uint32) (numbers, counts []uint32) {
	counts = make([]uint32, len(hashes)/perBlock+1)
	pages := uint32(len(counts))
	for _, hash := range hashes {
		counts[hash%pages]++
	}
	next, sum := make([]uint32, len(counts)), uint32(0)
	for page, count := range counts {
		next[page] = sum
		sum += count
	}
	numbers = make([]uint32, len(hashes))
	for number, hash := range hashes {
		place := &next[hash%pages]
		numbers[*place] = uint32(number)
		*place++
	}
	return numbers, counts
}

func checksum(seed uint32, b []byte) uint32 { return crc32.Update(seed, castagnoli, b) }

func appendText(b []byte, text string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(text))), text...)
}

func appendSpan(b []byte, at span) []byte {
	return binary.AppendUvarint(binary.AppendUvarint(b, uint64(at.start)), uint64(at.size))
}

// appendShared writes a text as what differs from the one before.
func appendShared(b []byte, before, text string) []byte {
	n := 0
	for n+8 <= len(before) && n+8 <= len(text) && before[n:n+8] == text[n:n+8] {
		n += 8
	}
	for n < len(before) && n < len(text) && before[n] == text[n] {
		n++
	}
	return appendText(binary.AppendUvarint(b, uint64(n)), text[n:])
}
