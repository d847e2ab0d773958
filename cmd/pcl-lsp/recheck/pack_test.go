package recheck

import (
	"crypto/sha256"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/workspace/disk"
)

func same(path string) string { return path }

func somePack() []byte {
	p := pack{
		depth: 3, salt: strings.Repeat("s", saltSize), variables: map[string]string{"HOME": strings.Repeat("h", sha256.Size), "": strings.Repeat("i", sha256.Size)},
		results: map[string]packed{"a": newPacked([]int32{7, 0, 300}, "", []byte("{}")), "b\x00c": newPacked(nil, "/w", nil)},
	}
	return p.append(nil, disk.NewLedger([16]byte{1}).Append(nil, same), noListings().Append(nil))
}

func noListings() *disk.Listings { return disk.NewListings(same, same) }

// A pack is read as it was written, and no beginning of one is one.
func TestPack(t *testing.T) {
	t.Parallel()
	form := string(somePack())
	p, ok := readPack(form, same, noListings())
	if !ok || p.depth != 3 || len(p.variables) != 2 || !slices.Equal(slices.Sorted(maps.Keys(p.results)), []string{"a", "b\x00c"}) {
		t.Fatalf("read %v, %t", p, ok)
	}
	if reads, place, value, ok := p.results["a"].parts(); !ok || !slices.Equal(reads, []int32{0, 7, 300}) || place != "" || value != "{}" {
		t.Errorf("read %v, %q, %q", reads, place, value)
	}
	if reads, place, value, ok := p.results["b\x00c"].parts(); !ok || len(reads) != 0 || place != "/w" || value != "" {
		t.Errorf("read %v, %q, %q", reads, place, value)
	}
	for n := range len(form) {
		if _, ok := readPack(form[:n], same, noListings()); ok {
			t.Errorf("the first %d bytes are a pack", n)
		}
	}
}

// Whatever is in the place of a pack, reading it ends.
func FuzzReadPack(f *testing.F) {
	f.Add(string(somePack()))
	f.Fuzz(func(t *testing.T, text string) {
		if p, ok := readPack(text, same, noListings()); ok {
			for _, result := range p.results {
				result.parts()
			}
		}
	})
}
