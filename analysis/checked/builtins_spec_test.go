package checked_test

import (
	"slices"
	"strings"
	"testing"
)

// This file is the rules of calls and functions (docs/language/expressions.md#calls, docs/language/functions.md),
// row by row: how calls are typed in Pulumi 3.260, and which of them are typed in other ways today.

// typedCall is an expression with its type and the codes of its findings.
type typedCall struct {
	expression, want string
	codes            string // separated by blanks, in order of place
}

// callsGiven are the definitions that the rows share. Their types: l list(string),
// ol list(string)?, s set(string), m map(number), om map(number)?, n number, on
// number?, i int, d dynamic, b bool, p a promise of a kit::slugResult; the properties of r
// are outputs: r.name of string, r.nicknames of list(string)?, r.attributes of
// map(string)?, r.score of number?, r.headcount of int?.
const callsGiven = "pulumi { requiredVersionRange = \"=3.260.0\" }\n" + newestCallsGiven

const newestCallsGiven = `config l "list(string)" {}
config ol "optional(list(string))" {}
config s "set(string)" {
  default = []
}
config m "map(number)" {}
config om "optional(map(number))" {}
config n "number" {}
config on "optional(number)" {}
config i "int" {}
config d "any" {}
config b "bool" {}
p = invoke("kit:slug", "text")
resource r "zoo:index:Animal" { name = "a" }
resource q "kit:Name" {}
resource rs "zoo:index:Animal" {
  name = "a"
  options { range = 2 }
}
resource maybe "zoo:index:Animal" {
  name = "a"
  options { range = b }
}
`

func checkCalls(t *testing.T, rows []typedCall) {
	t.Helper()
	for _, row := range rows {
		checkCall(t, callsGiven, row)
	}
}

func checkCall(t *testing.T, given string, row typedCall) {
	t.Helper()
	got, found := checkedCall(t, given, row.expression)
	var codes []string
	for _, d := range found {
		codes = append(codes, string(d.Code))
	}
	if got.String() != row.want {
		t.Errorf("%s\ngot type  %s\nwant type %s", row.expression, got, row.want)
	}
	if !slices.Equal(codes, strings.Fields(row.codes)) {
		t.Errorf("%s\ngot codes  %q\nwant codes %q\n%s", row.expression, codes, strings.Fields(row.codes), showFindings(found))
	}
}

func TestGivenTypes(t *testing.T) {
	t.Parallel()
	checkCalls(t, []typedCall{
		{"l", "list(string)", ""},
		{"ol", "list(string)?", ""},
		{"s", "set(string)", ""},
		{"m", "map(number)", ""},
		{"om", "map(number)?", ""},
		{"on", "number?", ""},
		{"d", "dynamic", ""},
		{"p", "promise(kit::slugResult)", ""},
		{"r.name", "output(string)", ""},
		{"r.nicknames", "output(list(string)?)", ""},
		{"r.attributes", "output(map(string)?)", ""},
		{"r.score", "output(number?)", ""},
		{"r.headcount", "output(int?)", ""},
		{"q.parts", "output(list(string))", ""},
	})
}

