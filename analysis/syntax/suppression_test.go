package syntax_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

// TestSuppressions reads comments: their extent, codes, reason and target.
func TestSuppressions(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ text, want string }{
		{"# pcl-lsp:ignore a.b, c.* -- why not\nx = 1\n", "1 [a.b c.*] why not: x = 1"},
		{"#pcl-lsp:ignore a.b,c.d why\nx = 1\n", "1 [a.b c.d] why: x = 1"},
		{"// pcl-lsp:ignore a.b: why\nx = 1\n", "1 [a.b] why: x = 1"},
		{"/* pcl-lsp:ignore a.b --\n   why\n   not */\nx = 1\n", "1 [a.b] why not: x = 1"},
		{"/* pcl-lsp:ignore a.b */ x = 1\n", "1 [a.b] : /* pcl-lsp:ignore a.b */ x = 1"},
		{"x = 1 # pcl-lsp:ignore a.b\n", "1 [a.b] : x = 1 # pcl-lsp:ignore a.b"},
		{"# pcl-lsp:ignore a.b -- why\r\n\r\n# more\r\nx = 1\r\n", "1 [a.b] why: x = 1"},
		{"# pcl-lsp:ignore a.b", "1 [a.b] : nothing"},
		{"# pcl-lsp:ignore\nx = 1", "1 [] : x = 1"},
		{"# pcl-lsp:ignore -- why\nx = 1", "1 [] why: x = 1"},
		{"# pcl-lsp:ignor a.b\nx = 1", "0 [a.b] : x = 1"},
		{"# pcl-lsp: prose\n# see pcl-lsp:ignore\nx = \"# pcl-lsp:ignore a.b\"", ""},
		{"x = <<EOT\n# pcl-lsp:ignore a.b\nEOT\n", ""},
		{"# pcl-lsp:ignore-file a.b\nx = 1", "3 [a.b] : x = 1"},
		{"# pcl-lsp:ignore-block a.b\noutput o {\n  value = 1\n}\n", "2 [a.b] : output o {|  value = 1|}|"},
		{"output o {\n  # pcl-lsp:ignore-block a.b\n  value = [\n    1]\n}\n", "2 [a.b] :   value = [|    1]"},
		{"output o {\n  value = { # pcl-lsp:ignore-block a.b\n    a = 1\n  }\n}\n", "2 [a.b] :   value = { # pcl-lsp:ignore-block a.b|    a = 1|  }"},
		{"output o {\n  value = {\n    # pcl-lsp:ignore-block a.b\n    a = [\n  1]\n    b = 1\n  }\n}\n", "2 [a.b] :     a = [|  1]"},
		{"output o {\n  value = [\n    # pcl-lsp:ignore-block a.b\n    [\n  1], 2\n  ]\n}\n", "2 [a.b] :     [|  1]"},
		{"resource r \"t\" {\n  # pcl-lsp:ignore-block a.b\n  options {\n    protect = true\n  }\n  x = 1\n}\n", "2 [a.b] :   options {|    protect = true|  }"},
	} {
		var got []string
		for _, it := range syntax.Parse("a.pp", test.text, nil).Suppressions() {
			for _, s := range it.Item.Suppressions() {
				var patterns []string
				for _, c := range s.Codes {
					patterns = append(patterns, c.Pattern)
					if it.Text[c.Span.Start:c.Span.End] != c.Pattern {
						t.Errorf("%q: %s is not at %v", test.text, c.Pattern, c.Span)
					}
				}
				target := "nothing"
				if s.Target.Start >= 0 {
					target = strings.ReplaceAll(strings.ReplaceAll(it.Text[s.Target.Start:s.Target.End], "\r", ""), "\n", "|")
				}
				got = append(got, fmt.Sprintf("%d %v %s: %s", s.Extent, patterns, s.Reason, target))
			}
		}
		if got := strings.Join(got, "; "); got != test.want {
			t.Errorf("%q:\ngot  %s\nwant %s", test.text, got, test.want)
		}
	}
}
