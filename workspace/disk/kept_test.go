package disk

import (
	"path"
	"slices"
	"testing"
)

// views are one view of each form.
func views() []View {
	sum := View{}.Sum
	sum[3] = 1
	return []View{{}, {What: Directory, Sum: sum}, {What: File, Stamp: Stamp{5, 1 << 60, -1, 1 << 63, 0o644}}, {What: File, Stamp: Stamp{Size: 1}, Sum: sum}, {What: Unreadable, Sum: sum}}
}

// paths are paths as a working directory /w/d sees them, by the names in the form.
var paths = map[string]string{
	"a/b.pp": "/w/d/a/b.pp", "a": "/w/d/a", ".": "/w/d", "..": "/w", "../..": "/", "../x": "/w/x", "../../y": "/y", "../../y/z": "/y/z", "~": "/home", "~/.pulumi": "/home/.pulumi",
	"/": "/", "/abs": "/abs", "/abs/x": "/abs/x", "a/.pcl/schemas": "/w/d/a/.pcl/schemas",
}

func pathOf(name string) string {
	switch {
	case path.IsAbs(name):
		return name
	case name[0] == '~':
		return "/home" + name[1:]
	}
	return path.Join("/w/d", name)
}

// What a ledger lists is read as it was, whatever the names of its paths are.
func TestLedgerIsKept(t *testing.T) {
	t.Parallel()
	l := NewLedger([16]byte{})
	for name := range paths {
		for i, v := range views() {
			l.list(Observation{Look{Path: name, Kind: Kind(i)}, v})
		}
		l.list(Observation{Look{name, Names, ".pp .pcl"}, View{}})
	}
	form := string(l.Append(nil, func(name string) string { return name }))
	k, rest, ok := ReadLedger(form+"rest", pathOf)
	if !ok || rest != "rest" || k.salt != l.Salt || k.len() != len(l.seen) {
		t.Fatalf("read %v, %q left", ok, rest)
	}
	c := k.Compare(Machine{})
	for n, want := range l.seen {
		want.Path = paths[want.Path]
		if got, ok := c.observation(int32(n)); !ok || got != want {
			t.Errorf("%d: got %v, want %v", n, got, want)
		}
	}
	if again, ok := c.Append(nil); !ok || string(again) != form {
		t.Errorf("it is kept otherwise again (%t)", ok)
	}
	for n := range len(form) {
		if _, _, ok := ReadLedger(form[:n], pathOf); ok {
			t.Errorf("the first %d bytes are a ledger", n)
		}
	}
}

// Whatever is in the place of a ledger, reading it ends, and so does comparing.
func FuzzReadLedger(f *testing.F) {
	l := NewLedger([16]byte{1})
	for _, v := range views() {
		l.list(Observation{Look{Path: "a/b", Kind: Names, Endings: ".pp"}, v})
	}
	f.Add(string(l.Append(nil, path.Clean)))
	f.Fuzz(func(t *testing.T, text string) {
		k, _, ok := ReadLedger(text, func(name string) string { return "/nowhere/" + name })
		if !ok || k.len() > 1000 {
			return
		}
		c := k.Compare(LookOnce(Machine{}))
		for n := range int32(k.len()) {
			c.Holds([]int32{n})
			c.observation(n)
		}
		c.Append(nil)
		NewLedger([16]byte{1}).AddAgain(c, slices.Collect(func(yield func(int32) bool) {
			for n := int32(0); n < int32(k.len()) && yield(n); n++ {
			}
		}))
	})
}
