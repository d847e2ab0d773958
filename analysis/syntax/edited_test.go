package syntax

import (
	"fmt"
	"maps"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
)

// editPieces are texts to insert: openers, closers and heads.
var editPieces = []string{
	"", "", "{", "}", "}\n", "{\n", "\"", "${", "(", ")", "[", "]", "\n", "\n\n", "\r\n", "\r", " ", "  ", "x", "x = 1\n", "\nx = ", "= ",
	"resource a \"t\" {\n", "resource a t {", "config c string {\n  default = 1\n}\n", "output o {", "\nresource b \"t\" {\n  k = 1\n}\n", "foo {\n",
	"<<EOT", "<<EOT\n", "<<-EOT\n", "EOT", "EOT\n", "\nEOT\n", "E", "<<E\n", "E\n", "<", "/*", "*/", "/", "*", "# c\n", "// c\n", "#", "\uFEFF", "é", "\xff", "\xc3",
	"%{ if a }", "\\", "$", "a = <<EOT\n  ${\nEOT\n", "a = (\n", "b = [1,\n", "\"\n", "~}", "a = \"${x}\n",
}

// wantSameFile asserts that a file equals the result of Parse for a text.
func wantSameFile(t *testing.T, got *File, text, history string) {
	t.Helper()
	checkChunks(t, got)
	wantDistinctItems(t, got, history)
	want := Parse(got.Path, text, nil)
	show := func(f *File) string {
		var b strings.Builder
		fmt.Fprintf(&b, "%d bytes, %d lines\n", f.Len(), f.LineCount())
		for i, it := range f.All() {
			fmt.Fprintf(&b, "%d, line %d, marks %b: %s %q %q %v\n", it.Base, it.Line, f.marksOf(i), it.Kind, it.Name, it.Text, f.ErrorsOf(it))
		}
		fmt.Fprintf(&b, "errors %v, lost %q\n", f.Errors, f.LostNames())
		return b.String()
	}
	same := got.Len() == len(text) && got.Count() == want.Count() && got.some == want.some
	for i := 0; same && i < want.Count(); i++ {
		g, w := got.Item(i), want.Item(i)
		same = got.marksOf(i) == want.marksOf(i) && g.Base == w.Base && g.Line == w.Line && g.Text == w.Text && g.Kind == w.Kind && len(g.Errors) == len(w.Errors)
	}
	if !same || len(got.Errors)+len(want.Errors)+len(got.remains)+len(want.remains) > 0 || got.some&markStray != 0 {
		if diff := cmp.Diff(show(want), show(got)); diff != "" {
			t.Fatalf("a file differs from a parsed one (-parsed +edited):\n%s\ntext: %q\nedits:%s", diff, text, history)
		}
		if !same {
			t.Fatalf("a file differs from a parsed one\ntext: %q\nedits:%s", text, history)
		}
	}
}

// wantDistinctItems asserts that no item stands at two places of a file. Features use items as keys of what depends on their place.
func wantDistinctItems(t *testing.T, file *File, history string) {
	t.Helper()
	at := map[*Item]int{}
	for _, it := range file.All() {
		if base, twice := at[it.Item]; twice {
			t.Fatalf("the items at %d and %d are one: %q\nedits:%s", base, it.Base, it.Text, history)
		}
		at[it.Item] = it.Base
	}
}

// TestEqualTextsAreDistinctItems makes further items with the text of another one, above and below it, by edits and in a text that replaces all.
func TestEqualTextsAreDistinctItems(t *testing.T) {
	t.Parallel()
	const line, text = "a = 1\n", "b = 2\n\na = 1\n\na = 1\n# c\nresource r \"t\" {\n}\n"
	for at := range len(text) + 1 {
		file := Parse("main.pp", text, nil)
		for range 3 {
			now := file.Text()
			file = file.Edited(Edit{Span{Start: at, End: at}, line})
			wantSameFile(t, file, now[:at]+line+now[at:], "")
			wantDistinctItems(t, file.Replaced(strings.Repeat(file.Text(), 3)), "all of it, three times")
			wantDistinctItems(t, file.Replaced(text).Replaced(file.Text()), "back and forth")
		}
	}
}

