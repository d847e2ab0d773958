package fastparse

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

// The law of the package: where it returns a tree, hclsyntax returns an equal one.

// difference shows how two trees differ.
func difference(want, got any) string {
	return cmp.Diff(want, got,
		cmp.Transformer("byte", func(p hcl.Pos) int { return p.Byte }),
		cmp.Comparer(func(a, b cty.Value) bool { return a.RawEquals(b) }),
		cmp.Comparer(func(a, b *hclsyntax.Operation) bool { return a == b }),
		cmpopts.IgnoreUnexported(hclsyntax.Body{}, hclsyntax.AnonSymbolExpr{}, hcl.TraverseRoot{}, hcl.TraverseAttr{}, hcl.TraverseIndex{}),
	)
}

// checkBody asserts the law for a text that is a body. It reports whether fastparse
// accepts the text.
func checkBody(t *testing.T, text string) bool {
	t.Helper()
	const base = 7
	got := Body(text, base)
	if got == nil {
		return false
	}
	file, diags := hclsyntax.ParseConfig([]byte(text), "", hcl.Pos{Line: 1, Column: 1, Byte: base})
	if diags.HasErrors() {
		t.Fatalf("%q is accepted; hclsyntax says: %v", text, diags)
	}
	if want := file.Body.(*hclsyntax.Body); !same(reflect.ValueOf(want), reflect.ValueOf(got)) {
		t.Fatalf("%q (-hclsyntax +fastparse):\n%s", text, difference(want, got))
	}
	checkSingle(t, text, base, got)
	return true
}

// checkSingle asserts that the only attribute or block of a body is accepted on its own, and
// that several are not.
func checkSingle(t *testing.T, text string, base int, body *hclsyntax.Body) {
	t.Helper()
	a, b := Attribute(text, base), Block(text, base)
	if len(body.Attributes)+len(body.Blocks) != 1 {
		if a != nil || b != nil {
			t.Fatalf("%q is accepted as one attribute or block", text)
		}
		return
	}
	for _, want := range body.Attributes {
		if !same(reflect.ValueOf(want), reflect.ValueOf(a)) {
			t.Fatalf("%q (-body +attribute):\n%s", text, difference(want, a))
		}
	}
	for _, want := range body.Blocks {
		if !same(reflect.ValueOf(want), reflect.ValueOf(b)) {
			t.Fatalf("%q (-body +block):\n%s", text, difference(want, b))
		}
	}
}

// checkExpression is checkBody for a text that is an expression.
func checkExpression(t *testing.T, text string) bool {
	t.Helper()
	got := Expression(text, 3)
	if got == nil {
		return false
	}
	want, diags := hclsyntax.ParseExpression([]byte(text), "", hcl.Pos{Line: 1, Column: 1, Byte: 3})
	if diags.HasErrors() {
		t.Fatalf("%q is accepted; hclsyntax says: %v", text, diags)
	}
	if !same(reflect.ValueOf(want), reflect.ValueOf(got)) {
		t.Fatalf("%q (-hclsyntax +fastparse):\n%s", text, difference(want, got))
	}
	return true
}

