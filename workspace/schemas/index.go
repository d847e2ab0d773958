package schemas

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/workspace/await"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
	"github.com/pcl-lsp/pcl-lsp/workspace/replace"
)

// This file opens schema files through indexes, which it keeps in a private directory. It
// unpacks a compressed schema there once.
//
// Files there are named after path, size, modification time and inode of the schema file.
// They are only a cache: if one cannot be read it is made again, and if the directory
// cannot be written or belongs to others, schemas are read without it.

// leastIndexed is the size at which indexing a schema, or unpacking a compressed one,
// pays: smaller ones are scanned in less than a millisecond.
const leastIndexed = 1 << 20

// indexes is the directory for indexes and unpacked schemas; empty for none.
type indexes struct {
	dir   string
	least int64
	// unread becomes true when a text cannot be read, now or later; it may be nil.
	unread *atomic.Bool
}

// openIndexed opens a schema file in a state, with an index from a directory, which may
// be empty for none.
func openIndexed(path string, state disk.Stamp, dir string, unread *atomic.Bool, external func(schema.Ref) *schema.Package) (*schema.Package, error) {
	return indexes{dir, leastIndexed, unread}.open(path, state, schema.Config{External: external})
}

func (x indexes) open(path string, state disk.Stamp, config schema.Config) (*schema.Package, error) {
	if _, err := os.Stat(x.dir); err == nil && !replace.IsPrivate(x.dir) {
		x.dir = "" // what others may have put there is not believed
	}
	if !compressed(path) {
		return x.openText(path, state, fileText{path, state}, config)
	}
	if kept, ok := x.unpacked(path, state); ok {
		p, err := x.openText(path, state, kept, config)
		if err == nil {
			return p, nil
		}
		os.Remove(kept.path) // somebody has damaged it, or the schema itself is broken
	}
	text, err := x.unpack(path, state)
	if err != nil {
		x.note(err)
		return nil, err
	}
	p, err := x.openText(path, state, text, config)
	if kept, ok := text.(unpackedText); ok && err != nil {
		os.Remove(kept.path) // a text that is no schema, which may be a gigabyte of blanks
	}
	return p, err
}

// openText opens the text of a schema file by its index.
func (x indexes) openText(path string, state disk.Stamp, text sizedText, config schema.Config) (*schema.Package, error) {
	if text.Size() < x.least {
		return config.Open(noted{text, x}, text.Size())
	}
	key := keyOf(state, path)
	if x.dir == "" {
		index, err := x.indexOf(text, key)
		if err != nil {
			return nil, err
		}
		return config.OpenIndexed(noted{text, x}, text.Size(), bytes.NewReader(index), key)
	}
	kept := keptFile{path: x.file(path, state, ".index")}
	config.Rebuilt = func(index []byte) { x.keep(kept.path, bytes.NewReader(index)) }
	if p, err := config.OpenIndexed(noted{text, x}, text.Size(), kept, key); err == nil {
		x.used(kept.path)
		return p, nil
	}
	index, err := x.indexOf(text, key)
	if err != nil {
		return nil, err
	}
	_ = x.keep(kept.path, bytes.NewReader(index)) // what was not kept does not open
	if p, err := config.OpenIndexed(noted{text, x}, text.Size(), kept, key); err == nil {
		return p, nil
	}
	return config.OpenIndexed(noted{text, x}, text.Size(), bytes.NewReader(index), key)
}

// note records an error of reading.
func (x indexes) note(err error) {
	if x.unread != nil && isUnread(err) {
		x.unread.Store(true)
	}
}

// noted is a text whose errors are recorded.
type noted struct {
	io.ReaderAt
	by indexes
}

// ReadAt reads from the text.
func (n noted) ReadAt(p []byte, offset int64) (int, error) {
	count, err := n.ReaderAt.ReadAt(p, offset)
	n.by.note(err)
	return count, err
}

