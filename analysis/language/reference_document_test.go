package language_test

import (
	"cmp"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/zclconf/go-cty/cty"

	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file writes the tables in the pages of docs/language.

// referenceTables are the tables by page and by the comment that stands before them. The comment "end" stands behind each.
var referenceTables = []struct {
	page, name string
	write      func(out *strings.Builder)
}{
	{"blocks.md", "blocks", writeBlocks},
	{"blocks.md", "attributes", writeAttributes},
	{"options.md", "options", writeOptions},
	{"hooks.md", "points", writePoints},
	{"conversions.md", "conversions", writeConversions},
}

// TestTablesOfReference compares the tables in the pages with those of the packages. With -update it writes them.
func TestTablesOfReference(t *testing.T) {
	t.Parallel()
	pages := map[string]string{}
	for _, table := range referenceTables {
		document := "../../docs/language/" + table.page
		if pages[document] == "" {
			text, err := os.ReadFile(document)
			if err != nil {
				t.Fatal(err)
			}
			pages[document] = string(text)
		}
		before, rest, begins := strings.Cut(pages[document], "<!-- "+table.name+" -->\n")
		_, after, ends := strings.Cut(rest, "<!-- end -->\n")
		if !begins || !ends {
			t.Fatalf("%s has no place for the table of %s", document, table.name)
		}
		var out strings.Builder
		table.write(&out)
		pages[document] = before + "<!-- " + table.name + " -->\n" + out.String() + "<!-- end -->\n" + after
	}
	for document, text := range pages {
		compareDocument(t, document, text)
	}
}

func writeBlocks(out *strings.Builder) {
	out.WriteString("| block | |\n|---|---|\n")
	for _, b := range language.Blocks() {
		fmt.Fprintf(out, "| `%s` | %s |\n", cell(b.Form), cell(b.Doc))
	}
}

func writeAttributes(out *strings.Builder) {
	out.WriteString("| block | attribute | type | | |\n|---|---|---|---|---|\n")
	for _, b := range language.Blocks() {
		writeBody(out, b.Keyword, &b.Body)
	}
}

func writeBody(out *strings.Builder, name string, body *language.Body) {
	for _, a := range body.Attributes {
		typeText := "`" + a.Type.String() + "`"
		switch {
		case a.Body != nil:
			typeText = "block"
		case a.TypeLabel:
			typeText = "that of the label"
		}
		var words []string
		if a.Required {
			words = append(words, "required")
		}
		if a.Literal {
			words = append(words, "literal")
		}
		if a.Choice != "" {
			words = append(words, "kind `"+a.Choice+"`")
		}
		fmt.Fprintf(out, "| `%s` | `%s` | %s | %s | %s |\n", name, a.Name, typeText, strings.Join(words, ", "), cell(a.Doc))
		if a.Body != nil {
			writeBody(out, a.Name, a.Body)
		}
	}
}

func writeOptions(out *strings.Builder) {
	out.WriteString("| option | value | |\n|---|---|---|\n")
	for _, o := range language.Options() {
		var value string
		switch {
		case o.Rule.TakesProviders():
			value = "provider resources"
		case o.Rule.TakesResources():
			value = "resources"
		}
		switch {
		case o.Rule.TakesProviders() && o.Rule.TakesResource():
			value = "a provider resource"
		case o.Rule.TakesResource():
			value = "a resource"
		case o.Rule.TakesPaths():
			value = "property paths"
		}
		fmt.Fprintf(out, "| `%s` | %s | %s |\n", o.Name, cell(cmp.Or(value, "`"+o.Type.String()+"`")), cell(o.Doc))
	}
}

func writePoints(out *strings.Builder) {
	out.WriteString("| point | kind of hook |\n|---|---|\n")
	for _, p := range language.HookPoints() {
		fmt.Fprintf(out, "| `%s` | `%s` |\n", p.Name, p.Kind)
	}
}

// writeConversions writes how each simple type converts to each other one.
func writeConversions(out *strings.Builder) {
	simple := []struct {
		name string
		typesys.Type
	}{
		{"bool", typesys.Bool}, {"int", typesys.Int}, {"number", typesys.Number}, {"string", typesys.String}, {"id", typesys.ID},
		{"enum of strings", typesys.Enum("a:b:C", typesys.String, cty.StringVal("a"))}, {"Asset", typesys.Asset}, {"dynamic", typesys.Dynamic},
	}
	words := map[typesys.Fit]string{typesys.FitNone: "–", typesys.FitUnsafe: "unsafe", typesys.FitSafe: "safe"}
	out.WriteString("| from \\ to |")
	for _, to := range simple {
		fmt.Fprintf(out, " %s |", to.name)
	}
	fmt.Fprintf(out, "\n|%s\n", strings.Repeat("---|", len(simple)+1))
	for _, from := range simple {
		fmt.Fprintf(out, "| **%s** |", from.name)
		for _, to := range simple {
			fmt.Fprintf(out, " %s |", words[typesys.Convert(to.Type, from.Type)])
		}
		out.WriteString("\n")
	}
}