// accepted are expressions that fastparse must accept.
var accepted = []string{
	`1`, `0`, `007`, `123456789012345678`, `1234567890123456789`, `-1`, `!true`, `- 1.5e3`, `1e-5`, `null`, `false`, `a`, `a-b`, `a - b`, `a.b`, `a["x"]`, `a[0]`, `a[b]`, `a[b.c][0].d`,
	`a[*]`, `a[*].b`, `a[*].b[0].c`, `a[*][*]`, `(a)`, `(a).b`, `f()`, `f(a)`, `f(a, b)`, `f(a, b,)`, `f(a...)`, `a::b::c(1)`, `f(a).b[0]`,
	`"x"`, `""`, `"a\n\"\\\t\r"`, `"${a}"`, `"x${a}"`, `"x${a}y${b.c}z"`, `"${"${a}"}"`, `"${a}${b}"`, `"100%"`, `"$5"`, `"a $ b % c"`, `"é ü 漢"`, `"${ {a = 1}.a }"`,
	`a["${b}"]`, `a["x${b}"]`, `a[-1]`, `a[true]`, `a[null]`, `a [ 0 ] . b`,
	`[]`, `[1]`, `[1, 2,]`, "[\n1,\n2\n]", `{}`, `{a = 1}`, `{a: 1, b = 2}`, "{\n a = 1\n b = 2, c = 3\n\n}", `{(a) = 1}`, `{"x" = 1, "${a}" = 2}`, `{a.b = 1}`, `{a ? b : c = 1}`,
	`[for x in y : x]`, `[for k, v in y : v if k]`, `{for k, v in y : k => v}`, `{for k, v in y : k => v... if v}`, "{\n for k, v in y :\n k => v\n}", `[for for in in : if if if]`,
	`a ? b : c`, `a ? b : c ? d : e`, `a || b && c == d > e + f * g`, `a * b + c > d == e && f || g`, `a - b - c`, `a / b % c`, `a != b`, `a <= b`, `a >= b`, `a < b`,
	"(\na\n+ b\n)", "f(\na,\nb\n)", "a /* c */ + b", "[ # one\n 1, // two\n 2 /* three\n */ ]", `{ a = { b = [ { c = "d" } ] } }`, `fortune`, `[fortune]`, `{fortune = 1}`,
	`1 + -1`, `!a.b`, `-a[0]`, `é`, `aé.größe`, `{ Größe = 1 }`, `имя`, `名`, "(a\n[0])", "(a\r\n)",
}

// left are texts that fastparse must leave to hclsyntax: wrong, or rare.
var left = []string{
	``, `1 2`, `a b`, `1..2`, `1.2.3`, `a.`, `a.0`, `a.0.b`, `a.0.1`, `a[`, `a[]`, `a[*`, `a.*`, `a.*.b.c`, `a.*.b[0]`, `a.*.0`, `(`, `()`, `(a`, `f(`, `f(a b)`, `f(a..., b)`, `f(,)`, `a::`, `a::b`, `a:::b()`,
	`"`, `"a`, "\"a\nb\"", `"\u0041"`, `"\x"`, `"$${a}"`, `"%%{a}"`, `"%{if a}b%{endif}"`, `"${a"`, `"${}"`, `"${~a}"`, `"${a~}"`, `"$$"`,
	`[`, `[1 2]`, `[,]`, `{`, `{a}`, `{a = }`, `{a = 1 b = 2}`, `{a == 1}`, `{a => 1}`, `{a::1}`, `[for x y : z]`, `[for x in y : k => v]`, `{for x in y : x}`, `[for x in y : x...]`, `{for = 1}`,
	`a ?`, `a ? b`, `a ? b :`, `a ? b :: c`, `a ==`, `a = b`, `a & b`, `a | b`, `a << b`, "<<X\nx\nX\n", `!= a`, `~a`, `€`, `a€`, `a.€`, "a\rb", "a\x00", `'a'`, "`a`", `a;b`, `a /* b`, `a => b`, `...`, `a...`,
}

func TestExpression(t *testing.T) {
	for _, text := range accepted {
		if !checkExpression(t, text) {
			t.Errorf("%q is not accepted", text)
		}
	}
	for _, text := range left {
		if checkExpression(t, text) {
			t.Errorf("%q is accepted", text)
		}
	}
}

func TestBody(t *testing.T) {
	bodies := []string{
		"a = 1", "a = 1\n", "a = 1\r\n", "a = 1 # c\n", "a = 1 // c", "a = 1 /* c */\n", "b {}", "b {\n}", "b { a = 1 }", "b { a = 1 } # c\n", "b x \"y z\" {\n a = 1\n\n c {\n d = [\n1\n]\n }\n}\n",
		"b \"x\\\"y\" {\n}\n", "b { a = { c = 1\n d = 2 } }\n", "a = (\n1\n)\nb = 2\n", "b { # c\n}\n", "b /* c */ { /* d */ a = 1 /* e */ }", "a = \"x\"\n# c", "b \"\" {}\n", "a-b = 1\n", "_ = 1\n",
	}
	for _, text := range accepted {
		bodies = append(bodies, "a = ("+text+")\n", "b {\n c = ["+text+"]\n}\n")
	}
	for _, text := range bodies {
		if !checkBody(t, text) {
			t.Errorf("%q is not accepted", text)
		}
	}
	others := []string{
		"", " a = 1", "\n", "# c\na = 1", "a", "a =", "a = 1 b = 2", "a = 1\na = 2\n", "a = 1,\n", "b {", "b }", "b { a = 1\n}", "b { a = 1, c = 2 }", "b { c {} }", "b {} c = 1", "b\n{}", "b \"${x}\" {}", "b = {", "a == 1",
		"\uFEFFa = 1", "b 1 {}", "b \"x\n\" {}",
	}
	for _, text := range accepted {
		others = append(others, "a = "+text+" )\n")
	}
	for _, text := range others {
		if checkBody(t, text) {
			t.Errorf("%q is accepted", text)
		}
	}
}

