//go:build cgo && unix

package grammar

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	sitter "github.com/tree-sitter/go-tree-sitter"
)

const highlights = "tree-sitter/queries/highlights.scm"

// capture is a part of a text that a query names.
type capture struct {
	start, end int
	name       string
	pattern    uint
}

func captures(t testing.TB, query *sitter.Query, text string) (all []capture) {
	t.Helper()
	tree := parse(t, text, nil)
	defer tree.Close()
	cursor := sitter.NewQueryCursor()
	defer cursor.Close()
	matches := cursor.Matches(query, tree.RootNode(), []byte(text))
	for m := matches.Next(); m != nil; m = matches.Next() {
		for _, c := range m.Captures {
			name := query.CaptureNames()[c.Index]
			if !strings.HasPrefix(name, "_") {
				all = append(all, capture{int(c.Node.StartByte()), int(c.Node.EndByte()), name, m.PatternIndex})
			}
		}
	}
	return all
}

// TestHighlights: in a text with every kind of token, comments say how the line above them is colored: "^" is under the character, and "<-"
// is for the first one. The assertions reach every pattern of the query.
func TestHighlights(t *testing.T) {
	t.Parallel()
	bytes, err := os.ReadFile(filepath.Join(root, "editors/tree-sitter/test/highlight/tokens.pp"))
	if err != nil {
		t.Fatal(err)
	}
	query, _ := readQuery(t, highlights)
	text := string(bytes)
	all := captures(t, query, text)
	reached := map[uint]bool{}
	assertion := regexp.MustCompile(`^# *(\^+|<-) ([a-z.]+)$`)
	above, offset, asserted := 0, 0, 0
	for line := range strings.Lines(text) {
		m := assertion.FindStringSubmatchIndex(strings.TrimSuffix(line, "\n"))
		if m == nil {
			above = offset
		} else {
			first, last := m[2], m[3]
			if line[first] == '<' {
				first, last = 0, 1
			}
			for at := above + first; at < above+last; at++ {
				i := slices.IndexFunc(all, func(c capture) bool { return c.start <= at && at < c.end })
				switch want := line[m[4]:m[5]]; {
				case i < 0:
					t.Errorf("%q has no color, want %s", strings.SplitN(text[at:], "\n", 2)[0], want)
				case all[i].name != want:
					t.Errorf("%q is %s, want %s", strings.SplitN(text[at:], "\n", 2)[0], all[i].name, want)
				default:
					reached[all[i].pattern] = true
				}
				asserted++
			}
		}
		offset += len(line)
	}
	if asserted == 0 {
		t.Error("nothing is asserted")
	}
	for i := range query.PatternCount() {
		if at := query.StartByteForPattern(i); !reached[i] {
			t.Errorf("no assertion reaches the pattern at byte %d of %s", at, highlights)
		}
	}
}

// TestHighlightsAreDistinct: in all programs, no two names color one character.
func TestHighlightsAreDistinct(t *testing.T) {
	t.Parallel()
	query, _ := readQuery(t, highlights)
	for _, s := range samples(t) {
		all := captures(t, query, s.text)
		slices.SortFunc(all, func(a, b capture) int { return a.start - b.start })
		for i := 1; i < len(all); i++ {
			if all[i].start < all[i-1].end {
				t.Errorf("%s: %q is both %s and %s", s.path, s.text[all[i].start:all[i].end], all[i-1].name, all[i].name)
				break
			}
		}
	}
}