func TestCallTyping(t *testing.T) {
	t.Parallel()
	checkCalls(t, []typedCall{
		// Arguments come first, and each is checked where the function is unknown too.
		{"jion(nobody)", "dynamic", "function.unknown name.undefined"},
		{"__apply(1)", "dynamic", "function.unknown"},
		{"__convert(1)", "dynamic", "function.unknown"},
		// Variables and functions have namespaces of their own.
		{"join", "dynamic", "name.undefined"},
		{"l(1)", "dynamic", "function.unknown"},
		// The second argument of recover, and no other, sees error.
		{"recover(r.name, error)", "output(string)", ""},
		{"recover(error, r.name)", "output(string | dynamic)", "name.undefined"},
		{"try(r.name, error)", "output(dynamic)", "name.undefined"},
		// A spread tuple is as many arguments as it has elements.
		{`join([",", ["a"]]...)`, "string", ""},
		{`join(",", [["a"]]...)`, "string", ""},
		{`join([","]...)`, "string", "call.missing"},
		{`join([",", ["a"], 1]...)`, "string", "call.surplus"},
		{"max([1, 2]...)", "int", ""},
		{"max([1, [2]]...)", "int", "call.arg"},
		{"max([]...)", "int", "call.missing"},
		// A spread list or set is one argument of its element type.
		{"sha1(l...)", "string", ""},
		{"sha1(s...)", "string", ""},
		{"join(l...)", "string", "call.missing"},
		{`join(",", l...)`, "string", "call.arg"},
		{"max(m...)", "int", "call.arg"},
		{"sha1(q.parts...)", "string", ""},
		// Anything else that is spread is one argument as it is, and fails in a run unless it may be a list.
		{"sha1(n...)", "string", "call.arg"},
		{"sha1(d...)", "string", ""},
		// Missing and surplus arguments are one finding each.
		{"join()", "string", "call.missing"},
		{`join(",")`, "string", "call.missing"},
		{`join(",", l, 1, 2, 3)`, "string", "call.surplus"},
		{"stack(1)", "string", "call.surplus"},
		{"range(1)", "list(int)", "fn.range"},
		{"range(1, null)", "list(int)", "fn.range"},
		{"max(1, 2, 3, 4, 5)", "int", ""},
		// A primitive passes where another one is wanted, a null and a collection do not.
		{"fileArchive(1)", "Archive", ""},
		{"notImplemented(1)", "dynamic", "fn.not-implemented"},
		{"length(5)", "int", "fn.argument"},
		{"sha1(true)", "string", ""},
		{"sha1(null)", "string", "call.arg"},
		{"sha1(l)", "string", "call.arg"},
		{"sha1({})", "string", "call.arg"},
		// Outputs lift the call, and promises do unless there is an output too.
		{`join(",", [r.name])`, "output(string)", "simplify.call"},
		{`join(r.name, l)`, "output(string)", ""},
		{"sha1(r.name)", "output(string)", ""},
		{"sha1(p.result)", "promise(string)", ""},
		{`join(p.result, [r.name])`, "output(string)", "simplify.call"},
		{"element(l, r.headcount)", "output(string)", ""},
		{"element(l, length(q.parts))", "output(string)", ""},
		{"fileAsset(r.name)", "output(Asset)", ""},
		{"assetArchive({ a = fileAsset(r.name) })", "output(Archive)", ""},
	})
}

func TestCollectionFunctions(t *testing.T) {
	t.Parallel()
	checkCalls(t, []typedCall{
		{"element(l, 0)", "string", ""},
		{`element([1, "a"], 0)`, "string", ""},
		{"element(q.parts, 0)", "output(string)", ""},
		{"element([r.name, 1], 0)", "output(string)", ""},
		{"element([p], 0)", "output(kit::slugResult)", ""},
		{`element("a", 0)`, "dynamic", "fn.element"},
		{"element(m, 0)", "dynamic", "fn.element"},
		{"element(s, 0)", "dynamic", "fn.element"},
		{"element(d, 0)", "dynamic", "fn.element"},
		{"element(ol, 0)", "dynamic", "fn.element"},
		{"element(r.nicknames, 0)", "dynamic", "fn.element"},
		{"element(null, 0)", "dynamic", "fn.element"},
		{"element(l, {})", "string", "call.arg"},
		{"element(nobody, 0)", "dynamic", "name.undefined"},

		{"entries({ a = 1 })", "list({ key: string, value: int })", ""},
		{"entries(m)", "list({ key: string, value: number })", ""},
		{"entries(om)", "list({ key: string, value: number })", ""},
		{"entries(l)", "list({ key: int, value: string })", "fn.entries"},
		{"entries(r.attributes)", "output(list({ key: string, value: string }))", ""},
		{"entries({ a = r.name })", "output(list({ key: string, value: string }))", ""},
		{"entries(1)", "list({ key: dynamic, value: dynamic })", "for.collection"},
		{"entries()", "list({ key: dynamic, value: dynamic })", "call.missing"},

		{"length(l)", "int", ""},
		{"length(ol)", "int", ""},
		{"length(m)", "int", "fn.length-map"},
		{"length({ a = 1 })", "int", "fn.length-map"},
		{"length([1])", "int", ""},
		{`length("a")`, "int", ""},
		{"length(5)", "int", "fn.argument"},
		{"length(on)", "int", ""},
		{"length(d)", "int", ""},
		{"length(s)", "int", "fn.length"},
		{"length(null)", "int", "fn.length"},
		{"length(r.nicknames)", "output(int)", ""},
		{"length([r.name])", "output(int)", ""},
		{"length(fileAsset(\"a\"))", "int", "fn.length"},

		{`lookup(m, "k")`, "number", "fn.lookup-default"},
		{`lookup(m, "k", 1)`, "number", ""},
		{`lookup({ a = 1, b = "x" }, "k", "y")`, "string", ""},
		{`lookup(r.attributes, "k", "y")`, "output(dynamic)", "fn.lookup"},
		{`lookup({ a = r.name }, "k", "y")`, "output(string)", ""},
		{`lookup(m, r.name, 1)`, "output(number)", ""},
		{`lookup(m, "k", [])`, "number", "call.arg"},
		{`lookup(d, "k", 1)`, "dynamic", "fn.lookup"},
		{`lookup(om, "k", 1)`, "dynamic", "fn.lookup"},
		{`lookup(l, "k", 1)`, "dynamic", "fn.lookup"},
		{`lookup({}, "k", 1)`, "dynamic", "fn.lookup"},

		{"singleOrNone(l)", "string?", ""},
		{`singleOrNone([1, "a"])`, "int?", "fn.singleOrNone-literal"},
		{"singleOrNone([])", "dynamic?", ""},
		{"singleOrNone(d)", "dynamic?", ""},
		{"singleOrNone(q.parts)", "output(string?)", ""},
		{"singleOrNone([r.name])", "output(string?)", ""},
		{"singleOrNone(1)", "dynamic?", "fn.singleOrNone"},
		{"singleOrNone(m)", "dynamic?", "fn.singleOrNone"},
		{"singleOrNone(ol)", "dynamic?", "fn.singleOrNone"},
		{"singleOrNone()", "dynamic?", "fn.arity"},
		{"singleOrNone(l, l)", "dynamic?", "fn.arity"},

		{"range(3)", "list(int)", "fn.range"},
		{"range(1, 3)", "list(int)", "fn.range"},
		{"range(r.headcount)", "output(list(int))", "fn.range"},
		{"max(1.5, 2)", "int", "fn.max-int"},
		{"max(r.score, 1)", "output(int)", ""},
		{"max(n, 1)", "number", ""},
		{"min(1, n)", "number", ""},
		{"min(on, 1)", "int", ""},
		{"min(length(q.parts), 1)", "output(int)", ""},
	})
}