// TestLetters asserts the law for every letter that begins or continues a name.
func TestLetters(t *testing.T) {
	n := 0
	for r := rune(utf8.RuneSelf); r <= unicode.MaxRune; r++ {
		if utf8.ValidRune(r) && checkExpression(t, string(r)) && checkExpression(t, "a"+string(r)+"b") {
			n++
		}
	}
	if n < 30_000 {
		t.Errorf("%d letters outside of ASCII are accepted", n)
	}
}

// TestDeep asserts that endless nesting and endless chains are not accepted.
func TestDeep(t *testing.T) {
	const many = 100_000
	for _, part := range [][3]string{
		{"[", "", "]"}, {"(", "a", ")"}, {"{ a = ", "1", " }"}, {"-", "1", ""}, {"!", "a", ""}, {"", "a", "[0]"}, {"", "a", "[*]"}, {"", "a", ".*"}, {"a + ", "a", ""}, {"f(", "", ")"}, {`"${`, "a", `}"`}, {"a ? b : ", "c", ""}, {"a[", "0", "]"},
	} {
		text := strings.Repeat(part[0], many) + part[1] + strings.Repeat(part[2], many)
		if Expression(text, 0) != nil {
			t.Errorf("%d of %q %q are accepted", many, part[0], part[2])
		}
	}
	if Body(strings.Repeat("b {\n", many)+strings.Repeat("}\n", many), 0) != nil {
		t.Error("blocks without end are accepted")
	}
}

// TestPrograms asserts the law for every item of the programs in testdata, and that
// nearly all of them are accepted.
func TestPrograms(t *testing.T) {
	items, answered := 0, 0
	err := filepath.WalkDir("../../../testdata", func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".pp" {
			return err
		}
		text, err := os.ReadFile(path)
		for _, item := range strings.SplitAfter(string(text), "\n}\n") {
			item = strings.TrimLeft(item, " \t\r\n")
			_, diags := hclsyntax.ParseConfig([]byte(item), "", hcl.InitialPos)
			if ok := checkBody(t, item); !diags.HasErrors() && !strings.HasPrefix(item, "#") && item != "" {
				items++
				if ok {
					answered++
				}
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if items < 100 || answered*100 < items*90 {
		t.Errorf("%d of %d items are accepted", answered, items)
	}
}

// FuzzFastparse looks for a text that is accepted and for which hclsyntax has an error or
// another tree.
func FuzzFastparse(f *testing.F) {
	for _, text := range append(accepted, left...) {
		f.Add(text)
		f.Add("a = " + text + "\n")
		f.Add("b \"x\" y {\n c = " + text + "\n}\n")
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 1<<12 {
			t.Skip()
		}
		text = strings.ToValidUTF8(text, "?")
		checkBody(t, text)
		checkExpression(t, text)
	})
}

// BenchmarkBody compares fastparse with hclsyntax on one text.
func BenchmarkBody(b *testing.B) {
	text := strings.Repeat(`resource web "aws:ec2/instance:Instance" {
  ami       = "ami-0c55b159cbfafe1f0"
  subnetIds = [subnet0.id, subnet1.ids[0]]
  device    = { size = 73, encrypted = true }
  tags      = { Name = "web-${owner}", Size = "small" }
}
`, 100)
	b.Run("fastparse", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		b.ReportAllocs()
		for b.Loop() {
			Body(text, 0)
		}
	})
	b.Run("hclsyntax", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		b.ReportAllocs()
		for b.Loop() {
			hclsyntax.ParseConfig([]byte(text), "", hcl.InitialPos)
		}
	})
}
