package plugins

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/pcl-lsp/pcl-lsp/workspace/replace"
)

// This file implements the files of the cache: their names, and how one is found and removed.
//
//	NAME-VERSION-ORIGIN-STATE-SIZE.json    a schema
//	NAME-VERSION-ORIGIN-STATE-SIZE.used    when it was last used
//	.pcl-lsp-*.tmp                         a schema that is arriving: see package replace
//
// Name and version are those of the schema, for people to read. Origin stands for
// the executable's path and the parameterization, state for the executable's size
// and time of change; both are the first six bytes of a SHA-256, in hexadecimal.
// Size is that of the file, so that one that was cut off is recognized.

const (
	schemaEnd = ".json"
	usedEnd   = ".used"
)

// key identifies what a schema is cached for.
type key struct{ origin, state string }

func keyOf(r Request) (key, error) {
	err := checkExecutable(r.Executable)
	if failure := (*Error)(nil); errors.As(err, &failure) {
		failure.Executable = r.Executable
		return key{}, failure
	}
	info, err := os.Stat(r.Executable)
	if err != nil {
		return key{}, &Error{Kind: NotExecutable, Executable: r.Executable, What: "cannot be run: " + err.Error(), Err: err}
	}
	return key{
		origin: hash(filepath.Clean(r.Executable), r.Parameterization),
		state:  hash(info.Size(), info.ModTime().UnixNano()),
	}, nil
}

func hash(values ...any) string {
	text, err := json.Marshal(values)
	if err != nil {
		panic(err) // only plain values are hashed
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:6])
}

func (k key) names(file string) bool {
	beginning, _, ok := cutSize(file)
	return ok && strings.HasSuffix(beginning, "-"+k.origin+"-"+k.state)
}

func cutSize(file string) (beginning string, size int64, ok bool) {
	stem, ok := strings.CutSuffix(file, schemaEnd)
	dash := strings.LastIndexByte(stem, '-')
	if !ok || dash < 0 {
		return "", 0, false
	}
	size, err := strconv.ParseInt(stem[dash+1:], 10, 64)
	return stem[:dash], size, err == nil
}

func (k key) fileName(s Schema) string {
	version := cmp.Or(s.Version, "0")
	return fmt.Sprintf("%s-%s-%s-%s-%d%s", harmless(s.Name), harmless(version), k.origin, k.state, s.Size, schemaEnd)
}

// harmless keeps the characters of a text that are safe in file names, up to a limit.
func harmless(text string) string {
	const longest = 64
	text = strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9', r == '.', r == '-':
			return r
		}
		return '_'
	}, text[:min(len(text), longest)])
	if text = strings.TrimLeft(text, ".-"); text == "" {
		return "_"
	}
	return text
}

// find is the cached schema for a key. It removes a damaged one.
func (c *Cache) find(k key) (Schema, bool) {
	if !replace.IsPrivate(c.Dir) {
		return Schema{}, false
	}
	entries, err := os.ReadDir(c.Dir)
	if err != nil {
		return Schema{}, false
	}
	for _, e := range entries {
		if !k.names(e.Name()) || !e.Type().IsRegular() {
			continue
		}
		path := filepath.Join(c.Dir, e.Name())
		s, err := readEntry(path)
		if err != nil {
			os.Remove(path)
			continue
		}
		c.handOut(path)
		touch(path)
		return s, true
	}
	return Schema{}, false
}

func readEntry(path string) (Schema, error) {
	f, err := os.Open(path)
	if err != nil {
		return Schema{}, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return Schema{}, err
	}
	s := Schema{Size: info.Size(), Path: path}
	if _, size, _ := cutSize(info.Name()); size != s.Size {
		return Schema{}, io.ErrUnexpectedEOF
	}
	s.Name, s.Version, err = identity(f, s.Size)
	return s, err
}

// partial makes a file for a schema that is about to arrive.
func (c *Cache) partial() (*os.File, error) {
	if !filepath.IsAbs(c.Dir) {
		return nil, errors.New("no folder for the cache")
	}
	if err := replace.MakePrivate(c.Dir); err != nil {
		return nil, err
	}
	return replace.Temporary(c.Dir)
}

func usedPath(path string) string { return strings.TrimSuffix(path, schemaEnd) + usedEnd }

// touch records that a schema is used. If that fails, because the directory cannot be
// written, its last use is when it was made.
func touch(path string) {
	now := time.Now()
	if os.Chtimes(usedPath(path), now, now) == nil {
		return
	}
	if f, err := os.OpenFile(usedPath(path), os.O_CREATE|os.O_WRONLY, 0o600); err == nil {
		f.Close()
	}
}

type kept struct {
	name string
	size int64
	used time.Time
}

// tidy removes schemas of older states of the executable, and the least recently used schemas until the rest is within the limit.
func (c *Cache) tidy(latest key) {
	entries, err := os.ReadDir(c.Dir)
	if err != nil {
		return
	}
	var all []kept
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		switch name := e.Name(); {
		case !strings.HasSuffix(name, schemaEnd):
		case latest.isOlder(name) && !c.isOut(name):
			c.remove(name)
		default:
			all = append(all, kept{name, info.Size(), lastUsed(filepath.Join(c.Dir, name), info)})
		}
	}
	c.shrink(all)
}

// isOlder reports whether a file holds an answer of the same plugin in another state.
func (k key) isOlder(name string) bool {
	return !k.names(name) && strings.Contains(name, "-"+k.origin+"-")
}

func (c *Cache) shrink(all []kept) {
	excess := -cmp.Or(c.MaxSize, DefaultMaxSize)
	for _, e := range all {
		excess += e.size
	}
	slices.SortFunc(all, func(a, b kept) int { return a.used.Compare(b.used) })
	for _, e := range all {
		if excess <= 0 {
			return
		}
		if !c.isOut(e.name) && c.remove(e.name) {
			excess -= e.size
		}
	}
}

// remove removes a schema; false if the system refuses.
func (c *Cache) remove(name string) bool {
	path := filepath.Join(c.Dir, name)
	if err := os.Remove(path); err != nil {
		return false
	}
	os.Remove(usedPath(path))
	return true
}

// lastUsed is when a schema was used last, or made.
func lastUsed(path string, made fs.FileInfo) time.Time {
	if used, err := os.Stat(usedPath(path)); err == nil && used.ModTime().After(made.ModTime()) {
		return used.ModTime()
	}
	return made.ModTime()
}
