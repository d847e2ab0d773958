package check_test

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pcl-lsp/pcl-lsp/analysis/check"
)

// This file writes docs/functions.md from the table of functions.

const functionsDocument = "../../docs/functions.md"

// TestFunctionsDocument holds the document to the table. Under -update it writes
// the document.
func TestFunctionsDocument(t *testing.T) {
	t.Parallel()
	got := writeFunctions()
	if flag.Lookup("update").Value.String() == "true" {
		if err := os.WriteFile(functionsDocument, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(functionsDocument)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s is stale; run go generate ./analysis/check\n--- document\n+++ table\n%s", functionsDocument, diff)
	}
}

// documentHead is what the document says about all functions. The rules are those
// that TestCallTyping holds the checker to.
// A tilde in it stands for a backtick.
const documentHead = `<!-- Written from the table of functions in package check; go generate ./analysis/check writes it again. -->

# Functions

PCL has %d functions. A program cannot define others. Functions and variables have namespaces of their own, so a definition named
~join~ hides nothing.

How calls are read:

- An optional parameter ends in ~?~, one that takes any number of arguments in ~…~. ~T~ and ~U~ stand for types that depend on the
  arguments, and ~dynamic~ for a value that nothing is known about.
- ~f(xs...)~ gives the elements of a tuple as arguments of their own. A list of unknown length counts as one argument.
- Strings, numbers and bools pass for one another where that can work: ~join("-", ["port", 80])~.
- An output is accepted wherever a plain value is. The result is an output then, and known when the argument is.

In the examples a comment tells the type of the call, and its value where that depends on nothing else. Where they need resources,
these are of invented packages.

`

// documentTail is what fails, or surprises, outside of functions when a program is
// run. (PCL specification, pcl-functions.md, section 3.)
const documentTail = `
## Operators and templates when a program is run

The checker lets some expressions pass that fail, or give something unexpected, when the program is run:

- ~==~ and ~!=~ convert nothing: ~"1" == 1~ is false. ~null == null~ is true.
- Strings that look like numbers count as numbers in arithmetic and comparisons, and ~"true"~ and ~"false"~ count as bools. Other
  strings fail: there is no ~"a" < "b"~. Bools and numbers do not stand for one another.
- Numbers end up as 64-bit floating point. Division by zero gives infinity, and ~-7 % 3~ is -1.
- A template cannot hold null, a list, an object or an asset.
`

func writeFunctions() string {
	var out strings.Builder
	fmt.Fprintf(&out, strings.ReplaceAll(documentHead, "~", "`"), len(check.Builtins()))
	for group := check.GroupText; group.String() != ""; group++ {
		fmt.Fprintf(&out, "- [%s](#%s):", group, anchor(group.String()))
		separator := " "
		for _, b := range functionsOf(group) {
			fmt.Fprintf(&out, "%s[`%s`](#%s)", separator, b.Name, anchor(b.Name))
			separator = ", "
		}
		out.WriteString("\n")
	}
	for group := check.GroupText; group.String() != ""; group++ {
		fmt.Fprintf(&out, "\n## %s\n", group)
		for _, b := range functionsOf(group) {
			writeFunction(&out, b)
		}
	}
	out.WriteString(strings.ReplaceAll(documentTail, "~", "`"))
	return out.String()
}

func functionsOf(group check.FunctionGroup) []*check.Builtin {
	var found []*check.Builtin
	for _, b := range check.Builtins() {
		if b.Group == group {
			found = append(found, b)
		}
	}
	return found
}

// anchor is the fragment by which a heading is reached.
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

func writeFunction(out *strings.Builder, b *check.Builtin) {
	fmt.Fprintf(out, "\n### %s\n\n", b.Name)
	writeCode(out, b.Usage())
	fmt.Fprintf(out, "\n%s\n", b.Doc)
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
		shown.add(e.Given, check.Example{Call: e.Call, Type: e.Type, Value: e.Value}.String())
	}
	writeCode(out, shown.take())
	out.WriteString("\nWrong:\n\n")
	for _, m := range b.Mistakes {
		shown.add(m.Given, fmt.Sprintf("%s  # %s: %s", m.Call, m.Code, m.Why))
	}
	writeCode(out, shown.take())
}

func writeCode(out *strings.Builder, text string) {
	fmt.Fprintf(out, "```pcl\n%s\n```\n", text)
}

// cell is a text in a table.
func cell(text string) string { return strings.ReplaceAll(text, "|", `\|`) }

// calls writes calls below each other, with what they need in front of the first
// that needs it.
type calls struct {
	lines []string
	given []string // what has been written
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

// take is the text so far; what has been given stays known.
func (c *calls) take() string {
	text := strings.Join(c.lines, "\n")
	c.lines = nil
	return text
}
