package sensitive_test

import (
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis/sensitive"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// TestHide: whatever quotes the secrets of an item says dots instead, and everything else stays.
func TestHide(t *testing.T) {
	const program = `a = [secret("pin${x}code"), secret(1234), "open", y[secret("key")], secret({ s = 5 }["step"])]` + "\n"
	f := syntax.Parse("main.pp", program, nil)
	secrets := sensitive.In(f.Item(0).Item, sensitive.Declared{})
	at := func(text string) syntax.Span {
		start := strings.Index(program, text)
		return syntax.Span{Start: start, End: start + len(text)}
	}
	for _, c := range []struct {
		said, place, proposed, want string
	}{
		{"write `f(\"pin${x}code\")`", "x", "", "write `f(\"…${x}…\")`"},
		{"not by \"key\"", "x", "", "not by \"…\""},
		{"`pin` is none", "x", "", "`…` is none"},
		{"`secret(1234)`", "x", "", "`secret(…)`"},
		{"takes 1234 of `1234`", "x", "", "takes 1234 of `…`"},
		{"has no \"step\"", "x", "", "has no \"…\""},
		{"pin and code and \"open\" and `opened`", "x", "", "pin and code and \"open\" and `opened`"},
		// A word that others know is proposed for something else, but not what the program has there.
		{"did you mean \"key\"?", `"open"`, `"key"`, "did you mean \"key\"?"},
		{"write `\"key\"`", `"key"`, `"key"`, "write `\"…\"`"},
	} {
		if got := secrets.Hide(c.said, at(c.place), c.proposed); got != c.want {
			t.Errorf("%s: got %s, want %s", c.said, got, c.want)
		}
	}
}
