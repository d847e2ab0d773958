// This file tests formatting of documents and ranges, and while typing.

package lsp

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestFormattingOffer: only a client that supports several ranges is offered to format them.
func TestFormattingOffer(t *testing.T) {
	t.Parallel()
	for want, capabilities := range map[string]object{
		`true`:                   {},
		`{"rangesSupport":true}`: {"textDocument": object{"rangeFormatting": object{"rangesSupport": true}}},
	} {
		var offer struct {
			Capabilities struct {
				Ranges json.RawMessage `json:"documentRangeFormattingProvider"`
				OnType json.RawMessage `json:"documentOnTypeFormattingProvider"`
			} `json:"capabilities"`
		}
		connect(t).result("initialize", object{"capabilities": capabilities}, &offer)
		if got := string(offer.Capabilities.Ranges); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		if got := string(offer.Capabilities.OnType); got != `{"firstTriggerCharacter":"}","moreTriggerCharacter":["\n"]}` {
			t.Errorf("on type: got %s", got)
		}
	}
}

// TestFormattingOfParts: ranges are in the encoding of the client, and options change nothing.
func TestFormattingOfParts(t *testing.T) {
	t.Parallel()
	const text = "x = \"𐐀𐐀\"\n\na=1\n\nb=\"𐐀\"   # x\n\nc=1\n\nr \"a\" {\n  y = \"𐐀\"\n t={\n"
	span := func(startLine, startChar, endLine, endChar int) object {
		return partial(startLine, startChar, endLine, endChar, "")["range"].(object)
	}
	for _, test := range []struct {
		method string
		params object
		want   string
	}{
		{"formatting", object{}, "2:0-3:0 \"a = 1\\n\", 4:0-5:0 \"b = \\\"𐐀\\\" # x\\n\", 6:0-7:0 \"c = 1\\n\""},
		{"rangeFormatting", object{"range": span(2, 1, 2, 1)}, "2:0-3:0 \"a = 1\\n\""},
		{"rangeFormatting", object{"range": span(5, 0, 2, 1)}, "2:0-3:0 \"a = 1\\n\", 4:0-5:0 \"b = \\\"𐐀\\\" # x\\n\""},
		{"rangeFormatting", object{"range": span(0, 0, 1, 0)}, ""},
		{"rangesFormatting", object{"ranges": []object{span(4, 2, 4, 3), span(6, 0, 6, 0)}}, "4:0-5:0 \"b = \\\"𐐀\\\" # x\\n\", 6:0-7:0 \"c = 1\\n\""},
		{"rangesFormatting", object{"ranges": []object{}}, ""},
		{"onTypeFormatting", object{"position": object{"line": 5, "character": 0}, "ch": "\n"}, "4:1-4:1 \" \", 4:2-4:2 \" \", 4:6-4:9 \" \", 6:1-6:1 \" \", 6:2-6:2 \" \""},
		{"onTypeFormatting", object{"position": object{"line": 11, "character": 0}, "ch": "\n"}, "10:0-10:1 \"  \", 10:2-10:2 \" \", 10:3-10:3 \" \", 11:0-11:0 \"    \""},
	} {
		test.params["textDocument"] = object{"uri": mainURI}
		test.params["options"] = object{"tabSize": 8, "insertSpaces": false, "insertFinalNewline": false}
		client := connect(t).initialize("utf-16")
		client.open(mainURI, 1, text)
		var edits []struct {
			Range   wireRange
			NewText string
		}
		client.result("textDocument/"+test.method, test.params, &edits)
		var got []string
		for _, e := range edits {
			quoted := strings.ReplaceAll(strings.ReplaceAll(e.NewText, `"`, `\"`), "\n", `\n`)
			got = append(got, e.Range.String()+" \""+quoted+"\"")
		}
		if strings.Join(got, ", ") != test.want {
			t.Errorf("%s %v:\n got %s\nwant %s", test.method, test.params, strings.Join(got, ", "), test.want)
		}
		test.params["textDocument"] = object{"uri": "file:///elsewhere/notes.txt"}
		if m := client.call("textDocument/"+test.method, test.params); string(m.Result) != "[]" {
			t.Errorf("%s of a file of no program: got %s %v", test.method, m.Result, m.Error)
		}
	}
}
