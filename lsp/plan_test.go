// This file tests what the server shows of the state of a stack, and of the plan. The state has secrets, for which the client searches every message.

package lsp

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.lsp.dev/uri"

	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

const portURI = "file://" + fixture.Root + "/main.pp"

// openPort opens a program with a stack and a state.
func openPort(t *testing.T, change ...any) (*fixture.Fixture, *fakeClient) {
	t.Helper()
	f := fixture.Load(t, "../testdata/deployed/port.txtar")
	c := connect(t, append(change, func(s *server) { s.session = f.Session })...)
	c.greetWith(object{"stack": "dev", "state": fixture.Root + "/state.json", "inlayHints": object{"ids": true}})
	c.open(portURI, 1, f.Files[fixture.Root+"/main.pp"])
	return f, c
}

// greetWith initializes a connection with settings.
func (c *fakeClient) greetWith(settings object) {
	c.t.Helper()
	settings["commands"] = []string{clientShowPlan}
	refreshes := object{"refreshSupport": true}
	m := c.call("initialize", object{"processId": nil, "rootUri": nil, "initializationOptions": settings, "capabilities": object{
		"general": object{"positionEncodings": []string{"utf-8"}},
		"textDocument": object{"hover": object{"contentFormat": []string{"markdown"}}, "documentLink": object{"tooltipSupport": true}, "codeAction": object{
			"codeActionLiteralSupport": object{"codeActionKind": object{"valueSet": []string{"refactor"}}},
			"dataSupport":              true, "resolveSupport": object{"properties": []string{"edit"}},
		}},
		"workspace": object{
			"codeLens": refreshes, "inlayHint": refreshes,
			"didChangeWatchedFiles": object{"dynamicRegistration": true, "relativePatternSupport": true},
		},
	}})
	if m.Error != nil {
		c.t.Fatal(m.Error.Message)
	}
	c.notify("initialized", object{})
}

// planNow asks for the plan of the only program.
func (c *fakeClient) planNow() programPlan {
	c.t.Helper()
	var answer plans
	c.result(methodPlan, object{}, &answer)
	if len(answer.Programs) != 1 {
		c.t.Fatalf("got %d plans", len(answer.Programs))
	}
	return answer.Programs[0]
}

// labelsIn are the labels of hints in a document.
func (c *fakeClient) labelsIn(uri string) string {
	c.t.Helper()
	var hints []wireHint
	c.result("textDocument/inlayHint", object{"textDocument": object{"uri": uri}, "range": object{
		"start": object{"line": 0, "character": 0}, "end": object{"line": 99, "character": 0},
	}}, &hints)
	var labels []string
	for _, h := range hints {
		labels = append(labels, h.Label)
	}
	return strings.Join(labels, ", ")
}

// TestPlanRequest: plans and lenses follow each edit, and tell ids and places.
func TestPlanRequest(t *testing.T) {
	t.Parallel()
	f, c := openPort(t)
	p := c.planNow()
	if p.Stack != "dev" || p.Project != "port" || p.Summary != "1 to delete, 1 to update, 2 to create, 3 the same, 1 component to update" || p.State != uri.File(fixture.Root+"/state.json") {
		t.Errorf("got %+v", p)
	}
	byName := map[string]planResource{}
	for _, r := range p.Resources {
		byName[r.Name] = r
	}
	if r := byName["flagship"]; r.ID != "ship-1" || r.Block != "flagship" || r.Place == nil || r.Place.Range.End.Character != 17 || !strings.HasSuffix(r.OldURN, "::sloop") ||
		!slices.Contains(r.Details, `tags.owner: "crew" → "port"`) {
		t.Errorf("got %+v", r)
	}
	if r := byName["lost"]; r.Operation != "delete" || r.ID != "note-lost" || r.Place != nil || r.URN == "" {
		t.Errorf("got %+v", r)
	}
	lenses := c.lensesIn(portURI)
	if !strings.Contains(lenses, "0:plan: update: tags.owner (pcl.showPlan ["+portURI+" flagship])") || !strings.Contains(lenses, "20:plan: create (") {
		t.Errorf("got %s", lenses)
	}
	text := f.Files[fixture.Root+"/main.pp"]
	c.change(portURI, 2, object{"text": strings.Replace(text, `owner = "port"`, `owner = "crew"`, 1)})
	if lenses := c.lensesIn(portURI); !strings.Contains(lenses, "0:plan: cannot tell: password (") {
		t.Errorf("after the edit got %s", lenses)
	}
	if got := c.planNow().Summary; got != "1 to delete, 1 cannot be told, 2 to create, 3 the same, 1 component to update" {
		t.Errorf("after the edit got %s", got)
	}
	c.notify("workspace/didChangeConfiguration", object{"settings": object{"pcl": object{"stack": "dev", "state": fixture.Root + "/state.json", "codeLens": object{"plan": false}}}})
	if lenses := c.lensesIn(portURI); strings.Contains(lenses, "plan") {
		t.Errorf("turned off: got %s", lenses)
	}
}

