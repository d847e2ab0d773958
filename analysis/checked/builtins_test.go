package checked_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis/diagnostic"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file holds the table of functions to the checker: every example has the
// type that it claims, every mistake gives the finding that it claims.

// checkedCall is the type of an expression and the findings of a program that
// consists of it and what it needs, without those about what nothing uses.
func checkedCall(t *testing.T, given, expression string) (typesys.Type, []diagnostic.Diagnostic) {
	t.Helper()
	f := analysistest.LoadText(t, "An expression.\n-- main.pp --\n"+given+"\nexpression = "+expression+"\n")
	found, err := f.Program.Diagnostics(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	found = slices.DeleteFunc(found, func(d diagnostic.Diagnostic) bool { return strings.HasPrefix(string(d.Code), "unused.") })
	return f.Program.TypeOf(context.Background(), f.Program.Lookup("expression")), aboutTyping(found)
}

// aboutTyping are findings without those about what flows through a call: these
// tests ask for any flow there is.
func aboutTyping(found []diagnostic.Diagnostic) []diagnostic.Diagnostic {
	return slices.DeleteFunc(found, func(d diagnostic.Diagnostic) bool {
		return strings.HasPrefix(string(d.Code), "secret.") || strings.HasPrefix(string(d.Code), "unknown.")
	})
}

func showFindings(found []diagnostic.Diagnostic) string {
	lines := make([]string, len(found))
	for i, d := range found {
		lines[i] = string(d.Code) + ": " + d.Message
	}
	return strings.Join(lines, "\n")
}

func TestExamplesHaveTheirTypes(t *testing.T) {
	t.Parallel()
	for _, b := range language.Builtins() {
		for _, e := range b.Examples {
			got, found := checkedCall(t, e.Given, e.Call)
			if got.String() != e.Type {
				t.Errorf("%s\ngot type %s, want %s", e, got, e.Type)
			}
			if e.Code == "" && len(found) > 0 {
				t.Errorf("%s\ngot findings, want none:\n%s", e, showFindings(found))
			}
			if e.Code != "" && (len(found) != 1 || found[0].Code != e.Code) {
				t.Errorf("%s\ngot these findings, want one of code %s:\n%s", e, e.Code, showFindings(found))
			}
		}
	}
}

func TestMistakesHaveTheirFindings(t *testing.T) {
	t.Parallel()
	for _, b := range language.Builtins() {
		for _, m := range b.Mistakes {
			if _, found := checkedCall(t, m.Given, m.Call); len(found) != 1 || found[0].Code != m.Code {
				t.Errorf("%s\n%s\ngot these findings, want one of code %s:\n%s", m.Given, m.Call, m.Code, showFindings(found))
			}
		}
	}
}

// functionNames are the functions of Pulumi 3.260: 37, invoke and call. (docs/language/functions.md)
const functionNames = `element entries length lookup join split range singleOrNone toJSON toBase64 fromBase64 sha1 max min
	readFile filebase64 filebase64sha256 fileAsset stringAsset remoteAsset fileArchive remoteArchive assetArchive
	secret unsecret stack project organization cwd rootDirectory notImplemented getOutput try can recover
	pulumiResourceType pulumiResourceName invoke call`

func TestTableIsComplete(t *testing.T) {
	t.Parallel()
	for name := range strings.FieldsSeq(functionNames) {
		if language.LookupBuiltin(name) == nil {
			t.Errorf("there is no function %s", name)
		}
	}
	for _, b := range language.Builtins() {
		for what, missing := range map[string]bool{
			"group": b.Group.String() == "", "documentation": b.Doc == "", "result": b.Gives == "",
			"example": len(b.Examples) == 0, "mistake": len(b.Mistakes) == 0,
		} {
			if missing {
				t.Errorf("%s has no %s", b.Name, what)
			}
		}
		for _, text := range append([]string{b.Doc}, b.Notes...) {
			if !strings.HasSuffix(text, ".") || strings.Contains(text, "\n") {
				t.Errorf("%s: %q is no sentence on a line", b.Name, text)
			}
		}
	}
}

// TestParametersAreInOrder holds that what may be left out comes last, and that
// each parameter is documented under a name of its own.
func TestParametersAreInOrder(t *testing.T) {
	t.Parallel()
	for _, b := range language.Builtins() {
		seen := map[string]bool{}
		for i, p := range b.Parameters {
			if seen[p.Name] || p.Doc == "" || p.Type == "" {
				t.Errorf("%s: parameter %d %q is not documented under a name of its own", b.Name, i, p.Name)
			}
			seen[p.Name] = true
			if i > 0 && b.Parameters[i-1].Optional && !p.Optional && !p.Variadic || p.Variadic && i != len(b.Parameters)-1 {
				t.Errorf("%s: parameter %q stands behind one that may be left out", b.Name, p.Name)
			}
		}
	}
}

func TestUsage(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"join":   "join(separator: string, strings: list(string)) → string",
		"range":  "range(fromOrTo: int, to: int?) → list(int)",
		"lookup": "lookup(map: map(T), key: string, default: U?) → T | U",
		"max":    "max(first: number, rest: number…) → number",
		"stack":  "stack() → string",
		"invoke": "invoke(token: string, args: { … }, options: { … }?) → output(T)",
	} {
		if got := language.LookupBuiltin(name).Usage(); got != want {
			t.Errorf("got %s\nwant %s", got, want)
		}
	}
}

// TestMessagesUseTheNamesOfTheTable holds that a finding about a missing argument
// names it as the table does.
func TestMessagesUseTheNamesOfTheTable(t *testing.T) {
	t.Parallel()
	named := 0
	for _, b := range language.Builtins() {
		_, found := checkedCall(t, "", b.Name+"()")
		for _, d := range found {
			_, missing, ok := strings.Cut(d.Message, "also needs ")
			if !ok {
				continue
			}
			for name := range strings.SplitSeq(missing, " and ") {
				named++
				name = strings.Trim(name, "`")
				if !slices.ContainsFunc(b.Parameters, func(p language.Parameter) bool { return p.Name == name && !p.Optional }) {
					t.Errorf("%s: %q: the table has no such parameter that must be given", b.Name, d.Message)
				}
			}
		}
	}
	if named < 20 {
		t.Errorf("only %d arguments were missed", named)
	}
}
