package schemas

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
	"github.com/pcl-lsp/pcl-lsp/workspace/private"
)

// This file implements the directory in which indexes and unpacked schemas are
// kept. Several servers may share it.
//
// A name is made of hashes, one of the path of the schema file and one of its
// state too, so that no path leads out of the directory and the files of older
// states are recognised. A file appears whole, under its name, or not at all;
// whoever writes last wins, and both have written the same.

const (
	// keptUnused is how long files are kept that nobody opens.
	keptUnused = 60 * 24 * time.Hour
	// maxUnpacked is how many bytes the unpacked schemas may have together: room for all that
	// a user has, and a bound for what a repository full of compressed files can fill.
	maxUnpacked = 4 << 30
	// keptPartial is how long a file may take to be written.
	keptPartial = time.Hour
	partialName = ".partial-"
)

// DefaultCache is the directory in which this machine keeps what is known of
// schema files: pcl-lsp/index in the user's directory for caches. It need not
// exist.
func DefaultCache() (string, error) {
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, "pcl-lsp", "index"), nil
}

// keyOf tells the states of files apart, in a text.
func keyOf(s disk.Stamp, path string) string {
	return fmt.Sprintf("%d %d %d %s", s.Size, s.Modified, s.Inode, path)
}

// file is where something is kept that belongs to a schema file in a state.
func (x indexes) file(path string, state disk.Stamp, ending string) string {
	return filepath.Join(x.dir, shortHash(path)+"-"+shortHash(keyOf(state, path))+ending)
}

func shortHash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:12])
}

// keep writes a file, readable for this user alone, and then drops what it
// replaces.
func (x indexes) keep(path string, text io.Reader) error {
	if err := private.Make(x.dir); err != nil {
		return err
	}
	f, err := os.CreateTemp(x.dir, partialName+"*")
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

// tidy drops files of older states of the schema that was just kept, those that
// were not opened for long or are too many, and what was left half written.
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
		if older || ours && age > keptUnused || strings.HasPrefix(name, partialName) && age > keptPartial {
			os.Remove(filepath.Join(x.dir, name))
		} else if ours && strings.HasSuffix(name, ".json") && name != filepath.Base(kept) {
			unpacked = append(unpacked, info)
		}
	}
	x.tidyUnpacked(kept, unpacked)
}

// tidyUnpacked drops the unpacked schemas that were not opened for longest, until all
// together are no more than may be kept. The one that was just kept stays.
func (x indexes) tidyUnpacked(kept string, others []fs.FileInfo) {
	slices.SortFunc(others, func(a, b fs.FileInfo) int { return b.ModTime().Compare(a.ModTime()) })
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

// isKept reports whether a name has the form of those that are kept here: nothing
// else in the directory is ever removed.
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

// used notes that a file is of use, at most once a day.
func (x indexes) used(path string) {
	info, err := os.Stat(path)
	if now := time.Now(); err == nil && now.Sub(info.ModTime()) > 24*time.Hour {
		_ = os.Chtimes(path, now, now) // no harm if it is not possible: it is made again some day
	}
}

// keptFile is a file that is kept. It is opened for each read, so that it can be
// replaced on every system.
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
