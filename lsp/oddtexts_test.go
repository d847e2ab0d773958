// This file tests texts with unusual characters and line endings in every encoding. It compares every place of every answer with the result of slow
// counting.

package lsp

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
)

// oddPieces are inserted before and into names and strings of a program.
var oddPieces = []string{
	"😀", "é", "e\u0301", "👩\u200d🚀", "\t", "\u200b", "\u2028", "\u0085", "\x00", "\ufeff", "\r", "\r\n", "\n", "𝒳", "़", "🇩🇪", "\uFFFD",
}

// blank removes what formatting may change.
var blank = strings.NewReplacer(" ", "", "\t", "", "\r", "", "\n", "")

// slowPlace returns a position, found by counting characters. A line ends with a line feed, a carriage return or both.
func slowPlace(text string, offset int, encoding string) (line, char int) {
	for at := 0; at < offset; {
		r, size := utf8.DecodeRuneInString(text[at:])
		switch {
		case r == '\r' && strings.HasPrefix(text[at:], "\r\n"):
			if at+1 >= offset {
				return line, char
			}
			line, char, size = line+1, 0, 2
		case r == '\r' || r == '\n':
			line, char = line+1, 0
		case encoding == "utf-8":
			char += size
		case encoding == "utf-16":
			char += len(utf16.Encode([]rune{r}))
		default:
			char++
		}
		at += size
	}
	return line, char
}

func slowPosition(text string, offset int, encoding string) object {
	line, char := slowPlace(text, offset, encoding)
	return object{"line": line, "character": char}
}

// slowOffset returns the offset at a position; negative if no character starts there.
func slowOffset(text string, line, char int, encoding string) int {
	for offset := 0; offset <= len(text); offset++ {
		if offset < len(text) && !utf8.RuneStart(text[offset]) {
			continue
		}
		if l, c := slowPlace(text, offset, encoding); l == line && c == char {
			return offset
		}
	}
	return -1
}

// oddProgram returns a program with odd pieces, and the offset of a use of a local.
func oddProgram(random *rand.Rand) (text string, use int) {
	odd := func() string {
		s := ""
		for range random.IntN(4) {
			s += oddPieces[random.IntN(len(oddPieces))]
		}
		return s
	}
	inLine := func() string { return strings.NewReplacer("\r", "", "\n", "").Replace(odd()) }
	before := "/* " + odd() + " */" + []string{"\n", "\r\n"}[random.IntN(2)] + "größe = \"" + inLine() + "\"\n/*" + odd() + "*/ o = [ \"" + inLine() + "\", "
	return before + "größe,  nirgends ]\n# " + inLine(), len(before)
}

// TestOddTexts: with astral characters, combining marks, joiners, tabs, zero bytes, byte order marks and every line ending, all places and edits are
// right in UTF-8, UTF-16 and UTF-32.
func TestOddTexts(t *testing.T) {
	testsize.NotRaced(t, "it does one thing after another")
	t.Parallel()
	for _, encoding := range []string{"utf-8", "utf-16", "utf-32"} {
		t.Run(encoding, func(t *testing.T) {
			t.Parallel()
			random := rand.New(rand.NewPCG(17, 4))
			c := connect(t, withTestMethods).initialize(encoding)
			for round := range 60 {
				uri := fmt.Sprintf("file:///p%d/main.pp", round)
				text, use := oddProgram(random)
				c.open(uri, 1, text)
				document := object{"uri": uri}
				cut := func(r wireRange) string {
					start, end := slowOffset(text, r.Start.Line, r.Start.Character, encoding), slowOffset(text, r.End.Line, r.End.Character, encoding)
					if start < 0 || end < start {
						t.Fatalf("%+v is no range of %q", r, text)
					}
					return text[start:end]
				}
				at := object{"textDocument": document, "position": slowPosition(text, use+len("grö"), encoding)}
				var hover struct{ Range wireRange }
				c.result("textDocument/hover", at, &hover)
				if got := cut(hover.Range); got != "größe" {
					t.Errorf("hover is about %q in %q", got, text)
				}
				var places []struct{ Range wireRange }
				c.result("textDocument/documentHighlight", at, &places)
				for _, p := range places {
					if got := cut(p.Range); got != "größe" {
						t.Errorf("highlighted is %q in %q", got, text)
					}
				}
				if len(places) != 2 {
					t.Errorf("%d places of the local in %q", len(places), text)
				}
				found := false
				for _, d := range c.published(uri, 1).Diagnostics {
					raw, _ := json.Marshal(d.Range)
					var r wireRange
					_ = json.Unmarshal(raw, &r)
					place := cut(r)
					found = found || place == "nirgends" && d.Code != nil
				}
				if !found {
					t.Errorf("nothing is said about the unknown name in %q: %+v", text, c.published(uri, 1))
				}
				var items struct {
					Items []struct {
						Label    string
						TextEdit *struct{ Range, Insert, Replace wireRange }
					}
				}
				c.result("textDocument/completion", at, &items)
				offered := false
				for _, item := range items.Items {
					if item.Label == "größe" {
						offered = true
						if item.TextEdit != nil && !strings.HasPrefix(cut(item.TextEdit.Range), "grö") {
							t.Errorf("completion replaces %q in %q", cut(item.TextEdit.Range), text)
						}
					}
				}
				if !offered {
					t.Errorf("the local is not offered in %q", text)
				}
				var edits []struct {
					Range   wireRange
					NewText string
				}
				c.result("textDocument/formatting", object{"textDocument": document, "options": object{"tabSize": 2, "insertSpaces": true}}, &edits)
				for _, e := range edits {
					if blank.Replace(cut(e.Range)) != blank.Replace(e.NewText) {
						t.Errorf("formatting replaces %q by %q in %q", cut(e.Range), e.NewText, text)
					}
				}
				c.change(uri, 2, object{"text": "x", "range": object{
					"start": slowPosition(text, use, encoding), "end": slowPosition(text, use+len("größe"), encoding),
				}})
				if got, want := c.text(uri), text[:use]+"x"+text[use+len("größe"):]; got != want {
					t.Errorf("%q became %q", text, got)
				}
				c.close(uri)
			}
		})
	}
}

