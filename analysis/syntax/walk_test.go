package syntax

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/node"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/parse"
)

// TestFreeNames lists the free names and the called functions of texts.
func TestFreeNames(t *testing.T) {
	t.Parallel()
	cases := []struct{ text, free, calls string }{
		{"a = b.c[d].e", "b d", ""},
		{"a = [for v in v : v]", "v", ""},
		{"a = {for k, v in c : k => f(v, x) if g(k)}", "c x", "f g"},
		{"a = [for v in xs : [for w in v : \"${w}${v}${z}\"]]", "xs z", ""},
		{"a = [for v in xs : v][v]", "v xs", ""},
		{"a = b[*].c + d.*.e", "b d", ""},
		{"a = { b = c, (d) = e, \"f\" = g, \"${h}\" = i, j.k = l, null = 1 }", "c d e g h i j l", ""},
		{"a = \"%{ for k, v in m }${k}${v}${w}%{ endfor }%{ if p }x%{ endif }\"", "m p w", ""},
		{"a = f(g(b)).c", "b", "f g"},
		{"a = <<E\n${b}\nE\n", "b", ""},
		{"resource a \"t\" {\n x = b\n options {\n  parent = c\n }\n}\n", "b c", ""},
		{"a = true ? null : -b", "b", ""},
		{"# nothing", "", ""},
	}
	for _, c := range cases {
		it := ParseItem(c.text)
		if len(it.Errors) > 0 {
			t.Errorf("%s: %v", c.text, it.Errors)
		}
		if got := refNames(FreeNames(it)); got != c.free {
			t.Errorf("%s: free %q, want %q", c.text, got, c.free)
		}
		if got := refNames(CalledFunctions(it)); got != c.calls {
			t.Errorf("%s: calls %q, want %q", c.text, got, c.calls)
		}
		for _, r := range append(FreeNames(it), CalledFunctions(it)...) {
			if got := it.Text[r.Span.Start:r.Span.End]; got != r.Name {
				t.Errorf("%s: %s has the span of %q", c.text, r.Name, got)
			}
		}
	}
}

// TestNodeAt lists the nodes at the "|" of a text.
func TestNodeAt(t *testing.T) {
	t.Parallel()
	cases := []struct{ text, want string }{
		{"a = f(b|, c)", "Attribute FunctionCallExpr ScopeTraversalExpr"},
		{"a = f(b, |c)", "Attribute FunctionCallExpr ScopeTraversalExpr"},
		{"a = \"x${b}|${c}\"", "Attribute TemplateExpr"},
		{"a = \"x${|b}\"", "Attribute TemplateExpr ScopeTraversalExpr"},
		{"a = { k|ey = b }", "Attribute ObjectConsExpr ObjectConsKeyExpr"},
		{"a = { key = b| }", "Attribute ObjectConsExpr ScopeTraversalExpr"},
		{"|a = 1", "Attribute"},
		{"a = 12|", "Attribute LiteralValueExpr"},
		{"# a| b\na = 1", ""},
		{"resource a \"t\" {\n  x = [b|]\n}", "Block Body Attribute TupleConsExpr ScopeTraversalExpr"},
		{"resource a |\"t\" {\n  x = [b]\n}", "Block"},
		{"resource a \"t\" {\n  options {\n    parent = b.|\n  }\n  y = \"z\n}", "Block Body Block Body Attribute ScopeTraversalExpr"},
		{"a = f(b,|", "Attribute FunctionCallExpr LiteralValueExpr"},
	}
	for _, c := range cases {
		offset := strings.IndexByte(c.text, '|')
		it := ParseItem(c.text[:offset] + c.text[offset+1:])
		var names []string
		for _, n := range NodeAt(it, offset) {
			names = append(names, strings.TrimPrefix(fmt.Sprintf("%T", n), "*hclsyntax."))
		}
		if got := strings.Join(names, " "); got != c.want {
			t.Errorf("%s: got %q, want %q", c.text, got, c.want)
		}
	}
}

// TestWalkOrder visits a tree: parents first, siblings in the order of the source, and nothing
// below a node for which visit returns false.
func TestWalkOrder(t *testing.T) {
	t.Parallel()
	it := ParseItem("resource a \"t\" {\n  z = f(1, [b])\n  options {\n    k = c\n  }\n  y = d + e\n}\n")
	var lines []string
	node.Walk(it.Block(), func(n hclsyntax.Node, parents []hclsyntax.Node) bool {
		span := SpanOf(n)
		text, _, _ := strings.Cut(it.Text[span.Start:span.End], "\n")
		lines = append(lines, strings.Repeat(" ", len(parents))+text)
		_, refused := n.(*hclsyntax.TupleConsExpr)
		return !refused
	})
	want := []string{
		"resource a \"t\" {", " {", "  z = f(1, [b])", "   f(1, [b])", "    1", "    [b]",
		"  options {", "   {", "    k = c", "     c", "  y = d + e", "   d + e", "    d", "    e",
	}
	if diff := cmp.Diff(want, lines); diff != "" {
		t.Errorf("walk (-want +got):\n%s", diff)
	}
}

// TestWalkNothing walks nil and incomplete nodes.
func TestWalkNothing(t *testing.T) {
	t.Parallel()
	visited := 0
	count := func(hclsyntax.Node, []hclsyntax.Node) bool {
		visited++
		return true
	}
	node.Walk(nil, count)
	node.Walk((*hclsyntax.Body)(nil), count)
	node.Walk(&hclsyntax.Attribute{}, count)
	node.Walk(&hclsyntax.Block{}, count)
	node.Walk(&hclsyntax.ForExpr{}, count)
	node.Walk(&hclsyntax.TemplateExpr{Parts: []hclsyntax.Expression{nil}}, count)
	if visited != 4 {
		t.Errorf("visited %d nodes, want 4", visited)
	}
}

// TestParseExpression parses expressions at an offset of a larger text.
func TestParseExpression(t *testing.T) {
	t.Parallel()
	expr, errs := parse.Expression("list(object({ a = string }))", 100)
	if len(errs) > 0 || SpanOf(expr) != (Span{Start: 100, End: 128}) {
		t.Errorf("got %v at %v", errs, expr)
	}
	expr, errs = parse.Expression("list(string", 100)
	if len(errs) != 1 || errs[0].Code != codes.SyntaxCall || !(Span{Start: 100, End: 111}).Touches(errs[0].Span.End) {
		t.Errorf("got %v", errs)
	}
	if expr == nil || SpanOf(expr) != (Span{Start: 100, End: 111}) {
		t.Errorf("the call spans %v", expr)
	}
	if _, errs = parse.Expression("", 7); len(errs) != 1 || errs[0].Span != (Span{Start: 7, End: 7}) {
		t.Errorf("got %v for nothing", errs)
	}
	if _, errs = parse.Expression(strings.Repeat("(", 5000), 7); len(errs) != 1 || errs[0].Code != codes.SyntaxDepth {
		t.Errorf("got %v for depth", errs)
	}
}
