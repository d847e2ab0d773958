package schemas

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/pcl-lsp/pcl-lsp/typesys/schema"
)

// What others may have put into the directory is not believed, and nothing is added.
func TestDirectoryOfOthers(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("there are no such permissions")
	}
	x := indexes{dir: newPrivate(t), least: 1}
	packed := newSchemaFile(t, "a.json.gz", zipped(t, sample("1.0.0", 300)))
	packed.open(x, "1 of 1.0.0")
	unpacked := kept(t, x.dir)[".json"]
	if len(unpacked) != 1 {
		t.Fatalf("kept %q", unpacked)
	}
	if err := os.WriteFile(unpacked[0], []byte(sample("6.6.6", 300)), 0o600); err != nil {
		t.Fatal(err)
	}
	packed.open(x, "1 of 6.6.6") // as it is in a directory of one's own
	if err := os.Chmod(x.dir, 0o777); err != nil {
		t.Fatal(err)
	}
	packed.open(x, "1 of 1.0.0")
	before := fmt.Sprint(kept(t, x.dir))
	newSchemaFile(t, "b.json.gz", zipped(t, sample("2.0.0", 300))).open(x, "1 of 2.0.0")
	newSchemaFile(t, "b.json", sample("3.0.0", 300)).open(x, "1 of 3.0.0")
	if after := fmt.Sprint(kept(t, x.dir)); after != before {
		t.Errorf("before %s, after %s", before, after)
	}
}

// A file that is kept has its old text or its new one, also if the new one cannot be read to its end.
func TestKeptWhole(t *testing.T) {
	t.Parallel()
	x := indexes{dir: newPrivate(t), least: 1}
	path := filepath.Join(x.dir, "a-b.json")
	if err := x.keep(path, strings.NewReader("old")); err != nil {
		t.Fatal(err)
	}
	half := io.MultiReader(strings.NewReader("ne"), iotest.ErrReader(errors.New("no more")))
	if err := x.keep(path, half); err == nil {
		t.Error("half a text was kept")
	}
	if text, err := os.ReadFile(path); string(text) != "old" || err != nil {
		t.Errorf("kept is %q, %v", text, err)
	}
}

// A text that turns out to be no schema is not kept, however well it is packed.
func TestBombIsNotKept(t *testing.T) {
	t.Parallel()
	x := indexes{dir: newPrivate(t), least: 1}
	for _, text := range []string{
		`{"name":"a","version":"1.0.0",` + strings.Repeat(" ", 8<<20),
		`{"name":"a","version":"1.0.0","resources":` + strings.Repeat("[", 1<<20),
		`{"name":"a","version":"1.0.0","resources":` + strings.Repeat(`{"a":`, 1<<20),
	} {
		f := newSchemaFile(t, "a.json.gz", zipped(t, text))
		if _, err := x.open(f.path, f.state(), schema.Config{}); err == nil {
			t.Errorf("%.60q is a schema", text)
		}
		if left := kept(t, x.dir); len(left) > 0 {
			t.Errorf("%.60q left %q", text, left)
		}
	}
}

// All that is unpacked together has a bound: those go that were not opened for longest.
func TestUnpackedIsBounded(t *testing.T) {
	t.Parallel()
	x := indexes{dir: newPrivate(t), least: 1}
	var old []string
	for i := range 3 {
		f := newSchemaFile(t, fmt.Sprintf("%d.json", i), "")
		f.write("", i)
		name := x.file(f.path, f.state(), ".json")
		old = append(old, name)
		if err := os.Rename(f.path, name); err != nil {
			t.Skip("the directories are on two disks:", err)
		}
		if err := os.Truncate(name, maxUnpacked/2-1); err != nil {
			t.Skip("there are no files with holes:", err)
		}
		at := time.Now().Add(time.Duration(i-3) * time.Hour)
		if err := os.Chtimes(name, at, at); err != nil {
			t.Fatal(err)
		}
	}
	newSchemaFile(t, "a.json.gz", zipped(t, sample("1.0.0", 300))).open(x, "1 of 1.0.0")
	for i, name := range old {
		if _, err := os.Stat(name); (err == nil) != (i == 2) {
			t.Errorf("%d: %v", i, err)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(x.dir, "*.json")); len(left) != 2 {
		t.Errorf("left: %q", left)
	}
}
