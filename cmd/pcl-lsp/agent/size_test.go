package agent_test

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/pcl-lsp/pcl-lsp/analysis/codes"
	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/agent"
)

// This file measures how much room answers take in the memory of a model. A token is four bytes.

// shared returns the schema of a package in ../shared, which need not be there.
func shared(t *testing.T, name string) string {
	t.Helper()
	found, _ := filepath.Glob(top + "/../shared/schemas/" + name + "-[0-9]*.json.gz")
	if len(found) == 0 {
		t.Skip("../shared/schemas is not there")
	}
	path, err := filepath.Abs(found[0])
	if err != nil {
		t.Fatal(err)
	}
	return filepath.ToSlash(path)
}

// size is what an answer takes, in tokens: as data or as text, whichever is more.
func size(t *testing.T, c *client, tool string, arguments any) (tokens float64) {
	t.Helper()
	before := c.bytes
	text, isError := c.call(tool, arguments, nil)
	if isError {
		t.Fatalf("%s %v: %s", tool, arguments, text)
	}
	sent, _ := json.Marshal(arguments)
	return float64(c.bytes-before-len(sent)-len(tool)) / 4
}

// TestFindingsAreSmall: a check takes at most 40 tokens a finding, over a repository with one program for every kind of finding.
func TestFindingsAreSmall(t *testing.T) {
	t.Parallel()
	files := map[string]string{}
	for _, d := range codes.All() {
		files[strings.ReplaceAll(string(d.Code), ".", "-")+"/main.pp"] = d.Code.Text().Bad
	}
	c := connect(t, options(), nil, folder(t, files))
	arguments := object{"most": 10_000}
	found, _ := ask[agent.Checked](c, "check", arguments)
	findings := len(found.Errors) + len(found.Warnings) + len(found.Notes)
	if findings < 200 || found.More > 0 {
		t.Fatalf("%d findings and %d more", findings, found.More)
	}
	tokens := size(t, c, "check", arguments) / float64(findings)
	t.Logf("%.1f tokens a finding, over %d findings in %d programs", tokens, findings, found.Programs)
	if tokens > 40 {
		t.Errorf("%.1f tokens a finding, more than 40", tokens)
	}
}

// TestBudgets: an answer about a schema keeps to the budget that the caller names, whatever it is, and shows all required inputs.
func TestBudgets(t *testing.T) {
	t.Parallel()
	c := connect(t, options(), nil, folder(t, nil))
	for _, token := range []string{"cloudy:storage:Bucket", "cloudy:net:Network", "cloudy:data:Database", "cloudy:storage:CorsRule", "command:local:Command"} {
		required := -1
		for _, budget := range []int{1, 50, 100, 200, 400, 800, 1600, 100_000} {
			shown, _ := ask[agent.Shown](c, "schema_show", object{"token": token, "tokens": budget})
			if required < 0 {
				required = len(shown.Required)
			}
			if len(shown.Required) != required {
				t.Errorf("%s with %d tokens: %d required inputs, not %d", token, budget, len(shown.Required), required)
			}
			if got := size(t, c, "schema_show", object{"token": token, "tokens": budget}); got > float64(max(budget, 150)) {
				t.Errorf("%s takes %.0f tokens of %d", token, got, budget)
			}
		}
	}
}

// TestAwsResourcesAreSmall: half of the resources of aws take at most 600 tokens, without a budget.
func TestAwsResourcesAreSmall(t *testing.T) {
	t.Parallel()
	given := shared(t, "aws")
	c := connect(t, options(given), nil, folder(t, nil))
	var tokens, complete []float64
	for i, token := range resources(t, c, "aws") {
		if i%10 != 0 { // a hundred of them say as much
			continue
		}
		tokens = append(tokens, size(t, c, "schema_show", object{"token": token}))
		shown, _ := ask[agent.Shown](c, "schema_show", object{"token": token})
		if shown.Names == "" && shown.More == 0 {
			complete = append(complete, 1)
		}
	}
	slices.Sort(tokens)
	median, most := tokens[len(tokens)/2], tokens[len(tokens)-1]
	t.Logf("%d resources: median %.0f tokens, at most %.0f; %d show all inputs", len(tokens), median, most, len(complete))
	if median > 600 {
		t.Errorf("the median is %.0f tokens", median)
	}
}

// resources lists the resources of a package.
func resources(t *testing.T, c *client, name string) []string {
	t.Helper()
	found, _ := ask[agent.SearchResult](c, "schema_search", object{"query": name, "package": name, "kind": "resource", "most": 100_000})
	var all []string
	for _, m := range found.Found {
		all = append(all, m.Token)
	}
	if len(all) < 100 {
		t.Fatalf("only %d resources of %s", len(all), name)
	}
	slices.Sort(all)
	return all
}

// TestDeclarationsAreSmall: what a client reads before its first call is bounded, too.
func TestDeclarationsAreSmall(t *testing.T) {
	t.Parallel()
	c := connect(t, options(), nil, folder(t, nil))
	listed, err := c.session.ListTools(t.Context(), &mcp.ListToolsParams{})
	if err != nil {
		t.Fatal(err)
	}
	inputs := 0
	for _, tool := range listed.Tools {
		schema, _ := json.Marshal(tool.InputSchema)
		inputs += len(tool.Name) + len(tool.Description) + len(schema)
	}
	t.Logf("%d tools: names, descriptions and arguments take %d tokens, the instructions %d", len(listed.Tools), inputs/4, len(c.session.InitializeResult().Instructions)/4)
	if inputs/4 > 4000 {
		t.Errorf("%d tokens", inputs/4)
	}
}
