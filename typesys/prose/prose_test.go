package prose

import "testing"

// TestSentences: nouns agree with their numbers and articles, and what is cut is marked.
func TestSentences(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{Counted(0, "label"), "0 labels"},
		{Counted(1, "label"), "1 label"},
		{Counted(2, "label"), "2 labels"},
		{WithArticle("option"), "an option"},
		{WithArticle("label"), "a label"},
		{Shortened("bücher", 6), "bücher"},
		{Shortened("bücher", 5), "büch…"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}

// TestCutLast: only the last separator counts, and a text without one stays whole.
func TestCutLast(t *testing.T) {
	for _, c := range []struct {
		text, before, after string
		found               bool
	}{
		{"a:b:c", "a:b", "c", true},
		{"a:", "a", "", true},
		{"abc", "abc", "", false},
	} {
		if before, after, found := CutLast(c.text, ":"); before != c.before || after != c.after || found != c.found {
			t.Errorf("CutLast(%q) = %q, %q, %v", c.text, before, after, found)
		}
	}
}
