package change_test

import (
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/change"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
)

var (
	first      = func(b change.Block) []syntax.Edit { return b.AddFirst("z = 0") }
	attributes = func(b change.Block) []syntax.Edit { return b.AddAttributes("y = 1", "z = 2") }
	last       = func(b change.Block) []syntax.Edit { return b.AddLast("z = 0") }
	option     = func(b change.Block) []syntax.Edit { return b.AddOption("protect = true") }
	set        = func(b change.Block) []syntax.Edit { return b.SetOption("parent", "c") }
	removed    = func(b change.Block) []syntax.Edit { return b.RemoveOption("parent") }
	named      = func(b change.Block) []syntax.Edit { return b.SetLogicalName(`"n"`) }
	without    = func(b change.Block) []syntax.Edit { return []syntax.Edit{{Span: b.Removal(b.Body.Attributes["a"])}} }
)

// TestBlocks edits blocks of any layout, with both line endings.
func TestBlocks(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		edit       func(change.Block) []syntax.Edit
		text, want string
	}{
		{first, "{}", "{\n  z = 0\n}"},
		{first, "{ a = 1 }", "{\n  z = 0\n  a = 1\n}"},
		{first, "{ # why\n    a = 1\n}", "{ # why\n    z = 0\n    a = 1\n}"},
		{first, "{ a = [\n  1,\n] }", "{\n  z = 0\n  a = [\n  1,\n]\n}"},
		{attributes, "{ a = [\n  1,\n] }", "{\n  a = [\n  1,\n]\n  y = 1\n  z = 2\n}"},
		{last, "{ a = [\n  1,\n] }", "{\n  a = [\n  1,\n]\n  z = 0\n}"},
		{option, "{ a = (\n1) }", "{\n  a = (\n1)\n  options {\n    protect = true\n  }\n}"},
		{attributes, "{}", "{\n  y = 1\n  z = 2\n}"},
		{attributes, "{ /* why */ }", "{ /* why */\n  y = 1\n  z = 2\n}"},
		{attributes, "{ a = 1 /* why */ }", "{\n  a = 1 /* why */\n  y = 1\n  z = 2\n}"},
		{attributes, "{\n    a = 1 # why\n    # below\n}", "{\n    a = 1 # why\n    y = 1\n    z = 2\n    # below\n}"},
		{attributes, "{\n  options {\n  }\n}", "{\n  y = 1\n  z = 2\n\n  options {\n  }\n}"},
		{attributes, "{\n  a = 1\n\n  options {\n  }\n}", "{\n  a = 1\n  y = 1\n  z = 2\n\n  options {\n  }\n}"},
		{attributes, "{\n  options {\n  }\n  a = 1\n}", "{\n  options {\n  }\n  a = 1\n  y = 1\n  z = 2\n}"},
		{last, "{\n  a = 1\n  # below\n}", "{\n  a = 1\n  # below\n  z = 0\n}"},
		{option, "{}", "{\n  options {\n    protect = true\n  }\n}"},
		{option, "{\n    a = 1\n}", "{\n    a = 1\n    options {\n      protect = true\n    }\n}"},
		{option, "{\n  options {}\n}", "{\n  options {\n    protect = true\n  }\n}"},
		{option, "{\n  options { parent = p }\n}", "{\n  options {\n    parent = p\n    protect = true\n  }\n}"},
		{set, "{\n  options {\n    parent = p # why\n  }\n}", "{\n  options {\n    parent = c # why\n  }\n}"},
		{set, "{\n  options {\n    protect = true\n  }\n}", "{\n  options {\n    protect = true\n    parent = c\n  }\n}"},
		{removed, "{\n  a = 1\n\n  options {\n    parent = p\n  }\n}", "{\n  a = 1\n\n}"},
		{removed, "{\n  options {\n    parent = p # why\n    protect = true\n  }\n}", "{\n  options {\n    protect = true\n  }\n}"},
		{removed, "{\n}", "{\n}"},
		{named, "{\n  __logicalName = \"o\"\n}", "{\n  __logicalName = \"n\"\n}"},
		{named, "{\n  a = 1\n}", "{\n  __logicalName = \"n\"\n  a = 1\n}"},
		{without, "{ a = 1 }", "{  }"},
		{without, "{\n  # above\n  a = <<T\n    x\n  T\n  b = 2\n}", "{\n  # above\n  b = 2\n}"},
	} {
		for _, end := range []string{"\n", "\r\n"} {
			line := func(text string) string {
				return strings.ReplaceAll("resource r \"a:b:C\" "+text+"\n", "\n", end)
			}
			it := syntax.ParseItem(line(test.text))
			if len(it.Errors) > 0 {
				t.Fatal(it.Text, it.Errors)
			}
			got := change.Apply(it.Text, test.edit(change.Of(it)))
			if got != line(test.want) {
				t.Errorf("%q\ngot  %q\nwant %q", it.Text, got, line(test.want))
			}
			if broken := syntax.ParseItem(got).Errors; len(broken) > 0 {
				t.Errorf("%q has errors: %v", got, broken)
			}
		}
	}
}