// TestEndsOfTexts: every request is answered for an empty text, one without a final line ending, a single byte order mark or zero byte, and bytes that
// are not characters.
func TestEndsOfTexts(t *testing.T) {
	t.Parallel()
	c := connect(t, withSchemas(t)).initialize("utf-16")
	for i, text := range []string{"", "a", "a = 1", "\ufeff", "\ufeffa = 1", "\x00", "a = \"\x00", "\r", "a = 1\r", "\n\r\n\r", "resource", "a = \"\uFFFD"} {
		uri := fmt.Sprintf("file:///e%d/main.pp", i)
		c.open(uri, 1, text)
		c.wantAllAnswered(uri, text, 0, len(text))
	}
	// A frame need not be UTF-8 to be JSON for some clients.
	c.frame("{\"jsonrpc\":\"2.0\",\"method\":\"textDocument/didOpen\",\"params\":{\"textDocument\":{\"uri\":\"file:///bad/main.pp\",\"languageId\":\"pcl\",\"version\":1,\"text\":\"a = \\\"\xff\xfe\\\"\\n\"}}}")
	c.wantAllAnswered("file:///bad/main.pp", "", 0)
}

func manyConfigs(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "config c%d number {\n}\n", i)
	}
	return b.String()
}

// askedOfLong are the requests that an editor sends while the user types; make test-long sends all.
var askedOfLong = []string{
	"textDocument/hover", "textDocument/completion", "textDocument/definition",
}

// TestLongLineAndManyBlocks: a line of ten megabytes and a hundred thousand blocks are served, and an edit of them is checked.
func TestLongLineAndManyBlocks(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"line":   "a = \"" + strings.Repeat("é", testsize.LineBytes/2) + "\"" + beside,
		"blocks": manyConfigs(testsize.Blocks) + beside,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := connect(t, withSchemas(t)).initialize("utf-16")
			c.open(mainURI, 1, text)
			at := slowPosition(text, len(text)-8, "utf-16")
			for _, r := range stormRequests(mainURI, at) {
				if !testsize.Long() && !slices.Contains(askedOfLong, r.method) {
					continue
				}
				if m := c.call(r.method, r.params); m.Error != nil && !isRefusal(r.method, m.errorCode()) {
					t.Errorf("%s failed: %.300s", r.method, said(m))
				}
			}
			c.change(mainURI, 2, partial(0, 0, 0, 0, "z = 1\n"))
			found := false
			for _, d := range c.published(mainURI, 2).Diagnostics {
				found = found || fmt.Sprint(d.Code) == "name.undefined"
			}
			if !found {
				t.Error("the item behind is not checked")
			}
		})
	}
}
