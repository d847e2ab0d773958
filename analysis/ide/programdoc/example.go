package programdoc

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/ide/printer"
	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax/tree"
	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file writes the example: a block that uses a component.

// mostExampleInputs limits the inputs of an example.
const mostExampleInputs = 100

// example returns a program that uses the component in a directory below it. Required inputs
// have the simplest value of their type. Secrets have none, so these inputs, and those of types
// without such a value, come from configs. It is empty for a component with too many inputs, and
// for one with a required input that no block can set.
func example(dir string, inputs []analysis.ComponentMember) string {
	var configs, body strings.Builder
	used := map[string]bool{}
	width := 0
	var required []analysis.ComponentMember
	for _, m := range inputs {
		if m.Required {
			if !syntax.IsIdentifier(m.Name) || m.Name == language.ComponentToken {
				return "" // a block with a source cannot set it
			}
			required, width = append(required, m), max(width, len(m.Name))
		}
	}
	if len(required) > mostExampleInputs {
		return ""
	}
	for _, m := range required {
		value := printer.Placeholder(m.Type)
		if it, _ := m.Object.Item(); isTrue(it, language.ConfigSecret) || value == "null" {
			value = free(m.Name, used)
			configs.WriteString(config(value, m, isTrue(it, language.ConfigSecret)))
		}
		fmt.Fprintf(&body, "  %-*s = %s\n", width, m.Name, value)
	}
	return fmt.Sprintf("%scomponent %s %s {\n%s}\n", configs.String(), free(dir, used), printer.Text("./"+dir), body.String())
}

// config returns the config of the caller for an input.
func config(name string, m analysis.ComponentMember, secret bool) string {
	label, _ := printer.Label(m.Type)
	if secret {
		return fmt.Sprintf("config %s %s {\n  secret = true\n}\n\n", name, label)
	}
	return fmt.Sprintf("config %s %s {\n}\n\n", name, label)
}

// free returns a name like the given one that means nothing else.
func free(like string, used map[string]bool) string {
	name := like
	if !tree.CanBeReferredTo(name) || typesys.QuoteName(name) != name || language.LookupBuiltin(name) != nil {
		name = "item"
	}
	for n := 2; used[name]; n++ {
		name = strings.TrimRight(name, "0123456789") + strconv.Itoa(n)
	}
	used[name] = true
	return name
}
