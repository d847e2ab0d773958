package schemas

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

// sample is a schema with as many resources as asked for.
func sample(version string, n int) string {
	members := make([]string, n)
	for i := range members {
		members[i] = fmt.Sprintf(`"a:m%d/r:R%d":{"description":"%d of %s"}`, i%5, i, i, version)
	}
	return fmt.Sprintf(`{"name":"a","version":%q,"meta":{"moduleFormat":"(.*)(?:/[^/]*)"},"resources":{%s}}`, version, strings.Join(members, ","))
}

func zipped(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// schemaFile is a schema on disk whose state a test decides on.
type schemaFile struct {
	t    *testing.T
	path string
}

func newSchemaFile(t *testing.T, name, text string) schemaFile {
	t.Helper()
	f := schemaFile{t, filepath.Join(t.TempDir(), name)}
	f.write(text, 1)
	return f
}

func (f schemaFile) write(text string, hour int) {
	f.t.Helper()
	if err := os.WriteFile(f.path, []byte(text), 0o644); err != nil {
		f.t.Fatal(err)
	}
	at := time.Date(2001, 1, 1, hour, 0, 0, 0, time.UTC)
	if err := os.Chtimes(f.path, at, at); err != nil {
		f.t.Fatal(err)
	}
}

func (f schemaFile) state() disk.Stamp {
	f.t.Helper()
	info, err := os.Stat(f.path)
	if err != nil {
		f.t.Fatal(err)
	}
	return stampOf(info)
}

// open opens the file and makes sure that a member is found and read.
func (f schemaFile) open(x indexes, want string) *schema.Package {
	f.t.Helper()
	p, err := x.open(f.path, f.state(), schema.Config{})
	if err != nil {
		f.t.Fatalf("%s: %v", f.path, err)
	}
	if r := p.Resource("a:m1:R1"); r == nil || r.Description != want || p.Resource("a:m1:R2") != nil {
		f.t.Errorf("%s: got %+v, want one that says %q", f.path, r, want)
	}
	return p
}

// newPrivate is a directory of the user alone, whatever rights directories have here.
func newPrivate(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "index")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	return dir
}

// kept lists what is in the directory, by ending.
func kept(t *testing.T, dir string) map[string][]string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string][]string{}
	for _, e := range entries {
		found[filepath.Ext(e.Name())] = append(found[filepath.Ext(e.Name())], filepath.Join(dir, e.Name()))
	}
	return found
}

// The second time a schema is opened it is not scanned.
func TestIndexIsKept(t *testing.T) {
	t.Parallel()
	x := indexes{dir: filepath.Join(t.TempDir(), "not", "yet"), least: 1}
	f := newSchemaFile(t, "a.json", sample("1.0.0", 200))
	f.open(x, "1 of 1.0.0")
	index := kept(t, x.dir)[".index"]
	if len(index) != 1 {
		t.Fatalf("got indexes %v", index)
	}
	if runtime.GOOS != "windows" {
		for path, want := range map[string]os.FileMode{x.dir: 0o700, index[0]: 0o600} {
			if info, err := os.Stat(path); err != nil || info.Mode().Perm() != want {
				t.Errorf("%s has mode %v, want %v", path, info.Mode().Perm(), want)
			}
		}
	}
	// A bracket too many in the last member: only a scan would see it.
	broken := strings.Replace(sample("1.0.0", 200), `{"description":"199 of`, `{"description":]199 of`, 1)
	f.write(broken, 1)
	f.open(x, "1 of 1.0.0")
	f.write(broken, 2)
	if p, err := x.open(f.path, f.state(), schema.Config{}); err == nil {
		t.Errorf("a schema that changed was opened by the old index: %s", p.Version())
	}
}

// An index that was damaged, cut or replaced by something else is made again, and
// stored again.
func TestIndexIsMadeAgain(t *testing.T) {
	t.Parallel()
	x := indexes{dir: newPrivate(t), least: 1}
	f := newSchemaFile(t, "a.json", sample("1.0.0", 200))
	f.open(x, "1 of 1.0.0")
	path := kept(t, x.dir)[".index"][0]
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string][]byte{
		"empty": {}, "text": []byte("hello"), "cut": good[:len(good)/2], "short": good[:40], "beginning": flipped(good, 20),
		"block": flipped(good, len(good)/3), "version": flipped(good, 7), "zeros": make([]byte, len(good)),
	} {
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
		p := f.open(x, "1 of 1.0.0")
		p.ResourceTokens()
		p.Function("a:m:f")
		again, err := os.ReadFile(path)
		if err != nil || !bytes.Equal(again, good) {
			t.Errorf("%s: the index was not made again: %v", name, err)
		}
	}
}

func flipped(text []byte, at int) []byte {
	text = bytes.Clone(text)
	text[at] ^= 0xff
	return text
}

// A compressed schema is unpacked once, and again when it changes or the copy is
// no good.
func TestUnpackedIsKept(t *testing.T) {
	t.Parallel()
	x := indexes{dir: newPrivate(t), least: 1}
	f := newSchemaFile(t, "a.json.gz", zipped(t, sample("1.0.0", 200)))
	f.open(x, "1 of 1.0.0")
	copies := kept(t, x.dir)[".json"]
	if len(copies) != 1 {
		t.Fatalf("got copies %v", copies)
	}
	before, err := os.Stat(copies[0])
	if err != nil {
		t.Fatal(err)
	}
	f.open(x, "1 of 1.0.0")
	if after, err := os.Stat(copies[0]); err != nil || !os.SameFile(before, after) {
		t.Errorf("it was unpacked again: %v", err)
	}
	for _, damaged := range []string{"", "x", sample("1.0.0", 100)} {
		if err := os.WriteFile(copies[0], []byte(damaged), 0o600); err != nil {
			t.Fatal(err)
		}
		f.open(x, "1 of 1.0.0")
	}
	f.write(zipped(t, sample("2.0.0", 200)), 2)
	f.open(x, "1 of 2.0.0")
	if now := kept(t, x.dir); len(now[".json"]) != 1 || len(now[".index"]) != 1 || now[".json"][0] == copies[0] {
		t.Errorf("of the older state there is still something: %v", now)
	}
	f.write(zipped(t, sample("2.0.0", 200))[:300], 3)
	if _, err := x.open(f.path, f.state(), schema.Config{}); err == nil {
		t.Error("half a file was opened")
	}
}

