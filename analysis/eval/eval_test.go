package eval_test

import (
	"context"
	"strconv"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/eval"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/value"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
)

// program is a program of one file, without schemas.
func program(t testing.TB, text string, stack *analysis.Stack) *analysis.Program {
	t.Helper()
	files := []*syntax.File{syntax.Parse("/p/main.pp", text, nil)}
	return analysis.NewProgram("/p", files, analysis.World{Stack: stack}, nil)
}

// local is the expression of a local.
func local(t testing.TB, p *analysis.Program, name string) (syntax.Placed, hclsyntax.Expression) {
	t.Helper()
	o := p.Lookup(name)
	if o == nil {
		t.Fatalf("no %s", name)
	}
	it, _ := o.Item()
	return it, it.Attr().Expr
}

func preview(t testing.TB, p *analysis.Program, name string) eval.Preview {
	t.Helper()
	it, e := local(t, p, name)
	shown, err := eval.PreviewOf(context.Background(), p, it, e)
	if err != nil {
		t.Fatal(err)
	}
	return shown
}

// given are definitions that the tables use.
const given = `
config size number { default = 3 }
config text string {}
config pw string {
  secret  = true
  default = "hunter2"
}
config ports "list(int)" { default = ["80", 443] }
resource bucket "cloudy:storage/bucket:Bucket" {}
resource many "cloudy:storage/bucket:Bucket" { options { range = 3 } }
resource keyed "cloudy:storage/bucket:Bucket" { options { range = { a = 1, b = bucket.id } } }
hidden = [secret("a"), "b"]
object = { a = 1, b = { c = "x" }, id = bucket.id }
name   = "assets-${bucket.id}"
loop   = loop
`

