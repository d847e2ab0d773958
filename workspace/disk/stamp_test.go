package disk

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestStampTellsStatesApart(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "file")
	long := time.Now().Add(-time.Hour)
	put := func(path, text string, at time.Time) Stamp {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		return StampOf(info)
	}
	first := put(path, "a", long)
	if put(path, "ab", long) == first {
		t.Error("another length, same stamp")
	}
	if put(path, "a", long.Add(time.Nanosecond*1000)) == first {
		t.Error("another time, same stamp")
	}
	other := path + ".other"
	put(other, "b", long)
	if err := os.Rename(other, path); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if s := StampOf(info); s.Inode != 0 && s == first {
		t.Error("another file with the same length and time, same stamp")
	}
}

func TestDetectsChangesAfter(t *testing.T) {
	t.Parallel()
	now := time.Now().UnixNano()
	hour, second := int64(time.Hour), int64(time.Second)
	for _, test := range []struct {
		name  string
		stamp Stamp
		want  bool
	}{
		{"long ago", Stamp{Modified: now - hour, Changed: now - hour}, true},
		{"just now", Stamp{Modified: now - second, Changed: now - second}, false},
		{"moved here just now", Stamp{Modified: now - hour, Changed: now - second}, false},
		{"from the future", Stamp{Modified: now + hour, Changed: now - hour}, false},
		{"without a time", Stamp{Size: 1}, false},
	} {
		if got := test.stamp.DetectsChangesAfter(now); got != test.want {
			t.Errorf("%s: detects changes %t", test.name, got)
		}
	}
}
