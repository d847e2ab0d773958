package syntax

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pcl-lsp/pcl-lsp/analysis/language"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
)

// TestTextForms parses texts that a fixture cannot hold.
func TestTextForms(t *testing.T) {
	t.Parallel()
	cases := []struct{ name, text, want string }{
		{"empty", "", ""},
		{"byte order mark", "\uFEFFa = 1\n", "local a [0,9)\n"},
		{"byte order mark, alone", "\uFEFF", "blank - [0,3)\n"},
		{"byte order mark, broken", "\uFEFFa = (\n", "local a [0,9)\n" +
			"  error syntax.paren [9,9) \"\": The text ends before the last ( is closed; add ).\n    related [7,8) \"(\": opened here\n"},
		{
			"byte order mark, late", "a = 1\n\uFEFFb = 2\n",
			"error syntax.character [6,9) \"\\ufeff\": A byte order mark may stand at the beginning of the file only; remove it.\n" +
				"local a [0,6)\nlocal b [6,15)\n",
		},
		{"no final line end", "a = 1", "local a [0,5)\n"},
		{"blank", " \t\r\n\n", "blank - [0,5)\n"},
		{"lone carriage return", "a = 1\rb = 2\n", "local a [0,12)\n" +
			"  error syntax.character [5,6) \"\\r\": A carriage return needs a line feed behind it here; save the file with LF or CRLF line ends.\n"},
		{"nul", "a = 1\x00\nb = 2\n", "local a [0,7)\n" +
			"  error syntax.character [5,6) \"\\x00\": The character \"\\x00\" has no meaning here; remove it.\nlocal b [7,13)\n"},
		{
			"invalid UTF-8", "a = \"\xff\xfe\"\nb = a\n",
			"error syntax.encoding [5,6) \"\\xff\": The file is not valid UTF-8 at this byte; save it as UTF-8.\n" +
				"local a [0,9)\nlocal b [9,15)\n  free: a\n",
		},
		{
			"invalid UTF-8 where a name may stand", "a = \xff\xfe\n",
			"error syntax.encoding [4,5) \"\\xff\": The file is not valid UTF-8 at this byte; save it as UTF-8.\n" +
				"local a [0,7)\n  free: __\n",
		},
		{"replacement character is valid", "a = \"\uFFFD\"\n", "local a [0,10)\n"},
		{"names of letters", "größe = 1\nb = größe\n", "local größe [0,12)\nlocal b [12,24)\n  free: größe\n"},
		{"heredoc with CRLF", "a = <<E\r\n}\r\nE\r\nb = 2\r\n", "local a [0,15)\nlocal b [15,22)\n"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			f := Parse("text.pp", c.text, nil)
			checkTiling(t, f)
			if diff := cmp.Diff(c.want, dumpFile(f)); diff != "" {
				t.Errorf("%q (-want +got):\n%s", c.text, diff)
			}
		})
	}
}

// TestParseItemReportsFurtherItems gives ParseItem texts that Parse would cut.
func TestParseItemReportsFurtherItems(t *testing.T) {
	t.Parallel()
	it := ParseItem("a = 1\nb = 2\n# end\n")
	if it.Name != "a" || it.Attr() == nil || len(it.Errors) != 1 || it.Errors[0].Span != (Span{Start: 6, End: 12}) {
		t.Errorf("got %q, %v", it.Name, it.Errors)
	}
}

// TestErrorsOf moves errors at the end of an item to the end of its last line,
// unless the file ends there.
func TestErrorsOf(t *testing.T) {
	t.Parallel()
	cases := []struct {
		text string
		want Span
	}{
		{"a = foo(1,\nb = 2\n", Span{Start: 10, End: 11}},
		{"z = 1\na = foo(1,\n", Span{Start: 17, End: 17}},
	}
	for _, c := range cases {
		f := Parse("m.pp", c.text, nil)
		var got []Span
		for _, it := range f.All() {
			for _, e := range f.ErrorsOf(it) {
				got = append(got, e.Span)
			}
		}
		if len(got) != 1 || got[0] != c.want {
			t.Errorf("%q: got %v, want %v", c.text, got, c.want)
		}
	}
}

// TestEveryCodeIsReached finds each syntax code in the errors of a fixture or of one of its own
// texts.
func TestEveryCodeIsReached(t *testing.T) {
	t.Parallel()
	seen := map[codes.Code]bool{}
	collect := func(text string) {
		f := Parse("m.pp", text, nil)
		for _, e := range f.Errors {
			seen[e.Code] = true
		}
		for _, it := range f.All() {
			for _, e := range it.Errors {
				seen[e.Code] = true
			}
		}
	}
	for _, text := range fixtureInputs(t) {
		collect(text)
	}
	collect("a = \"\xff\"\n")
	collect("a = \"x")
	collect("a = " + strings.Repeat("(", 1000))
	for _, d := range codes.All() {
		if isSyntax(d.Code) && !seen[d.Code] {
			t.Errorf("no text gives %s", d.Code)
		}
	}
}

func isSyntax(code codes.Code) bool { return strings.HasPrefix(string(code), "syntax.") }

// TestKinds visits every kind.
func TestKinds(t *testing.T) {
	t.Parallel()
	want := []string{"config", "resource", "read", "component", "output", "hook", "pulumi", "package"}
	if diff := cmp.Diff(want, language.Keywords()); diff != "" {
		t.Errorf("keywords (-want +got):\n%s", diff)
	}
	for _, word := range want {
		if got := language.KindOf(word).String(); got != word {
			t.Errorf("KindOf(%q) is %s", word, got)
		}
	}
	for k := KindUnknown; k <= KindBlank; k++ {
		if k.String() == "" || k.String() == "invalid" {
			t.Errorf("kind %d has the name %q", k, k)
		}
	}
	for _, word := range []string{"", "local", "stray", "blank", "unknown", "Resource"} {
		if language.KindOf(word) != KindUnknown {
			t.Errorf("KindOf(%q) is %s", word, language.KindOf(word))
		}
	}
}

// TestItemAt finds items by offset.
func TestItemAt(t *testing.T) {
	t.Parallel()
	f := Parse("m.pp", "a = 1\nb = 2\n", nil)
	for offset, want := range map[int]string{0: "a", 5: "a", 6: "b", 11: "b", 12: "b"} {
		if it, ok := f.ItemAt(offset); !ok || it.Name != want {
			t.Errorf("at %d: %q, %v; want %q", offset, it.Name, ok, want)
		}
	}
	if _, ok := Parse("m.pp", "", nil).ItemAt(0); ok {
		t.Error("an empty file has an item")
	}
}
