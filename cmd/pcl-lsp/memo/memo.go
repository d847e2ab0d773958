// Package memo keeps the results of runs on disk, for later runs that are given the same.
//
// It deliberately does not know what a result is, nor when it still holds: whoever
// keeps one puts beside it what it rests on.
//
// A result is a file of its own, under a hash of what was asked. It appears whole or
// not at all, and a file that is damaged, cut short or of another program is no result:
// the content is hashed before it is decoded. Whatever is wrong with the directory,
// nothing is remembered, and nothing else happens. Several runs may share one.
//
// The directory belongs to the user alone, as findings quote names out of programs, and
// as whoever can write to it decides what is found. One that others can write to is not used.
package memo

import (
	"bytes"
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

const (
	// maxSize is how large a result may be, in bytes: one that takes longer to read than
	// to find again is of no use.
	maxSize = 64 << 20
	// maxKept is how many results are kept, those that were used last.
	maxKept = 64
	// ending is the end of the names of results, and marks what may be removed.
	ending = ".memo"
)

// Memory is a directory of results. It need not exist. The zero value remembers
// nothing.
type Memory struct{ Dir string }

// Recall decodes the result that was kept for a question. It is false if there is none.
func (m Memory) Recall(question []byte, result any) bool {
	if m.Dir == "" || !private.Is(m.Dir) {
		return false
	}
	name := m.file(question)
	content, ok := read(name)
	if !ok || gob.NewDecoder(bytes.NewReader(content)).Decode(result) != nil {
		return false
	}
	now := time.Now()
	_ = os.Chtimes(name, now, now) // it was used; no harm if that cannot be noted
	return true
}

// Keep keeps the result for a question, in the place of an earlier one. An error says
// why it was not possible.
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
	sum := sha256.Sum256(all[sha256.Size:])
	copy(all, sum[:])
	if err := private.Make(m.Dir); err != nil {
		return err
	}
	m.tidy()
	return replace.One(m.file(question), all, 0o600)
}

func (m Memory) file(question []byte) string {
	sum := sha256.Sum256(question)
	return filepath.Join(m.Dir, hex.EncodeToString(sum[:16])+ending)
}

// read is the content of a file that is as it was written.
func read(name string) ([]byte, bool) {
	info, err := os.Lstat(name) // a link or a pipe is not ours
	if err != nil || !info.Mode().IsRegular() || info.Size() < sha256.Size || info.Size() > maxSize {
		return nil, false
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, false
	}
	defer f.Close()
	all, err := io.ReadAll(io.LimitReader(f, maxSize+1))
	if err != nil || len(all) < sha256.Size {
		return nil, false
	}
	content := all[sha256.Size:]
	sum := sha256.Sum256(content)
	return content, bytes.Equal(sum[:], all[:sha256.Size])
}

// tidy removes the results that were not used for longest, down to one less than may
// be kept.
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

// isResult reports whether a name has the form of those that are given here: nothing
// else in the directory is ever removed.
func isResult(name string) bool {
	stem, ok := strings.CutSuffix(name, ending)
	b, err := hex.DecodeString(stem)
	return ok && err == nil && len(b) == 16
}
