package syntax

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"
)

// checkChunks asserts the invariant of chunks, and that the ways to get at items
// agree.
func checkChunks(t testing.TB, f *File) {
	t.Helper()
	index, base, line := 0, 0, 0
	for i, c := range f.chunks {
		if n := len(c.items); n == 0 || n > mostInChunk || n < leastInChunk && len(f.chunks) > 1 {
			t.Fatalf("chunk %d of %d has %d items", i, len(f.chunks), n)
		}
		if c.first != index || c.base != base || c.line != line {
			t.Fatalf("chunk %d begins with item %d at %d, line %d; want item %d at %d, line %d", i, c.first, c.base, c.line, index, base, line)
		}
		length, lineEnds, some := 0, 0, mark(0)
		for k, it := range c.items {
			if it.Base != length || it.Line != lineEnds {
				t.Fatalf("item %d of chunk %d is at %d, line %d; want %d, line %d", k, i, it.Base, it.Line, length, lineEnds)
			}
			length, lineEnds, some = length+len(it.Text), lineEnds+it.lineEnds, some|c.marks[k]
		}
		if c.length != length || c.lineEnds != lineEnds || c.some != some || len(c.marks) != len(c.items) {
			t.Fatalf("chunk %d says %d bytes, %d line ends, %b; want %d, %d, %b", i, c.length, c.lineEnds, c.some, length, lineEnds, some)
		}
		index, base, line = index+len(c.items), base+length, line+lineEnds
	}
	checkItems(t, f, index)
}

// checkItems asserts that the ways to get at the items of a file agree.
func checkItems(t testing.TB, f *File, count int) {
	t.Helper()
	next := 0
	for i, it := range f.All() {
		at, _ := f.ItemAt(it.Base)
		end, _ := f.ItemAt(it.Span().End - 1)
		if i != next || f.Item(i) != it || at != it || end != it || f.IndexAt(it.Base) != i {
			t.Fatalf("item %d of All is %v; by index %v, at its place %v and %v", i, it.Span(), f.Item(i).Span(), at.Span(), end.Span())
		}
		next++
	}
	if next != count || f.Count() != count {
		t.Fatalf("All visits %d items, Count is %d, want %d", next, f.Count(), count)
	}
	if from := f.Count() * 2 / 3; from < count {
		for i, it := range f.From(from) {
			if i != from || it != f.Item(i) {
				t.Fatalf("item %d comes first from %d on", i, from)
			}
			break
		}
	}
}

// chunkPieces are texts to insert that break few items.
var chunkPieces = []string{"x", "x = 1\n", "\nx = 1\n", " ", "\n", "}", "}\n", "# c\n", "b = [1,\n", "resource a t {\n", "output o {\n}\n", "\xff", "\uFEFF"}

// randomEdit returns an edit that inserts a few items or parts of one, or removes as many on
// average, so that a file keeps about its size.
func randomEdit(rng *rand.Rand, text string) Edit {
	at := rng.Intn(len(text) + 1)
	end := at
	var insert strings.Builder
	switch rng.Intn(5) {
	case 0:
		end = min(len(text), at+rng.Intn(900))
	case 1:
		for range rng.Intn(90) {
			fmt.Fprintf(&insert, "n%d = %d\n", rng.Intn(1000), rng.Intn(1000))
		}
	default:
		end = min(len(text), at+rng.Intn(9))
		insert.WriteString(chunkPieces[rng.Intn(len(chunkPieces))])
	}
	start := strings.LastIndexByte(text[:at], '\n') + 1
	if rng.Intn(2) == 0 {
		return Edit{Span{Start: start, End: max(start, end)}, insert.String()}
	}
	return Edit{Span{Start: at, End: end}, insert.String()}
}

// TestChunksStayWithinBounds makes thousands of edits of a file of many items.
func TestChunksStayWithinBounds(t *testing.T) {
	t.Parallel()
	for _, items := range []int{0, 1000} {
		t.Run(fmt.Sprint(items), func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewSource(int64(items)))
			text := strings.Repeat("a = 1\nb = [\n]\n", items/2)
			f := Parse("m.pp", text, nil)
			most := 0
			for i := range 2000 {
				e := randomEdit(rng, text)
				text = text[:e.Span.Start] + e.Text + text[e.Span.End:]
				before := f
				f = f.Edited(e)
				checkChunks(t, f)
				wantShared(t, f, before)
				if i%200 == 0 {
					wantSameFile(t, f, text, fmt.Sprintf(" of many, the last being %v %q", e.Span, e.Text))
				}
				most = max(most, len(f.chunks))
			}
			if most < 3 {
				t.Errorf("the file had %d chunks at most", most)
			}
		})
	}
}