// The rules of the language, one line each.
// (docs/language/expressions.md, docs/language/functions.md, docs/language/resources.md#range, docs/language/unknown-and-secret.md)
func TestValues(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ expression, want string }{
		// literals and operators
		{`010`, "10"},
		{`-(1)`, "-1"},
		{`1 / 0`, "infinity"},
		{`0 / 0`, "fails: the result is not a number"},
		{`-7 % 3`, "-1"},
		{`5 % 0`, "5"},
		{`(1 / 0) % 3`, "infinity"},
		{`0.1 + 0.2`, "0.30000000000000004"},
		{`"5" + 1`, "6"},
		{`true + 1`, "fails: this is not a number"},
		{`"abc" + 1`, "fails: this is not a number"},
		{`"a" < "b"`, "fails: this is not a number"},
		// texts that some languages of runs read as numbers and bools
		{`" 5 " + 1`, ""},
		{`"0x10" * 1`, ""},
		{`"1" ? 1 : 2`, ""},
		{`[for x in [1] : x if "T"]`, ""},
		{`"10" < 9`, "false"},
		{`!"true"`, "false"},
		{`!1`, "fails: this is neither true nor false"},
		{`1 ? 2 : 3`, "fails: this is neither true nor false"},
		{`"1" == 1`, "false"},
		{`null == null`, "true"},
		{`null != 1`, "true"},
		{`[1, { a = "b" }] == [1, { a = "b" }]`, "true"},
		{`[1] == [1, 2]`, "false"},
		{`false && bucket.id == "x"`, "false"},
		{`true || bucket.id == "x"`, "true"},
		{`true && bucket.id == "x"`, ""},
		{`true ? 1 : "a" + 1`, "1"},
		{`{ a = bucket.id } == null`, "false"},
		{`[bucket.id, 1] != null`, "true"},
		{`[bucket.id] == [1, 2]`, "false"},
		{`[bucket.id, 1] == [bucket.id, 2]`, "false"},
		{`{ a = bucket.id } == { b = bucket.id }`, "false"},
		{`{ a = bucket.id } == { a = 1 }`, ""},
		{`{ a = bucket.id } == [1]`, "false"},
		{`bucket.id == null`, ""},
		{`size > 2 ? "big" : "small"`, `"big"`},
		{`12345678901234567890`, "12345678901234567000"},

		// templates
		{`"a${1}${true}-${"x"}"`, `"a1true-x"`},
		{`"${[1]}"`, "[1]"},
		{`"a${[1]}"`, "fails: this cannot be written as a string"},
		{`"a${null}"`, "fails: this cannot be written as a string"},
		{`"%{ if size > 1 }yes%{ else }no%{ endif }"`, `"yes"`},
		{`"%{ for p in ports }${p};%{ endfor }"`, `"80;443;"`},
		{`"$${a} %%{b} \" \\ \n"`, `"$${a} %%{b} \" \\ \n"`},

		// collections
		{`{ a = 1, a = 2 }`, "{ a = 2 }"},
		{`{ "a b" = 1, 1 = 2, null = 3 }`, `{ "1" = 2, "a b" = 1, null = 3 }`},
		{`{ ("x${size}") = 1 }`, "{ x3 = 1 }"},
		{`{ (bucket.id) = 1 }`, ""},
		{`[1, 2][1]`, "2"},
		{`[1, 2][2]`, "fails: the index is out of range"},
		{`[1, 2][-1]`, "fails: the index is out of range"},
		{`{ a = 1 }["a"]`, "1"},
		{`object.b.c`, `"x"`},
		{`object.z`, "fails: there is no such member"},
		{`object["b"]["c"]`, `"x"`},
		{`null.a`, "fails: null has no members"},
		{`[for k, v in ["a", "b"] : "${k}${v}"]`, `["0a", "1b"]`},
		{`[for k, v in { b = 1, a = 2 } : "${k}${v}"]`, `["a2", "b1"]`},
		{`{ for v in ["a", "b"] : v => 1 if v != "a" }`, "{ b = 1 }"},
		{`{ for v in ["a", "b", "a"] : v => 1... }`, "{ a = [1, 1], b = [1] }"},
		{`[for v in "abc" : v]`, "fails: this is no collection"},
		{`[for v in [1, 2] : v if v == bucket.count]`, ""},
		{`[{ a = 1 }, { a = 2 }][*].a`, "[1, 2]"},
		{`"s"[*]`, `["s"]`},
		{`[[1, 2], [3]][*][0]`, "[1, 3]"},
		{`[for x in [[1], [2]] : x[*]]`, "[[1], [2]]"},
		{`ports[1] + 1`, "444"},

		// functions
		{`element(["a", "b"], 3)`, `"b"`},
		{`element(["a", "b"], -1)`, `"b"`},
		{`element([], 0)`, "fails: the list is empty"},
		{`entries({ b = 2, a = 1 })`, "[{ key = \"a\", value = 1 }, { key = \"b\", value = 2 }]"},
		{`entries([1])`, "[{ key = 0, value = 1 }]"},
		{`entries({})`, "[]"},
		{`entries({ a = 1, b = "x" })`, "[{ key = \"a\", value = 1 }, { key = \"b\", value = \"x\" }]"},
		{`length("äöü")`, "3"},
		{`length([1, bucket.id])`, "2"},
		{`length({ a = 1 })`, "1"},
		{`length(many)`, "3"},
		{`length(12)`, "fails: only lists, maps and strings have a length"},
		{`lookup({ a = 1 }, "a", 2)`, "1"},
		{`lookup({ a = 1 }, "b", 2)`, "2"},
		{`lookup({ a = 1 }, "a")`, "1"},
		{`lookup({ a = 1 }, "b")`, "fails: the map has no such key"},
		{`lookup({ a = 1 }, "b", [2])`, "[2]"},
		{`singleOrNone([])`, "null"},
		{`singleOrNone([1, 2])`, "fails: there is more than one element"},
		{`join("-", ["port", 80, true])`, `"port-80-true"`},
		{`join("-", [null])`, "fails: this cannot be written as a string"},
		{`split("", "äb")`, `["ä", "b"]`},
		{`split(",", "a,,b")`, `["a", "", "b"]`},
		{`toJSON({ b = "<&>", a = [1.5, null, true], c = { "é" = "\n" } })`,
			`"{\"a\":[1.5,null,true],\"b\":\"\\u003c\\u0026\\u003e\",\"c\":{\"é\":\"\\n\"…"`},
		{`toJSON([bucket.id])`, ""},
		{`toBase64("hi")`, `"aGk="`},
		{`fromBase64("aGk=")`, `"hi"`},
		{`fromBase64("aGk")`, "fails: the padding is missing: add `=` until the length is a multiple of four"},
		{`sha1("hi")`, `"c22b5f9178342609428d6f51b2c5af4c0bde6a42"`},
		{`max(1, "3", 2)`, "3"},
		{`min([4, 2]...)`, "2"},
		{`try(object.z, null.a, "x")`, `"x"`},
		{`try(bucket.id, "x")`, ""},
		{`try("a" + 1)`, "fails: no argument can be evaluated"},
		{`can(object.z)`, "false"},
		{`can(1)`, "true"},
		{`can(bucket.id)`, ""},
		{`notImplemented("x")`, "fails: this is not implemented"},
		{`readFile("x")`, ""},
		{`stack()`, ""},

		// what is known in part
		{`name`, `"assets-${bucket.id}"`},
		{`"pre-${name}-${size}"`, `"pre-assets-${bucket.id}-3"`},
		{`"a-${bucket.id}"`, ""},
		{`"${size}-${bucket.id}"`, `"3-${bucket.id}"`},
		{`object`, `{ a = 1, b = { c = "x" }, id = (not known yet) }`},
		{`{ a = size, b = "${size}${text}" }`, `{ a = 3, b = "3${text}" }`},
		{`[bucket.id, 1]`, ""},
		{`[bucket.id, size]`, `[(not known yet), 3]`},
		{`size == 3 ? "a-${bucket.id}" : "b"`, `"a-${bucket.id}"`},
		{`keyed`, "{ a = (not known yet), b = (not known yet) }"},
		{`many[*].id`, "[(not known yet), (not known yet), (not known yet)]"},
		{`[for k in ["a"] : bucket[k]]`, "[(not known yet)]"},
		{`bucket.id`, ""},
		{`bucket`, ""},
		{`loop`, ""},
		{`missing`, ""},

		// secrets
		{`pw`, "(secret)"},
		{`"x-${pw}"`, "(secret)"},
		{`hidden`, `[(secret), "b"]`},
		{`hidden[1]`, `"b"`},
		{`hidden[0]`, "(secret)"},
		{`length(hidden)`, "2"},
		{`toJSON(hidden)`, "(secret)"},
		{`unsecret(toJSON(hidden))`, "(not shown)"},
		{`unsecret(hidden)`, `[(secret), "b"]`},
		{`unsecret(pw)`, "(not shown)"},
		{`"a${unsecret(pw)}b"`, "(not shown)"},
		{`[for c in split("", unsecret(pw)) : c]`, "(not shown)"},
		{`unsecret(secret("x"))`, "(not shown)"},
		{`pw == "x" ? 1 : 2`, "(secret)"},
		{`{ (pw) = 1 }`, "(secret)"},
		{`pw == "x"`, "(secret)"},
		{`can(pw)`, "(secret)"},
		{`[for v in hidden : "${v}!"]`, `[(secret), "b!"]`},
		{`[for v in hidden : 1 if v == "a"]`, "(secret)"},
		{`secret([1, 2])[0]`, "(secret)"},
		{`join("", hidden)`, "(secret)"},
		{`hidden[*]`, `[(secret), "b"]`},
		{`true || pw == "x"`, "(secret)"},

		// what is too large
		{`range(2, -2)`, "[2, 1, 0, -1]"},
		{`range(1000000)`, "fails: a range of numbers has 1,024 of them at most"},
		{`[for i in range(1000) : [for j in range(1000) : [for k in range(1000) : "${i}${j}${k}"]]]`, "too large"},
	} {
		t.Run(test.expression, func(t *testing.T) {
			t.Parallel()
			shows(t, given, test.expression, test.want)
		})
	}
}

