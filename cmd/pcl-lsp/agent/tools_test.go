package agent_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp/agent"
)

// This file tests what the tools answer, and what they do to files.

var update = flag.Bool("update", false, "write the recorded answers and the table in docs/mcp.md")

// shop is a program with a component, a stack, and mistakes.
var shop = map[string]string{
	"main.pp": `config zones int {
  default = 2
}

config stage string {
}

resource network "cloudy:net/network:Network" {
  cidrBlock = "10.0.0.0/16"
}

resource logs "cloudy:storage/bucket:Bucket" {
  force_destroy = true
  name = stage
}

component site "./site" {
  network = network.id
}

output name {
  value = network.id
}
`,
	"site/main.pp": `config network string {
}

output id {
  value = network
}
`,
	"Pulumi.yaml":     "name: shop\nruntime: pcl\n",
	"Pulumi.dev.yaml": "config:\n  shop:stage: dev\n",
	"state.json":      `{"version":3,"deployment":{"resources":[{"urn":"urn:pulumi:dev::shop::pulumi:pulumi:Stack::shop-dev","type":"pulumi:pulumi:Stack"}]}}`,
}

// calls are calls of all tools.
var calls = []struct {
	tool      string
	arguments object
}{
	{"schema_search", object{"query": "storage bucket", "most": 3}},
	{"schema_search", object{"query": "bucket", "kind": "function"}},
	{"schema_search", object{"query": "no such thing"}},
	{"schema_show", object{"token": "cloudy:net/network:Network"}},
	{"schema_show", object{"token": "cloudy:storage:Bucket", "tokens": 150}},
	{"schema_show", object{"token": "cloudy:storage:Bucket", "only": []string{"acl"}}},
	{"schema_show", object{"token": "cloudy:storage:CorsRule"}},
	{"schema_show", object{"package": "cloudy"}},
	{"check", object{}},
	{"check", object{"paths": []string{"site"}}},
	{"check", object{"texts": []object{{"path": "new/main.pp", "text": "output a {\n  value = b\n}\n"}}}},
	{"fix", object{"all": true}},
	{"format", object{"paths": []string{"main.pp"}}},
	{"look", object{"what": "completion", "at": "main.pp:13:force", "most": 3}},
	{"look", object{"what": "completion", "at": "main.pp:14:10", "most": 3}},
	{"look", object{"what": "completion", "texts": []object{{"path": "new/main.pp", "text": "resource a \"cloudy:storage:Bucket\" {\n}\n\noutput b {\n  value = a.nmae\n}\n"}}, "at": "new/main.pp:5:nmae", "most": 3}},
	{"look", object{"at": "main.pp:8:network"}},
	{"look", object{"what": "references", "at": "main.pp:5:stage"}},
	{"look", object{"what": "references", "at": "site/main.pp:1:network"}},
	{"rename", object{"at": "main.pp:8:network", "to": "net"}},
	{"rename", object{"at": "main.pp:5:stage", "to": "level"}},
	{"look", object{}},
	{"explain", object{"codes": []string{"attr.unknown"}}},
	{"explain", object{"codes": []string{"syntax.string*"}}},
	{"plan", object{"state": "state.json"}},
	{"convert", object{"text": "resource \"cloudy_network\" \"main\" {\n  cidr_block = \"10.0.0.0/16\"\n  colour     = \"red\"\n}\n"}},
	{"convert", object{"text": "a = 1\n"}},
	{"convert", object{"path": "state.json", "from": "yaml"}},
	{"upgrade", object{"package": "kit@2.0.0", "from": "1.0.0", "texts": []object{{"path": "new/main.pp", "text": "resource pet \"kit:index:Name\" {\n}\n"}}}},
}

func TestTools(t *testing.T) {
	t.Parallel()
	dir := folder(t, shop)
	c := connect(t, options(), nil, dir)
	var got strings.Builder
	called := map[string]bool{}
	for _, call := range calls {
		called[call.tool] = true
		var structured any
		text, isError := c.call(call.tool, call.arguments, &structured)
		arguments, _ := json.Marshal(call.arguments)
		data, _ := json.MarshalIndent(structured, "", "  ")
		fmt.Fprintf(&got, "==== %s %s\n", call.tool, arguments)
		if isError {
			fmt.Fprintf(&got, "refused: ")
		}
		fmt.Fprintf(&got, "%s\n%s\n\n", strings.TrimSpace(text), data)
	}
	listed, err := c.session.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range listed.Tools {
		if !called[tool.Name] {
			t.Errorf("%s is not tested", tool.Name)
		}
		if tool.OutputSchema == nil || tool.InputSchema == nil {
			t.Errorf("%s has no schema", tool.Name)
		}
	}
	golden(t, "testdata/answers.txt", strings.ReplaceAll(got.String(), filepath.ToSlash(dir), "ROOT"))
}