// indexOf makes the index of a text. It keeps the file open, which is faster than opening
// it for every part.
func (x indexes) indexOf(text sizedText, key string) ([]byte, error) {
	var open io.ReaderAt = text
	check := func() error { return nil }
	switch file := text.(type) {
	case fileText:
		f, err := file.openSame()
		if err != nil {
			x.note(err)
			return nil, err
		}
		defer f.Close()
		open, check = file.whole(f), func() error { return file.check(f) } // it may change meanwhile
	case unpackedText:
		if f, err := os.Open(file.path); err == nil {
			defer f.Close()
			file.kept, open = f, file
		}
	}
	index, err := indexer().Index(noted{open, x}, text.Size(), key)
	if err == nil {
		err = check()
		x.note(err)
	}
	return index, err
}

// unpacked is the text of a compressed schema that was unpacked before.
func (x indexes) unpacked(path string, state disk.Stamp) (unpackedText, bool) {
	if x.dir == "" {
		return unpackedText{}, false
	}
	file := x.file(path, state, ".json")
	info, err := os.Stat(file)
	if err != nil || !info.Mode().IsRegular() {
		return unpackedText{}, false
	}
	if size, err := (fileText{path, state}).declaredSize(); err != nil || size != uint32(info.Size()) {
		return unpackedText{}, false
	}
	x.used(file)
	return textUnpackedTo(file, info.Size(), fileText{path, state}), true
}

// unpack unpacks a compressed schema into the directory, or into memory if it is small or
// cannot be written.
func (x indexes) unpack(path string, state disk.Stamp) (sizedText, error) {
	packed := fileText{path, state}
	said, err := packed.declaredSize()
	if err == nil && x.dir != "" && int64(said) >= x.least {
		file := x.file(path, state, ".json")
		if size, err := x.unpackTo(file, packed); err == nil {
			return textUnpackedTo(file, size, packed), nil
		}
	}
	text, err := packed.decompressed(MaxDecompressed)
	if err != nil {
		return nil, err
	}
	return bytes.NewReader(text), nil
}

// unpackedText is the text of a compressed schema in a kept file. When that cannot be
// read, the schema is unpacked again, into memory.
type unpackedText struct {
	path  string
	size  int64
	kept  io.ReaderAt
	again func() ([]byte, error)
}

func textUnpackedTo(file string, size int64, packed fileText) unpackedText {
	return unpackedText{file, size, keptFile{file, size}, sync.OnceValues(func() ([]byte, error) { return packed.decompressed(MaxDecompressed) })}
}

// Size is the size of the text.
func (u unpackedText) Size() int64 { return u.size }

// ReadAt reads from the text.
func (u unpackedText) ReadAt(p []byte, offset int64) (int, error) {
	n, err := u.kept.ReadAt(p, offset)
	if err == nil || errors.Is(err, io.EOF) && offset+int64(n) >= u.size {
		return n, err
	}
	text, err := u.again()
	if err != nil {
		return 0, err
	}
	return bytes.NewReader(text).ReadAt(p, offset)
}

func (x indexes) unpackTo(kept string, packed fileText) (int64, error) {
	f, err := packed.openSame()
	if err != nil {
		return 0, err
	}
	defer f.Close()
	text, err := gzip.NewReader(packed.whole(f))
	if err != nil {
		return 0, err
	}
	counted := &limited{r: text, left: MaxDecompressed}
	err = x.keep(kept, counted)
	return MaxDecompressed - counted.left, err
}

// limited reads a limited number of bytes. More are an error.
type limited struct {
	r    io.Reader
	left int64
}

// Read reads what is left.
func (l *limited) Read(p []byte) (int, error) {
	n, err := l.r.Read(p)
	if l.left -= int64(n); l.left < 0 {
		return n, fmt.Errorf("more than %d bytes when decompressed", int64(MaxDecompressed))
	}
	return n, err
}

// mostWorkers limits the goroutines that make an index: more would compete for memory bandwidth.
const mostWorkers = 8

// indexer makes indexes with all processors. Package schema starts no goroutine.
func indexer() schema.Indexer {
	n := min(runtime.GOMAXPROCS(0), mostWorkers)
	if n == 1 {
		return schema.Indexer{}
	}
	return schema.Indexer{Workers: n, Each: await.NewWorkers(n).Each}
}
