package syntax

import (
	"fmt"
	"strings"
	"testing"
)

// TestWordsOf pairs brackets in valid and broken text. An open bracket doesn't affect others.
func TestWordsOf(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ text, want string }{
		{`a = [1, (2)] # end`, "(2) [1, (2)]"},
		{"b {\n c = \"x${d.e}y\"\n}\n", "${d.e} \"x${d.e}y\" {\n c = \"x${d.e}y\"\n}"},
		{"h = <<E\ntext ${x}\nE\n", "${x} <<E\ntext ${x}\nE"},
		{`a = [1, (2 ] }`, "[1, (2 ]"},
		{`a = { b = ] }`, "{ b = ] }"},
		{"", ""},
		{"\x00 ${ \" <<", ""},
	} {
		var got []string
		for _, b := range WordsOf(test.text).Brackets {
			got = append(got, test.text[b.Around().Start:b.Around().End])
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("%q: got %q, want %q", test.text, got, test.want)
		}
	}
	if got := fmt.Sprint(WordsOf("# one\r\n/* two\n */ a = 1 // three").Comments); got != "[{0 5} {7 17} {24 32}]" {
		t.Errorf("comments: %s", got)
	}
}
