package schemas

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"sync"

	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// MaxDecompressed is how many bytes a compressed schema may have when it is
// decompressed: several times the size of the largest one known.
const MaxDecompressed = 1 << 30

// stamp tells states of a file apart.
type stamp struct {
	size    int64
	changed int64 // in nanoseconds, so that stamps can be compared
	inode   uint64
}

func stampOf(info fs.FileInfo) stamp {
	return stamp{info.Size(), info.ModTime().UnixNano(), inodeOf(info)}
}

// file is what is known of one schema file.
type file struct {
	path string

	mu     sync.Mutex // guards what follows, and is held while the file is read, so that it is read once
	peeked result[identity]
	opened result[*schema.Package]
}

type identity struct{ name, version string }

// result is what reading gave for one state of a file.
type result[T any] struct {
	stamp stamp
	known bool
	value T
	err   error
}

// of is the result for a state, read anew if it is not known for that state.
func (r *result[T]) of(state stamp, read func() (T, error)) (T, error) {
	if !r.known || r.stamp != state {
		value, err := read()
		*r = result[T]{state, true, value, err}
	}
	return r.value, r.err
}

// peek is the name and version that the schema gives itself.
func (f *file) peek(state stamp) (name, version string, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	id, err := f.peeked.of(state, func() (identity, error) { return peekFile(f.path, state) })
	return id.name, id.version, err
}

// open is the opened package. It is the same one for the same state of the file.
// The directory is where indexes are kept; it may be empty.
func (f *file) open(state stamp, dir string, external func(schema.Ref) *schema.Package) (*schema.Package, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.opened.of(state, func() (*schema.Package, error) { return openIndexed(f.path, state, dir, external) })
}

func compressed(path string) bool { return strings.HasSuffix(path, ".gz") }

// peekFile reads the head of a file that is in a certain state.
func peekFile(path string, state stamp) (identity, error) {
	f, err := os.Open(path)
	if err != nil {
		return identity{}, err
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || stampOf(info) != state {
		return identity{}, fmt.Errorf("%s has changed", path)
	}
	var text io.Reader = f
	if compressed(path) {
		unpacked, err := gzip.NewReader(f)
		if err != nil {
			return identity{}, err
		}
		text = io.LimitReader(unpacked, MaxDecompressed)
	}
	name, version, err := schema.Peek(text)
	return identity{name, version}, err
}

// sizedText is a text that can be read at any place.
type sizedText interface {
	io.ReaderAt
	Size() int64
}

// fileText reads a file as long as it is in one state. It opens the file for each
// read: reads are few, and a file that is not open can be replaced on every
// system.
type fileText struct {
	path  string
	state stamp
}

// Size is the size of the file in that state.
func (t fileText) Size() int64 { return t.state.size }

// ReadAt reads from the file, and fails if it is no longer in that state.
func (t fileText) ReadAt(p []byte, offset int64) (int, error) {
	f, err := t.openSame()
	if err != nil {
		return 0, err
	}
	defer f.Close()
	return f.ReadAt(p, offset)
}

// openSame opens the file if it is still in that state.
func (t fileText) openSame() (*os.File, error) {
	f, err := os.Open(t.path)
	if err != nil {
		return nil, err
	}
	if err := t.check(f); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

func (t fileText) check(f *os.File) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if stampOf(info) != t.state {
		return fmt.Errorf("%s has changed", t.path)
	}
	return nil
}

// decompress reads a whole compressed file of at most limit bytes.
func decompress(path string, limit int64) ([]byte, error) {
	packed, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	unpacked, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	text.Grow(expectedSize(packed, limit))
	n, err := io.Copy(&text, io.LimitReader(unpacked, limit+1))
	if err != nil {
		return nil, err
	}
	if n > limit {
		return nil, fmt.Errorf("more than %d bytes when decompressed", limit)
	}
	return text.Bytes(), nil
}

// expectedSize is the size that a compressed file says it has, as far as that is
// believable: the format cannot shrink a text more than about a thousand times.
func expectedSize(packed []byte, limit int64) int {
	if len(packed) < 4 {
		return 0
	}
	said := int64(binary.LittleEndian.Uint32(packed[len(packed)-4:]))
	return int(min(said, limit, 1032*int64(len(packed)))) + bytes.MinRead
}