func shows(t *testing.T, given, expression, want string) {
	t.Helper()
	shown := preview(t, program(t, given+"\nasked = "+expression+"\n", nil), "asked")
	got := shown.Text
	switch {
	case shown.Fails != "":
		got = "fails: " + shown.Fails
	case shown.TooLarge:
		got = "too large"
	}
	if got != want {
		t.Errorf("%s\ngot  %s\nwant %s\nvalue %#v", expression, got, want, shown.Value.Value)
	}
}

// TestValuesBefore is what runs of Pulumi before 3.274 compute in other ways. (docs/language/versions.md)
func TestValuesBefore(t *testing.T) {
	t.Parallel()
	for expression, want := range map[string]string{
		`entries([1])`:                "fails: only maps have entries",
		`entries({})`:                 "fails: the map is empty",
		`entries({ a = 1, b = "x" })`: "fails: the values are of different types",
		`length({ a = 1 })`:           "fails: only lists and strings have a length",
		`length("ab")`:                "2",
		`lookup({ a = 1 }, "a")`:      "fails: a run needs the default",
		`lookup({ a = 1 }, "a", 2)`:   "1",
	} {
		shows(t, "pulumi { requiredVersionRange = \"=3.260.0\" }", expression, want)
	}
}

// Every value that the table of functions claims is the one that is computed.
func TestExamplesOfFunctions(t *testing.T) {
	t.Parallel()
	compared := 0
	for _, b := range language.Builtins() {
		for _, e := range b.Examples {
			if e.Value == "" {
				continue
			}
			p := program(t, e.Given+"\nasked = "+e.Call+"\nexpected = "+e.Value+"\n", nil)
			got, want := preview(t, p, "asked"), preview(t, p, "expected")
			if !got.Known() || !got.Value.Value.RawEquals(want.Value.Value) {
				t.Errorf("%s: got %s, want %s", e.Call, got.Text, want.Text)
			}
			compared++
		}
	}
	if compared < 15 {
		t.Errorf("only %d examples were compared", compared)
	}
}

