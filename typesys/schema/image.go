package schema

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
)

// This file reads indexes: see index.go for what is in them.

var errDamaged = errors.New("the index is damaged")

// image is an index that is being read. It is safe for concurrent use.
type image struct {
	r      io.ReaderAt
	seed   uint32
	body   int64 // where the pieces begin
	head   head
	tables [tableCount]imageTable
}

// imageTable is where the members of one kind are.
type imageTable struct {
	count     int
	directory span

	once   sync.Once // reads what follows
	err    error
	firsts []string // of each block
	blocks []span
	pages  []span

	recent recentPieces

	listing struct {
		once sync.Once
		err  error
		all  []Listed
	}
}

// entry is one member.
type entry struct {
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

// maxHead is how long the head of an index may be.
const maxHead = 1 << 20

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
	img := &image{r: r, seed: checksum(0, []byte(key)), body: int64(prefix + length)}
	return img, img.readHead(&pieceReader{text: text}, size, key)
}

func (img *image) readHead(p *pieceReader, size int64, key string) error {
	if p.string() != key || p.number() != uint64(size) {
		return errors.New("the index is of another schema")
	}
	h := &img.head
	h.name, h.version, h.format, h.base = p.string(), p.string(), p.string(), p.string()
	h.description, h.provider, h.config = p.span(), p.span(), p.span()
	h.homepage, h.repository = p.span(), p.span()
	for kind := range img.tables {
		img.tables[kind].count = int(p.number())
		img.tables[kind].directory = p.span()
	}
	return p.err()
}

// piece reads a piece of the index.
func (img *image) piece(at span) ([]byte, error) {
	if at.size < checkLen || at.size > 1<<30 {
		return nil, errDamaged
	}
	text := make([]byte, at.size)
	if n, err := img.r.ReadAt(text, img.body+at.start); n < len(text) {
		return nil, fmt.Errorf("%w: %w", errDamaged, err)
	}
	text, sum := text[:at.size-checkLen], text[at.size-checkLen:]
	if checksum(img.seed, text) != binary.LittleEndian.Uint32(sum) {
		return nil, errDamaged
	}
	return text, nil
}

// table is a table with its directory.
func (img *image) table(kind tableKind) (*imageTable, error) {
	t := &img.tables[kind]
	t.once.Do(func() { t.err = t.readDirectory(img) })
	return t, t.err
}

func (t *imageTable) readDirectory(img *image) error {
	text, err := img.piece(t.directory)
	if err != nil {
		return err
	}
	p := &pieceReader{text: text}
	at := int64(p.number())
	places := func(read func()) (spans []span) {
		for range p.number() {
			if p.bad {
				break
			}
			read()
			size := int64(p.number())
			spans = append(spans, span{at, size})
			at += size
		}
		return slices.Clip(spans)
	}
	var first []byte
	t.blocks = places(func() {
		first = p.shared(first)
		t.firsts = append(t.firsts, string(first))
	})
	t.pages = places(func() {})
	if len(t.pages) == 0 {
		return errDamaged
	}
	return p.err()
}

// recentPieces are some blocks that were read last: the types that a resource
// mentions are often beside each other.
type recentPieces struct {
	mu     sync.Mutex // guards what follows
	number [8]int
	text   [8][]byte
	next   int
}

func (r *recentPieces) find(number int) []byte {
	r.mu.Lock()
	defer r.mu.Unlock()
	for i, text := range r.text {
		if text != nil && r.number[i] == number {
			return text
		}
	}
	return nil
}

func (r *recentPieces) add(number int, text []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.number[r.next], r.text[r.next] = number, text
	r.next = (r.next + 1) % len(r.text)
}

func (img *image) block(t *imageTable, number int) ([]byte, error) {
	if text := t.recent.find(number); text != nil {
		return text, nil
	}
	text, err := img.piece(t.blocks[number])
	if err == nil {
		t.recent.add(number, text)
	}
	return text, err
}