// TestPlanOfRunThatFails: the plan says why a run would fail, as the command does: errors of the program, a config without a value in the stack, and a
// state of another project.
func TestPlanOfRunThatFails(t *testing.T) {
	t.Parallel()
	f, c := openPort(t)
	text := f.Files[fixture.Root+"/main.pp"]
	c.change(portURI, 2, object{"text": text + "config missing string {}\nbroken = nowhere\n"})
	problems := c.planNow().Problems
	if len(problems) < 2 || problems[0].Message != "the program has 1 error, so a run stops before it does anything; see pcl-lsp check" ||
		!strings.Contains(problems[len(problems)-1].Message, "`missing`") {
		t.Errorf("got %+v", problems)
	}
	c.change(portURI, 3, object{"text": text})
	if mended := c.planNow().Problems; len(mended) != len(problems)-2 {
		t.Errorf("mended: got %+v", mended)
	}
	c.result(methodState, object{"textDocument": object{"uri": portURI}, "text": strings.ReplaceAll(f.Files[fixture.Root+"/state.json"], "::port::", "::harbor::")}, &struct{}{})
	if got := c.planNow(); !strings.Contains(got.Message, "the state is that of project harbor, but the program belongs to project port") || len(got.Resources) > 0 {
		t.Errorf("of another project: got %+v", got)
	}
}

// TestEditsFollowNothing: for an edit no program is followed, and hints keep what they know of blocks.
func TestEditsFollowNothing(t *testing.T) {
	t.Parallel()
	var s *server
	f, c := openPort(t, func(started *server) { s = started })
	const known = "ship-1, note-0 +1, secret"
	c.labelsIn(portURI)
	before := s.follower.known(fixture.Root)
	if before == nil || before.stack == nil {
		t.Fatalf("got %v", before)
	}
	text := f.Files[fixture.Root+"/main.pp"]
	for version := 2; version < 10; version++ {
		text = strings.Replace("# more\n"+text, `text = "`, `text = "a`, 1)
		c.change(portURI, version, object{"text": text})
		if got := c.labelsIn(portURI); got != known {
			t.Errorf("got %s, want %s", got, known)
		}
	}
	if s.follower.known(fixture.Root) != before {
		t.Error("the program was followed again")
	}
}

// TestComponentsExist: in the program of a component, what exists is that of the programs that use it.
func TestComponentsExist(t *testing.T) {
	t.Parallel()
	f, c := openPort(t)
	const dock = "file://" + fixture.Root + "/dock/main.pp"
	c.open(dock, 1, f.Files[fixture.Root+"/dock/main.pp"])
	for refreshes := 1; !strings.Contains(c.lensesIn(dock), "plan: same"); refreshes++ { // when the callers are known
		c.await("a refresh of lenses", func(inbox []message) (message, bool) {
			n := 0
			for _, m := range inbox {
				if m.Method == "workspace/codeLens/refresh" {
					n++
				}
			}
			return message{}, n >= refreshes
		})
	}
	if got := c.labelsIn(dock); got != "note-crane" {
		t.Errorf("got %s", got)
	}
}