// Whatever is large is refused in bounded time, whichever way it is made.
func TestSizesAreBounded(t *testing.T) {
	t.Parallel()
	var doubled, longer, chain strings.Builder
	doubled.WriteString("t0 = [1]\n")
	longer.WriteString("t0 = \"0123456789\"\n")
	chain.WriteString("t0 = 1\n")
	for i := range 5000 {
		next := strings.NewReplacer("I", strconv.Itoa(i), "N", strconv.Itoa(i+1))
		if i < 60 {
			next.WriteString(&doubled, "tN = [tI, tI]\n")
			next.WriteString(&longer, "tN = \"${tI}${tI}\"\n")
		}
		next.WriteString(&chain, "tN = tI + 1\n")
	}
	for what, text := range map[string]string{
		"lists": doubled.String() + "asked = t60\n", "texts": longer.String() + "asked = t60\n", "names": chain.String() + "asked = t5000\n",
		"JSON": doubled.String() + "asked = toJSON(t60)\n", "comparison": doubled.String() + "asked = t12 == t60\n",
	} {
		if shown := preview(t, program(t, text, nil), "asked"); !shown.TooLarge {
			t.Errorf("%s: not too large, but %.80s", what, shown.Text)
		}
	}
	if shown := preview(t, program(t, chain.String()+"asked = t900\n", nil), "asked"); shown.Text != "901" {
		t.Errorf("a chain of names gives %q", shown.Text)
	}
}

// The error is that of the context.
func TestCancelled(t *testing.T) {
	t.Parallel()
	p := program(t, "a = [for i in [1, 2] : i]\n", nil)
	it, e := local(t, p, "a")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := eval.Of(ctx, p, it, e); err != context.Canceled {
		t.Errorf("got %v", err)
	}
}

// Components are evaluated with the values that they are given.
func TestComponents(t *testing.T) {
	t.Parallel()
	f := analysistest.LoadText(t, `Text.
-- main.pp --
component web "./inner" {
  count = "2"
  title = "web"
  key   = secret("k")
}
a = web.label
b = web.key
c = web.id
d = web
config title string { default = "outer" }
-- inner/main.pp --
config count int {}
config title string { default = "inner" }
config key string {}
config other string { default = "other" }
resource bucket "cloudy:storage/bucket:Bucket" {}
output label { value = "${title}-${count + 1}-${other}" }
output key { value = key }
output id { value = "${title}-${bucket.id}" }
`)
	for name, want := range map[string]string{
		"a": `"web-3-other"`, "b": "(secret)", "c": "", "d": `{ id = (not known yet), key = (secret), label = "web-3-other" }`,
	} {
		shown := preview(t, f.Program, name)
		if shown.Text != want || len(shown.Defaults) != 0 {
			t.Errorf("%s: got %s (%v), want %s", name, shown.Text, shown.Defaults, want)
		}
	}
}

// The configuration of the selected stack decides before defaults do.
func TestStack(t *testing.T) {
	t.Parallel()
	stack := &analysis.Stack{Name: "dev", Project: "shop", Values: map[string]analysis.StackValue{
		"size": {Text: "7"}, "zones": {Text: `[{"name":"a"}]`}, "bad": {Text: "many"}, "pw": {Secure: true}, "known": {Text: "plain"}, "outer": {Text: "x"},
	}}
	p := program(t, `
config size int { default = 3 }
config zones "list(object({ name = string, weight = optional(number) }))" {}
config bad int { default = 1 }
config pw string {}
config known string { secret = true }
config renamed string { __logicalName = "outer" }
config rest string { default = "rest" }
a = size + 1
b = zones
c = bad
d = "${pw}!"
e = known
f = "${stack()}/${project()}"
g = renamed
h = rest
`, stack)
	for name, want := range map[string]string{
		"a": "8", "b": `[{ name = "a", weight = null }]`, "c": "", "d": "(secret)", "e": "(secret)", "f": `"dev/shop"`, "g": `"x"`, "h": `"rest"`,
	} {
		shown := preview(t, p, name)
		if shown.Text != want {
			t.Errorf("%s: got %s, want %s", name, shown.Text, want)
		}
		if fromStack := shown.Stack == "dev"; fromStack == (name == "h" || want == "(secret)") {
			t.Errorf("%s: said to be taken from the stack: %v", name, fromStack)
		}
	}
	if v := preview(t, p, "e").Value.Value; !v.HasMark(value.Secret) || !v.IsKnown() {
		t.Errorf("a secret that is stored as plain text is known to the server: %#v", v)
	}
}