// find is the member with a declared token.
func (img *image) find(kind tableKind, token string) (entry, bool, error) {
	t, err := img.table(kind)
	if err != nil {
		return entry{}, false, err
	}
	number, exact := slices.BinarySearch(t.firsts, token)
	if !exact {
		number--
	}
	if number < 0 {
		return entry{}, false, nil
	}
	return img.search(t, number, func(_ int, found []byte) bool { return string(found) == token })
}

// byCanonical is the member with a canonical token. Of several the first in order
// counts.
func (img *image) byCanonical(kind tableKind, canonical string) (entry, bool, error) {
	t, err := img.table(kind)
	if err != nil {
		return entry{}, false, err
	}
	hash := checksum(0, []byte(canonical))
	page, err := img.piece(t.pages[hash%uint32(len(t.pages))])
	for ; err == nil && len(page) >= 8; page = page[8:] {
		if binary.LittleEndian.Uint32(page) != hash {
			continue
		}
		number := int(binary.LittleEndian.Uint32(page[4:]))
		if number/perBlock >= len(t.blocks) {
			return entry{}, false, errDamaged
		}
		e, found, err := img.search(t, number/perBlock, func(i int, _ []byte) bool { return i == number%perBlock })
		if err != nil || found && e.canonical == canonical {
			return e, found, err
		}
	}
	return entry{}, false, err
}

// search is the first wanted member of a block.
func (img *image) search(t *imageTable, number int, wanted func(i int, token []byte) bool) (entry, bool, error) {
	text, err := img.block(t, number)
	if err != nil {
		return entry{}, false, err
	}
	p := &pieceReader{text: text}
	var token []byte
	for i := 0; len(p.text) > 0 && !p.bad; i++ {
		token = p.shared(token)
		kept, module := p.canonical()
		at := p.span()
		if !p.bad && wanted(i, token) {
			text := string(token)
			return entry{text, shorten(text, kept, module), at}, true, nil
		}
	}
	return entry{}, false, p.err()
}

// list is all members of a kind in order.
func (img *image) list(kind tableKind) ([]Listed, error) {
	t, err := img.table(kind)
	if err != nil {
		return nil, err
	}
	listed := make([]Listed, 0, min(t.count, len(t.blocks)*perBlock))
	err = img.each(kind, func(token []byte, kept int, module string, _ span) {
		l := Listed{Token: string(token)}
		if l.Canonical = l.Token; !strings.HasPrefix(l.Token, "pulumi:") {
			l.Canonical = shorten(l.Token, kept, module)
		}
		listed = append(listed, l)
	})
	if err != nil {
		return nil, err
	}
	return listed, nil
}

// each visits all members of a kind in order. The token holds until the next one.
func (img *image) each(kind tableKind, visit func(token []byte, kept int, module string, at span)) error {
	t, err := img.table(kind)
	if err != nil || len(t.blocks) == 0 {
		return err
	}
	last := t.blocks[len(t.blocks)-1]
	first := t.blocks[0].start
	all := make([]byte, last.start+last.size-first)
	if n, err := img.r.ReadAt(all, img.body+first); n < len(all) {
		return fmt.Errorf("%w: %w", errDamaged, err)
	}
	for _, at := range t.blocks {
		text := all[at.start-first : at.start-first+at.size]
		text, sum := text[:at.size-checkLen], text[at.size-checkLen:]
		if checksum(img.seed, text) != binary.LittleEndian.Uint32(sum) {
			return errDamaged
		}
		p := &pieceReader{text: text}
		var token []byte
		for len(p.text) > 0 && !p.bad {
			token = p.shared(token)
			kept, module := p.canonical()
			if at := p.span(); !p.bad {
				visit(token, kept, module, at)
			}
		}
		if p.bad {
			return errDamaged
		}
	}
	return nil
}

// shorten is the canonical form of a token, which keeps the beginning of the
// module or has another one.
func shorten(token string, kept int, module string) string {
	t, ok := ParseToken(token)
	if !ok {
		return token
	}
	if kept >= 0 {
		module = t.Module[:min(kept, len(t.Module))]
	}
	if start := len(t.Package) + 1; strings.HasPrefix(token[start:], module+":") && len(token) == start+len(module)+1+len(t.Member) {
		return token
	}
	return t.Package + ":" + module + ":" + t.Member
}
