// This file tests that formatting edits fit the text that they were requested for, however fast the user types.

package lsp

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/format"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// TestFormattingWhileTyping requests formatting after every letter and reads no answer before everything is typed. Each edit, applied to its text, adds
// and removes only white space (and what ends a line), and formatting everything gives the format of that text.
func TestFormattingWhileTyping(t *testing.T) {
	t.Parallel()
	const typed = "}\n\nresource 😀 é \"subnet\" {\nnetworkId=network.id\n  c= [1 ,{\na=1\n b  = \"😀\"}]\n}\r\nx22  =2\n"
	for _, encoding := range []string{"utf-8", "utf-16", "utf-32"} {
		t.Run(encoding, func(t *testing.T) {
			t.Parallel()
			random := rand.New(rand.NewPCG(2, 9))
			c := connect(t).initialize(encoding)
			text := "a=1 # 😀\n\noutput b {\nvalue=\"😀${a}\"\n\nc =  2\n"
			c.open(mainURI, 0, text)
			type question struct {
				id     int
				text   string
				method string
			}
			var asked []question
			at, version := strings.Index(text, "\nc ="), 0
			for _, r := range typed {
				insert := string(r)
				if random.IntN(8) == 0 {
					insert += "x"
				}
				here := modelPosition(text, at, encoding)
				text = text[:at] + insert + text[at:]
				at += len(insert)
				version++
				c.change(mainURI, version, object{"text": insert, "range": object{"start": here, "end": here}})
				position := modelPosition(text, at, encoding)
				for method, params := range map[string]object{
					"formatting":       {},
					"rangeFormatting":  {"range": object{"start": modelPosition(text, 0, encoding), "end": position}},
					"onTypeFormatting": {"position": position, "ch": insert[len(insert)-1:]},
				} {
					params["textDocument"] = object{"uri": mainURI}
					params["options"] = object{"tabSize": 4, "insertSpaces": true}
					asked = append(asked, question{c.start("textDocument/"+method, params), text, method})
				}
			}
			changed := 0
			for _, q := range asked {
				var edits []wireEdit
				if err := json.Unmarshal(c.answer(q.id).Result, &edits); err != nil {
					t.Fatal(err)
				}
				changed += len(edits)
				got := applyWire(t, q.text, edits, encoding)
				if want, got := wordsOf(q.text), wordsOf(got); want != got {
					t.Fatalf("%s of\n%q\nleaves other words:\n%q\n%+v", q.method, want, got, edits)
				}
				if want := formattedText(q.text); q.method == "formatting" && got != want {
					t.Fatalf("%s of\n%q\ngot  %q\nwant %q", q.method, q.text, got, want)
				}
			}
			if changed == 0 {
				t.Error("nothing was laid out")
			}
		})
	}
}

type wireEdit struct {
	Range   wireRange
	NewText string
}

// applyWire applies edits the slow way, with positions found by trying every place of the text.
func applyWire(t *testing.T, text string, edits []wireEdit, encoding string) string {
	t.Helper()
	places := make(map[[2]int]int)
	for i := range text + "\n" {
		p := modelPosition(text, i, encoding)
		places[[2]int{p["line"].(int), p["character"].(int)}] = i
	}
	type step struct{ start, end int }
	var steps []step
	for _, e := range edits {
		start, found := places[[2]int{e.Range.Start.Line, e.Range.Start.Character}]
		end, also := places[[2]int{e.Range.End.Line, e.Range.End.Character}]
		if !found || !also {
			t.Fatalf("%s is no range of\n%q", e.Range, text)
		}
		steps = append(steps, step{start, end})
	}
	if !slices.IsSortedFunc(steps, func(a, b step) int { return a.end - b.start }) {
		t.Fatalf("edits overlap, or are not in order: %+v", edits)
	}
	for i, s := range slices.Backward(steps) {
		text = text[:s.start] + edits[i].NewText + text[s.end:]
	}
	return text
}

// wordsOf returns a text without white space.
func wordsOf(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}, text)
}

// formattedText returns the formatted text of a file.
func formattedText(text string) string {
	var out strings.Builder
	at := 0
	for _, e := range format.Edits(syntax.Parse("main.pp", text, nil)) {
		out.WriteString(text[at:e.Span.Start])
		out.WriteString(e.Text)
		at = e.Span.End
	}
	out.WriteString(text[at:])
	return out.String()
}
