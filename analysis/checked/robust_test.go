package checked_test

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/checked"
	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/dump"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/hover"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
)

// This file checks programs that are made to exhaust the checker: very deep, very
// long, very wide, and small ones whose types double on every line. What guards
// the time is the time limit of the tests: a case that is not answered at once is
// not answered at all.

var megabyte = (1 << 20) / testsize.HostileShare

// hostile is a program, with the code of a finding that it must have; without one
// it must have no error.
type hostile struct {
	text string
	want codes.Code
}

// nested is a text inside n pairs of others.
func nested(n int, open, inside, end string) string {
	return strings.Repeat(open, n) + inside + strings.Repeat(end, n)
}

// lines are n texts, each made of its number and the next one.
func lines(n int, format string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.NewReplacer("%this", strconv.Itoa(i), "%next", strconv.Itoa(i+1)).Replace(format))
	}
	return b.String()
}

// items are n elements of a list, made of their numbers.
func items(n int, format string) string {
	return strings.TrimSuffix(lines(n, format+", "), ", ")
}

const doublings = 60

// chained is the number of locals that need each other in a row.
var chained = 30_000 / testsize.HostileShare

var hostiles = map[string]hostile{
	// One character over and over.
	"megabyte of [":           {"a = " + strings.Repeat("[", megabyte), codes.SyntaxDepth},
	"megabyte of (":           {"a = " + strings.Repeat("(", megabyte), codes.SyntaxDepth},
	"megabyte of {":           {"a = " + strings.Repeat("{", megabyte), codes.SyntaxDepth},
	"megabyte of !":           {"a = " + strings.Repeat("!", megabyte) + "true", codes.SyntaxDepth},
	"megabyte of -":           {"a = " + strings.Repeat("-", megabyte) + "1", codes.SyntaxDepth},
	"megabyte of quotes":      {"a = " + strings.Repeat(`"`, megabyte), codes.SyntaxNewline},
	"megabyte of $":           {`a = "` + strings.Repeat("$", megabyte) + `"`, codes.SyntaxDepth},
	"megabyte of comments":    {strings.Repeat("/*", megabyte/2), codes.SyntaxDepth},
	"many heredocs":           {"a = " + strings.Repeat("<<A\n", 100_000), codes.SyntaxDepth},
	"a name of a megabyte":    {strings.Repeat("a", megabyte) + " = 1\nb = " + strings.Repeat("a", megabyte) + " + 1\n", ""},
	"a number of many digits": {"a = " + strings.Repeat("9", 100_000), codes.ExprLiteral},

	// Long chains and deep nests.
	"conditionals":            {"a = " + strings.Repeat("true ? 1 : ", 100_000) + "2", codes.SyntaxDepth},
	"conditionals in branch":  {"a = " + strings.Repeat("true ? ", 100_000) + "2", codes.SyntaxDepth},
	"additions":               {"a = 1" + strings.Repeat(" + 1", 100_000), codes.SyntaxDepth},
	"templates":               {"a = " + nested(100_000, `"${`, "1", `}"`), codes.SyntaxDepth},
	"templates as allowed":    {"a = " + nested(190, `"x${`, `"x"`, `}"`), ""},
	"blocks":                  {nested(100_000, "a {\n", "", "}\n"), codes.SyntaxDepth},
	"blocks, open":            {strings.Repeat("a {\n", 100_000), codes.SyntaxDepth},
	"type labels":             {`config a "` + strings.Repeat("list(", megabyte/5) + `" {}`, codes.TypeSyntax},
	"type labels as allowed":  {`config a "` + nested(390, "list(", "string", ")") + "\" {}\nb = a", ""},
	"config default":          {"config a any {\n default = " + nested(100_000, "{ a = ", "1", " }") + "\n}", codes.SyntaxDepth},
	"config default, allowed": {"config a any {\n default = " + nested(390, "{ a = ", "1", " }") + "\n}", ""},
	"splats":                  {"config x any {}\na = x" + strings.Repeat("[*]", 100_000), codes.SyntaxDepth},
	"splats as allowed":       {"config x any {}\na = x" + strings.Repeat("[*]", 390) + "\nb = [1]" + strings.Repeat("[*]", 390), ""},
	"toJSON":                  {"a = " + nested(100_000, "toJSON(", "1", ")"), codes.SyntaxDepth},
	"toJSON as allowed":       {"a = " + nested(390, "toJSON(", "1", ")"), ""},
	"for in for":              {"a = " + nested(1000, "[for x in [1] : ", "1", "]"), codes.SyntaxDepth},
	"for in for as allowed":   {"a = " + nested(190, "[for x in [1] : ", "1", "]"), ""},
	"for over for":            {"a = " + nested(390, "[for x in ", "[1]", " : x]"), ""},
	"try in try":              {"a = " + nested(390, "try(", "1", ")"), ""},
	"attributes":              {"config x any {}\na = x" + strings.Repeat(".a", 100_000), ""},
	"indexes":                 {"config x any {}\na = x" + strings.Repeat("[0]", 100_000), codes.SyntaxDepth},
	"computed indexes":        {"config x any {}\na = x" + strings.Repeat("[(0)]", 390), ""},
	"literal indexes of text": {`a = "x"` + strings.Repeat("[0]", 390), codes.TraverseKind},

	// Wide programs.
	"configs":             {lines(20_000, "config c%this string {}\n"), ""},
	"one name":            {strings.Repeat("config c string {}\n", 20_000), codes.NameDuplicate},
	"locals":              {"l0 = 1\n" + lines(100_000/testsize.HostileShare, "l%next = l%this + 1\n"), ""},
	"locals, last first":  {lines(chained, "l%this = l%next + 1\n") + "l" + strconv.Itoa(chained) + " = 1", ""},
	"a cycle":             {lines(chained, "l%this = l%next\n") + "l" + strconv.Itoa(chained) + " = l0", codes.Cycle},
	"lists in lists":      {"l0 = 1\n" + lines(1_100, "l%next = [l%this]\n"), ""},
	"undeclared names":    {lines(3_000/testsize.HostileShare, "local%this = nobody%this\n"), codes.NameUndefined},
	"interpolations":      {"b = 1\na = \"" + strings.Repeat("${b}", 50_000/testsize.HostileShare) + `"`, ""},
	"names after dollars": {"b = 1\na = \"" + strings.Repeat("$b ", 5_000) + `"`, codes.TemplateDollar},
	"keys":                {"a = { " + items(10_000, "k%this = 1") + " }\nb = a.k1x", codes.PropUnknown},
	"one key":             {"a = { " + items(10_000, "k = %this") + " }", ""},
	"constants":           {"x = [for i in [" + items(5_000, "%this") + "] : i]", ""},
	"unlike elements":     {"x = [for i in [" + items(1_000, "{ a%this = %this }") + "] : i]", ""},
	"unlike branches": {
		"config b bool {}\nx = " + strings.Repeat("b ? [1, { a = 1 }] : b ? { a = [1] } : b ? { b = \"x\" } : ", 60) + "5", "",
	},

	// Types that double on every line.
	"doubled lists":    {lines(doublings, "l%this = [l%next, l%next]\n") + "l60 = 1\n" + doubled, codes.ExprType},
	"doubled objects":  {lines(doublings, "l%this = { a = l%next, b = l%next }\n") + "l60 = 1\n" + doubled, codes.PropUnknown},
	"doubled maps":     {"config k string {}\n" + lines(doublings, "l%this = { (k) = [l%next, l%next] }\n") + "l60 = 1\n" + doubled, codes.ExprType},
	"doubled splats":   {lines(doublings, "l%this = [l%next, l%next][*]\n") + "l60 = { a = 1 }\n" + doubled, codes.ExprType},
	"doubled texts":    {lines(doublings, "l%this = \"${l%next}${l%next}\"\n") + "l60 = \"x\"\n", ""},
	"doubled branches": {"config c bool {}\n" + lines(doublings, "l%this = c ? { a%this = l%next } : [l%next, %this]\n") + "l60 = 1\n" + doubled, codes.ExprType},
	"doubled tries":    {"config k any {}\nconfig n number {}\n" + lines(doublings, "l%this = try([l%next, n], { a = l%next }, l%next)\n") + "l60 = 1\n", ""},
	"doubled unions": {
		"config c bool {}\n" + lines(doublings, "l%this = [for x in [l%next, { a%this = l%next }, [l%next]] : x]\n") + "l60 = 1\nz = l0 + 1", codes.ExprType,
	},
}

