package syntax

import (
	"math/rand"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestEveryPrefixTiles parses every prefix of every fixture.
func TestEveryPrefixTiles(t *testing.T) {
	t.Parallel()
	for name, text := range fixtureInputs(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for n := range len(text) {
				checkTiling(t, Parse(name, text[:n], nil))
			}
		})
	}
}

// TestEveryDeletionTiles parses every fixture without each of its bytes.
func TestEveryDeletionTiles(t *testing.T) {
	t.Parallel()
	for name, text := range fixtureInputs(t) {
		if strings.HasPrefix(name, "unclosed_") {
			continue // the fixture open_… differs from this one by a few deletions
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for n := range len(text) {
				checkTiling(t, Parse(name, text[:n]+text[n+1:], nil))
			}
		})
	}
}

// TestLineEndsDoNotMatter parses every fixture with CRLF: kinds, names and
// codes stay the same.
func TestLineEndsDoNotMatter(t *testing.T) {
	t.Parallel()
	for name, text := range fixtureInputs(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			crlf := Parse(name, strings.ReplaceAll(text, "\n", "\r\n"), nil)
			checkTiling(t, crlf)
			if diff := cmp.Diff(outline(Parse(name, text, nil)), outline(crlf)); diff != "" {
				t.Errorf("CRLF changes items (-LF +CRLF):\n%s\ninput:\n%s", diff, text)
			}
		})
	}
}

// outline lists what a change of blanks must not change.
func outline(f *File) []string {
	var lines []string
	for _, it := range f.All() {
		lines = append(lines, it.Kind.String()+" "+it.Name)
		if it.Block() != nil {
			lines = append(lines, "  "+dumpBody(it.Block().Body))
		}
		for _, e := range it.Errors {
			lines = append(lines, "  "+string(e.Code))
		}
	}
	return lines
}

// TestItemsDependOnTheirTextOnly asserts that invariant: parsing the text of an item alone
// gives an equal item.
func TestItemsDependOnTheirTextOnly(t *testing.T) {
	t.Parallel()
	for name, text := range fixtureInputs(t) {
		f := Parse(name, text, nil)
		for _, it := range f.All() {
			alone, same := fileOf(ParseItem(it.Text)), fileOf(it.Item)
			if diff := cmp.Diff(dumpFile(same), dumpFile(alone)); diff != "" {
				t.Errorf("%s: item differs alone (-in file +alone):\n%s\nitem: %q", name, diff, it.Text)
			}
		}
	}
}

// fileOf returns a file of one item.
func fileOf(it *Item) *File {
	b := fileBuilder{items: []Placed{{Item: it}}, marks: []mark{0}}
	return b.file()
}

// TestReuse edits one item and asserts that every other item is the same value.
func TestReuse(t *testing.T) {
	t.Parallel()
	text := "a = 1\n\nresource b \"t\" {\n  x = 1\n}\nc = [1,\nd = 4\n"
	before := Parse("m.pp", text, nil)
	after := Parse("m.pp", "# new\n"+strings.Replace(text, "x = 1", "x = 22", 1), before)
	checkTiling(t, after)
	var kept []string
	for i, it := range after.All() {
		if it.Item == before.Item(i).Item {
			kept = append(kept, it.Name)
		}
	}
	if diff := cmp.Diff([]string{"c", "d"}, kept); diff != "" {
		t.Errorf("items kept (-want +got):\n%s", diff)
	}
	if again := Parse("m.pp", after.Text(), after); again.Item(0).Item != after.Item(0).Item {
		t.Error("an unchanged text was parsed again")
	}
}

// TestReparseEqualsParse applies random edits and compares with a fresh parse.
func TestReparseEqualsParse(t *testing.T) {
	t.Parallel()
	pieces := []string{"\n", "{", "}", "\"", "${", "(", "]", "a = 1\n", "resource x \"y\" {\n", "<<E\n", "E\n", " ", "#", "é", "\xff"}
	for name, text := range fixtureInputs(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewSource(int64(len(text))))
			f := Parse(name, text, nil)
			for range 25 {
				at := rng.Intn(f.Len() + 1)
				end := min(f.Len(), at+rng.Intn(4))
				edited := f.Text()[:at] + pieces[rng.Intn(len(pieces))] + f.Text()[end:]
				f = Parse(name, edited, f)
				checkTiling(t, f)
				if diff := cmp.Diff(dumpFile(Parse(name, edited, nil)), dumpFile(f)); diff != "" {
					t.Fatalf("reparsing differs (-fresh +reused):\n%s\ninput: %q", diff, edited)
				}
			}
		})
	}
}