// TestNewerCollectionFunctions is what Pulumi 3.274 and later make of rows of [TestCollectionFunctions], and rows
// of docs/language/versions.md.
func TestNewerCollectionFunctions(t *testing.T) {
	t.Parallel()
	for _, row := range []typedCall{
		{"entries(l)", "list({ key: int, value: string })", ""},
		{"entries([])", "list({ key: int, value: none })", ""},
		{"length(m)", "int", ""},
		{"length({ a = 1 })", "int", ""},
		{"length(5)", "int", "fn.argument"},
		{`lookup(m, "k")`, "number", ""},
		{`lookup(m, "k", 1)`, "number", ""},
		{`lookup(m, "k", [])`, "number | []", ""},
		{`lookup({ a = "x" }, "zz", [1])`, "string | [int]", ""},
		{`lookup(d, "k", 1)`, "dynamic", "fn.lookup"},
		{`lookup(l, "k", 1)`, "dynamic", "fn.lookup"},
		{"range(3)", "list(int)", ""},
		{"range(1, 3)", "list(int)", ""},
		{"range(r.headcount)", "output(list(int))", ""},
		{"max(1.5, 2)", "number", ""},
		{"max(r.score, 1)", "output(number)", ""},
		{"max(1, 2)", "int", ""},
		{"min(on, 1)", "number", ""},
		{"min(length(q.parts), 1)", "output(int)", ""},
		{"secret(null)", "output(null)", ""},
		{`resourceExists("zoo:index:Animal", r.id)`, "output(bool)", ""},
		{`resourceExists("zoo:index:Animal", "a", { name = "n" })`, "output(bool)", ""},
	} {
		checkCall(t, newestCallsGiven, row)
	}
}

func TestTextFunctions(t *testing.T) {
	t.Parallel()
	checkCalls(t, []typedCall{
		{`join(",", l)`, "string", ""},
		{`join(",", [1, true])`, "string", ""},
		{`join(",", s)`, "string", ""},
		{`join(",", m)`, "string", "call.arg"},
		{`split(",", "a,b")`, "list(string)", ""},
		{`split(",", r.name)`, "output(list(string))", ""},
		{"toJSON(l)", "string", ""},
		{"toJSON(null)", "string", ""},
		{"toJSON(d)", "string", ""},
		{"toJSON([r.name])", "output(string)", ""},
		{"toJSON({ a = { b = r.name } })", "output(string)", ""},
		{"toJSON(p)", "output(string)", ""},
		{"toJSON()", "string", "fn.arity"},
		{"toJSON(1, 2)", "string", "fn.arity"},
		{`toBase64("a")`, "string", ""},
		{`fromBase64("YQ==")`, "string", ""},
		{`sha1("a")`, "string", ""},
		{"toBase64(r.name)", "output(string)", ""},
		{"fromBase64(r.id)", "output(string)", ""},
		{"sha1(r.name)", "output(string)", ""},
	})
}

