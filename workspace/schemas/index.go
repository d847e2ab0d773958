package schemas

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
	"github.com/pcl-lsp/pcl-lsp/workspace/private"
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
}

// openIndexed opens a schema file in a state, with an index from a directory, which may
// be empty for none.
func openIndexed(path string, state disk.Stamp, dir string, external func(schema.Ref) *schema.Package) (*schema.Package, error) {
	return indexes{dir, leastIndexed}.open(path, state, schema.Config{External: external})
}

func (x indexes) open(path string, state disk.Stamp, config schema.Config) (*schema.Package, error) {
	if _, err := os.Stat(x.dir); err == nil && !private.Is(x.dir) {
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
		return nil, err
	}
	p, err := x.openText(path, state, text, config)
	if kept, ok := text.(keptFile); ok && err != nil {
		os.Remove(kept.path) // a text that is no schema, which may be a gigabyte of blanks
	}
	return p, err
}

// openText opens the text of a schema file by its index.
func (x indexes) openText(path string, state disk.Stamp, text sizedText, config schema.Config) (*schema.Package, error) {
	if text.Size() < x.least {
		return config.Open(text, text.Size())
	}
	key := keyOf(state, path)
	if x.dir == "" {
		index, err := indexOf(text, key)
		if err != nil {
			return nil, err
		}
		return config.OpenIndexed(text, text.Size(), bytes.NewReader(index), key)
	}
	kept := keptFile{path: x.file(path, state, ".index")}
	config.Rebuilt = func(index []byte) { x.keep(kept.path, bytes.NewReader(index)) }
	if p, err := config.OpenIndexed(text, text.Size(), kept, key); err == nil {
		x.used(kept.path)
		return p, nil
	}
	index, err := indexOf(text, key)
	if err != nil {
		return nil, err
	}
	if x.keep(kept.path, bytes.NewReader(index)) == nil {
		if p, err := config.OpenIndexed(text, text.Size(), kept, key); err == nil {
			return p, nil
		}
	}
	return config.OpenIndexed(text, text.Size(), bytes.NewReader(index), key)
}

// indexOf makes the index of a text. It keeps the file open, which is faster than opening
// it for every part.
func indexOf(text sizedText, key string) ([]byte, error) {
	var open io.ReaderAt = text
	check := func() error { return nil }
	switch file := text.(type) {
	case fileText:
		f, err := file.openSame()
		if err != nil {
			return nil, err
		}
		defer f.Close()
		open, check = f, func() error { return file.check(f) } // it may change meanwhile
	case keptFile:
		f, err := os.Open(file.path)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		open = f
	}
	index, err := indexer().Index(open, text.Size(), key)
	if err == nil {
		err = check()
	}
	return index, err
}

// unpacked is the text of a compressed schema that was unpacked before.
func (x indexes) unpacked(path string, state disk.Stamp) (keptFile, bool) {
	if x.dir == "" {
		return keptFile{}, false
	}
	kept := keptFile{path: x.file(path, state, ".json")}
	info, err := os.Stat(kept.path)
	if err != nil || !info.Mode().IsRegular() {
		return keptFile{}, false
	}
	kept.size = info.Size()
	if size, err := declaredSize(path); err != nil || size != uint32(kept.size) {
		return keptFile{}, false
	}
	x.used(kept.path)
	return kept, true
}

// unpack unpacks a compressed schema into the directory, or into memory if it is small or
// cannot be written.
func (x indexes) unpack(path string, state disk.Stamp) (sizedText, error) {
	said, err := declaredSize(path)
	if err == nil && x.dir != "" && int64(said) >= x.least {
		kept := keptFile{path: x.file(path, state, ".json")}
		if kept.size, err = x.unpackTo(kept.path, path); err == nil {
			return kept, nil
		}
	}
	text, err := decompress(path, MaxDecompressed)
	if err != nil {
		return nil, err
	}
	return bytes.NewReader(text), nil
}

func (x indexes) unpackTo(kept, path string) (int64, error) {
	f, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	text, err := gzip.NewReader(f)
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

// declaredSize is the size of the text, modulo 2³², from the end of a compressed file.
func declaredSize(path string) (uint32, error) {
	f, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	var last [4]byte
	if _, err := f.ReadAt(last[:], info.Size()-int64(len(last))); err != nil {
		return 0, errors.New("too short for a compressed file")
	}
	return binary.LittleEndian.Uint32(last[:]), nil
}
