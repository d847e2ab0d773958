// This file measures requests right after an edit, from message to message.

package lsp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/workload"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

// BenchmarkRequestAfterEdit edits one of many items, sends a request about it without waiting, and reads the answer and the findings. The line "none" is the
// edit alone, and "brief" is a client that resolves documentation later. It uses the schema of aws that lies beside the repository.
func BenchmarkRequestAfterEdit(b *testing.B) {
	schemas, err := filepath.Abs("../../shared/schemas/aws-5.14.0.json.gz")
	if err != nil {
		b.Fatal(err)
	}
	if _, err := os.Stat(schemas); err != nil {
		b.Skipf("no schema of aws beside the repository: %v", err)
	}
	cache := b.TempDir()
	w := workload.Generate(workload.Config{Kind: workload.AWS, Resources: 5000, Files: 1, Wrong: 250, Seed: 1})
	places := slices.DeleteFunc(slices.Clone(w.Places), func(p workload.Place) bool {
		return !p.HasReference || p.Texts[0].Text[0] < 'a' || p.Texts[0].Text[0] > 'z' // completion elsewhere is about values
	})
	rand.New(rand.NewPCG(1, 1)).Shuffle(len(places), func(i, j int) { places[i], places[j] = places[j], places[i] })
	for _, brief := range []bool{false, true} {
		for _, method := range []string{"none", "hover", "completion", "definition", "semanticTokens/full/delta", "inlayHint"} {
			name := method
			if brief {
				if name += "/brief"; method != "completion" {
					continue
				}
			}
			b.Run(name, func(b *testing.B) {
				located := workspace.SchemasAt(workspace.SchemaOptions{Given: []string{schemas}, Cache: cache, Variable: func(string) string { return "" }})
				c := connectReaderTo(b, workspace.New(workspace.Options{Places: located}), asking(brief))
				a := &asker{reader: c, w: w, places: places, method: method, text: map[workload.Position]string{}}
				c.send("textDocument/didOpen", object{"textDocument": object{"uri": readerURI("main.pp"), "languageId": "pcl", "version": 1, "text": w.Files["main.pp"]}})
				c.await(readerURI("main.pp"), 1, w.Findings)
				if method == "semanticTokens/full/delta" {
					a.question("textDocument/semanticTokens/full", object{})
				}
				for range 50 {
					a.ask()
				}
				b.ReportAllocs()
				for b.Loop() {
					a.ask()
				}
			})
		}
	}
}

// asking returns capabilities of a client that sends requests.
func asking(brief bool) object {
	items := object{"snippetSupport": true, "documentationFormat": []string{"markdown"}}
	if brief {
		items["resolveSupport"] = object{"properties": []string{"documentation", "additionalTextEdits"}}
	}
	return object{"textDocument": object{
		"hover":      object{"contentFormat": []string{"markdown"}},
		"completion": object{"completionItem": items},
		"semanticTokens": object{
			"requests":   object{"full": object{"delta": true}, "range": true},
			"tokenTypes": []string{"variable", "property", "type", "function", "keyword", "string", "number", "operator", "comment"}, "tokenModifiers": []string{"declaration", "readonly"},
			"formats": []string{"relative"},
		},
		"publishDiagnostics": object{"relatedInformation": true, "versionSupport": true},
	}}
}

// asker edits and sends requests.
type asker struct {
	*reader
	w       *workload.Workload
	places  []workload.Place
	method  string
	text    map[workload.Position]string // what stands at edited places
	edits   int
	ids     int
	tokens  string // the ID of the last answer about tokens
	answers int    // bytes
}

func (a *asker) ask() {
	a.edits++
	place := a.places[(a.edits-1)/2%len(a.places)]
	text := place.Texts[a.edits%2]
	before, edited := a.text[place.Position]
	if !edited {
		before = place.Texts[0].Text
	}
	written := fmt.Sprintf("%s /*%d*/", text.Text, a.edits) // each edit writes another text
	a.text[place.Position] = written
	at := func(p workload.Position, further int) object {
		return object{"line": p.Line, "character": p.Column + further}
	}
	a.send("textDocument/didChange", object{
		"textDocument":   object{"uri": readerURI("main.pp"), "version": a.edits + 1},
		"contentChanges": []object{{"range": object{"start": at(place.Position, 0), "end": at(place.Position, len(before))}, "text": written}},
	})
	var more object
	switch a.method {
	case "none":
		a.await(readerURI("main.pp"), a.edits+1, a.w.Findings+text.Own+text.Others)
		return
	case "hover", "definition":
		more = object{"position": at(place.Reference, 1)}
	case "completion":
		more = object{"position": at(place.Position, len(text.Text))}
	case "semanticTokens/full/delta":
		more = object{"previousResultId": a.tokens}
	case "inlayHint": // of what an editor shows
		more = object{"range": object{"start": object{"line": max(place.Line-25, 0), "character": 0}, "end": object{"line": place.Line + 25, "character": 0}}}
	}
	a.question("textDocument/"+a.method, more)
}

// question sends a request and reads until both its answer and the findings have arrived.
func (a *asker) question(method string, params object) {
	a.ids++
	params["textDocument"] = object{"uri": readerURI("main.pp")}
	a.frame(object{"jsonrpc": "2.0", "id": 10 + a.ids, "method": method, "params": params})
	id := fmt.Appendf(nil, `"id":%d,`, 10+a.ids)
	head := fmt.Appendf(nil, `"params":{"uri":"%s","version":%d,`, readerURI("main.pp"), a.edits+1)
	for answered, found := false, a.edits == 0; !answered || !found; {
		switch body := a.next(); {
		case bytes.Contains(body, head):
			found = true
		case bytes.Contains(body[:min(len(body), 100)], id):
			answered = true
			if a.answers = len(body); bytes.Contains(body, []byte(`"error":`)) {
				a.b.Fatalf("no answer: %s", body)
			}
			a.remember(body)
		}
	}
}

// remember keeps the result ID of tokens.
func (a *asker) remember(body []byte) {
	if _, rest, is := bytes.Cut(body, []byte(`"resultId":`)); is {
		id, _, _ := bytes.Cut(rest, []byte(`,`))
		if json.Unmarshal(bytes.TrimRight(id, "}"), &a.tokens) != nil {
			a.b.Fatalf("no result ID: %s", id)
		}
	}
}
