package lsp

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"go.lsp.dev/protocol"

	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"github.com/pcl-lsp/pcl-lsp/workspace/schemas"
)

const (
	ruleFileURI    = "file:///p/team.pcl-rules.hcl"
	ruleProgramURI = "file:///p/main.pp"
	ruleText       = `rule "long" {
  title    = "Names have at least two words"
  resource = "kit:index:Name"
  require  = resource.inputs.words >= 2
}
`
)

// ruleClient is a client with a program and a rule file, both open.
func ruleClient(t *testing.T) (*fakeClient, *changingFiles) {
	return ruleClientWith(t, object{"publishDiagnostics": object{}}, ruleText)
}

func ruleClientWith(t *testing.T, capabilities object, rule string) (*fakeClient, *changingFiles) {
	f := fixture.LoadText(t, "schemas: kit\n-- .pcl-lsp.yaml --\nruleFiles: [team.pcl-rules.hcl]\n-- team.pcl-rules.hcl --\n"+rule+
		"-- main.pp --\n# one\nresource one \"kit:index:Name\" {\n  words = 1\n}\noutput id {\n  value = one.id\n}\n")
	disk := &changingFiles{files: fixture.Files{}}
	for name, text := range f.Files {
		disk.files[strings.Replace(name, fixture.Root, "/p", 1)] = text
	}
	session := workspace.New(workspace.Options{FS: disk, Schemas: schemas.New(schemas.Options{Paths: f.SchemaFiles})})
	capabilities["codeAction"] = object{"codeActionLiteralSupport": object{"codeActionKind": object{"valueSet": []string{"quickfix"}}}}
	c := connect(t, func(s *server) { s.session = session }).initializeWith(object{"textDocument": capabilities})
	c.open(ruleProgramURI, 1, disk.files["/p/main.pp"])
	c.open(ruleFileURI, 1, rule)
	return c, disk
}

// changingFiles are files in memory that change while a server reads them.
type changingFiles struct {
	mu    sync.RWMutex // guards files
	files fixture.Files
}

func (f *changingFiles) write(path, text string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.files[path] = text
}

func (f *changingFiles) ReadDir(dir string) ([]fs.DirEntry, error) {
	f.mu.RLock()
	defer f.mu.RUnlock()
	return f.files.ReadDir(dir)
}

func (f *changingFiles) ReadFile(path string) ([]byte, error) {
	f.mu.RLock()
	defer f.mu.RUnlock()
	return f.files.ReadFile(path)
}

func (f *changingFiles) Stat(path string) (fs.FileInfo, error) {
	f.mu.RLock()
	defer f.mu.RUnlock()
	return f.files.Stat(path)
}

// awaitFindings waits until the last findings of a file are those with some codes, in order.
func (c *fakeClient) awaitFindings(uri string, want ...string) {
	c.t.Helper()
	c.await(fmt.Sprint(uri, want), func(inbox []message) (message, bool) {
		var got []string
		for _, p := range publishedIn(c.t, inbox, uri) {
			got = nil
			for _, d := range p.Diagnostics {
				got = append(got, fmt.Sprintf("%d:%v", d.Range.Start.Line, d.Code))
			}
		}
		return message{}, slices.Equal(got, want)
	})
}

// TestRuleFileIsEdited: findings in an open rule file are about its unsaved text, and those in programs about the saved one.
func TestRuleFileIsEdited(t *testing.T) {
	t.Parallel()
	c, f := ruleClient(t)
	c.awaitFindings(ruleProgramURI, "1:team.long")
	c.change(ruleFileURI, 2, partial(3, 2, 3, 9, "requir"))
	c.awaitFindings(ruleFileURI, "0:rule.invalid", "3:rule.invalid")
	c.change(ruleFileURI, 3, partial(3, 2, 3, 8, "require"), partial(3, 29, 3, 34, "wodrs"))
	c.awaitFindings(ruleFileURI, "3:rule.invalid")
	c.change(ruleFileURI, 4, partial(3, 29, 3, 34, "words"), partial(3, 38, 3, 39, "1"))
	c.awaitFindings(ruleFileURI)
	c.result("textDocument/hover", object{"textDocument": object{"uri": ruleProgramURI}, "position": object{"line": 0, "character": 0}}, new(jsontext.Value))
	if last := publishedIn(t, c.received(), ruleProgramURI); len(last[len(last)-1].Diagnostics) != 1 {
		t.Errorf("the program's findings changed before the rule file was saved: %v", last)
	}
	f.write("/p/team.pcl-rules.hcl", strings.Replace(ruleText, ">= 2", ">= 1", 1))
	c.notify("textDocument/didSave", object{"textDocument": object{"uri": ruleFileURI}})
	c.awaitFindings(ruleProgramURI)
	f.write("/p/team.pcl-rules.hcl", strings.Replace(ruleText, "title ", "titel ", 1))
	c.notify("textDocument/didSave", object{"textDocument": object{"uri": ruleFileURI}})
	c.notify("textDocument/didClose", object{"textDocument": object{"uri": ruleFileURI}})
	c.awaitFindings(ruleFileURI, "0:rule.invalid", "1:rule.invalid")
}

// TestExpensiveRules: a rule that takes too much work has a finding in the open rule file, after the program was checked.
func TestExpensiveRules(t *testing.T) {
	t.Parallel()
	c, f := ruleClient(t)
	const digits = "split(\"\", \"0123456789012345678901234567890123456789\")"
	slow := strings.Replace(ruleText, "resource.inputs.words >= 2", "all([for a in "+digits+" : all([for b in "+digits+" : all([for c in "+digits+" : a != \"x\"])])])", 1)
	f.write("/p/team.pcl-rules.hcl", slow)
	c.change(ruleFileURI, 2, object{"text": slow})
	c.notify("textDocument/didSave", object{"textDocument": object{"uri": ruleFileURI}})
	c.awaitFindings(ruleFileURI, "0:rule.expensive")
}

