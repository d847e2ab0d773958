// This file tests document synchronization: whatever a client does to a document, the server has the client's text.

package lsp

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"
)

const mainURI = "file:///p/main.pp"

// text returns the server's text of a document.
func (c *fakeClient) text(uri string) (text string) {
	c.t.Helper()
	c.result("test/text", object{"textDocument": object{"uri": uri}}, &text)
	return text
}

func TestPositionEncodingIsNegotiated(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		offered []string
		want    string
	}{
		{nil, "utf-16"},
		{[]string{"utf-16"}, "utf-16"},
		{[]string{"utf-8"}, "utf-8"},
		{[]string{"utf-32"}, "utf-32"},
		{[]string{"utf-16", "utf-8"}, "utf-8"},
		{[]string{"utf-8", "utf-16", "utf-32"}, "utf-8"},
		{[]string{"utf-16", "utf-32"}, "utf-16"},
		{[]string{"utf-32", "utf-16"}, "utf-32"},
		{[]string{"utf-32", "utf-16", "utf-8"}, "utf-8"},
		{[]string{"utf-7", "utf-32"}, "utf-32"},
		{[]string{"utf-7"}, "utf-16"},
	} {
		var result struct {
			Capabilities struct{ PositionEncoding string }
		}
		general := object{}
		if test.offered != nil {
			general["positionEncodings"] = test.offered
		}
		connect(t).result("initialize", object{"capabilities": object{"general": general}}, &result)
		if got := result.Capabilities.PositionEncoding; got != test.want {
			t.Errorf("for %v the encoding is %q, want %q", test.offered, got, test.want)
		}
	}
}

func TestChanges(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, before string
		changes      []object
		want         string
	}{
		{"insertion at the very start", "b", []object{partial(0, 0, 0, 0, "a")}, "ab"},
		{"insertion into nothing", "", []object{partial(0, 0, 0, 0, "a\nb")}, "a\nb"},
		{"deletion across lines", "one\ntwo\nthree\n", []object{partial(0, 2, 2, 2, "")}, "onree\n"},
		{"several changes, each on the result of the last", "abc", []object{partial(0, 0, 0, 1, ""), partial(0, 0, 0, 1, "")}, "c"},
		{"replacement of everything", "a\nb", []object{partial(0, 0, 9, 9, "z")}, "z"},
		{"whole text", "a\nb", []object{{"text": "z"}}, "z"},
		{"whole text with a null range", "a\nb", []object{{"range": nil, "text": "z"}}, "z"},
		{"whole, then partial, then whole", "a", []object{{"text": "xyz"}, partial(0, 1, 0, 2, "-"), {"text": "end"}}, "end"},
		{"beyond the line", "ab\ncd", []object{partial(0, 99, 0, 99, "!")}, "ab!\ncd"},
		{"beyond the line, before a carriage return", "ab\r\ncd", []object{partial(0, 99, 0, 99, "!")}, "ab!\r\ncd"},
		{"beyond the text", "ab\ncd", []object{partial(9, 0, 9, 0, "!")}, "ab\ncd!"},
		{"far beyond the text", "ab", []object{partial(4294967295, 4294967295, 4294967295, 4294967295, "!")}, "ab!"},
		{"negative position", "ab", []object{partial(-1, -1, -1, 5, "!")}, "!ab"},
		{"reversed range", "abcd", []object{partial(0, 3, 0, 1, "-")}, "a-d"},
		{"with a range length, wrong", "abcd", []object{{"range": partial(0, 1, 0, 2, "")["range"], "rangeLength": 77, "text": "-"}}, "a-cd"},
		{"with a member nobody knows", "abcd", []object{{"range": partial(0, 1, 0, 2, "")["range"], "extra": true, "text": "-"}}, "a-cd"},
		{"astral character, counted in code units", "a😀b", []object{partial(0, 3, 0, 4, "-")}, "a😀-"},
		{"nothing", "ab", []object{}, "ab"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			c := connect(t, withTestMethods).initialize("utf-16")
			c.open(mainURI, 1, test.before)
			c.change(mainURI, 2, test.changes...)
			if got := c.text(mainURI); got != test.want {
				t.Errorf("%q became %q, want %q", test.before, got, test.want)
			}
		})
	}
}

// TestCarelessClients: a mistake of a client costs at most that message.
func TestCarelessClients(t *testing.T) {
	t.Parallel()
	var kept keptFaults
	c := connect(t, withTestMethods, keeping(&kept)).initialize("utf-8")
	c.change(mainURI, 1, object{"text": "not open"})
	c.close(mainURI)
	c.open(mainURI, 5, "first")
	c.open(mainURI, 5, "second")
	if got := c.text(mainURI); got != "second" {
		t.Errorf("after opening twice the text is %q, want that of the second time", got)
	}
	c.change(mainURI, 3, partial(0, 0, 0, 0, "a")) // an older version
	c.change(mainURI, 3, partial(0, 0, 0, 0, "b")) // the same again
	c.frame(`{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"` + mainURI +
		`","version":null},"contentChanges":[{"range":{"start":{"line":0.0,"character":0},"end":{"line":0,"character":0}},"text":"c"}]}}`)
	c.frame(`{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"` + mainURI + `","version":2.0},"contentChanges":null}}`)
	c.notify("textDocument/didSave", object{"textDocument": object{"uri": mainURI}})
	c.notify("textDocument/didSave", object{"textDocument": object{"uri": "file:///elsewhere.pp"}})
	if got := c.text(mainURI); got != "cbasecond" {
		t.Errorf("the text is %q, want %q", got, "cbasecond")
	}
	c.close(mainURI)
	c.close(mainURI)
	if got := c.text(mainURI); got != "" {
		t.Errorf("a closed document has the text %q", got)
	}
	c.change(mainURI, 9, object{"text": "not open again"})
	c.alive()
	_, log := kept.all()
	for _, mistake := range []string{"not open", "does not increase"} {
		if n := strings.Count(log, mistake); n != 1 {
			t.Errorf("the log says %d times %q, want once:\n%s", n, mistake, log)
		}
	}
}

