package syntax

import (
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
)

// TestDepthGuard parses a hundred thousand levels of everything that nests. Each text has one
// error and no tree, and the item behind it is whole.
func TestDepthGuard(t *testing.T) {
	t.Parallel()
	const n = 100_000
	cases := map[string]string{
		"round":            "a = " + strings.Repeat("(", n) + "1" + strings.Repeat(")", n),
		"round, open":      "a = " + strings.Repeat("(", n),
		"square":           "a = " + strings.Repeat("[", n) + strings.Repeat("]", n),
		"object":           "a = " + strings.Repeat("{ k = ", n) + "1" + strings.Repeat("}", n),
		"call":             "a = " + strings.Repeat("f(", n) + strings.Repeat(")", n),
		"index":            "a = " + strings.Repeat("b[", n) + "0" + strings.Repeat("]", n),
		"template":         "a = " + strings.Repeat(`"${`, n) + "b" + strings.Repeat(`}"`, n),
		"template, open":   "a = " + strings.Repeat(`"${`, n),
		"heredoc":          "a = " + strings.Repeat("<<E\n${", n),
		"directive":        `a = "` + strings.Repeat("%{ if b }", n) + strings.Repeat("%{ endif }", n) + `"`,
		"directive, open":  `a = "` + strings.Repeat("%{ for b in c }", n) + `"`,
		"for":              "a = " + strings.Repeat("[for b in ", n) + "c" + strings.Repeat(" : b]", n),
		"not":              "a = " + strings.Repeat("!", n) + "true",
		"minus":            "a = " + strings.Repeat("-", n) + "1",
		"conditional":      "a = " + strings.Repeat("b ? c : ", n) + "d",
		"conditional then": "a = " + strings.Repeat("b ? ", n) + "c" + strings.Repeat(" : d", n),
		"full splat":       "a = b" + strings.Repeat("[*]", n),
		"attribute splat":  "a = b" + strings.Repeat(".*", n),
		"plus":             "a = 1" + strings.Repeat(" + 1", n),
		"and":              "a = b" + strings.Repeat(" && b", n),
		"index chain":      "a = b" + strings.Repeat("[c]", n),
		"block":            strings.Repeat("a {\n", n) + strings.Repeat("}\n", n),
		"block, open":      strings.Repeat("a {\n", n),
	}
	for name, text := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := Parse("deep.pp", text+"\nresource z \"t\" {\n  x = 1\n}\n", nil)
			checkTiling(t, f)
			deep := 0
			for _, it := range f.All() {
				for _, e := range it.Errors {
					if e.Code == codes.SyntaxDepth {
						deep++
					}
				}
			}
			if deep != 1 {
				t.Errorf("%d errors of depth, want 1", deep)
			}
			if name == "heredoc" {
				return // its last heredoc takes in the rest, as it should
			}
			last := f.Item(f.Count() - 1)
			if last.Name != "z" || last.Block() == nil || len(last.Errors) > 0 {
				t.Errorf("the item behind is %s %q with errors %v", last.Kind, last.Name, last.Errors)
			}
		})
	}
}

// TestDepthGuardSeesWhatTheParserSees puts brackets behind a line end in a string, where the
// splitter and the parser disagree about what is code.
func TestDepthGuardSeesWhatTheParserSees(t *testing.T) {
	t.Parallel()
	it := ParseItem("a = \"\n\"" + strings.Repeat("(", 100_000))
	if it.Attr() != nil || len(it.Errors) != 1 || it.Errors[0].Code != codes.SyntaxDepth {
		t.Errorf("got %v", it.Errors)
	}
}

// TestDepthGuardLetsWideTextsPass parses long flat texts.
func TestDepthGuardLetsWideTextsPass(t *testing.T) {
	t.Parallel()
	const n = 5_000
	cases := map[string]string{
		"list":             "a = [" + strings.Repeat("-1,\n", n) + "]",
		"object":           "a = {\n" + strings.Repeat("k = b ? -1 : c[*].d + 1 # why\n", n) + "}",
		"body":             "resource a \"t\" {\n" + numbered("x", " = !b // not\n", n) + "}",
		"template":         "a = \"" + strings.Repeat("${b + -1}%{ if c }x%{ endif }", n) + "\"",
		"arguments":        "a = f(" + strings.Repeat("b[*], ", n) + ")",
		"nested, in bound": "a = " + strings.Repeat("[", 300) + strings.Repeat("]", 300),
		"chain, in bound":  "a = 1" + strings.Repeat(" + 1", 1500),
	}
	for name, text := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			it := ParseItem(text + "\n")
			if len(it.Errors) > 0 {
				t.Errorf("errors in a good text: %v", it.Errors)
			}
		})
	}
}

func numbered(name, rest string, n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(name)
		for ; i > 0; i /= 10 {
			b.WriteByte(byte('0' + i%10))
		}
		b.WriteString("_" + rest)
	}
	return b.String()
}

// TestHostileTextsAreLinear parses texts that make a careless scanner quadratic. A test that
// does not end is the failure.
func TestHostileTextsAreLinear(t *testing.T) {
	t.Parallel()
	const n = 20_000
	cases := map[string]string{
		"comments never closed":  strings.Repeat("/* ", n),
		"comment heads":          strings.Repeat("a /* \n", n),
		"heredocs never closed":  strings.Repeat("a = <<E\n", n),
		"one line":               "a = \"" + strings.Repeat("x", 10*n) + "\"",
		"crossing brackets":      "a = " + strings.Repeat("[(", n) + strings.Repeat("])", n),
		"broken entries":         "resource a \"t\" {\n" + strings.Repeat("  x = b.\n", n) + "}\n",
		"broken blocks":          strings.Repeat("resource a \"t\" {\n  x = [\n", n/10),
		"strings never closed":   strings.Repeat("a = \"x\n", n),
		"nested broken blocks":   strings.Repeat("  a {\n x = \n", 300),
		"braces never closed":    strings.Repeat("a = {\n  b = 1\n", n/10),
		"templates never closed": strings.Repeat("a = \"${\n", n),
	}
	for name, text := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checkTiling(t, Parse("hostile.pp", text, nil))
		})
	}
}
