package disk

import (
	"bytes"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// counting counts how often a disk is looked at.
type counting struct {
	Machine
	looks atomic.Int32
}

func (c *counting) Stat(p string) (fs.FileInfo, error) {
	c.looks.Add(1)
	return c.Machine.Stat(p)
}

func (c *counting) ReadDir(p string) ([]fs.DirEntry, error) {
	c.looks.Add(1)
	return c.Machine.ReadDir(p)
}

// folderOf is a folder with files, by name; a name that ends in a slash is a folder.
// Everything is old, unless fresh.
func folderOf(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := filepath.ToSlash(t.TempDir())
	for name, text := range files {
		write(t, path.Join(dir, name), text, strings.HasSuffix(name, "/"))
	}
	return dir
}

func write(t *testing.T, p, text string, folder bool) {
	t.Helper()
	err := os.MkdirAll(path.Dir(p), 0o755)
	if folder {
		err = os.MkdirAll(p, 0o755)
	} else if err == nil {
		err = os.WriteFile(p, []byte(text), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// later makes a file system that finds the present files old: their stamps count.
func later(base FS) *Seen {
	c := now(base)
	c.since += int64(time.Hour)
	return c
}

// now makes a file system that looks once and records.
func now(base FS) *Seen { return Watch(LookOnce(base)) }

// longAgo is older than any file of a test.
var longAgo = time.Date(2001, 1, 1, 0, 0, 0, 0, time.UTC)

func TestLooksOnce(t *testing.T) {
	t.Parallel()
	dir := folderOf(t, map[string]string{"a.pp": "x", "sub/": "", "Ünlaut/b": ""})
	disk := &counting{}
	c := LookOnce(disk)
	looks := func(what string, want int32, do func()) {
		t.Helper()
		before := disk.looks.Load()
		do()
		if got := disk.looks.Load() - before; got != want {
			t.Errorf("%s: %d looks, want %d", what, got, want)
		}
	}
	absent := func(p string) {
		t.Helper()
		if _, err := c.Stat(p); !IsAbsent(err) {
			t.Errorf("%s: %v", p, err)
		}
		if _, err := c.ReadDir(p); !IsAbsent(err) {
			t.Errorf("names in %s: %v", p, err)
		}
	}
	looks("an unknown folder", 2, func() { absent(dir + "/sub/no") })
	looks("the same again", 0, func() { absent(dir + "/sub/no") })
	looks("names", 1, func() { _, _ = c.ReadDir(dir + "/sub") })
	looks("a name that is not in the list", 0, func() { absent(dir + "/sub/other"); absent(dir + "/sub/deep/er") })
	looks("a name that may be spelt otherwise", 2, func() { absent(dir + "/sub/öther") })
	looks("a short name", 2, func() { absent(dir + "/sub/OTHER~1") })
	looks("a file", 1, func() { _, _ = c.Stat(dir + "/a.pp"); _, _ = c.Stat(dir + "/a.pp") })
	_, _ = c.ReadDir(dir)
	looks("among names that may be spelt otherwise", 2, func() { absent(dir + "/other") })
	if text, err := c.ReadFile(dir + "/a.pp"); string(text) != "x" || err != nil {
		t.Errorf("read %q, %v", text, err)
	}
}

// A path at which there is nothing counts as seen too: a check reports what appears there.
func TestAbsenceIsSeen(t *testing.T) {
	t.Parallel()
	for name, look := range map[string]func(c *Seen, p string){
		"names":     func(c *Seen, p string) { _, _ = c.ReadDir(p) },
		"existence": func(c *Seen, p string) { _, _ = c.Stat(p) },
		"target":    func(c *Seen, p string) { _, _ = c.RealPath(p) },
		"text":      func(c *Seen, p string) { _, _ = c.ReadFile(p) },
	} {
		dir := t.TempDir()
		c := now(Machine{})
		look(c, dir+"/new")
		if NewCheck(Machine{}).Changed(c) {
			t.Errorf("%s: something has changed", name)
		}
		if err := os.Mkdir(dir+"/new", 0o755); err != nil {
			t.Fatal(err)
		}
		if !NewCheck(Machine{}).Changed(c) {
			t.Errorf("%s: a check does not tell what came", name)
		}
	}
}

// A folder that vanishes, or one that comes, is seen as at the first look.
func TestStaysAsItWas(t *testing.T) {
	t.Parallel()
	dir := folderOf(t, map[string]string{"a/": ""})
	c := LookOnce(Machine{})
	_, _ = c.ReadDir(dir)
	write(t, dir+"/b", "", true)
	if _, err := c.Stat(dir + "/b"); !IsAbsent(err) {
		t.Errorf("the folder that came: %v", err)
	}
}

func TestLedgerHolds(t *testing.T) {
	t.Parallel()
	files := map[string]string{"p/main.pp": "one", "p/schemas/x.json": "{}", "p/empty/": "", "asset": "1"}
	for _, test := range []struct {
		name   string
		change func(t *testing.T, dir string)
		holds  bool
	}{
		{"nothing", func(*testing.T, string) {}, true},
		{"the same text again", func(t *testing.T, dir string) { write(t, dir+"/p/main.pp", "one", false) }, true},
		{"a fresh checkout", func(t *testing.T, dir string) {
			_ = os.Remove(dir + "/p/main.pp")
			write(t, dir+"/p/main.pp", "one", false)
		}, true},
		{"another text of the same length", func(t *testing.T, dir string) { write(t, dir+"/p/main.pp", "two", false) }, false},
		{"another length", func(t *testing.T, dir string) { write(t, dir+"/p/main.pp", "three", false) }, false},
		{"a text that is gone", func(t *testing.T, dir string) { _ = os.Remove(dir + "/p/main.pp") }, false},
		{"a text that became a folder", func(t *testing.T, dir string) {
			_ = os.Remove(dir + "/p/main.pp")
			write(t, dir+"/p/main.pp", "", true)
		}, false},
		{"a new name in a folder", func(t *testing.T, dir string) { write(t, dir+"/p/new.pp", "", false) }, false},
		{"a new name elsewhere", func(t *testing.T, dir string) { write(t, dir+"/elsewhere", "", false) }, true},
		{"a text that only was there", func(t *testing.T, dir string) { write(t, dir+"/asset", "23", false) }, true},
		{"what was there is gone", func(t *testing.T, dir string) { _ = os.Remove(dir + "/asset") }, false},
		{"what was not there came", func(t *testing.T, dir string) { write(t, dir+"/p/Pulumi.yaml", "", false) }, false},
		{"what was not looked for elsewhere came", func(t *testing.T, dir string) { write(t, dir+"/Pulumi.yaml", "", false) }, false},
		{"another state of a file that others read", func(t *testing.T, dir string) { write(t, dir+"/p/schemas/x.json", "{ }", false) }, false},
		{"a file that could not be read", func(t *testing.T, dir string) { write(t, dir+"/large", "", false) }, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			for kind, of := range map[string]func(FS) *Seen{"by stamps": later, "by texts": now} {
				dir := folderOf(t, files)
				c := of(Machine{})
				for _, d := range []string{"/p", "/p/empty", "/p/none"} {
					_, _ = c.ReadDir(dir + d)
				}
				for _, p := range []string{"/p/main.pp", "/asset", "/p/Pulumi.yaml", "/Pulumi.yaml"} {
					_, _ = c.Stat(dir + p)
				}
				_, _ = c.ReadFile(dir + "/p/main.pp")
				_, _ = c.ReadFile(dir + "/large")
				_, _ = Watch(c).StatFile(dir + "/p/schemas/x.json")
				ledger := NewLedger([16]byte{})
				numbers, ok := ledger.Add(c)
				if !ok {
					t.Fatal("it cannot be kept")
				}
				test.change(t, dir)
				if got := kept(t, ledger).Compare(Machine{}).Holds(numbers); got != test.holds {
					t.Errorf("%s: holds %t", kind, got)
				}
			}
		})
	}
}

// kept is a ledger after it was kept.
func kept(t *testing.T, ledger *Ledger) *Kept {
	t.Helper()
	same := func(path string) string { return path }
	k, rest, ok := ReadLedger(string(ledger.Append(nil, same)), same)
	if !ok || rest != "" {
		t.Fatalf("the form of a ledger cannot be read (%d bytes are left)", len(rest))
	}
	return k
}

// A text that was read twice and changed between is not kept: it is not known which of them
// counted.
func TestUnsteadyTextIsNotKept(t *testing.T) {
	t.Parallel()
	dir := folderOf(t, map[string]string{"a": "1"})
	c := now(Machine{})
	_, _ = c.ReadFile(dir + "/a")
	write(t, dir+"/a", "2", false)
	_, _ = c.ReadFile(dir + "/a")
	if _, ok := NewLedger([16]byte{}).Add(c); ok {
		t.Error("it is kept")
	}
}

// The state of a folder that changed just now cannot be told from its next one.
func TestUnsettledFolderIsNotKept(t *testing.T) {
	t.Parallel()
	dir := folderOf(t, map[string]string{"a/": ""})
	stamped := func(c *Seen) *Seen {
		_, _ = Watch(c).StatPath(dir + "/a")
		return c
	}
	if _, ok := NewLedger([16]byte{}).Add(stamped(now(Machine{}))); ok {
		t.Error("a folder that was just made is kept")
	}
	ledger := NewLedger([16]byte{})
	if numbers, ok := ledger.Add(stamped(later(Machine{}))); !ok || !kept(t, ledger).Compare(Machine{}).Holds(numbers) {
		t.Error("an old folder is not kept")
	}
}

// A text that was written just now, with the content it had, may get another one with the same stamp.
func TestFreshStampIsNotKept(t *testing.T) {
	t.Parallel()
	dir := folderOf(t, map[string]string{"a": "1"})
	c := later(Machine{})
	_, _ = c.ReadFile(dir + "/a")
	ledger := NewLedger([16]byte{})
	numbers, _ := ledger.Add(c)
	_ = os.Remove(dir + "/a")
	write(t, dir+"/a", "1", false)
	for _, age := range []time.Duration{0, time.Hour} {
		compared := kept(t, ledger).Compare(Machine{})
		compared.since += int64(age)
		holds := compared.Holds(numbers)
		o, _ := compared.observation(numbers[0])
		if hasStamp := o.Stamp != (Stamp{}); !holds || !compared.IsRenewed() || hasStamp != (age > 0) {
			t.Errorf("after %v it holds: %t, renewed: %t, with a stamp: %t", age, holds, compared.IsRenewed(), hasStamp)
		}
	}
}

// What is kept of a text is a hash that says nothing without the text, and is another one in each
// ledger.
func TestLedgerHasNoText(t *testing.T) {
	t.Parallel()
	dir := folderOf(t, map[string]string{"a": "hunter2-hunter2"})
	var ledgers [2]*Ledger
	for i := range ledgers {
		c := now(Machine{})
		_, _ = c.ReadFile(dir + "/a")
		ledgers[i] = NewLedger([16]byte{})
		ledgers[i].Add(c)
		if b := ledgers[i].Append(nil, path.Clean); bytes.Contains(b, []byte("hunter2")) {
			t.Error("the text is in the ledger")
		}
	}
	if ledgers[0].seen[0].Sum == ledgers[1].seen[0].Sum {
		t.Error("the same hash in two ledgers")
	}
}
