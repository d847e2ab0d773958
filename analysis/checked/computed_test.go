package checked_test

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
)

// place is a place where one value fails in every run and another does not.
type place struct {
	// code is an item with @ for the value.
	code         string
	wrong, right string
}

var numberPlaces = []place{
	{`v = list[@]`, "2", "1"},
	{`v = numbered[@].name`, "2", "1"},
	{`v = "${[10, 20][@]}"`, "2", "1"},
	{`v = [for x in list : x][@]`, "2", "1"},
	{`v = 6 / (@)`, "0", "3"},
	{`v = element(list, @)`, "1.5", "3"},
	{"resource v \"zoo:index:Animal\" {\n name = \"x\"\n options { range = @ }\n}", "1.5", "3"},
}

var textPlaces = []place{
	{`v = table[@]`, `"b"`, `"a"`},
	{`v = keyed[@].name`, `"b"`, `"a"`},
	{`v = fromBase64(@)`, `"!"`, `"aGk="`},
	{`v = 1 + (@)`, `"px"`, `"3"`},
	{`v = (@) ? 1 : 2`, `"on"`, `"true"`},
	{`v = max(1, @)`, `"px"`, `"3"`},
	{`v = { for x in [1, 1] : "${x}${@}" => x }`, `"a"`, ``},
	{"resource v \"zoo:index:Animal\" {\n name = \"x\"\n options { customTimeouts = { create = @ } }\n}", `"5 parsecs"`, `"5m"`},
	{"resource v \"zoo:index:Animal\" {\n name = \"x\"\n diet = @\n}", `"herbivor"`, `"herbivore"`},
	{`v = remoteAsset(@)`, `"ftp://example.com/a"`, `"https://example.com/a"`},
	{"pulumi {\n requiredVersionRange = @\n}", `">>3"`, `"=3.0.0"`},
}

// form is a way to write a value, with @ for the literal, and what must be declared for that.
type form struct{ expr, declared string }

// forms are ways to write any value.
var forms = []form{
	{"@", ""}, {"(@)", ""}, {"l", "l = @"}, {"m", "l = @\nm = l"},
	{"l.a", "l = { a = @ }"}, {`l["a"]`, "l = { a = @ }"}, {`l["${"a"}"]`, "l = { a = @ }"}, {"l[0]", "l = [@]"}, {"l[2 - 2]", "l = [@]"}, {"l.a[0].b", "l = { a = [{ b = @ }] }"},
	{"[@][0]", ""}, {"{ a = @ }.a", ""}, {`{ a = @ }["a"]`, ""},
	{"[for x in [@] : x][0]", ""}, {"[for k, x in { a = @ } : x][0]", ""}, {"{ for k, x in { a = @ } : k => x }.a", ""}, {"{ for x in [@] : \"a\" => x... }.a[0]", ""},
	{"[for x in [null, @] : x if x != null][0]", ""}, {"[for i in [0] : l[i]][0]", "l = [@]"},
	{"([{ a = @ }][*].a)[0]", ""}, {"(l[*].a)[0]", "l = [{ a = @ }]"},
	{"true ? @ : ~", ""}, {"false ? ~ : @", ""}, {"1 < 2 ? @ : ~", ""}, {"l == 1 ? @ : ~", "l = 1"}, {"!(1 == 2) && true ? @ : ~", ""},
	{"c", "config c { default = @ }"}, {"l", "config c { default = @ }\nl = c"}, {"r.tag", "resource r \"test:index:Plain\" { tag = @ }"},
}

// numberForms and textForms are ways to write a number or a text alone.
var numberForms = []form{
	{"(@ - 1) + 1", ""}, {"@ * 1", ""}, {"@ / 1", ""}, {"-(-(@))", ""}, {"@ % 7", ""}, {"l + 0", "l = @"}, {"max(@, -9)", ""}, {"min(l, 9)", "l = @"},
}

var textForms = []form{
	{`"${@}"`, ""}, {`"${l}"`, "l = @"}, {`"%{ if true }${@}%{ endif }"`, ""}, {`"${""}${l}"`, "l = @"}, {`"%{ for x in [@] }${x}%{ endfor }"`, ""},
}

