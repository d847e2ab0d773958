package cursor

import (
	"math/rand"
	"strings"
	"testing"
)

// TestRead asserts the form and the word at a cursor, which is a bar.
func TestRead(t *testing.T) {
	t.Parallel()
	names := map[Form]string{
		FormNothing: "nothing", FormTopLevel: "top level", FormHeader: "header", FormEntry: "entry", FormKey: "key",
		FormOperand: "operand", FormMember: "member", FormQuoted: "quoted", FormIn: "in",
	}
	tests := []struct{ text, form, word string }{
		{"|", "top level", ""},
		{"re|source", "top level", "resource"},
		{"resource a|", "header", "a"},
		{`resource a "t" |`, "header", ""},
		{`resource a "t|x`, "quoted", "tx"},
		{"resource a \"t\" {\n  x|", "entry", "x"},
		{"resource a \"t\" {\n  x = 1 |", "nothing", ""},
		{"resource a \"t\" {\n  options {\n    |", "entry", ""},
		{"x = |", "operand", ""},
		{"x = a.|b", "member", "b"},
		{"x = a[0].|", "member", ""},
		{"x = f().|", "member", ""},
		{"x = a.*.|", "member", ""},
		{"x = a |", "nothing", ""},
		{"x = a + |", "operand", ""},
		{"x = 12|", "nothing", ""},
		{"x = { |", "key", ""},
		{"x = { a = 1, b|c }", "key", "bc"},
		{"x = { a = 1\n b = |", "operand", ""},
		{"x = { a: |", "operand", ""},
		{"x = [{ a = 1 }, |", "operand", ""},
		{"x = [for |", "nothing", ""},
		{"x = [for a |", "in", ""},
		{"x = [for a, |", "nothing", ""},
		{"x = [for a in |", "operand", ""},
		{"x = [for a in b : a if |", "operand", ""},
		{"x = {for k, v in b : k => |", "operand", ""},
		{`x = "a|b"`, "quoted", "ab"},
		{`x = "a${|`, "operand", ""},
		{`x = "a${b}|`, "nothing", ""},
		{`x = "$${|"`, "quoted", "$${"},
		{`x = "%{ if |`, "operand", ""},
		{`x = "%{ |`, "nothing", ""},
		{`x = "\"|"`, "quoted", `\"`},
		{"x = <<E\n a|", "nothing", ""},
		{"x = <<E\n ${|", "operand", ""},
		{"x = <<E\nE\n|", "top level", ""},
		{"# a|", "nothing", ""},
		{"// a|", "nothing", ""},
		{"/* a|", "nothing", ""},
		{"/* a */ |", "top level", ""},
		{"x = 1 # \"\n|", "top level", ""},
		{"a \"t\" {\n  x = [\n  y = |", "operand", ""},
		{"a \"t\" {\n  x = f(\n  y|", "entry", "y"},
		{"a \"t\" {\n  x = {\n    y = 1\n  z|", "entry", "z"},
		{"a \"t\" {\n  x = {\n    y = 1\n    z|", "key", "z"},
		{"a \"t\" {\n  x = \"${f(\n  y|", "entry", "y"},
		{"a \"t\" {\n  x = \"open\n  y|", "entry", "y"},
		{"a \"t\" {\n  x = {\n  options {\n    |", "entry", ""},
		{"a \"t\" {\n  x = {}\n}\n|", "top level", ""},
		{"x = )]} |", "operand", ""},
		{"\uFEFF|", "top level", ""},
		{"x = größe.|länge", "member", "länge"},
	}
	for _, test := range tests {
		before, after := cutCursor(test.text)
		c := Read(before+after, len(before))
		word := c.WordText()
		if names[c.Form] != test.form || c.Form != FormNothing && word != test.word {
			t.Errorf("%q: got %s with %q, want %s with %q", test.text, names[c.Form], word, test.form, test.word)
		}
	}
}

func cutCursor(text string) (before, after string) {
	for i := range len(text) {
		if text[i] == '|' && (i == 0 || text[i-1] != '|') {
			return text[:i], text[i+1:]
		}
	}
	return text, ""
}

// TestReadNeverFails asserts that invariant for every offset of random texts, and that the
// word is around the offset.
func TestReadNeverFails(t *testing.T) {
	t.Parallel()
	pieces := strings.Split("a |é|for |in |options |1.5|.|::|=|==|:|=>|,|+|?|#|//|/*|*/|(|)|[|]|{|}|\"|${|%{|if |$${|\\|<<E\n|E\n|\n|\n  |\r\n| |\uFEFF|\xff", "|")
	rng := rand.New(rand.NewSource(1))
	for range 3_000 {
		var b strings.Builder
		for range rng.Intn(20) {
			b.WriteString(pieces[rng.Intn(len(pieces))])
		}
		text := b.String()
		for offset := range len(text) + 1 {
			c := Read(text, offset)
			c.Isolated(true)
			c.CloseAll()
			if w := c.Word; w.Start < 0 || w.Start > offset || w.End < offset || w.End > len(text) {
				t.Fatalf("the word at %d of %q is %v", offset, text, w)
			}
		}
	}
}
