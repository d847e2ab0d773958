package recheck

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/pcl-lsp/pcl-lsp/workspace/replace"
)

// This file stores results in a directory.

const (
	// maxSize limits the size of a result in bytes. Reading a larger one takes longer than
	// checking again.
	maxSize = 256 << 20
	// maxKept limits the number of results. The most recently used are kept.
	maxKept = 64
	// ending is the file name extension of results. No other files are ever removed.
	ending = ".memo"
)

// Memory is a directory of results, which need not exist. The zero value remembers
// nothing.
type Memory struct {
	Dir string
	// Shared means that the user has named the directory, and answers for who can write to it.
	// Another directory must be private.
	Shared bool
	// Key, if not empty, signs results. Those that are not signed with it are ignored.
	Key string
}

// Recall returns the result for a question. It is false if there is none.
func (m Memory) Recall(question []byte) (result string, ok bool) {
	if m.Dir == "" || !m.Shared && !replace.IsPrivate(m.Dir) {
		return "", false
	}
	name := m.file(question)
	result, ok = m.read(name, question)
	if ok {
		now := time.Now()
		_ = os.Chtimes(name, now, now) // mark it as used; failure does no harm
	}
	return result, ok
}

// Keep stores the result for a question in place of an earlier one.
func (m Memory) Keep(question, result []byte) error {
	if m.Dir == "" || len(result) > maxSize-sha256.Size {
		return nil
	}
	h := m.hash(question)
	_, _ = h.Write(result) // never fails
	if err := m.makeDir(); err != nil {
		return err
	}
	m.tidy()
	return replace.One(m.file(question), append(h.Sum(nil), result...), 0o600)
}

func (m Memory) file(question []byte) string {
	sum := sha256.Sum256(question)
	return filepath.Join(m.Dir, hex.EncodeToString(sum[:16])+ending)
}

func (m Memory) makeDir() error {
	if m.Shared {
		return os.MkdirAll(m.Dir, 0o777)
	}
	return replace.MakePrivate(m.Dir)
}

// hash computes the signature of the result for a question, or its hash without a key. The result is
// still to be written to it.
func (m Memory) hash(question []byte) hash.Hash {
	about := sha256.Sum256(question)
	h := sha256.New()
	if m.Key != "" {
		h = hmac.New(sha256.New, []byte(m.Key))
	}
	_, _ = h.Write(about[:]) // never fails
	return h
}

// read returns the content of an undamaged file.
func (m Memory) read(name string, question []byte) (string, bool) {
	info, err := os.Lstat(name) // links and pipes are not results
	if err != nil || !info.Mode().IsRegular() || info.Size() < sha256.Size || info.Size() > maxSize {
		return "", false
	}
	f, err := os.Open(name)
	if err != nil {
		return "", false
	}
	defer f.Close()
	var sum [sha256.Size]byte
	if _, err := io.ReadFull(f, sum[:]); err != nil {
		return "", false
	}
	var content strings.Builder
	size := info.Size() - sha256.Size
	content.Grow(int(size))
	h := m.hash(question)
	if _, err := io.CopyN(io.MultiWriter(&content, h), f, size); err != nil {
		return "", false
	}
	return content.String(), hmac.Equal(h.Sum(nil), sum[:])
}

// tidy removes the least recently used results to make room for one more.
func (m Memory) tidy() {
	entries, err := os.ReadDir(m.Dir)
	if err != nil {
		return
	}
	type aged struct {
		name string
		used time.Time
	}
	var kept []aged
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		if isResult(e.Name()) {
			kept = append(kept, aged{filepath.Join(m.Dir, e.Name()), info.ModTime()})
		}
	}
	if len(kept) < maxKept {
		return
	}
	slices.SortFunc(kept, func(a, b aged) int { return b.used.Compare(a.used) })
	for _, old := range kept[maxKept-1:] {
		os.Remove(old.name)
	}
}

// isResult reports whether a file name is that of a result.
func isResult(name string) bool {
	stem, ok := strings.CutSuffix(name, ending)
	b, err := hex.DecodeString(stem)
	return ok && err == nil && len(b) == 16
}
