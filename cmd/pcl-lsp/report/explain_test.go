package report

import "testing"

// Prose is filled, lists and code keep their lines.
func TestWrapped(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, markdown, want string }{
		{"one line", "a b", "a b\n"},
		{"filled", "one two three\nfour", "one two\nthree four\n"},
		{"exactly", "0123456789 1", "0123456789\n1\n"},
		{"a long word", "a 0123456789abc b", "a\n0123456789abc\nb\n"},
		{"wide", "日本 日本 日本", "日本 日本\n日本\n"},
		{"paragraphs", "a\n\nb\n", "a\n\nb\n"},
		{"a list", "so:\n- one two three\n- four", "so:\n- one two\n  three\n- four\n"},
		{"code", "so:\n\n```\na  =  b and more\n\n- c\n```\nd\ne", "so:\n\n```\na  =  b and more\n\n- c\n```\nd e\n"},
	} {
		if got := wrapped(test.markdown, 10); got != test.want {
			t.Errorf("%s: got\n%s\nwant\n%s", test.name, got, test.want)
		}
	}
}
