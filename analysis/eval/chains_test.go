package eval_test

import (
	"fmt"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
)

// Names that need each other through long and deep expressions need little stack: a tenth of the work that one
// question may take needs less than a tenth of the stack that a goroutine may have.
func TestChains(t *testing.T) {
	testsize.Full(t, "the law of costs needs long chains")
	const work, stack = 30_000, 100_000_000
	defer debug.SetMaxStack(debug.SetMaxStack(stack))
	for _, around := range []struct {
		before, after string
		levels        int
	}{
		{"", " + 1", 1900}, {"", `["a"]`, 1900}, {"(", ")", 390}, {"[", "]", 390}, {"try(", ")", 390}, {"{ a = ", " }", 390},
		{"true ? ", " : 1", 190}, {"[for x in [1] : ", "]", 190}, {`"a${`, `}"`, 190},
	} {
		var text strings.Builder
		names := work / around.levels
		for i := range names {
			fmt.Fprintf(&text, "l%d = %sl%d%s\n", i, strings.Repeat(around.before, around.levels), i+1, strings.Repeat(around.after, around.levels))
		}
		fmt.Fprintf(&text, "l%d = 1\nasked = l0\n", names)
		preview(t, program(t, text.String(), nil), "asked")
	}
}