// TestRequestsInRuleFiles: a rule file is completed, explained, fixed, folded, formatted and listed, and codes lead to rules.
func TestRequestsInRuleFiles(t *testing.T) {
	t.Parallel()
	c, _ := ruleClient(t)
	c.change(ruleFileURI, 2, partial(3, 29, 3, 34, "wodrs"), partial(1, 0, 1, 2, ""))
	c.awaitFindings(ruleFileURI, "3:rule.invalid")
	for _, test := range []struct {
		method, file    string
		line, character int
		more            object
		want            []string // parts of the answer
	}{
		{"textDocument/completion", ruleFileURI, 3, 29, nil, []string{`"label":"words"`, `"label":"separator"`}},
		{"textDocument/completion", ruleFileURI, 2, 18, nil, []string{`"label":"kit:index:Name"`}},
		{"textDocument/hover", ruleFileURI, 3, 4, nil, []string{"What has to hold"}},
		{"textDocument/hover", ruleFileURI, 3, 24, nil, []string{"The inputs as the program writes them"}},
		{"textDocument/codeAction", ruleFileURI, 0, 0, object{"range": object{"start": object{"line": 3, "character": 31}, "end": object{"line": 3, "character": 31}}, "context": object{"diagnostics": []any{}}}, []string{"Write `words`", `"newText":"words"`}},
		{"textDocument/foldingRange", ruleFileURI, 0, 0, nil, []string{`"startLine":0`}},
		{"textDocument/documentSymbol", ruleFileURI, 0, 0, nil, []string{`"name":"long"`}},
		{"textDocument/selectionRange", ruleFileURI, 0, 0, object{"positions": []any{object{"line": 3, "character": 4}}}, []string{`"line":3`}},
		{"textDocument/formatting", ruleFileURI, 0, 0, object{"options": object{"tabSize": 2, "insertSpaces": true}}, []string{`"newText":"  title `}},
		{"textDocument/semanticTokens/full", ruleFileURI, 0, 0, nil, []string{"null"}},
	} {
		params := object{"textDocument": object{"uri": test.file}, "position": object{"line": test.line, "character": test.character}}
		for name, value := range test.more {
			params[name] = value
		}
		var raw jsontext.Value
		c.result(test.method, params, &raw)
		for _, part := range test.want {
			if !strings.Contains(string(raw), part) {
				t.Errorf("%s at %d:%d: %s is missing in %s", test.method, test.line, test.character, part, raw)
			}
		}
	}
}

// TestCodesLeadToRules: the code of a rule in a comment of a program, or in a settings file, leads to the rule.
func TestCodesLeadToRules(t *testing.T) {
	t.Parallel()
	c, _ := ruleClient(t)
	c.change(ruleProgramURI, 2, partial(0, 0, 0, 0, "# pcl-lsp:ignore-file team.long -- one\n"))
	const settings = "ruleFiles: [team.pcl-rules.hcl]\nrules: {team.long: hint}\n"
	c.open("file:///p/.pcl-lsp.yaml", 1, settings)
	for uri, character := range map[string][2]int{ruleProgramURI: {0, 25}, "file:///p/.pcl-lsp.yaml": {1, 10}} {
		var found []protocol.Location
		c.result("textDocument/definition", object{"textDocument": object{"uri": uri}, "position": object{"line": character[0], "character": character[1]}}, &found)
		if len(found) != 1 || string(found[0].URI) != ruleFileURI || found[0].Range.Start.Line != 0 {
			t.Errorf("from %s: %v", uri, found)
		}
	}
}

// TestRulesInPrograms: a finding of a team's rule is explained by a hover, leads to the rule, and has the rule's fix.
func TestRulesInPrograms(t *testing.T) {
	t.Parallel()
	c, _ := ruleClientWith(t, object{"publishDiagnostics": object{"codeDescriptionSupport": true}}, ruleText[:len(ruleText)-2]+"  at = \"words\"\n  docs = \"One word is *easy* to guess.\"\n  fix {\n    title = \"Use two words\"\n    set = { words = 2 }\n  }\n}\n")
	c.awaitFindings(ruleProgramURI, "2:team.long")
	published := publishedIn(t, c.received(), ruleProgramURI)
	if href := published[len(published)-1].Diagnostics[0].CodeDescription.Href; href != ruleFileURI+"#L1" {
		t.Errorf("the code leads to %s", href)
	}
	c.change(ruleProgramURI, 2, partial(1, 0, 1, 0, "few = 1\n"))
	c.awaitFindings(ruleProgramURI, "1:unused.local", "3:team.long")
	for method, want := range map[string][]string{
		"textDocument/hover":      {"Names have at least two words", "team.long", "One word is *easy* to guess.", "words"},
		"textDocument/codeAction": {`"title":"Use two words"`, `"newText":"2"`, `"line":3,"character":10`},
	} {
		var raw jsontext.Value
		at := object{"line": 3, "character": 4}
		c.result(method, object{"textDocument": object{"uri": ruleProgramURI}, "position": at, "range": object{"start": at, "end": at}, "context": object{"diagnostics": []any{}}}, &raw)
		for _, part := range want {
			if !strings.Contains(string(raw), part) {
				t.Errorf("%s: %s is missing in %s", method, part, raw)
			}
		}
	}
}