// TestEntries adds entries to lists and objects, and removes the second one.
func TestEntries(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ text, added, removed string }{
		{"[]", "[c]", ""},
		{"[a, b]", "[a, b, c]", "[a]"},
		{"[\n  a,\n  b # why\n]", "[\n  a,\n  b,\n  c # why\n]", "[\n  a,\n]"},
		{"[a, # why\n  b]", "[a, # why\n  b, c]", "-"},
		{"{}", "{ c = 3 }", ""},
		{"{ /* why */ }", "{ /* why */ c = 3 }", ""},
		{"{ # why\n  # below\n}", "{ # why\n  # below\n  c = 3\n}", ""},
		{"{ a = 1, b = 2 }", "{ a = 1, b = 2, c = 3 }", "{ a = 1 }"},
		{"{\n  a = 1 # why\n  b = 2, # too\n}", "{\n  a = 1 # why\n  b = 2, # too\n  c = 3\n}", "{\n  a = 1 # why\n}"},
		{"{ a = 1,\n  b = 2 }", "{ a = 1,\n  b = 2, c = 3 }", "{ a = 1 }"},
	} {
		it := syntax.ParseItem("x = " + test.text + "\n")
		b := change.Block{Text: it.Text, LineEnd: "\n"}
		var added syntax.Edit
		var entries []syntax.Span
		switch e := it.Attr().Expr.(type) {
		case *hclsyntax.TupleConsExpr:
			added, entries = b.AddElements(e, "c"), change.Elements(e)
		case *hclsyntax.ObjectConsExpr:
			added, entries = b.AddMembers(e, "c = 3"), change.Members(e)
		}
		if got := change.Apply(it.Text, []syntax.Edit{added}); got != "x = "+test.added+"\n" {
			t.Errorf("%q: added %q", test.text, got)
		}
		if len(entries) < 2 {
			continue
		}
		part, ok := change.RemoveEntry(it.Text, entries, 1)
		if got := change.Apply(it.Text, []syntax.Edit{{Span: part}}); ok && got != "x = "+test.removed+"\n" || ok == (test.removed == "-") {
			t.Errorf("%q: removed %q, %t", test.text, got, ok)
		}
	}
}

func TestDifference(t *testing.T) {
	t.Parallel()
	for _, test := range [][2]string{{"a\nb\nc\n", "a\nx\nc\n"}, {"a\n", "a\nb\n"}, {"a\nb", "b"}, {"", "a"}, {"same\n", "same\n"}} {
		if got := change.Apply(test[0], []syntax.Edit{change.Difference(test[0], test[1])}); got != test[1] {
			t.Errorf("%q becomes %q, want %q", test[0], got, test[1])
		}
	}
}