// TestOneFileIsOneDocument, however its URI is spelled.
func TestOneFileIsOneDocument(t *testing.T) {
	t.Parallel()
	c := connect(t, withTestMethods).initialize("utf-8")
	c.open("file:///p/a b+é#.pp", 1, "wrong: the fragment is not part of the path")
	c.open("file:///p/a%20b+%C3%A9.pp", 1, "text")
	for _, same := range []string{
		"file:///p/a%20b%2B%c3%a9.pp", "file:///p/a%20b%2Bé.pp", "file:///q/../p/./a%20b+é.pp", "file:///%70/a%20b+%C3%A9.pp",
	} {
		if got := c.text(same); got != "text" {
			t.Errorf("%s has the text %q, want that of the open document", same, got)
		}
	}
	for _, other := range []string{"untitled:Untitled-1", "git:/p/main.pp?ref=HEAD", "vscode-notebook-cell:/p/main.pp#1"} {
		c.open(other, 1, other)
		if got := c.text(other); got != other {
			t.Errorf("%s has the text %q", other, got)
		}
	}
}

// TestOrderedRandomEdits: after 5,000 edits, the server's text equals a string with the same edits, in every encoding.
func TestOrderedRandomEdits(t *testing.T) {
	t.Parallel()
	for _, encoding := range []string{"utf-8", "utf-16", "utf-32"} {
		t.Run(encoding, func(t *testing.T) {
			t.Parallel()
			random := rand.New(rand.NewPCG(7, 11))
			c := connect(t, withTestMethods).initialize(encoding)
			model := "resource \"a\" \"b:c:D\" {\n  x = \"é😀\"\r\n}\n"
			c.open(mainURI, 0, model)
			var asked []int
			var wanted []string
			for version := 1; version <= 5000; version++ {
				start, end := randomSpan(random, model)
				insert := randomText(random)
				if len(model) > 2000 {
					insert = ""
				}
				change := object{"text": insert, "range": object{
					"start": modelPosition(model, start, encoding), "end": modelPosition(model, end, encoding),
				}}
				model = model[:start] + insert + model[end:]
				c.change(mainURI, version, change)
				if version%50 == 0 {
					asked = append(asked, c.start("test/text", object{"textDocument": object{"uri": mainURI}}))
					wanted = append(wanted, model)
				}
			}
			for i, id := range asked {
				var got string
				if err := json.Unmarshal(c.answer(id).Result, &got); err != nil {
					t.Fatal(err)
				}
				if got != wanted[i] {
					t.Fatalf("after %d edits the server has\n%q\nand the client\n%q", (i+1)*50, got, wanted[i])
				}
			}
		})
	}
}

// randomSpan returns a small span of text between characters, never between a
// carriage return and its line feed.
func randomSpan(random *rand.Rand, text string) (start, end int) {
	boundary := func(i int) int {
		for i < len(text) && (!utf8.RuneStart(text[i]) || (text[i] == '\n' && i > 0 && text[i-1] == '\r')) {
			i++
		}
		return i
	}
	start = boundary(random.IntN(len(text) + 1))
	end = boundary(min(len(text), start+random.IntN(12)))
	return start, end
}

func randomText(random *rand.Rand) string {
	pieces := []string{"a", "x = ", "\n", "\r\n", "é", "😀", "e\u0301", "👩\u200d🚀", "\t", "{", "}", "\"", "${", ""}
	var b strings.Builder
	for range random.IntN(5) {
		b.WriteString(pieces[random.IntN(len(pieces))])
	}
	return b.String()
}

// modelPosition returns a position, found the slow way.
func modelPosition(text string, offset int, encoding string) object {
	before := text[:offset]
	line := strings.Count(before, "\n")
	before = before[strings.LastIndex(before, "\n")+1:]
	character := map[string]int{
		"utf-8":  len(before),
		"utf-16": len(utf16.Encode([]rune(before))),
		"utf-32": len([]rune(before)),
	}[encoding]
	return object{"line": line, "character": character}
}

// TestHugeDocument: a huge document is served, and its edits are right.
func TestHugeDocument(t *testing.T) {
	t.Parallel()
	c := connect(t, withTestMethods).initialize("utf-16")
	huge := strings.Repeat("# 0123456789abcdef😀\n", 16<<20/24)
	c.open(mainURI, 1, huge)
	c.change(mainURI, 2, partial(100_000, 2, 100_000, 18, "-"))
	c.change(mainURI, 3, partial(0, 0, 100_000, 0, ""), partial(1, 0, 99_999_999, 0, ""))
	if got, want := c.text(mainURI), "# -😀\n"; got != want {
		t.Errorf("the text is %.80q, want %q", got, want)
	}
}
