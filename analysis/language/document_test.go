package language_test

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	_ "github.com/pcl-lsp/pcl-lsp/internal/analysistest" // for its flag -update
)

// This file writes docs/language/functions.md from the table of functions.

const functionsDocument = "../../docs/language/functions.md"

// TestFunctionsDocument compares the document with the table. With -update it writes the
// document.
func TestFunctionsDocument(t *testing.T) {
	t.Parallel()
	compareDocument(t, functionsDocument, writeFunctions())
}

// compareDocument compares a document with what the tables say. With -update it writes the document.
func compareDocument(t *testing.T, document, got string) {
	t.Helper()
	if flag.Lookup("update").Value.String() == "true" {
		if err := os.WriteFile(document, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s is stale; run go generate ./analysis/language\n--- document\n+++ tables\n%s", document, diff)
	}
}

// documentHead introduces the functions. TestCallTyping in package checked tests its rules.
// A tilde in it stands for a backtick.
const documentHead = `<!-- Written from the table of functions in package language; go generate ./analysis/language writes it again. -->

# Functions

PCL has %d functions, and a program cannot define more. Functions and variables live in different namespaces, so a definition named
~join~ hides nothing.

How to read a call:

- An optional parameter ends in ~?~, and a parameter that takes any number of arguments in ~…~. ~T~ and ~U~ stand for types that
  depend on the arguments, ~dynamic~ for a value of unknown type.
- ~f(xs...)~ passes the elements of a tuple as separate arguments. A list of unknown length counts as one argument.
- Strings, numbers and bools convert to each other where possible: ~join("-", ["port", 80])~.
- Every function accepts outputs in place of plain values. The result is then an output, known as soon as the argument is.
- This is the newest version of the language; [versions.md](versions.md) says what it was before.

In the examples a comment tells the type of the call, and its value if it depends on nothing else. The resources in them belong to
invented packages.

`

// documentTail tells what fails or surprises in a run outside of functions.
// (docs/language/functions.md#operators-and-templates-when-a-program-is-run)
const documentTail = `
## Operators and templates when a program is run

The checker accepts some expressions that fail in a run or give a surprising result:

- ~==~ and ~!=~ convert nothing: ~"1" == 1~ is false. ~null == null~ is true.
- Arithmetic and comparisons accept numeric strings as numbers, and ~"true"~ and ~"false"~ as bools. Other strings fail: there is
  no ~"a" < "b"~. Bools and numbers do not convert to each other.
- Numbers are 64-bit floating point. Division by zero gives infinity, and ~-7 % 3~ is -1.
- A template cannot contain null, a list, an object or an asset.
`

func writeFunctions() string {
	var out strings.Builder
	fmt.Fprintf(&out, strings.ReplaceAll(documentHead, "~", "`"), len(language.Builtins()))
	for group := language.GroupText; group.String() != ""; group++ {
		fmt.Fprintf(&out, "- [%s](#%s):", group, anchor(group.String()))
		separator := " "
		for _, b := range functionsOf(group) {
			fmt.Fprintf(&out, "%s[`%s`](#%s)", separator, b.Name, anchor(b.Name))
			separator = ", "
		}
		out.WriteString("\n")
	}
	for group := language.GroupText; group.String() != ""; group++ {
		fmt.Fprintf(&out, "\n## %s\n", group)
		for _, b := range functionsOf(group) {
			writeFunction(&out, b)
		}
	}
	out.WriteString(strings.ReplaceAll(documentTail, "~", "`"))
	return out.String()
}

func functionsOf(group language.FunctionGroup) []*language.Builtin {
	var found []*language.Builtin
	for _, b := range language.Builtins() {
		if b.Group == group {
			found = append(found, b)
		}
	}
	return found
}

// anchor returns the URL fragment of a heading.
func anchor(heading string) string {
	keep := func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == ',':
			return -1
		}
		return r
	}
	return strings.Map(keep, strings.ToLower(heading))
}

func writeFunction(out *strings.Builder, b *language.Builtin) {
	fmt.Fprintf(out, "\n### %s\n\n", b.Name)
	writeCode(out, b.Usage())
	fmt.Fprintf(out, "\n%s\n", b.Doc)
	if b.Since != 0 {
		fmt.Fprintf(out, "\nSince Pulumi %s.\n", b.Since)
	}
	if len(b.Parameters) > 0 {
		out.WriteString("\n| Parameter | Type | |\n|---|---|---|\n")
	}
	for _, p := range b.Parameters {
		typeText := strings.TrimPrefix(p.String(), p.Name+": ")
		fmt.Fprintf(out, "| `%s` | `%s` | %s |\n", p.Name, cell(typeText), cell(p.Doc))
	}
	if len(b.Notes) > 0 {
		fmt.Fprintf(out, "\n- %s\n", strings.Join(b.Notes, "\n- "))
	}
	out.WriteString("\n")
	var shown calls
	for _, e := range b.Examples {
		shown.add(e.Given, language.Example{Call: e.Call, Type: e.Type, Value: e.Value}.String())
	}
	writeCode(out, shown.take())
	out.WriteString("\nWrong:\n\n")
	for _, m := range b.Mistakes {
		shown.add(m.Given, fmt.Sprintf("%s  # %s: %s", m.Call, m.Code, m.Why))
	}
	writeCode(out, shown.take())
}

// writeCode writes code that is only part of a program.
func writeCode(out *strings.Builder, text string) {
	fmt.Fprintf(out, "```pcl ignore\n%s\n```\n", text)
}

// cell escapes a text for a table.
func cell(text string) string { return strings.ReplaceAll(text, "|", `\|`) }

// calls writes calls below each other, each definition before the first call that needs
// it.
type calls struct {
	lines []string
	given []string // definitions written so far
}

func (c *calls) add(given, line string) {
	if given != "" && !slices.Contains(c.given, given) {
		c.given = append(c.given, given)
		if len(c.lines) > 0 {
			c.lines = append(c.lines, "")
		}
		c.lines = append(c.lines, given)
	}
	c.lines = append(c.lines, line)
}

// take returns the text so far. It keeps the definitions.
func (c *calls) take() string {
	text := strings.Join(c.lines, "\n")
	c.lines = nil
	return text
}