// doubled uses a type in all ways that could print it.
const doubled = `out = l0.foo
x = l0 + 1
y = "a ${l0}"
w = [for v in l0 : v]
output o {
  value = l0
}
config typed string {
  default = l0
}
`

func TestHostilePrograms(t *testing.T) {
	t.Parallel()
	for name, h := range hostiles {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h.check(t)
		})
	}
}

func (h hostile) check(t *testing.T) {
	t.Helper()
	p := analysis.NewProgram("d", []*syntax.File{syntax.Parse("d/main.pp", h.text, nil)}, checked.World{}, nil)
	found, err := p.Diagnostics(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range found {
		if h.want == "" && d.Severity == codes.Error {
			t.Fatalf("%s: %s", d.Code, d.Message)
		}
		if n := utf8.RuneCountInString(d.Message); n > 200 || d.Span.End > len(h.text) || len(d.Related) > 100 {
			t.Fatalf("%s of %d characters at %v with %d related places: %.300s", d.Code, n, d.Span, len(d.Related), d.Message)
		}
	}
	if h.want != "" && !slices.ContainsFunc(found, func(d diagnostic.Diagnostic) bool { return d.Code == h.want }) {
		t.Fatalf("no %s among %d findings: %.300s", h.want, len(found), showFindings(found))
	}
	h.show(t, p)
}

// show dumps a program and hovers over its first and last names.
func (h hostile) show(t *testing.T, p *checked.Program) {
	t.Helper()
	if _, err := dump.Program(context.Background(), p); err != nil {
		t.Fatal(err)
	}
	for _, offset := range []int{0, max(strings.Index(h.text, "l0"), 0), len(h.text) - 1} {
		shown, err := hover.At(context.Background(), p, "d/main.pp", offset)
		if err != nil {
			t.Fatal(err)
		}
		if shown != nil && len(shown.Markdown) > 2<<20 {
			t.Errorf("hover at %d shows %d bytes", offset, len(shown.Markdown))
		}
	}
}
