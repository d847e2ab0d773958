package recheck

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/gob"
	"encoding/hex"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/pcl-lsp/pcl-lsp/workspace/private"
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

// Recall decodes the result for a question. It returns false if there is none.
func (m Memory) Recall(question []byte, result any) bool {
	if m.Dir == "" || !m.Shared && !private.Is(m.Dir) {
		return false
	}
	name := m.file(question)
	content, ok := m.read(name, question)
	if !ok || gob.NewDecoder(bytes.NewReader(content)).Decode(result) != nil {
		return false
	}
	now := time.Now()
	_ = os.Chtimes(name, now, now) // mark it as used; failure does no harm
	return true
}

// Keep stores the result for a question in place of an earlier one.
func (m Memory) Keep(question []byte, result any) error {
	if m.Dir == "" {
		return nil
	}
	var content bytes.Buffer
	content.Write(make([]byte, sha256.Size))
	if err := gob.NewEncoder(&content).Encode(result); err != nil || content.Len() > maxSize {
		return err
	}
	all := content.Bytes()
	copy(all, m.sum(question, all[sha256.Size:]))
	if err := m.makeDir(); err != nil {
		return err
	}
	m.tidy()
	return replace.One(m.file(question), all, 0o600)
}

func (m Memory) file(question []byte) string {
	sum := sha256.Sum256(question)
	return filepath.Join(m.Dir, hex.EncodeToString(sum[:16])+ending)
}

func (m Memory) makeDir() error {
	if m.Shared {
		return os.MkdirAll(m.Dir, 0o777)
	}
	return private.Make(m.Dir)
}

// sum is the signature of the result for a question, or its hash without a key.
func (m Memory) sum(question, content []byte) []byte {
	about := sha256.Sum256(question)
	h := sha256.New()
	if m.Key != "" {
		h = hmac.New(sha256.New, []byte(m.Key))
	}
	_, _ = h.Write(about[:]) // never fails
	_, _ = h.Write(content)
	return h.Sum(nil)
}

// read returns the content of an undamaged file.
func (m Memory) read(name string, question []byte) ([]byte, bool) {
	info, err := os.Lstat(name) // links and pipes are not results
	if err != nil || !info.Mode().IsRegular() || info.Size() < sha256.Size || info.Size() > maxSize {
		return nil, false
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, false
	}
	defer f.Close()
	all := make([]byte, info.Size())
	if _, err := io.ReadFull(f, all); err != nil {
		return nil, false
	}
	content := all[sha256.Size:]
	return content, hmac.Equal(m.sum(question, content), all[:sha256.Size])
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
