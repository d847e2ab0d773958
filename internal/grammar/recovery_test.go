//go:build cgo && unix

package grammar

import (
	"slices"
	"strings"
	"testing"
)

// TestRecovery: text that somebody is writing leaves the colors of the block behind it alone. The exception is a
// header alone, whose labels go on.
func TestRecovery(t *testing.T) {
	t.Parallel()
	const behind = "resource b \"t\" {\n  size = 1\n}\nlast = size\n"
	query, _ := readQuery(t, highlights)
	for _, broken := range []string{
		"a =", "a = f(", "a = f(1,", "a = [1,", "a = [for x in y", "a = {for k, v in x :", "a = (1 +", "a = x.", "a = x[", "a = \"open", "a = \"${open", "a = \"${f(\"",
		"a = \"%{ if x", "a = \"\\q\"", "a = { b =", "resource a \"t", "a = 1 }", "a = 1 )", "a = $", "1 = 2", "a = f([{ b = [", "a = x ? y :", "a = !",
	} {
		text := broken + "\n" + behind
		all := captures(t, query, text)
		for word, want := range map[string]string{"resource b": "keyword", "size = 1": "property", "last": "variable"} {
			at := strings.Index(text, word)
			i := slices.IndexFunc(all, func(c capture) bool { return c.start == at })
			if i < 0 || all[i].name != want {
				t.Errorf("behind %q, %q is not %s", broken, word, want)
			}
		}
	}
}