func TestFileFunctions(t *testing.T) {
	t.Parallel()
	for name, result := range map[string]string{
		"readFile": "string", "filebase64": "string", "filebase64sha256": "string", "fileAsset": "Asset", "stringAsset": "Asset",
		"remoteAsset": "Asset", "fileArchive": "Archive", "remoteArchive": "Archive",
	} {
		written := `"a"`
		if strings.HasPrefix(name, "remote") {
			written = `"https://example.com/a.zip"`
		}
		checkCalls(t, []typedCall{
			{name + "(" + written + ")", result, ""},
			{name + "(r.id)", "output(" + result + ")", ""},
			{name + "([])", result, "call.arg"},
			{name + "()", result, "call.missing"},
			{name + `("a", "b")`, result, "call.surplus"},
		})
	}
	checkCalls(t, []typedCall{
		{`assetArchive({ a = stringAsset("x"), b = fileArchive("y") })`, "Archive", ""},
		{"assetArchive({})", "Archive", ""},
		{`assetArchive({ a = "x" })`, "Archive", "asset.member"},
		{`assetArchive(stringAsset("x"))`, "Archive", "call.arg"},
	})
}

func TestHostFunctions(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"stack", "project", "organization", "cwd", "rootDirectory"} {
		checkCalls(t, []typedCall{{name + "()", "string", ""}, {name + "(1)", "string", "call.surplus"}})
	}
	checkCalls(t, []typedCall{
		{`notImplemented("x")`, "dynamic", "fn.not-implemented"},
		{"notImplemented()", "dynamic", "call.missing"},
		{`getOutput(r, "x")`, "output(dynamic)", "fn.resource-arg"},
		{`getOutput(1, "x")`, "output(dynamic)", ""},
		{"getOutput(r, r.name)", "output(dynamic)", "fn.resource-arg"},
		{"getOutput(r)", "output(dynamic)", "fn.resource-arg call.missing"},
		{"getOutput(r, [])", "output(dynamic)", "fn.resource-arg call.arg"},
	})
}

func TestOutputFunctions(t *testing.T) {
	t.Parallel()
	checkCalls(t, []typedCall{
		{"secret([1])", "output([int])", ""},
		{"secret(r.name)", "output(string)", ""},
		{"secret([r.name])", "output([string])", ""},
		{"secret(d)", "output(dynamic)", ""},
		{"secret()", "output(dynamic)", "call.missing"},
		{"secret(1, 2)", "output(dynamic)", "call.surplus"},
		{"unsecret(1)", "output(int)", ""},
		{"unsecret(r.name)", "output(string)", ""},
		{"unsecret()", "output(dynamic)", "call.missing"},

		{`try(l[0], "x")`, "string", ""},
		{"try(1, 2)", "int", ""},
		{"try(1)", "int", "simplify.call"},
		{"try(d, 1)", "output(dynamic)", ""},
		{"try(1, d)", "output(dynamic)", ""},
		{`try(r.name, "x")`, "output(string)", ""},
		{"try([r.name], l)", "output(list(string) | [string])", ""},
		{"try(p, null)", "output(null | kit::slugResult)", ""},
		{"try()", "none", "fn.arity"},
		{"try([1][5], 0)", "output(dynamic)", "index.range"},

		{"can(1)", "bool", ""},
		{"can(d)", "output(bool)", ""},
		{"can(r.name)", "output(bool)", ""},
		{"can(b ? r.name : null)", "output(bool)", ""},
		{"can([r.name])", "bool", ""},
		{"can()", "output(bool)", "fn.arity"},
		{"can(1, 2)", "output(bool)", "fn.arity"},

		{"recover(r.headcount, error)", "output(string?)", ""},
		{"recover(r.name, r.headcount)", "output(string?)", ""},
		{"recover(q.parts, [])", "output(list(string))", ""},
		{`recover(secret("x"), "y")`, "output(string)", ""},
		{`recover("x", "y")`, "output(string)", "fn.recover"},
		{"recover([r.name], 1)", "output(int | [string])", "fn.recover"},
		{"recover(p, 1)", "output(int | kit::slugResult)", "fn.recover"},
		{"recover(r.name)", "output(string | dynamic)", "fn.arity"},
		{"recover()", "output(dynamic)", "fn.arity"},
		{"recover(r.name, 1, 2)", "output(string | dynamic)", "fn.arity"},
	})
}

func TestResourceFunctions(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"pulumiResourceType", "pulumiResourceName"} {
		checkCalls(t, []typedCall{
			{name + "(r)", "string", ""},
			{name + "((r))", "string", ""},
			{name + "(rs[0])", "string", ""},
			{name + "({ a = r }.a)", "string", ""},
			{name + "(rs)", "string", "fn.resource-arg"},
			{name + "(maybe)", "string", "fn.resource-arg"},
			{name + "({ name = 1 })", "string", "fn.resource-arg"},
			{name + "(r.name)", "string", "fn.resource-arg"},
			{name + "(rs[*])", "string", "fn.resource-arg"},
			{name + "()", "string", "fn.arity"},
			{name + "(r, r)", "string", "fn.arity"},
		})
	}
}