// TestSecretsOfStatesStay: no answer to a request at any place has a secret of the state. The client looks into every message; this test makes sure that
// it sees the places of secrets.
func TestSecretsOfStatesStay(t *testing.T) {
	t.Parallel()
	f, c := openPort(t)
	hidden := 0
	for line, text := range strings.Split(f.Files[fixture.Root+"/main.pp"], "\n") {
		for character := range text {
			at := object{"textDocument": object{"uri": portURI}, "position": object{"line": line, "character": character}}
			var answer struct{ Contents struct{ Value string } }
			c.result("textDocument/hover", at, &answer)
			hidden += strings.Count(answer.Contents.Value, "(not shown)")
		}
	}
	if hidden < 10 {
		t.Errorf("only %d hovers are about secrets", hidden)
	}
	for _, method := range []string{"textDocument/documentLink", "textDocument/documentSymbol", "textDocument/codeLens", "textDocument/foldingRange", methodDependencyGraph} {
		c.result(method, object{"textDocument": object{"uri": portURI}}, new(any))
	}
	details := fmt.Sprint(c.planNow())
	if !strings.Contains(details, "may change; the state has it encrypted") {
		t.Errorf("got %s", details)
	}
}

// TestStateFileChanges: a state that is written, broken or removed counts at once. Broken ones are said in words, and break nothing.
func TestStateFileChanges(t *testing.T) {
	t.Parallel()
	f := fixture.Load(t, "../testdata/deployed/port.txtar")
	dir := t.TempDir()
	f.WriteTo(t, dir)
	put := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	good := f.Files[fixture.Root+"/state.json"]
	put(".pcl-lsp.yaml", "stack: dev\nstate: state.{stack}.json\n")
	c := connect(t, func(s *server) {
		s.session = workspace.New(workspace.Options{Places: workspace.SchemasAt(workspace.SchemaOptions{})})
	})
	c.greetWith(object{"inlayHints": object{"ids": true}})
	main, file := string(uri.File(filepath.ToSlash(dir)+"/main.pp")), string(uri.File(filepath.ToSlash(dir)+"/state.dev.json"))
	c.open(main, 1, f.Files[fixture.Root+"/main.pp"])
	event := func() {
		c.notify("workspace/didChangeWatchedFiles", object{"changes": []object{{"uri": file, "type": 2}}})
	}
	if p := c.planNow(); p.Message != "the state in state.dev.json is not there; write it with pulumi stack export --file" {
		t.Errorf("got %+v", p)
	}
	c.await("a watch on the state", func(inbox []message) (message, bool) {
		i := slices.IndexFunc(inbox, func(m message) bool {
			return m.Method == "client/registerCapability" && strings.Contains(string(m.Params), "state.dev.json")
		})
		return message{}, i >= 0
	})
	put("state.dev.json", good)
	event()
	if got := c.labelsIn(main); got != "ship-1, note-0 +1, secret" {
		t.Errorf("got %s", got)
	}
	c.lensesIn(main)
	put("state.dev.json", strings.Replace(good, "ship-1", "ship-2", 1))
	event()
	if got := c.labelsIn(main); got != "ship-2, note-0 +1, secret" {
		t.Errorf("got %s", got)
	}
	c.await("a refresh of lenses", func(inbox []message) (message, bool) {
		return message{}, slices.ContainsFunc(inbox, func(m message) bool { return m.Method == "workspace/codeLens/refresh" })
	})
	for text, want := range map[string]string{
		"{": "the state in state.dev.json cannot be read: ",
		strings.ReplaceAll(good, "pulumi:dev::", "pulumi:prod::"): "the state in state.dev.json is that of stack prod, but dev is selected",
		strings.ReplaceAll(good, "dev::port", "dev::yard"):        "the state in state.dev.json is that of project yard, but the program belongs to project port",
		strings.Repeat(" ", 16<<20) + "{}":                        "the state in state.dev.json is larger than 16 MiB; raise the setting limits.fileSize",
	} {
		put("state.dev.json", text)
		event()
		if p := c.planNow(); !strings.HasPrefix(p.Message, want) || len(p.Resources) > 0 {
			t.Errorf("got %q, want %q", p.Message, want)
		}
		if got := c.labelsIn(main) + c.lensesIn(main); strings.Contains(got, "ship") || strings.Contains(got, "plan") {
			t.Errorf("of %s: got %s", want, got)
		}
	}
	if err := os.Remove(filepath.Join(dir, "state.dev.json")); err != nil {
		t.Fatal(err)
	}
	event()
	if p := c.planNow(); !strings.Contains(p.Message, "is not there") {
		t.Errorf("got %+v", p)
	}
}

