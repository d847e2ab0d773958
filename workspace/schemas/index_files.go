package schemas

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/pcl-lsp/pcl-lsp/typesys/lists"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
	"github.com/pcl-lsp/pcl-lsp/workspace/replace"
)

// This file manages the directory of indexes and unpacked schemas, which several servers
// may share.
//
// A file name consists of two hashes: of the path of the schema file, and of path and
// state. So no path leads out of the directory, and files of older states are recognized.
// Files are written under another name and renamed; writers of one name write the same
// content.

const (
	// keptUnused is how long an unused file is kept.
	keptUnused = 60 * 24 * time.Hour
	// maxUnpacked limits the unpacked schemas together: room for everything a user has,
	// and a bound for a repository full of compressed files.
	maxUnpacked = 4 << 30
)

// DefaultCache is the directory for indexes on this machine: pcl-lsp/index in the user's
// cache directory. It need not exist.
func DefaultCache() (string, error) {
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, "pcl-lsp", "index"), nil
}

func keyOf(s disk.Stamp, path string) string {
	return fmt.Sprintf("%d %d %d %s", s.Size, s.Modified, s.Inode, path)
}

// file is the path of a kept file that belongs to a schema file in a state.
func (x indexes) file(path string, state disk.Stamp, ending string) string {
	return filepath.Join(x.dir, shortHash(path)+"-"+shortHash(keyOf(state, path))+ending)
}

func shortHash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:12])
}

// keep writes a file that only this user can read, and removes the files it replaces.
func (x indexes) keep(path string, text io.Reader) error {
	if err := replace.MakePrivate(x.dir); err != nil {
		return err
	}
	f, err := replace.Temporary(x.dir)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, text)
	if err == nil {
		err = f.Sync() // a name must not be there before the text, also after a crash
	}
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
		return err
	}
	x.tidy(path)
	return nil
}

// tidy removes files of older states of the schema that was just kept, files that are
// unused for long, and too many files.
func (x indexes) tidy(kept string) {
	file, _, _ := strings.Cut(filepath.Base(kept), "-")
	state := strings.TrimSuffix(filepath.Base(kept), filepath.Ext(kept))
	entries, err := os.ReadDir(x.dir)
	if err != nil {
		return
	}
	var unpacked []fs.FileInfo
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		name, age := e.Name(), time.Since(info.ModTime())
		ours := isKept(name)
		older := ours && strings.HasPrefix(name, file+"-") && !strings.HasPrefix(name, state)
		if older || ours && age > keptUnused {
			os.Remove(filepath.Join(x.dir, name))
		} else if ours && strings.HasSuffix(name, ".json") && name != filepath.Base(kept) {
			unpacked = append(unpacked, info)
		}
	}
	x.tidyUnpacked(kept, unpacked)
}

// tidyUnpacked removes the least recently used unpacked schemas until the rest is within
// the limit. It keeps the newest one.
func (x indexes) tidyUnpacked(kept string, others []fs.FileInfo) {
	lists.SortStable(others, func(a, b fs.FileInfo) int { return b.ModTime().Compare(a.ModTime()) })
	var total int64
	if info, err := os.Stat(kept); err == nil {
		total = info.Size()
	}
	for _, info := range others {
		if total += info.Size(); total > maxUnpacked {
			os.Remove(filepath.Join(x.dir, info.Name()))
		}
	}
}

// isKept reports whether a name is that of a kept file. Nothing else in the directory is
// ever removed.
func isKept(name string) bool {
	base, ending := strings.CutSuffix(name, ".index")
	if !ending {
		base, ending = strings.CutSuffix(name, ".json")
	}
	first, second, dash := strings.Cut(base, "-")
	for _, part := range []string{first, second} {
		if b, err := hex.DecodeString(part); err != nil || len(b) != 12 {
			return false
		}
	}
	return ending && dash
}

// used records that a file is in use, at most once a day.
func (x indexes) used(path string) {
	info, err := os.Stat(path)
	if now := time.Now(); err == nil && now.Sub(info.ModTime()) > 24*time.Hour {
		_ = os.Chtimes(path, now, now) // no harm if it is not possible: it is made again some day
	}
}

// keptFile is a kept file. It is opened for each read, so that it can be replaced on
// every system.
type keptFile struct {
	path string
	size int64
}

// Size is the size of the file.
func (k keptFile) Size() int64 { return k.size }

// ReadAt reads from the file.
func (k keptFile) ReadAt(p []byte, offset int64) (int, error) {
	f, err := os.Open(k.path)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	return f.ReadAt(p, offset)
}