// wantShared asserts that SharedWith agrees with a comparison of all items.
func wantShared(t testing.TB, f, old *File) {
	t.Helper()
	most := min(f.Count(), old.Count())
	wantFirst, wantLast := 0, 0
	for wantFirst < most && f.Item(wantFirst).Item == old.Item(wantFirst).Item {
		wantFirst++
	}
	for wantLast < most-wantFirst && f.Item(f.Count()-1-wantLast).Item == old.Item(old.Count()-1-wantLast).Item {
		wantLast++
	}
	if first, last := f.SharedWith(old); first != wantFirst || last != wantLast {
		t.Fatalf("%d and %d of %d items are those of a file of %d, want %d and %d", first, last, f.Count(), old.Count(), wantFirst, wantLast)
	}
}

// TestSharedWith compares versions of a file that are some edits apart, and files
// that have items in common by their texts alone.
func TestSharedWith(t *testing.T) {
	t.Parallel()
	for seed := range int64(8) {
		rng := rand.New(rand.NewSource(seed))
		text := manyResources(60 * int(seed))
		versions := []*File{Parse("m.pp", text, nil)}
		for range 20 {
			f := versions[len(versions)-1]
			versions = append(versions, f.Edited(randomEdit(rng, f.Text())))
		}
		last := versions[len(versions)-1]
		versions = append(versions, Parse("m.pp", text, last), Parse("m.pp", last.Text(), last), Parse("m.pp", "", nil))
		for _, f := range versions {
			for _, old := range versions {
				wantShared(t, f, old)
			}
		}
	}
}

// TestEditKeepsChunks edits one item of many and counts the new chunks.
func TestEditKeepsChunks(t *testing.T) {
	t.Parallel()
	text := manyResources(5000)
	f := Parse("many.pp", text, nil)
	for n := 0; n < 5000; n += 499 {
		after := f.Edited(editIn(t, text, fmt.Sprintf("resource r%d ", n), "size = ", "size = 1"))
		known := map[*chunk]bool{}
		for _, c := range f.chunks {
			known[c.chunk] = true
		}
		fresh := 0
		for _, c := range after.chunks {
			if !known[c.chunk] {
				fresh++
			}
		}
		if fresh < 1 || fresh > 2 {
			t.Errorf("%d chunks of %d are new after an edit of r%d, want 1 or 2", fresh, len(after.chunks), n)
		}
	}
}

// TestPasteBeforeFew pastes many items into a file that has few.
func TestPasteBeforeFew(t *testing.T) {
	t.Parallel()
	few := strings.Repeat("a = 1\n", 5)
	for n := range 3 * mostInChunk {
		for _, at := range []int{0, len(few)} {
			e := Edit{Span{Start: at, End: at}, strings.Repeat("b = 2\n", n)}
			f := Parse("m.pp", few, nil).Edited(e)
			wantSameFile(t, f, few[:at]+e.Text+few[at:], fmt.Sprintf(" of few items, %d pasted at %d", n, at))
		}
	}
}

// TestSharedAlike compares versions of a file whose items are mostly equal, and so the same
// item.
func TestSharedAlike(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("a = 1\n", 300)
	f := Parse("m.pp", text, Parse("m.pp", "a = 1\n", nil))
	rng := rand.New(rand.NewSource(1))
	versions := []*File{f}
	for i := range 40 {
		at := len("a = 1\n") * rng.Intn(f.Count())
		e := Edit{Span{Start: at, End: at}, strings.Repeat("a = 1\n", rng.Intn(70))}
		switch {
		case i%3 == 0:
			e = Edit{Span{Start: at, End: at + len("a = 1\n")*rng.Intn(90)}, ""}
		case i%10 == 9:
			e.Text = "b = 2\n"
		}
		f = f.Edited(e)
		versions = append(versions, f)
	}
	for _, f := range versions {
		for _, old := range versions {
			wantShared(t, f, old)
		}
	}
}

// TestRemainsAcrossChunks puts the remains of a broken item at the start of a chunk, and
// elsewhere.
func TestRemainsAcrossChunks(t *testing.T) {
	t.Parallel()
	for n := range 2 * mostInChunk {
		before, behind := strings.Repeat("a = 1\n", n), strings.Repeat("a = 1\n", 2*mostInChunk-n)
		for broken, want := range map[string]int{"b = \"Hello\n": 1, "b = 1\n": 0} {
			f := Parse("m.pp", before+broken+"  world\"\n"+behind, nil)
			if len(f.remains) != want {
				t.Errorf("%q behind %d items leaves %v, want %d", broken, n, f.remains, want)
			}
		}
	}
}