// TestGivenState: a client can give a state, and take it back. Nothing of one that cannot be read is kept or told.
func TestGivenState(t *testing.T) {
	t.Parallel()
	f := fixture.Load(t, "../testdata/deployed/port.txtar")
	c := connect(t, func(s *server) { s.session = f.Session })
	c.greetWith(object{"stack": "dev"})
	c.open(portURI, 1, f.Files[fixture.Root+"/main.pp"])
	if p := c.planNow(); p.Message != "" || p.State != "" || len(p.Resources) > 0 {
		t.Errorf("got %+v", p)
	}
	give := func(text string) message {
		return c.call(methodState, object{"textDocument": object{"uri": portURI}, "text": text})
	}
	good := f.Files[fixture.Root+"/state.json"]
	if m := give(good); string(m.Result) != `{"project":"port","stack":"dev","resources":8}` {
		t.Errorf("got %s %v", m.Result, m.Error)
	}
	if p := c.planNow(); p.Summary != "1 to delete, 1 to update, 2 to create, 3 the same, 1 component to update" || p.State != "" {
		t.Errorf("got %+v", p)
	}
	if m := give(strings.Replace(good, `"deployment"`, `"deploy`, 1)); m.Error == nil || !strings.HasPrefix(m.Error.Message, "the state cannot be read: ") {
		t.Errorf("got %s %v", m.Result, m.Error)
	}
	if p := c.planNow(); len(p.Resources) == 0 {
		t.Error("the state before was forgotten")
	}
	give("")
	if p := c.planNow(); len(p.Resources) > 0 {
		t.Errorf("got %+v", p)
	}
}

// TestUsedUpAliases: an alias that the state does not need any more can be removed, and one that it needs stays.
func TestUsedUpAliases(t *testing.T) {
	t.Parallel()
	_, c := openPort(t)
	offered := func(line int) string {
		var actions []map[string]any
		c.result("textDocument/codeAction", object{
			"textDocument": object{"uri": portURI}, "context": object{"only": []string{"refactor"}},
			"range": object{"start": object{"line": line, "character": 10}, "end": object{"line": line, "character": 10}},
		}, &actions)
		var titles []string
		for _, a := range actions {
			titles = append(titles, fmt.Sprint(a["title"]))
		}
		return strings.Join(titles, "\n")
	}
	const title = "are used up"
	if got := offered(0); strings.Contains(got, title) {
		t.Errorf("an alias that the state needs can be removed: %s", got)
	}
	c.change(portURI, 2, object{"text": "resource sloop \"fleet:index/ship:Ship\" {\n  title = \"Ada\"\n  options {\n    aliases = [{ name = \"schooner\" }]\n  }\n}\n"})
	if got := offered(0); !strings.Contains(got, "Remove the aliases of `sloop` that "+title) {
		t.Errorf("no action removes the alias: %s", got)
	}
}