func golden(t *testing.T, path, got string) {
	t.Helper()
	want, err := os.ReadFile(path)
	if err != nil && !*update {
		t.Fatal(err)
	}
	if got == string(want) {
		return
	}
	if *update {
		write(t, path, got)
		return
	}
	t.Errorf("%s (-update writes it)\n--- want\n+++ got\n%s", path, cmp.Diff(string(want), got))
}

// TestNothingIsWritten: without the option, no tool changes anything on disk.
func TestNothingIsWritten(t *testing.T) {
	t.Parallel()
	dir := folder(t, shop)
	before := everything(t, dir)
	c := connect(t, options(), nil, dir)
	for _, call := range calls {
		c.call(call.tool, call.arguments, nil)
	}
	if diff := cmp.Diff(before, everything(t, dir)); diff != "" {
		t.Error(diff)
	}
}

// everything are the texts of all files below a directory.
func everything(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		rel, _ := filepath.Rel(dir, path)
		all[filepath.ToSlash(rel)] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestEditsAreWhatIsWritten: the edits that a tool returns make the texts that it writes if it may.
func TestEditsAreWhatIsWritten(t *testing.T) {
	t.Parallel()
	for _, call := range []struct {
		tool      string
		arguments object
	}{
		{"fix", object{"all": true}}, {"format", object{}}, {"rename", object{"at": "main.pp:8:network", "to": "aMuchLongerName"}}, {"rename", object{"at": "main.pp:5:stage", "to": "level"}},
		{"rename", object{"at": "site/main.pp:1:network", "to": "net"}},
	} {
		dir := folder(t, shop)
		before := everything(t, dir)
		proposed, _ := ask[agent.Edited](connect(t, options(), nil, dir), call.tool, call.arguments)
		if proposed.Written || len(proposed.Changes) == 0 {
			t.Fatalf("%s %v: %+v", call.tool, call.arguments, proposed)
		}
		o := options()
		o.Write = true
		done, _ := ask[agent.Edited](connect(t, o, nil, dir), call.tool, call.arguments)
		if !done.Written {
			t.Errorf("%s %v: not written", call.tool, call.arguments)
		}
		want := maps.Clone(before)
		for _, change := range proposed.Changes {
			want[change.Path] = applied(want[change.Path], change.Edits)
		}
		if diff := cmp.Diff(want, everything(t, dir)); diff != "" {
			t.Errorf("%s %v:\n--- edited\n+++ written\n%s", call.tool, call.arguments, diff)
		}
	}
}

// applied makes edits in a text, as an agent does.
func applied(text string, edits []agent.Edit) string {
	lines := strings.SplitAfter(text, "\n")
	for _, e := range slices.Backward(edits) {
		lines = slices.Replace(lines, e.Line-1, e.Line-1+e.Delete, e.Insert)
	}
	return strings.Join(lines, "")
}

// TestTextsBelongToOneCall: unsaved texts count instead of the disk, for the call that brings them along, and are never written.
func TestTextsBelongToOneCall(t *testing.T) {
	t.Parallel()
	dir := folder(t, map[string]string{"main.pp": "output a {\n  value = 1\n}\n"})
	before := everything(t, dir)
	o := options()
	o.Write = true
	c := connect(t, o, nil, dir)
	broken := []object{{"path": "main.pp", "text": "output a {\n  value = nothing\n}\n"}, {"path": "b.pp", "text": "output b {\nvalue = 2\n}\n"}}
	if found, text := ask[agent.Checked](c, "check", object{"texts": broken}); len(found.Errors) != 1 || found.Errors[0].At != "main.pp:2:11" {
		t.Error(text)
	}
	if done, text := ask[agent.Edited](c, "format", object{"texts": broken}); done.Written || len(done.Changes) != 1 || done.Changes[0].Path != "b.pp" {
		t.Error(text)
	}
	if found, text := ask[agent.Checked](c, "check", object{}); !found.Clean || found.Programs != 1 {
		t.Error(text)
	}
	if diff := cmp.Diff(before, everything(t, dir)); diff != "" {
		t.Error(diff)
	}
}

// TestDiskIsCurrent: each call sees the files and schemas that are there then.
func TestDiskIsCurrent(t *testing.T) {
	t.Parallel()
	dir := folder(t, map[string]string{"main.pp": "resource a \"late:index:Thing\" {\n  size = 1\n}\n"})
	c := connect(t, options(), nil, dir)
	if found, text := ask[agent.Checked](c, "check", object{}); found.Clean || !strings.Contains(text, "package.unknown") {
		t.Error(text)
	}
	write(t, filepath.Join(dir, "schemas", "late.json"), `{"name":"late","version":"1.0.0","resources":{"late:index:Thing":{"inputProperties":{"size":{"type":"integer"}}}}}`)
	if found, text := ask[agent.Checked](c, "check", object{}); !found.Clean {
		t.Error(text)
	}
	write(t, filepath.Join(dir, "main.pp"), "resource a \"late:index:Thing\" {\n  sise = 1\n}\n")
	if found, text := ask[agent.Checked](c, "check", object{}); len(found.Errors) != 1 {
		t.Error(text)
	}
}

// TestResources: what resources say is what the tools say.
func TestResources(t *testing.T) {
	t.Parallel()
	dir := folder(t, shop)
	c := connect(t, options(), nil, dir)
	for uri, want := range map[string]string{
		"pcl://schema/cloudy:storage/bucket:Bucket": `"token":"cloudy:storage:Bucket"`,
		"pcl://findings/site%2Fmain.pp":             `"clean":true`, "pcl://findings/main.pp": `"code":"attr.unknown"`,
	} {
		read, err := c.session.ReadResource(t.Context(), resource(uri))
		if err != nil || len(read.Contents) != 1 || !strings.Contains(read.Contents[0].Text, want) {
			t.Errorf("%s: %v %+v", uri, err, read)
		}
	}
	for _, uri := range []string{"pcl://findings/..%2Fother", "pcl://findings/%2Fetc", "pcl://schema/nothing", "pcl://other/x"} {
		if read, err := c.session.ReadResource(t.Context(), resource(uri)); err == nil {
			t.Errorf("%s was read: %+v", uri, read)
		}
	}
	templates, err := c.session.ListResourceTemplates(t.Context(), nil)
	if err != nil || len(templates.ResourceTemplates) != 2 {
		t.Error(err, templates)
	}
}

// An agent sees findings of a team's rules, and what the rules say about themselves.
func TestTeamRules(t *testing.T) {
	t.Parallel()
	c := connect(t, options(), nil, folder(t, map[string]string{
		".pcl-lsp.yaml":      "ruleFiles: [team.pcl-rules.hcl]\n",
		"team.pcl-rules.hcl": "rule \"short\" {\n  title   = \"Names are short\"\n  docs    = \"They are typed often.\"\n  output  = \"*\"\n  require = length(output.name) < 5\n}\n",
		"main.pp":            "output lengthy {\n  value = 1\n}\n",
	}))
	if found, text := ask[agent.Checked](c, "check", object{}); len(found.Warnings) != 1 || found.Warnings[0].Code != "team.short" {
		t.Error(text)
	}
	got, text := ask[agent.Explained](c, "explain", object{"codes": []string{"team.short"}})
	if len(got.Codes) != 1 || got.Codes[0].Title != "Names are short" || got.Codes[0].Explanation != "They are typed often." || strings.Contains(text, "Bad:") {
		t.Error(text, got)
	}
	c.refused("explain", object{"codes": []string{"team.shrt"}}, "did you mean team.short?")
}

// TestFormerTools: the tools that look has replaced still answer, and are not listed.
func TestFormerTools(t *testing.T) {
	t.Parallel()
	c := connect(t, options(), nil, folder(t, shop))
	for _, test := range []struct {
		tool              string
		arguments, toLook object
	}{
		{"hover", object{"at": "main.pp:8:network"}, object{"at": "main.pp:8:network"}},
		{"complete", object{"at": "main.pp:13:force", "most": 3}, object{"at": "main.pp:13:force", "most": 3, "what": "completion"}},
		{"references", object{"at": "main.pp:5:stage"}, object{"at": "main.pp:5:stage", "what": "references"}},
		{"graph", object{"path": "site"}, object{"at": "site"}},
		{"graph", object{}, object{"what": "graph"}},
	} {
		_, before := ask[agent.Looked](c, test.tool, test.arguments)
		if _, now := ask[agent.Looked](c, "look", test.toLook); now != before || now == "" {
			t.Errorf("%s: got %s, want %s", test.tool, before, now)
		}
	}
	c.refused("look", object{"at": "main.pp:1:1", "what": "taste"}, "one of hover, completion, references and graph")
}
