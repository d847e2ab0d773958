package schemas

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"sync"
	"weak"

	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// MaxDecompressed limits the size of a decompressed schema in bytes. It is several times
// the size of the largest known schema.
const MaxDecompressed = 1 << 30

// stampOf is the stamp of a schema file. Only its content counts.
func stampOf(info fs.FileInfo) disk.Stamp { return disk.StampOf(info).Content() }

// Files are the opened schema files that stores share. A package stays known as long as a
// store or anybody else holds it. The zero value is empty. It is safe for concurrent use.
type Files struct {
	mu    sync.Mutex // guards files; not held while a file is read
	files map[string]*file
}

func (s *Files) file(path string) *file {
	s.mu.Lock()
	defer s.mu.Unlock()
	f := s.files[path]
	if f == nil {
		f = &file{path: path}
		lists.Put(&s.files, path, f)
	}
	return f
}

// file is what is known about one schema file.
type file struct {
	path string

	mu     sync.Mutex // guards what follows, and is held while the file is read, so that it is read once
	peeked struct {
		stamp disk.Stamp
		known bool
		identity
		err error
	}
	opened []weak.Pointer[opened] // of the newest state; several only if they refer to different packages
}

type identity struct{ name, version string }

// errChanged says that a file changed before or while it was read.
var errChanged = errors.New("it changed while it was being read")

// isUnread reports whether an error is about reading a file, and not about its text.
// Results of such reads are not kept: the next one may succeed.
func isUnread(err error) bool {
	return errors.Is(err, errChanged) || errors.As(err, new(*fs.PathError))
}

func (f *file) peek(state disk.Stamp) (name, version string, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	p := &f.peeked
	if !p.known || p.stamp != state {
		p.identity, p.err = peekFile(f.path, state)
		p.stamp, p.known = state, !isUnread(p.err)
	}
	return p.name, p.version, p.err
}

// NameIn is the name of the package whose schema a file holds.
func NameIn(path string) (string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	head, err := peekFile(path, stampOf(info))
	return head.name, err
}

func compressed(path string) bool { return strings.HasSuffix(path, ".gz") }

func peekFile(path string, state disk.Stamp) (identity, error) {
	same := fileText{path, state}
	f, err := same.openSame()
	if err != nil {
		return identity{}, err
	}
	defer f.Close()
	var head identity
	if compressed(path) {
		if head, err = peekCompressed(io.LimitReader(same.whole(f), packedHead)); err != nil {
			head, err = peekCompressed(same.whole(f))
		}
	} else {
		head.name, head.version, err = schema.Peek(same.whole(f))
	}
	if changed := same.check(f); changed != nil {
		return identity{}, changed
	}
	return head, err
}

// packedHead is how much of a compressed file is tried first. Name and version are mostly at its beginning, and unpacking
// goes on for tens of kilobytes while there is something to unpack.
const packedHead = 1 << 10

func peekCompressed(packed io.Reader) (head identity, err error) {
	unpacked, err := gzip.NewReader(packed)
	if err != nil {
		return identity{}, err
	}
	head.name, head.version, err = schema.Peek(io.LimitReader(unpacked, MaxDecompressed))
	return head, err
}

type sizedText interface {
	io.ReaderAt
	Size() int64
}

// fileText reads a file while it is in one state. It opens the file for each read: reads
// are few, and on every system a file that is not open can be replaced.
type fileText struct {
	path  string
	state disk.Stamp
}

// Size is the size of the file in that state.
func (t fileText) Size() int64 { return t.state.Size }

// ReadAt reads from the file, and fails if it is no longer in that state.
func (t fileText) ReadAt(p []byte, offset int64) (int, error) {
	f, err := t.openSame()
	if err != nil {
		return 0, err
	}
	defer f.Close()
	return t.whole(f).ReadAt(p, offset)
}

// whole is the text of the open file. If it ends early, that is an error of reading.
func (t fileText) whole(f *os.File) *io.SectionReader {
	return io.NewSectionReader(complete{f, t}, 0, t.state.Size)
}

// complete reads a file, which must have its size.
type complete struct {
	file *os.File
	fileText
}

// ReadAt reads from the file.
func (c complete) ReadAt(p []byte, offset int64) (int, error) {
	n, err := c.file.ReadAt(p, offset)
	if errors.Is(err, io.EOF) && offset+int64(n) < c.state.Size {
		err = &fs.PathError{Op: "read", Path: c.path, Err: io.ErrUnexpectedEOF}
	}
	return n, err
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
		return fmt.Errorf("%s: %w", t.path, errChanged)
	}
	return nil
}

// decompressed is the unpacked text of the file in that state, of at most limit bytes.
func (t fileText) decompressed(limit int64) ([]byte, error) {
	f, err := t.openSame()
	if err != nil {
		return nil, err
	}
	defer f.Close()
	unpacked, err := gzip.NewReader(t.whole(f))
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	if said, err := t.declaredSize(); err == nil {
		const most = 1032 // gzip compresses at most about a thousandfold
		text.Grow(int(min(int64(said), limit, most*t.state.Size)) + bytes.MinRead)
	}
	n, err := io.Copy(&text, io.LimitReader(unpacked, limit+1))
	if err == nil {
		err = t.check(f)
	}
	if err == nil && n > limit {
		err = fmt.Errorf("more than %d bytes when decompressed", limit)
	}
	return text.Bytes(), err
}

// declaredSize is the size of the unpacked text, modulo 2³², from the end of a compressed
// file.
func (t fileText) declaredSize() (uint32, error) {
	var last [4]byte
	if t.state.Size < int64(len(last)) {
		return 0, errors.New("too short for a compressed file")
	}
	_, err := t.ReadAt(last[:], t.state.Size-int64(len(last)))
	return binary.LittleEndian.Uint32(last[:]), err
}
