package format_test

import (
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/format"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
)

// typed formats a text as if the text before the cursor | had just been typed.
func typed(t *testing.T, marked, trigger string) string {
	t.Helper()
	before, after, ok := strings.Cut(marked, "|")
	if !ok {
		t.Fatalf("no cursor in %q", marked)
	}
	text := before + after
	edits := format.Typed(syntax.Parse("main.pp", text, nil), len(before), trigger)
	at := len(before)
	for _, e := range edits { // like editors: a cursor at the end of an edit moves with it
		if e.Span.End <= len(before) {
			at += len(e.Text) - e.Span.Len()
		}
	}
	out := format.Apply(text, edits)
	return out[:at] + "|" + out[at:]
}

func TestTyped(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, trigger, text, want string }{
		{"a block ends", "}", "resource b \"a:b:C\" {\nname=\"x\"\n    }|\n", "resource b \"a:b:C\" {\n  name = \"x\"\n}|\n"},
		{"what stands around stays", "}", "a=1\n\nresource b \"a:b:C\" {\n name=\"x\"\n  tags={\n a=1\n     }|\n}\n", "a=1\n\nresource b \"a:b:C\" {\n name=\"x\"\n  tags = {\n    a = 1\n  }|\n}\n"},
		{"inside of what is open still", "}", "resource b \"a:b:C\" {\n  tags={\n a=1\n     }|\n\nresource c \"a:b:C\" {\n}\n", "resource b \"a:b:C\" {\n  tags = {\n    a = 1\n  }|\n\nresource c \"a:b:C\" {\n}\n"},
		{"beside another error", "}", "resource b \"a:b:C\" {\n  x = \n  tags={\n a=1\n     }|\n}\n", "resource b \"a:b:C\" {\n  x = \n  tags = {\n    a = 1\n  }|\n}\n"},
		{"an interpolation", "}", "a = \"${  b}|  c\"\n", "a = \"${  b}|  c\"\n"},
		{"in a string", "}", "a  = \"{ }|\"\n", "a  = \"{ }|\"\n"},
		{"in a comment", "}", "a  = 1 # { }|\n", "a  = 1 # { }|\n"},
		{"after an open quote", "}", "r x {\n  a = \"b\n  c = {\n d   = \"e   f\"\n  }|\n}\n", "r x {\n  a = \"b\n  c = {\n d   = \"e   f\"\n  }|\n}\n"},
		{"nothing that it closes", "}", "a  = 1\n}|\n", "a  = 1\n}|\n"},
		{"on one line", "}", "longer = 1\na={b=1}|\n", "longer = 1\na      = { b = 1 }|\n"},
		{"windows", "}", "r x {\r\na=1\r\n  }|\r\n", "r x {\r\n  a = 1\r\n}|\r\n"},

		{"after an attribute", "\n", "r x {\n  a=1\n|\n}\n", "r x {\n  a = 1\n  |\n}\n"},
		{"it is aligned with its group", "\n", "r x {\n  longer = 1\n  a=1\n|\n}\n", "r x {\n  longer = 1\n  a      = 1\n  |\n}\n"},
		{"the group goes on below", "\n", "r x {\n  a = 1\n  |\n  longest=1\n}\n", "r x {\n  a       = 1\n  |\n  longest = 1\n}\n"},
		{"the group beyond a blank line stays", "\n", "r x {\n  q=1\n\n  a=1\n  |\n\n  longest=1\n}\n", "r x {\n  q=1\n\n  a = 1\n  |\n\n  longest=1\n}\n"},
		{"after a bracket", "\n", "r x {\n|", "r x {\n  |"},
		{"between brackets", "\n", "r x {\n|}\n", "r x {\n|}\n"},
		{"between nested brackets", "\n", "r x {\n  t = {\n|}\n}\n", "r x {\n  t = {\n  |}\n}\n"},
		{"right already", "\n", "r x {\n  t = {\n    |\n  }\n}\n", "r x {\n  t = {\n    |\n  }\n}\n"},
		{"too far", "\n", "r x {\n  t = 1\n        |\n}\n", "r x {\n  t = 1\n  |\n}\n"},
		{"at the top", "\n", "longer = 1\na=1\n  |", "longer = 1\na      = 1\n|"},
		{"a heredoc", "\n", "r x {\n  t = <<E\n a  b\n|\nE\n}\n", "r x {\n  t = <<E\n a  b\n|\nE\n}\n"},
		{"a heredoc at the top", "\n", "t=<<E\n|\nE\n", "t=<<E\n|\nE\n"},
		{"a string", "\n", "r x {\n  t   = \"a\n|\"\n}\n", "r x {\n  t   = \"a\n|\"\n}\n"},
		{"a comment of several lines", "\n", "r x {\n  /* a\n|\n  */\n}\n", "r x {\n  /* a\n|\n  */\n}\n"},
		{"after a comment", "\n", "r x {\n  # a\n|\n}\n", "r x {\n  # a\n  |\n}\n"},
		{"a list", "\n", "r x {\n  a = [\n    1,\n|\n  ]\n}\n", "r x {\n  a = [\n    1,\n    |\n  ]\n}\n"},
		{"what is broken", "\n", "r x {\n  t = {\n    a=\n|\n\nb = 1\n", "r x {\n  t = {\n    a =\n    |\n\nb = 1\n"},
		{"tabs", "\n", "r x {\n\ta = 1\n\t|\n}\n", "r x {\n  a = 1\n  |\n}\n"},
		{"windows lines", "\n", "r x {\r\n  a=1\r\n|\r\n}\r\n", "r x {\r\n  a = 1\r\n  |\r\n}\r\n"},
		{"the first line", "\n", "|a=1\n", "|a=1\n"},
		{"something else", "x", "ax|=1\n", "ax|=1\n"},
	} {
		t.Run(test.name+" "+test.trigger, func(t *testing.T) {
			t.Parallel()
			if got := typed(t, test.text, test.trigger); got != test.want {
				t.Errorf("input %q\n got %q\nwant %q", test.text, got, test.want)
			}
		})
	}
}

// TestDeepTextsAreLeftAlone: text nested deeper than the parser follows is not formatted,
// because its indentation would take gigabytes.
func TestDeepTextsAreLeftAlone(t *testing.T) {
	t.Parallel()
	n := testsize.FormatDepth
	for _, text := range []string{
		strings.Repeat("a {\n", n) + strings.Repeat("}\n", n), "a = " + strings.Repeat("[\n", n), "a = " + strings.Repeat("\"${\n", n),
	} {
		f := syntax.Parse("m.pp", text, nil)
		if edits := format.Edits(f); len(edits) > 0 {
			t.Errorf("%d edits of %.20q", len(edits), text)
		}
		for _, typed := range []string{"\n", "}"} {
			if edits := format.Typed(f, len(text)/4, typed); len(edits) > 0 {
				t.Errorf("%q: %d edits of %.20q", typed, len(edits), text)
			}
		}
	}
}
