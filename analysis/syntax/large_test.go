package syntax

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
)

// A file above the limit answers questions about its text and has no items. After any edits a
// file is large if and only if its text is above the limit, and equals a parsed one if not.
func TestEditsAroundTheLimit(t *testing.T) {
	t.Parallel()
	for seed := range int64(300) {
		random := rand.New(rand.NewSource(seed))
		limit := Limit{Bytes: 300, Lines: 25}
		text := strings.Repeat("a = 1\nbc = \"é𝔞\"\r\n", random.Intn(20))
		f := ParseWithin(limit, OneByOne, "a.pp", text, nil)
		history := fmt.Sprintf(" of %q", text)
		for range 12 {
			start := random.Intn(len(text) + 1)
			e := Edit{Span{Start: start, End: start + random.Intn(len(text)-start+1)/(1+random.Intn(6))}, editPieces[random.Intn(len(editPieces))]}
			if random.Intn(3) == 0 {
				e.Text = strings.Repeat(e.Text+"x", random.Intn(200))
			}
			text = text[:e.Span.Start] + e.Text + text[e.Span.End:]
			history += fmt.Sprintf("\n  %v %q", e.Span, e.Text)
			f = f.Edited(e)
			wantWithin(t, limit, f, text, history)
		}
	}
}

func wantWithin(t *testing.T, limit Limit, f *File, text, history string) {
	t.Helper()
	if large := len(text) > limit.Bytes || CountLines(text) > limit.Lines; f.IsLarge() != large || f.Text() != text {
		t.Fatalf("large is %t, want %t; the text is %q, want %q\nedits:%s", f.IsLarge(), large, f.Text(), text, history)
	}
	if !f.IsLarge() {
		wantSameFile(t, f, text, history)
		return
	}
	if len(f.Errors) != 1 || f.Errors[0].Code != codes.FileSize {
		t.Fatalf("the errors are %v\nedits:%s", f.Errors, history)
	}
	m := NewMapper(text)
	for offset := range len(text) + 1 {
		line, char := m.Position(offset, UTF16)
		gotLine, gotChar := f.Position(offset, UTF16)
		if line != gotLine || char != gotChar || m.Offset(line, char, UTF16) != f.Offset(line, char, UTF16) {
			t.Fatalf("offset %d is %d:%d, want %d:%d\nedits:%s", offset, gotLine, gotChar, line, char, history)
		}
	}
}

// The pieces of a large file end with lines. An edit makes new ones only around it.
func TestPieces(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("# "+strings.Repeat("x", 97)+"\n", 20_000)
	f := ParseWithin(LimitOf(1), OneByOne, "a.pp", text, nil)
	if n := f.Count(); !f.IsLarge() || n < 30 || n > 31 {
		t.Fatalf("large is %t, %d pieces", f.IsLarge(), n)
	}
	edited := f.Edited(Edit{Span{Start: 1_000_000, End: 1_000_001}, "y\n"})
	first, last := edited.SharedWith(f)
	if text := text[:1_000_000] + "y\n" + text[1_000_001:]; edited.Text() != text || first+last < f.Count()-3 {
		t.Errorf("%d pieces before and %d behind are shared, of %d", first, last, f.Count())
	}
}