// Without a directory that can be written everything works, as it does where
// there is no room.
func TestNothingCanBeKept(t *testing.T) {
	t.Parallel()
	inTheWay := newSchemaFile(t, "file", "")
	for _, dir := range []string{"", filepath.Join(inTheWay.path, "inside")} {
		x := indexes{dir: dir, least: 1}
		newSchemaFile(t, "a.json", sample("1.0.0", 200)).open(x, "1 of 1.0.0")
		newSchemaFile(t, "a.json.gz", zipped(t, sample("1.0.0", 200))).open(x, "1 of 1.0.0")
	}
	dir := newPrivate(t)
	failing := io.MultiReader(strings.NewReader("some"), &limited{r: strings.NewReader("more"), left: 1})
	if err := (indexes{dir: dir, least: 1}).keep(filepath.Join(dir, "x.index"), failing); err == nil {
		t.Error("half a file was kept")
	}
	if got := kept(t, dir); len(got) != 0 {
		t.Errorf("something is left: %v", got)
	}
}

// Small schemas leave nothing behind.
func TestSmallSchemasAreNotKept(t *testing.T) {
	t.Parallel()
	dir := newPrivate(t)
	for _, name := range []string{"a.json", "a.json.gz"} {
		text := sample("1.0.0", 200)
		if name == "a.json.gz" {
			text = zipped(t, text)
		}
		f := newSchemaFile(t, name, text)
		if _, err := openIndexed(f.path, f.state(), dir, nil, nil); err != nil {
			t.Error(err)
		}
	}
	if got := kept(t, dir); len(got) != 0 {
		t.Errorf("got %v", got)
	}
}

// What nobody opens any more goes, and nothing that is not ours.
func TestTidy(t *testing.T) {
	t.Parallel()
	x := indexes{dir: newPrivate(t), least: 1}
	old := time.Now().Add(-keptUnused - time.Hour)
	stale := shortHash("gone") + "-" + shortHash("state")
	for name, at := range map[string]time.Time{
		stale + ".json": old, stale + ".index": old,
		"notes.json": old, "README": old, shortHash("x") + "-" + shortHash("y") + ".json": time.Now(),
	} {
		path := filepath.Join(x.dir, name)
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
	}
	newSchemaFile(t, "a.json", sample("1.0.0", 200)).open(x, "1 of 1.0.0")
	for name, want := range map[string]bool{
		stale + ".json": false, stale + ".index": false,
		"notes.json": true, "README": true, shortHash("x") + "-" + shortHash("y") + ".json": true,
	} {
		if _, err := os.Stat(filepath.Join(x.dir, name)); (err == nil) != want {
			t.Errorf("%s is there: %v, want %v", name, err == nil, want)
		}
	}
}

// A file that is in use is not forgotten.
func TestUse(t *testing.T) {
	t.Parallel()
	x := indexes{dir: newPrivate(t), least: 1}
	f := newSchemaFile(t, "a.json", sample("1.0.0", 200))
	f.open(x, "1 of 1.0.0")
	path := kept(t, x.dir)[".index"][0]
	old := time.Now().Add(-keptUnused)
	if err := os.Chtimes(path, old, old); err != nil {
		t.Fatal(err)
	}
	f.open(x, "1 of 1.0.0")
	if info, err := os.Stat(path); err != nil || time.Since(info.ModTime()) > time.Hour {
		t.Errorf("it seems to be unused since %v, %v", info.ModTime(), err)
	}
}

// Servers that share a directory do not disturb each other, whatever one of them
// finds there.
func TestSharedDirectory(t *testing.T) {
	t.Parallel()
	x := indexes{dir: newPrivate(t), least: 1}
	plain := newSchemaFile(t, "a.json", sample("1.0.0", 300))
	packed := newSchemaFile(t, "a.json.gz", zipped(t, sample("2.0.0", 300)))
	var wg sync.WaitGroup
	for server := range 8 {
		wg.Go(func() {
			for range 10 {
				for _, f := range []schemaFile{plain, packed} {
					p, err := x.open(f.path, f.state(), schema.Config{})
					if err != nil {
						t.Error(err)
						continue
					}
					want := "1 of " + p.Version()
					if r := p.Resource("a:m1:R1"); r == nil || r.Description != want {
						t.Errorf("got %+v, want %s", r, want)
					}
					if n := len(p.ResourceTokens()); n != 300 {
						t.Errorf("got %d resources", n)
					}
				}
				if server == 0 {
					stored, _ := filepath.Glob(filepath.Join(x.dir, "*.index"))
					for _, path := range stored {
						os.Remove(path)
					}
				}
			}
		})
	}
	wg.Wait()
}

func TestDefaultCache(t *testing.T) {
	t.Parallel()
	dir, err := DefaultCache()
	if err != nil {
		t.Skip(err)
	}
	if filepath.Base(dir) != "index" || filepath.Base(filepath.Dir(dir)) != "pcl-lsp" {
		t.Errorf("got %s", dir)
	}
}