// calls are ways to write a value with a function; for functions without any, a reason stands in place of it.
var calls = map[string]struct {
	forms, numbers, texts []form
	none                  string
}{
	"element":        {forms: []form{{"element([@], 0)", ""}, {"element(l, 3)", "l = [null, @]"}}},
	"entries":        {forms: []form{{"entries({ a = @ })[0].value", ""}}},
	"length":         {numbers: []form{{"@ - length(\"\")", ""}, {"@ * length([null])", ""}}},
	"lookup":         {forms: []form{{"lookup({ a = @ }, \"a\", @)", ""}, {"lookup(l, \"b\", @)", "l = { a = @ }"}}},
	"singleOrNone":   {forms: []form{{"singleOrNone([@])", ""}}},
	"max":            {numbers: []form{{"max(@)", ""}}},
	"min":            {numbers: []form{{"min(@)", ""}}},
	"join":           {texts: []form{{`join("", [@])`, ""}, {`join(@, ["", ""])`, ""}}},
	"split":          {texts: []form{{`split("|", @)[0]`, ""}}},
	"toBase64":       {texts: []form{{`fromBase64(toBase64(@))`, ""}}},
	"fromBase64":     {texts: []form{{`fromBase64(toBase64(l))`, "l = @"}}},
	"toJSON":         {texts: []form{{`split("\"", toJSON(@))[1]`, ""}}},
	"secret":         {forms: []form{{"secret(@)", ""}}},
	"unsecret":       {forms: []form{{"unsecret(secret(@))", ""}, {"unsecret(l)", "l = secret(@)"}}},
	"try":            {forms: []form{{"try(@, ~)", ""}, {"try(list[1 + 6], @)", ""}}},
	"can":            {forms: []form{{"can(list[1]) ? @ : ~", ""}, {"can(list[1 + 6]) ? ~ : @", ""}}},
	"recover":        {none: "it takes outputs"},
	"sha1":           {none: "no value is the hash of one that is known"},
	"range":          {none: "it counts, and passes no value on"},
	"notImplemented": {none: "it always fails"},
	"readFile":       {none: "what a file holds is not known"},
}

// computedForms are all forms of a number or text.
func computedForms(t *testing.T, number bool) []form {
	all := forms
	if number {
		all = append(all[:len(all):len(all)], numberForms...)
	} else {
		all = append(all[:len(all):len(all)], textForms...)
	}
	for _, b := range language.Builtins() {
		known, listed := calls[b.Name]
		if b.Value != nil && !listed || listed && known.none == "" && b.Value == nil && b.Evaluation == language.EvaluateAll {
			t.Errorf("the forms of %s are not listed, or it has no value", b.Name)
		}
		all = append(all, known.forms...)
		if number {
			all = append(all, known.numbers...)
		} else {
			all = append(all, known.texts...)
		}
	}
	return all
}

// told are the findings about v in a program that has one value in one form in a place.
func told(t *testing.T, p place, f form, literal, other string) (found []diagnostic.Diagnostic, program string) {
	t.Helper()
	written := func(text string) string {
		return strings.ReplaceAll(strings.ReplaceAll(text, "@", literal), "~", other)
	}
	program = "list = [10, 20]\ntable = { a = 1 }\n" +
		"resource numbered \"zoo:index:Animal\" {\n name = \"x\"\n options { range = 2 }\n}\n" +
		"resource keyed \"zoo:index:Animal\" {\n name = \"x\"\n options { range = { a = 1 } }\n}\n" + written(f.declared) + "\n"
	begin := len(program)
	program += strings.ReplaceAll(p.code, "@", written(f.expr)) + "\n"
	fixture := analysistest.LoadText(t, "-- main.pp --\n"+program)
	all, err := fixture.Program.Diagnostics(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range all {
		if declared, _ := codes.Lookup(d.Code); d.Span.Start >= begin && d.Severity <= codes.Warning && !declared.Rule {
			found = append(found, d)
		}
	}
	return found, program
}

// aboutForms are the codes of findings about how a value is written: whatever the value is, such a place does not take it.
var aboutForms = []codes.Code{codes.RangeIterate, codes.OptionNotConverted, codes.SecretIdentity}

// At least 98 % of the values that fail in every run are told in whatever form they are written, and nothing is said of one that does not fail.
func TestComputedValuesAreTold(t *testing.T) {
	t.Parallel()
	var missed []string
	total := 0
	for i, p := range slices.Concat(numberPlaces, textPlaces) {
		for _, f := range computedForms(t, i < len(numberPlaces)) {
			total++
			if found, program := told(t, p, f, p.wrong, cmp.Or(p.right, p.wrong)); len(found) == 0 {
				missed = append(missed, program)
			}
			if p.right == "" {
				continue
			}
			found, program := told(t, p, f, p.right, p.right)
			if found = slices.DeleteFunc(found, func(d diagnostic.Diagnostic) bool { return slices.Contains(aboutForms, d.Code) }); len(found) > 0 {
				t.Errorf("%s\n%s: %s", program, found[0].Code, found[0].Message)
			}
		}
	}
	if t.Logf("%d of %d are told", total-len(missed), total); len(missed)*50 > total || total < 500 {
		t.Errorf("not told:\n%s", strings.Join(missed, "\n"))
	}
}
