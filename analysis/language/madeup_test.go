//go:build madeup

package language_test

import (
	"strings"
	"testing"
)

// TestMadeUpBuiltinIsDocumented checks that the document of functions describes an entry
// that was added to the table.
func TestMadeUpBuiltinIsDocumented(t *testing.T) {
	t.Parallel()
	document := writeFunctions()
	for _, part := range []string{
		"[`echo`](#echo)",
		"### echo\n\n```pcl ignore\necho(text: string, times: number) → string\n```\n\nRepeats a text.\n",
		"| `times` | `number` | How many times the text appears. |",
		`echo("a", 1)  # string, namely "a"`,
		`echo("a")  # call.missing: the number is missing`,
	} {
		if !strings.Contains(document, part) {
			t.Errorf("the document lacks %q", part)
		}
	}
}
