package agent_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

//go:generate go test . -run TestDocument -update

// TestDocument: the table of tools in docs/mcp.md is what the server declares.
func TestDocument(t *testing.T) {
	t.Parallel()
	const file, begin, end = top + "/docs/mcp.md", "<!-- tools -->\n", "<!-- end of tools -->\n"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, begins := strings.Cut(string(text), begin)
	_, after, ends := strings.Cut(rest, end)
	if !begins || !ends {
		t.Fatalf("%s has no place for the table of tools", file)
	}
	listed, err := connect(t, options(), nil, folder(t, nil)).session.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	want := before + begin + toolTable(t, listed.Tools) + end + after
	switch {
	case want == string(text):
	case *update:
		write(t, file, want)
	default:
		t.Errorf("%s is stale; run go generate ./cmd/pcl-lsp/agent\n--- document\n+++ tools\n%s", file, gocmp.Diff(string(text), want))
	}
}

// toolTable is a row for each tool.
func toolTable(t *testing.T, tools []*mcp.Tool) string {
	t.Helper()
	var out strings.Builder
	out.WriteString("| tool | what it does | arguments |\n|---|---|---|\n")
	for _, tool := range tools {
		encoded, err := json.Marshal(tool.InputSchema)
		if err != nil {
			t.Fatal(err)
		}
		var schema struct {
			Properties map[string]struct{ Description string }
			Required   []string
		}
		if err := json.Unmarshal(encoded, &schema); err != nil {
			t.Fatal(err)
		}
		var arguments []string
		for name, property := range schema.Properties {
			if property.Description == "" {
				t.Errorf("%s: the argument %s has no description", tool.Name, name)
			}
			if slices.Contains(schema.Required, name) {
				name += "`, always: `"
			}
			arguments = append(arguments, fmt.Sprintf("`%s`: %s", name, property.Description))
		}
		slices.SortFunc(arguments, func(a, b string) int {
			return cmp.Or(-cmp.Compare(strings.Count(a, "always:"), strings.Count(b, "always:")), cmp.Compare(a, b))
		})
		fmt.Fprintf(&out, "| `%s` | %s | %s |\n", tool.Name, tool.Description, strings.ReplaceAll(strings.ReplaceAll(strings.Join(arguments, "<br>"), "`, always: ``", "`, always"), "|", `\|`))
	}
	return out.String()
}
