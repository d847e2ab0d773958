package schema

import (
	"encoding/binary"
	"hash/crc32"
	"io"
	"math/bits"
	"slices"
	"strings"
	"sync"

	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
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
const indexMagic = "pclidx\x00\x04"

const (
	perBlock = 64 // members in a block, and on average on a page
	checkLen = 4
	// perRun is how many members are written at once.
	perRun = 64 * perBlock
	// bytesPerMember is about how long the blocks are.
	bytesPerMember = 32
)

var castagnoli = sync.OnceValue(func() *crc32.Table { return crc32.MakeTable(crc32.Castagnoli) })

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

func (x Indexer) write(c *contents, size int64, key string) []byte {
	w := indexWriter{seed: checksum(0, []byte(key))}
	w.format, _ = compileFormat(c.head.format)
	var tables [tableCount]tableWriter
	var runs []*blockRun
	x.each(len(tables), func(i int) { tables[i].members = sorted(slices.Concat(c.tables[i].chunks...)) })
	for i := range tables {
		tables[i].cut(w)
		runs = append(runs, tables[i].runs...)
	}
	x.each(len(runs), func(i int) { runs[i].write() })
	body := [][]byte{nil} // the head comes first
	var directories [tableCount]span
	place := int64(0)
	for i := range tables {
		pieces, directory := tables[i].pieces(w, place)
		body = append(body, pieces...)
		directories[i] = directory
		place = directory.start + directory.size
	}
	head := appendText(nil, key)
	head = binary.AppendUvarint(head, uint64(size))
	for _, text := range []string{c.head.name, c.head.version, c.head.format, c.head.base} {
		head = appendText(head, text)
	}
	for _, at := range []span{c.head.description, c.head.provider, c.head.config, c.head.homepage, c.head.repository} {
		head = appendSpan(head, at)
	}
	for kind, at := range directories {
		head = binary.AppendUvarint(head, uint64(len(tables[kind].members)))
		head = appendSpan(head, at)
	}
	all := binary.LittleEndian.AppendUint32([]byte(indexMagic), uint32(len(head)))
	all = binary.LittleEndian.AppendUint32(all, checksum(0, head))
	body[0] = append(all, head...)
	return slices.Concat(body...)
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

// tableWriter writes the members of one kind, in runs.
type tableWriter struct {
	members []member // sorted
	runs    []*blockRun
}

// blockRun are some blocks of a table, which can be written by themselves.
type blockRun struct {
	members []member
	w       indexWriter
	sizes   []int64  // of the blocks
	hashes  []uint32 // of all members
}

func (t *tableWriter) cut(w indexWriter) {
	for some := range slices.Chunk(t.members, perRun) {
		t.runs = append(t.runs, &blockRun{members: some, w: w})
	}
}

func (r *blockRun) write() {
	r.w.body = make([]byte, 0, bytesPerMember*len(r.members))
	r.hashes = make([]uint32, 0, len(r.members))
	for block := range slices.Chunk(r.members, perBlock) {
		start := len(r.w.body)
		r.hashes = r.w.block(block, r.hashes)
		r.sizes = append(r.sizes, r.w.seal(start).size)
	}
}

// pieces is all of a table whose runs were written, which begins at some place,
// and the place of its directory, which comes last.
func (t *tableWriter) pieces(w indexWriter, place int64) (pieces [][]byte, at span) {
	directory := binary.AppendUvarint(nil, uint64(place))
	directory = binary.AppendUvarint(directory, uint64((len(t.members)+perBlock-1)/perBlock))
	hashes := make([]uint32, 0, len(t.members))
	first := ""
	for _, r := range t.runs {
		pieces = append(pieces, r.w.body)
		place += int64(len(r.w.body))
		hashes = append(hashes, r.hashes...)
		for i, size := range r.sizes {
			token := r.members[i*perBlock].token
			directory = appendShared(directory, first, token)
			directory = binary.AppendUvarint(directory, uint64(size))
			first = token
		}
	}
	at = w.pages(hashes, directory)
	at.start += place
	return append(pieces, w.body), at
}

// pages writes the pages of a table and its directory, which knows the blocks.
func (w *indexWriter) pages(hashes []uint32, directory []byte) span {
	numbers, pages := paged(hashes)
	w.body = make([]byte, 0, 8*len(hashes)+(checkLen+2)*(len(pages)+2)+len(directory))
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

func checksum(seed uint32, b []byte) uint32 { return crc32.Update(seed, castagnoli(), b) }

func appendText(b []byte, text string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(text))), text...)
}

func appendSpan(b []byte, at span) []byte {
	return binary.AppendUvarint(binary.AppendUvarint(b, uint64(at.start)), uint64(at.size))
}

// appendShared writes a text as what differs from the one before.
func appendShared(b []byte, before, text string) []byte {
	n := shared(before, text)
	return appendText(binary.AppendUvarint(b, uint64(n)), text[n:])
}

// shared is how many bytes two texts begin with both.
func shared(a, b string) int {
	least, n := min(len(a), len(b)), 0
	for ; n+8 <= least; n += 8 {
		if differ := eight(a[n:]) ^ eight(b[n:]); differ != 0 {
			return n + bits.TrailingZeros64(differ)/8
		}
	}
	for n < least && a[n] == b[n] {
		n++
	}
	return n
}

// eight is the first eight bytes of a text; the compiler makes one load of it.
func eight(s string) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}
