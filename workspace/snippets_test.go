package workspace_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/schemas"
)

// diagnosed are the findings in an export: what stands at their places, and what they are.
func diagnosed(t *testing.T, text string) []string {
	t.Helper()
	const file = "/p/stack.json"
	cloudy := schemas.New(schemas.Options{Paths: []string{"../testdata/schemas"}})
	snapshot := workspace.New(workspace.Options{FS: fixture.Files{file: text}, Schemas: cloudy, Embedded: workspace.Embedded}).Snapshot()
	found, err := snapshot.Discover(file)
	if err != nil {
		t.Fatal(err)
	}
	if len(found.Targets) != 1 || !found.Targets[0].Embeds() {
		t.Fatalf("targets: %v", found.Targets)
	}
	all, err := snapshot.DiagnoseEmbedded(context.Background(), file)
	if err != nil {
		t.Fatal(err)
	}
	source, _, _, ok := snapshot.File(file)
	if !ok || source.Text() != text {
		t.Fatal("the export has no text")
	}
	var lines []string
	for _, d := range all {
		lines = append(lines, fmt.Sprintf("%s %s[%s]: %s", text[d.Span.Start:d.Span.End], d.Severity, d.Code, d.Message))
	}
	return lines
}

// A snippet is the body of a resource with options. Its names are its references, and its
// descriptor chooses the schema. Findings stand at the text in the export, whatever escapes
// are around them.
func TestSnippets(t *testing.T) {
	t.Parallel()
	const text = `{"version": 3, "deployment": {
  "manifest": {"snippets": "not these"},
  "resources": [{"urn": "urn:pulumi:dev::p::pulumi:pulumi:Stack::p-dev", "outputs": {"code": null}}],
  "snippets": [
    {"uuid": "1", "name": "my-subnet", "type": "cloudy:net/subnet:Subnet", "descriptor": {"name": "cloudy", "version": "1.4.0"},
     "code": "# \u00e9\ud83d\ude00\t/ \/\r\nnetworkId = vpc.id\ncidrBlock = \"10.${range.value}.0.0/24\"\nzon\u0065s = other.zone\noptions {\n  range = 2\n  protec = true\n}\n",
     "references": {"vpc": "urn:pulumi:dev::p::cloudy:net/network:Network::vpc"}},
    {"name": "right", "type": "cloudy:storage:Bucket", "descriptor": {"name": "cloudy"},
     "code": "name = \"${a.name}-${invoke(\"cloudy:getCallerIdentity\", {}).accountId}\"\noptions { provider = provider }\n",
     "references": {"a": "urn:pulumi:dev::p::m:n:O::a", "provider": "urn:\u0070ulumi:dev::p"}},
    {"name": "old", "type": "cloudy:storage:Bucket", "descriptor": {"name": "cloudy", "version": "0.9.0"}, "code": "anything = 1\n"},
    {"name": "provider", "type": "pulumi:providers:cloudy", "descriptor": {"name": "cloudy"}, "code": "colour = 1\n"},
    {"name": "broken", "type": "cloudy:storage:Bucket", "descriptor": {"name": "cloudy"}, "code": "name = \"a"},
    {"name": "typeless", "code": "name = nothing"}
  ]}}`
	got := diagnosed(t, text)
	for i, line := range got {
		got[i], _, _ = strings.Cut(line, " (cloudy 1.4.0)")
	}
	want := []string{
		"zon\\u0065s error[attr.unknown]: in the snippet `my-subnet`: `zones` is not an input of cloudy:net/subnet:Subnet; did you mean `zone`?",
		"other error[name.undefined]: in the snippet `my-subnet`: `other` is not declared: it is not among the references of the snippet",
		"protec error[option.unknown]: in the snippet `my-subnet`: there is no option `protec`; did you mean `protect`?",
		"p error[urn.malformed]: in the snippet `right`: the reference `provider` is no URN: the qualified type and the name are missing: a URN has a stack, a project, a type and a name, with `::` between them",
		" warning[package.unknown]: in the snippet `old`: package `cloudy` is not checked: no schema of cloudy 0.9.0; there is 1.4.0; `pulumi package get-schema cloudy` prints one",
		" error[attr.missing]: in the snippet `provider`: pulumi:providers:cloudy needs the required input `region` (enum(\"eu-north\" | \"eu-west\" | …)): The region used where none is given",
		"colour error[attr.unknown]: in the snippet `provider`: `colour` is not an input of pulumi:providers:cloudy",
		" error[syntax.string.unterminated]: in the snippet `broken`: This string is never closed; add the closing \".",
		" hint[inputs.token]: in the snippet `typeless`: the snippet has no type, so its inputs are not checked",
		"nothing error[name.undefined]: in the snippet `typeless`: `nothing` is not declared: it is not among the references of the snippet",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// The state of a stack, as a backend keeps it, holds snippets in another place.
func TestSnippetsInCheckpoint(t *testing.T) {
	t.Parallel()
	got := diagnosed(t, `{"checkpoint": {"stack": "dev", "latest": {"snippets": [{"name": "a", "type": "cloudy:storage:Bucket", "code": "x = 1"}]}}}`)
	if len(got) != 1 || !strings.HasPrefix(got[0], "x error[attr.unknown]") {
		t.Errorf("got %q", got)
	}
}

// The place of a finding is exact, whatever characters stand before it.
func TestPlacesInSnippets(t *testing.T) {
	t.Parallel()
	before := []string{"", `\n`, `\"`, `\\`, `\u0041`, `\ud83d\ude00`, `\ud83d`, `\ude00 \ud83d`, "é", "😀", "\xff", `\u0000`}
	for i := range 200 {
		var parts []string
		for n := i; n > 0; n /= len(before) {
			parts = append(parts, before[n%len(before)])
		}
		comment := strings.ReplaceAll(strings.Join(parts, ""), `\n`, `\t`)
		raw := `"# ` + comment + `\nx = 1"`
		if !json.Valid([]byte(raw)) {
			t.Fatalf("%s is no text", raw)
		}
		got := diagnosed(t, `{"deployment": {"snippets": [{"name": "a", "type": "cloudy:storage:Bucket", "code": `+raw+`}]}}`)
		if !slices.ContainsFunc(got, func(line string) bool { return strings.HasPrefix(line, "x error[attr.unknown]") }) {
			t.Errorf("%s: got %q", raw, got)
		}
	}
}

// What is no export is refused, with the place of what is wrong.
func TestNoExport(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                                  "line 1, column 1: this is not the export of a stack: the file is empty",
		"{":                                 "line 1, column 2: the JSON text ends too early",
		`{"snippets": []}`:                  "line 1, column 1: this is not the export of a stack",
		`{"deployment": 1}`:                 "line 1, column 16: `deployment` must be an object, not a number",
		`{"deployment": {"snippets": {}}}`:  "line 1, column 29: `snippets` must be a list, not an object",
		`{"deployment": {"snippets": [1]}}`: "line 1, column 30: a snippet must be an object, not a number",
		`{"deployment": {"snippets": [{"code": 1}]}}`:         "line 1, column 39: `code` must be a string, not a number",
		`{"deployment": {"snippets": [{"references": [1]}]}}`: "line 1, column 45: `references` must be an object, not a list",
		`{"deployment": {"snippets": [{"descriptor": "a"}]}}`: "line 1, column 45: `descriptor` must be an object, not a string",
	} {
		snapshot := workspace.New(workspace.Options{FS: fixture.Files{"/p/a.json": text}, Embedded: workspace.Embedded}).Snapshot()
		if _, err := snapshot.Discover("/p/a.json"); err == nil || !strings.Contains(err.Error(), "cannot read /p/a.json: "+want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}
