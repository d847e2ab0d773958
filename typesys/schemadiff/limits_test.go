package schemadiff_test

import (
	"crypto/sha256"
	"fmt"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
	"github.com/pcl-lsp/pcl-lsp/typesys/schemadiff"
)

// TestPairsAreLimited: up to 250,000 pairs of old and new properties are compared, and up to as many of members; of more members, those with the same name
// in another module are paired, and of more properties none.
func TestPairsAreLimited(t *testing.T) {
	testsize.Full(t, "the limit is thousands of members")
	t.Parallel()
	word := func(i int) string { return fmt.Sprintf("%x", sha256.Sum256([]byte{byte(i), byte(i >> 8)}))[:20] } // not like the others
	properties := func(n int, name string) string {
		var all []string
		for i := range n {
			all = append(all, fmt.Sprintf("%q: {\"type\": \"string\"}", fmt.Sprintf(name, word(i))))
		}
		return `{"name": "pen", "version": "1.0.0", "resources": {"pen:index:Pen": {"inputProperties": {` + strings.Join(all, ", ") + `}}}}`
	}
	members := func(n int, token string) string {
		var all []string
		for i := range n {
			all = append(all, fmt.Sprintf("\"pen:%s\": {\"inputProperties\": {\"size%s\": {\"type\": \"string\"}}}", fmt.Sprintf(token, word(i)), word(i)))
		}
		return `{"name": "pen", "version": "1.0.0", "resources": {` + strings.Join(all, ", ") + `}}`
	}
	for _, test := range []struct {
		what           string
		before, after  func(n int) string
		within, beyond int // how many are renamed
	}{
		{"properties", func(n int) string { return properties(n, "colorOf%sPens") }, func(n int) string { return properties(n, "colourOf%sPens") }, 500, 0},
		{"members", func(n int) string { return members(n, "old:Color%sPen") }, func(n int) string { return members(n, "new:Colour%sPen") }, 500, 0},
		{"members of the same names", func(n int) string { return members(n, "old:Pen%s") }, func(n int) string { return members(n, "new:Pen%s") }, 500, 501},
	} {
		for n, want := range map[int]int{500: test.within, 501: test.beyond} {
			changes := compare(t, open(t, []byte(test.before(n))), open(t, []byte(test.after(n))))
			renamed := map[string]bool{}
			for _, c := range changes {
				if c.Kind == schemadiff.Renamed {
					renamed[c.Token+" "+c.Property] = true
				}
			}
			if got := len(renamed); got != want {
				t.Errorf("%d %s: %d are renamed, want %d", n, test.what, got, want)
			}
		}
	}
}
