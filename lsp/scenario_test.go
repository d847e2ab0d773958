// This file tests whole scenarios: a broken block among others, and a typist.

package lsp

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// withSchemas gives a server the schemas of the repository.
func withSchemas(t *testing.T) func(*server) {
	session := workspace.New(workspace.Options{Schemas: analysistest.RepositorySchemas(t)})
	return func(s *server) { s.session = session }
}

// TestBrokenBlockLosesNoOther: in a file with an unterminated string in its first
// block, the second and third keep hover, completion and findings.
func TestBrokenBlockLosesNoOther(t *testing.T) {
	t.Parallel()
	c := connect(t, withSchemas(t)).initialize("utf-8")
	c.open(mainURI, 1, strings.Join([]string{
		`config broken string {`,  // 0
		`  default = "never ends`, // 1
		`}`,                       // 2
		``,                        // 3
		`config size string {`,    // 4
		`  default = "small"`,     // 5
		`}`,                       // 6
		``,                        // 7
		`output shown {`,          // 8
		`  value = [size, siez]`,  // 9
		`}`,                       // 10
	}, "\n"))
	at := func(line, character int) object {
		return object{"textDocument": object{"uri": mainURI}, "position": object{"line": line, "character": character}}
	}
	var codes []string
	for _, d := range c.published(mainURI, 1).Diagnostics {
		codes = append(codes, fmt.Sprintf("%d %v", d.Range.Start.Line, d.Code))
	}
	if all := strings.Join(codes, ", "); !strings.Contains(all, "9 name.undefined") || !strings.Contains(all, "1 syntax.") {
		t.Errorf("findings are %s; want the open string in line 1 and the undefined name in line 9", all)
	}
	var hover struct{ Contents struct{ Value string } }
	if c.result("textDocument/hover", at(9, 12), &hover); !strings.Contains(hover.Contents.Value, "string") {
		t.Errorf("hover on a name in block 3 says %q, want its type", hover.Contents.Value)
	}
	if c.result("textDocument/hover", at(4, 8), &hover); !strings.Contains(hover.Contents.Value, "size") {
		t.Errorf("hover on the name of block 2 says %q", hover.Contents.Value)
	}
	var list struct{ Items []struct{ Label string } }
	c.result("textDocument/completion", at(9, 14), &list)
	found := false
	for _, item := range list.Items {
		found = found || item.Label == "size"
	}
	if !found {
		t.Errorf("completion in block 3 offers %v, want size among it", list.Items)
	}
}

// state returns everything that a client can learn about a document.
func (c *fakeClient) state(uri string, version int) string {
	c.t.Helper()
	document := object{"textDocument": object{"uri": uri}}
	findings, err := json.Marshal(c.published(uri, version).Diagnostics)
	if err != nil {
		c.t.Fatal(err)
	}
	symbols := c.call("textDocument/documentSymbol", document)
	edits := c.call("textDocument/formatting", document)
	return strings.ReplaceAll(fmt.Sprintf("%s\n%s\n%s", findings, symbols.Result, edits.Result), "},{", "},\n{")
}

// TestTypist: after random edits with requests in between, the server agrees with a fresh one about the final text.
func TestTypist(t *testing.T) {
	t.Parallel()
	program, err := os.ReadFile("../testdata/programs/webshop/main.pp")
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(3, 5))
	text := string(program)
	typed := connect(t, withSchemas(t)).initialize("utf-16")
	typed.open(mainURI, 0, text)
	version := 0
	for range 8 {
		for range 40 {
			version++
			start, end := randomSpan(random, text)
			insert := randomText(random)
			typed.change(mainURI, version, object{"text": insert, "range": object{
				"start": modelPosition(text, start, "utf-16"), "end": modelPosition(text, end, "utf-16"),
			}})
			where := object{"textDocument": object{"uri": mainURI}, "position": modelPosition(text, start, "utf-16")}
			text = text[:start] + insert + text[end:]
			for _, method := range []string{"textDocument/hover", "textDocument/completion", "textDocument/definition"} {
				id := typed.start(method, where)
				if random.IntN(2) == 0 {
					typed.notify("$/cancelRequest", object{"id": id})
				}
			}
		}
		fresh := connect(t, withSchemas(t)).initialize("utf-16")
		fresh.open(mainURI, version, text)
		if got, want := typed.state(mainURI, version), fresh.state(mainURI, version); got != want {
			t.Fatalf("after %d edits the text is\n%s\nthe server knows (+) other things than a fresh one (-)\n%s", version, text, cmp.Diff(want, got))
		}
	}
	for _, m := range typed.received() {
		if code := m.errorCode(); code != 0 && code != -32800 {
			t.Errorf("a request failed: %+v", m.Error)
		}
	}
}
