package depgraph_test

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis/ide/depgraph"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
)

// hostile are names with a meaning in one of the formats.
var hostile = []string{
	`quote"d`, `back\slash`, `end\`, "<b>&amp;</b>", "]]>", "--> x", "a;b", "#35;", "end", "`code`", "%%{init: {}}%%", "é😀", "a/b:c#2%",
	"\u202eright to left", "\x1b[31mred", "\\N", "{|}", "subgraph", "javascript:alert(1)", "&#x22;", "\x7f", "-->", "<!--", "\u200b",
}

// FuzzNames: drawings can be parsed whatever names a program uses.
func FuzzNames(f *testing.F) {
	for _, name := range hostile {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		quoted := strings.NewReplacer("\\", `\\`, `"`, `\"`, "\n", `\n`, "\r", `\r`, "\t", `\t`, "${", "$${", "%{", "%%{").Replace(name)
		text := strings.ReplaceAll("-- main.pp --\nresource \"NAME\" \"zoo:NAME\" {\n  __logicalName = \"NAME\"\n  name = obj[\"NAME\"]\n"+
			"  options {\n    dependsOn = [other]\n  }\n}\nresource other \"x\" {\n}\n"+
			"obj = { \"NAME\" = other.id }\noutput \"NAME\" {\n  value = other[\"NAME\"]\n}\n"+
			"component \"NAME\" \"./NAME\" {\n  input = other\n}\ncomponent net \"./net\" {\n}\n"+
			"-- net/main.pp --\nresource \"NAME\" \"NAME\" {\n}\n", "NAME", quoted)
		fixture := analysistest.LoadText(t, text)
		checkWriters(t, graphOf(t, fixture.Program, depgraph.Options{}))
	})
}

// checkWriters parses all drawings of a graph.
func checkWriters(t *testing.T, graph *depgraph.Graph) {
	t.Helper()
	nodes, edges := checkJSON(t, drawn(t, graph, depgraph.JSON))
	checkMermaid(t, drawn(t, graph, depgraph.Mermaid), nodes, edges)
	checkHTML(t, drawn(t, graph, depgraph.HTML), drawn(t, graph, depgraph.JSON))
	if text := drawn(t, graph, depgraph.Text); strings.ContainsAny(text, "\r\t\x7f\x1b\u202e") {
		t.Errorf("the text has control characters:\n%q", text)
	}
}

// checkJSON parses the document and counts its nodes and edges, nested ones included. Ids are
// unique, and edges refer to them.
func checkJSON(t *testing.T, text string) (nodes, edges int) {
	t.Helper()
	var doc depgraph.Document
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&doc); err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	seen := map[string]bool{}
	var visit func(g depgraph.DocumentGraph)
	visit = func(g depgraph.DocumentGraph) {
		here := map[string]bool{}
		for _, n := range g.Nodes {
			if seen[n.ID] {
				t.Errorf("two nodes have the id %s", n.ID)
			}
			seen[n.ID], here[n.ID] = true, true
			nodes++
			if n.Graph != nil {
				visit(*n.Graph)
			}
		}
		for _, e := range g.Edges {
			edges++
			if !here[e.From] || !here[e.To] || len(e.Uses) == 0 {
				t.Errorf("the edge from %s to %s leads out of its graph, or has no uses", e.From, e.To)
			}
		}
		for _, ids := range slices.Concat(g.Ranks, g.Circles) {
			for _, id := range ids {
				if !here[id] {
					t.Errorf("%s is in a rank or circle and is no node", id)
				}
			}
		}
	}
	visit(doc.DocumentGraph)
	return nodes, edges
}

var (
	mermaidLabel = `"(?:[A-Za-z0-9 ._,:/()-]|#[0-9]+;|<br/>)*"`
	mermaidNode  = regexp.MustCompile(`^ +n[0-9]+(\[/L/\]|\[L\]|\[\[L\]\]|>L\]|\{\{L\}\}|\(\[L\]\))$`)
	mermaidEdge  = regexp.MustCompile(`^ +n[0-9]+ (-->|-\.->|==>)(\|L\|)? n[0-9]+$`)
	mermaidOther = regexp.MustCompile(`^(flowchart LR| +subgraph sn[0-9]+\[L\]| +end| +%% [A-Za-z0-9 ._,:/()#;-]+|  linkStyle [0-9]+(,[0-9]+)* stroke:#[0-9a-f]+(,stroke-width:3px)?)$`)
	labels       = regexp.MustCompile(mermaidLabel)
)

// checkMermaid matches every line against the allowed forms, with L for a label.
func checkMermaid(t *testing.T, text string, nodes, edges int) {
	t.Helper()
	seenNodes, seenEdges, open := 0, 0, 0
	for _, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		form := labels.ReplaceAllString(line, "L")
		switch {
		case mermaidNode.MatchString(form):
			seenNodes++
		case mermaidEdge.MatchString(form):
			seenEdges++
		case !mermaidOther.MatchString(form):
			t.Errorf("no line of a flowchart: %q", line)
		case strings.HasPrefix(strings.TrimSpace(form), "subgraph"):
			open++
		case strings.TrimSpace(form) == "end":
			open--
		}
	}
	if seenNodes != nodes || seenEdges != edges || open != 0 {
		t.Errorf("Mermaid has %d nodes, %d edges and %d open subgraphs, want %d, %d and none:\n%s", seenNodes, seenEdges, open, nodes, edges, text)
	}
}

// pageFrame is what stands around the parts of a page. A regular expression would read each page many times slower.
var pageFrame = []string{
	"<!DOCTYPE html>\n<html lang=\"en\">\n<head>", `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src blob:; style-src '`, "'; script-src '", `'">`, "<title>",
	"</title>\n<style>", "</style>\n</head>\n<body>\n<script type=\"application/json\" id=\"graph\">", "</script>\n<script>", "</script>\n</body>\n</html>\n",
}

// checkHTML checks that the page has the document, and that a browser runs its own script and nothing else.
func checkHTML(t *testing.T, text, document string) {
	t.Helper()
	parts, rest, framed := []string{}, text, true
	for _, frame := range pageFrame {
		before, after, found := strings.Cut(rest, frame)
		parts, rest, framed = append(parts, before), after, framed && found
	}
	if !framed || parts[0] != "" || strings.Contains(parts[2]+parts[3], "'") || strings.Contains(parts[5], "<") || strings.ContainsAny(parts[7], "<>&") || rest != "" {
		t.Fatalf("the page has another form:\n%.2000s", text)
	}
	for _, one := range []struct{ sum, of string }{{parts[2], parts[6]}, {parts[3], parts[8]}} {
		if hash := sha256.Sum256([]byte(one.of)); one.sum != "sha256-"+base64.StdEncoding.EncodeToString(hash[:]) || strings.Contains(strings.ToLower(one.of), "</s") {
			t.Errorf("the policy allows %s, which is not the sum of\n%.200s", one.sum, one.of)
		}
	}
	var inside, want any
	if err := errors.Join(json.Unmarshal([]byte(parts[7]), &inside), json.Unmarshal([]byte(document), &want)); err != nil || !reflect.DeepEqual(inside, want) {
		t.Errorf("the page has another graph (%v):\n%s", err, parts[7])
	}
}
