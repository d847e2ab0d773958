package syntax

import (
	"fmt"
	"testing"
)

// TestLayoutIsRemembered asserts that versions of a file share the layout of an item,
// wherever the item is.
func TestLayoutIsRemembered(t *testing.T) {
	t.Parallel()
	before := Parse("/p/main.pp", "a = [\n  1,\n]\n# far away\nb = {\n  c = 1\n}\n", nil)
	known := before.Item(1).Layout()
	after := before.Edited(Edit{Span: Span{Start: 6, End: 6}, Text: "\n\n"})
	if again := after.Item(1).Layout(); again != known {
		t.Errorf("the item that was not edited is read again")
	}
	if after.Item(0).Layout() == before.Item(0).Layout() {
		t.Errorf("the edited item has the layout that it had before")
	}
}

func TestLayout(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ text, want string }{
		{"a = 1\n", "[] []"},
		{"a = [1]\n", "[] []"},
		{"a = [\n]\n", "[{{5 6} 0 1 91}] []"},
		{"a = [{\n}]\n", "[{{5 8} 0 1 91}] []"}, // the inner one is on the same lines
		{"a = [{\n}, {\n}]\n", "[{{5 13} 0 2 91} {{6 7} 0 1 123} {{11 12} 1 2 123}] []"}, // lines of two that follow each other
		{"a = <<E\nx\nE\n", "[{{7 10} 0 2 60}] []"},
		{"a = 1 # b\n", "[] [{6 9}]"},
		{"a = [\n", "[] []"}, // nothing closes it
	} {
		l := Parse("/p/main.pp", test.text, nil).Item(0).Layout()
		if got := fmt.Sprint(l.Enclosed, l.Comments); got != test.want {
			t.Errorf("%q: got %s, want %s", test.text, got, test.want)
		}
	}
}