// FuzzFileEdits asserts that a file after any edits equals the result of Parse for its text.
func FuzzFileEdits(f *testing.F) {
	for _, text := range fixtureInputs(f) {
		f.Add(text, []byte{3, 40, 200, 3, 2, 120, 7, 28, 0, 10, 1, 33, 9, 200, 60, 50})
	}
	f.Add("resource a \"t\" {\n  x = <<EOT\n  one\n  EOT\n}\nb = 1\nresource c \"t\" {\n}\n", []byte{0, 60, 8, 0, 1, 200, 0, 34})
	f.Add(strings.Repeat("a = 1\nb = [\n]\n", 100), []byte{70, 0, 255, 40, 10, 1, 250, 0, 120, 2, 200, 0, 128, 9, 8, 33, 0, 0, 0, 48})
	f.Fuzz(func(t *testing.T, text string, script []byte) {
		if len(text) > longest || len(script) > 200 {
			t.Skip()
		}
		file := Parse("fuzz.pp", text, nil)
		history := fmt.Sprintf(" of %q", text)
		for len(script) >= 4 {
			at := (int(script[0])<<8 | int(script[1])) * (len(text) + 1) >> 16
			end := min(len(text), at+int(script[2])/8)
			if script[2] == 255 {
				end = len(text)
			}
			e := Edit{Span{Start: at, End: end}, editPieces[int(script[3])%len(editPieces)]}
			script = script[4:]
			text = text[:e.Span.Start] + e.Text + text[e.Span.End:]
			history += fmt.Sprintf("\n  %v %q", e.Span, e.Text)
			if len(text) > longest {
				return
			}
			file = file.Edited(e)
			wantSameFile(t, file, text, history)
		}
		if file.Text() != text {
			t.Fatalf("the text is %q, want %q", file.Text(), text)
		}
	})
}

// TestEditedEqualsParse makes random edits of the fixtures and of all of them in a
// row.
func TestEditedEqualsParse(t *testing.T) {
	t.Parallel()
	inputs := fixtureInputs(t)
	all := ""
	for _, name := range slices.Sorted(maps.Keys(inputs)) {
		if len(inputs[name]) < 2000 {
			all += inputs[name] + "\n"
		}
	}
	inputs["all of them"] = all
	for name, text := range inputs {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for seed := range int64(testsize.EditedSeeds) {
				editAtRandom(t, name, text, rand.New(rand.NewSource(seed)))
			}
		})
	}
}

func editAtRandom(t *testing.T, name, text string, rng *rand.Rand) {
	t.Helper()
	file, history := Parse(name, text, nil), fmt.Sprintf(" of %q", text)
	for range 40 {
		at := rng.Intn(len(text) + 1)
		end := min(len(text), at+max(0, rng.Intn(12)-4))
		e := Edit{Span{Start: at, End: end}, editPieces[rng.Intn(len(editPieces))]}
		text = text[:at] + e.Text + text[end:]
		history += fmt.Sprintf("\n  %v %q", e.Span, e.Text)
		file = file.Edited(e)
		wantSameFile(t, file, text, history)
	}
}

// TestEditedAlone makes edits where a part of a file is split differently from the file as a
// whole.
func TestEditedAlone(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, text, old, by string }{
		{"a byte order mark that is out of place", "a = 1\n\uFEFFb = {\n}\n~x\nc = 1\n", "~x", "~y"},
		{"a comment that is never closed", "resource a t {\n}\n/*\nb = 1\nresource c t {\n}\n", "/*\n", "/* x\n"},
		{"behind such a comment", "resource a t {\n}\n/*\nb = 1\nresource c t {\n  d = 1\n}\n", "d = 1", "*/"},
		{"the end of a heredoc far above", "a = <<E\nresource b t {\n}\nresource c t {\n}\nresource d t {\n  x = 1\n}\n", "  x = 1\n", "E\n"},
		{"it is taken away", "a = <<E\nresource b t {\n}\nresource c t {\n}\nresource d t {\nE\n}\n", "E\n}", "F\n}"},
		{"another heredoc takes it", "a = <<E\nresource b t {\n}\nresource c t {\n  x = 1\nE\n}\n", "x = 1", "x = <<E"},
		{"a head in a heredoc", "a = <<E\nresource b t {\n}\nE\nc = 1\n", "b t {", "b t"},
		{"all is taken away in front of a stray mark", "a = 1\n\uFEFFb = 2\nc\n", "a = 1\n", ""},
		{"the last line end", "resource a t {\n}\n# b", "# b", "b = 1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			e := editIn(t, c.text, "", c.old, c.by)
			f := Parse("m.pp", c.text, nil).Edited(e)
			text := c.text[:e.Span.Start] + e.Text + c.text[e.Span.End:]
			wantSameFile(t, f, text, c.name)
			back := Edit{Span{Start: e.Span.Start, End: e.Span.Start + len(e.Text)}, c.old}
			wantSameFile(t, f.Edited(back), c.text, c.name+", undone")
			wantSameFile(t, Parse("m.pp", c.text, nil).Edited(e, back, e), text, c.name+", redone")
		})
	}
}
