// This file fuzzes a whole workspace: one to three programs with a state, a stack, rules and settings go through commands and
// a session of the server, in one process.

package main

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis/language"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
	"github.com/pcl-lsp/pcl-lsp/internal/changes"
	"github.com/pcl-lsp/pcl-lsp/internal/leak"
	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
)

// mostResolved limits the requests of a second session.
const mostResolved = 16

// longestChoices limits the size of a workspace, since larger ones only slow down the search.
const longestChoices = 1 << 11

// FuzzTogether makes up a workspace from some bytes. No command crashes, fails by an internal error or prints a secret, and
// neither does the server. Go's fuzzer ends a process that takes longer than ten seconds for one input, and counting makes all code about ten times
// slower, so sessions are short.
func FuzzTogether(f *testing.F) {
	testsize.Full(f, "it replays hundreds of programs")
	data := filepath.Join(analysistest.Repository(f), "testdata")
	given := []string{filepath.Join(data, "plans", "schemas"), filepath.Join(data, "schemas")}
	recorded, err := changes.Programs(analysistest.Repository(f))
	if err != nil {
		f.Fatal(err)
	}
	for seed := range uint64(testsize.Workspaces) {
		f.Add(randomChoices(seed))
	}
	if explores() {
		// The fuzzer loses the standard error of its processes.
		debug.SetTraceback("all")
		crash, err := os.CreateTemp("", "FuzzTogether-*.crash")
		if err == nil {
			err = debug.SetCrashOutput(crash, debug.CrashOptions{})
		}
		if err != nil {
			f.Fatal(err)
		}
	}
	f.Fuzz(func(t *testing.T, bytes []byte) {
		if len(bytes) > longestChoices {
			t.Skip()
		}
		part := len(bytes) / 3 // no part takes the choices of another one
		data, programs, session := &choices{rest: bytes[:part]}, &choices{rest: bytes[part : 2*part]}, &choices{rest: bytes[2*part:]}
		files := programs.programs(recorded)
		data.addTo(files)
		dir := t.TempDir()
		for name, text := range files {
			putIn(t, dir, name, text)
		}
		env := environment{dir: dir, home: filepath.Join(dir, "home"), variable: func(name string) string {
			if name == "PCL_SCHEMA_PATH" {
				return strings.Join(given, string(os.PathListSeparator))
			}
			return ""
		}}
		for _, line := range []string{
			"check --no-cache --format json .", "check --no-cache --jobs 1 .", "check --no-cache --fix=all --diff --stack dev .", "check --no-cache --urns-from state.json a", "plan --state state.json --all a",
			"plan --state state.json --format json --stack dev b", "graph --format json a", "dump a", "docs a", "symbols x", "hover a/main.pp:2:5",
		} {
			if data.oneIn(2) {
				continue
			}
			if got := runWith(t, words(line), env); strings.Contains(got.stderr, "internal error") {
				t.Errorf("%s: %s", line, got.stderr)
			}
		}
		session.session(t, files, env)
		if t.Failed() {
			t.Log(archived(files))
		}
	})
}

// explores reports whether go test looks for new inputs.
func explores() bool {
	for _, name := range []string{"test.fuzz", "test.fuzzworker"} {
		if f := flag.Lookup(name); f != nil && f.Value.String() != "" && f.Value.String() != "false" {
			return true
		}
	}
	return false
}

// archived are the files of a workspace as text.
func archived(files map[string]string) string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintf(&b, "-- %s --\n%s\n", name, files[name])
	}
	return b.String()
}

type object = map[string]any

// session opens the programs, edits them, and sends requests about random places after each edit. A second session resolves what
// the first one was given.
func (c *choices) session(t *testing.T, files map[string]string, env environment) {
	talk := newConversation(t)
	uri := func(name string) string {
		return "file://" + filepath.ToSlash(filepath.Join(env.dir, filepath.FromSlash(name)))
	}
	var root any = uri("")
	if c.oneIn(4) {
		root = nil
	}
	begin(talk, root)
	var open []string
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if strings.HasSuffix(name, ".pp") || c.oneIn(3) {
			open = append(open, name)
			talk.tell("textDocument/didOpen", opened(uri(name), files[name]))
		}
	}
	for version := range 1 + c.upTo(3) {
		if c.oneIn(4) {
			folders := []object{{"uri": uri(c.pick("", "a", "b", "a/sub", "missing")), "name": "f"}}
			event := object{"added": folders, "removed": []object{}}
			if c.oneIn(3) {
				event = object{"added": []object{}, "removed": folders}
			}
			talk.tell("workspace/didChangeWorkspaceFolders", object{"event": event})
		}
		name := open[c.upTo(len(open))]
		text := files[name]
		if version > 0 {
			if strings.HasSuffix(name, ".pp") && c.oneIn(2) {
				text = c.program()
			} else {
				text = strings.ReplaceAll(text, leak.Written, "open") // broken text may no longer say that it is secret
				at := c.upTo(256) * len(text) / 256
				text = text[:at] + c.pick("", "\n", "}", "\"", "x", "${", " = x.", "# ", "options { parent = x }\n") + text[min(len(text), at+c.upTo(4)):]
			}
			files[name] = text
			talk.tell("textDocument/didChange", object{"textDocument": object{"uri": uri(name), "version": version + 1}, "contentChanges": []object{{"text": text}}})
		}
		lines := strings.Split(text, "\n")
		line := c.upTo(len(lines))
		at := object{"line": line, "character": c.upTo(len(lines[line]) + 1)}
		everywhere := object{"start": object{"line": 0, "character": 0}, "end": object{"line": len(lines), "character": 0}}
		// Members that a request does not have are ignored, so all requests have the same.
		params := object{"textDocument": object{"uri": uri(name)}, "position": at, "positions": []object{at}, "range": everywhere, "newName": "renamed", "query": "x",
			"context": object{"diagnostics": []object{}, "includeDeclaration": true}, "options": object{"tabSize": 2, "insertSpaces": true}, "identifier": "pcl", "previousResultIds": []object{}}
		for _, method := range []string{
			"hover", "completion", "signatureHelp", "definition", "implementation", "references", "documentHighlight", "rename", "documentSymbol", "formatting", "codeAction", "diagnostic",
			"semanticTokens/full", "inlayHint", "foldingRange", "selectionRange", "documentLink", "codeLens", "prepareCallHierarchy", "prepareTypeHierarchy", "typeDefinition",
		} {
			talk.ask("textDocument/"+method, params)
		}
		for _, method := range []string{"workspace/symbol", "pcl/dependencyGraph", "pcl/plan", "pcl/resolvedSchemas"} {
			talk.ask(method, params)
		}
	}
	given := answers(t, talk, env)
	again := newConversation(t)
	begin(again, uri(""))
	for _, name := range open {
		again.tell("textDocument/didOpen", opened(uri(name), files[name]))
	}
	resolved := 0
	for _, m := range given {
		for _, item := range itemsIn(m.Result) {
			for _, method := range resolvedBy(item) {
				if resolved++; resolved <= mostResolved {
					again.ask(method, item)
				}
			}
		}
	}
	answers(t, again, env)
}

// begin is how a client starts that can resolve everything.
func begin(talk *conversation, root any) {
	resolves := object{"properties": []string{"edit", "documentation", "detail", "additionalTextEdits", "tooltip", "command"}}
	talk.ask("initialize", object{"processId": nil, "rootUri": root, "capabilities": object{
		"workspace": object{"workspaceFolders": true},
		"textDocument": object{
			"hover":      object{"contentFormat": []string{"markdown"}},
			"completion": object{"completionItem": object{"documentationFormat": []string{"markdown"}, "resolveSupport": resolves}},
			"inlayHint":  object{"resolveSupport": resolves},
			"codeAction": object{"codeActionLiteralSupport": object{"codeActionKind": object{"valueSet": []string{}}}, "dataSupport": true, "resolveSupport": resolves},
		},
	}})
	talk.tell("initialized", object{})
}

func opened(uri, text string) object {
	return object{"textDocument": object{"uri": uri, "languageId": "pcl", "version": 1, "text": text}}
}

// answers runs a session and returns what the server sent.
func answers(t *testing.T, talk *conversation, env environment) []sentMessage {
	var log bytes.Buffer
	sent := talk.with(words("serve"), &log, env)
	if strings.Contains(log.String(), "internal error") {
		t.Errorf("the server: %s", log.String())
	}
	return sent
}

// itemsIn are the first items of an answer that is a list.
func itemsIn(result json.RawMessage) []object {
	var list struct{ Items []object }
	if json.Unmarshal(result, &list.Items) != nil && json.Unmarshal(result, &list) != nil {
		return nil
	}
	return list.Items[:min(len(list.Items), 2)]
}

// resolvedBy are the requests that complete an item.
func resolvedBy(item object) []string {
	switch {
	case item["title"] != nil:
		return []string{"codeAction/resolve"}
	case item["position"] != nil:
		return []string{"inlayHint/resolve"}
	case item["label"] != nil:
		return []string{"completionItem/resolve"}
	case item["selectionRange"] != nil && item["uri"] != nil:
		return []string{"callHierarchy/incomingCalls", "callHierarchy/outgoingCalls", "typeHierarchy/supertypes", "typeHierarchy/subtypes"}
	case item["data"] != nil:
		return []string{"codeLens/resolve"}
	}
	return nil
}

// choices are decisions that bytes stand for. When the bytes are used up, every decision is the first one.
type choices struct {
	rest     []byte
	depth    int
	declared []string // the types and names of resources
}

func randomChoices(seed uint64) []byte {
	random := rand.New(rand.NewPCG(seed, 7))
	var b []byte
	for range 20 + random.IntN(100) {
		b = binary.LittleEndian.AppendUint64(b, random.Uint64())
	}
	return b
}

// upTo returns a number below n.
func (c *choices) upTo(n int) int {
	if len(c.rest) == 0 || n <= 1 {
		return 0
	}
	b := c.rest[0]
	c.rest = c.rest[1:]
	return int(b) % n
}

func (c *choices) oneIn(n int) bool { return c.upTo(n) == n-1 }

func (c *choices) pick(from ...string) string { return from[c.upTo(len(from))] }

// list writes up to four parts.
func (c *choices) list(separator string, write func() string) string {
	parts := make([]string, c.upTo(5))
	for i := range parts {
		parts[i] = write()
	}
	return strings.Join(parts, separator)
}

// declaration finds resources in the text of a program.
var declaration = regexp.MustCompile(`(?m)^resource "?(\w+)"? "([^"]+)"`)

var (
	madeUpTypes = []string{"fleet:index/ship:Ship", "fleet:dock/pier:Pier", "fleet:index:Note", "fleet:dock/harbor:Harbor", "simple:index:Resource", "pulumi:providers:fleet", "pulumi:pulumi:StackReference", "pulumi:index:Stash"}
	madeUpItems = []string{"x", "y", "z", "w", "v"}
	// schemaSecrets are members that the schema calls secret.
	schemaSecrets = map[string][]string{"fleet:index/ship:Ship": {"password", "token", "key"}, "fleet:dock/pier:Pier": {"secretCode"}, "pulumi:providers:fleet": {"token"}}
	madeUpNames   = []string{"title", "value", "tags", "crew", "hull", "decks", "routes", "password", "secretCode", "text", "id", "urn", "notes", "name", "input", "output", "default"}
)

func (c *choices) name() string { return c.pick(madeUpItems...) }

// programs makes up the programs. Most workspaces have one without errors: only that has a plan.
func (c *choices) programs(recorded []changes.Source) map[string]string {
	files := map[string]string{"b/main.pp": "output o {\n  value = 1\n}\n"}
	if c.oneIn(3) {
		files["a/main.pp"], files["a/more.pp"] = c.program(), c.program()
	} else {
		for name, text := range recorded[(c.upTo(256)*256+c.upTo(256))%len(recorded)].Files {
			files["a/"+name] = text
		}
	}
	for _, name := range []string{"b/main.pp", "a/sub/main.pp"} {
		if !c.oneIn(3) {
			files[name] = c.program()
		}
	}
	return files
}

// addTo adds the other files of a workspace to its programs.
func (c *choices) addTo(files map[string]string) {
	for _, text := range files {
		for _, found := range declaration.FindAllStringSubmatch(text, -1) {
			c.declared = append(c.declared, found[2]+"::"+found[1])
		}
	}
	slices.Sort(c.declared)
	files["state.json"] = c.state()
	files["a/Pulumi.yaml"] = "name: " + c.pick("p", "p", "p", "q") + "\nruntime: pcl\n"
	files["a/Pulumi.dev.yaml"] = "config:\n  p:x: " + c.pick("1", `"a"`, "[1, 2]", "{a: {b: 1}}", "*a", "&a [*a]", "{secure: zqstored}", "[{secure: zqstored}]", "{a: {secure: zqstored}, b: 1}") + "\n  p:y:\n    secure: zqstored\n"
	files[".pcl-lsp.yaml"] = c.pick("", "state: ../state.json\n", "state: state.json\n", "stack: dev\nstate: state.json\n") + "ruleFiles: [team.pcl-rules.hcl]\n" +
		c.pick("", "rules: {unused.*: warning}\n", "secrets: {publicNames: [\"*\"]}\n", "targets: [go, yaml]\n", "overrides: [{paths: [a], mode: lenient}]\n")
	files["team.pcl-rules.hcl"] = c.rules()
}

// program makes up the text of one file.
func (c *choices) program() string {
	var b strings.Builder
	for i := range 1 + c.upTo(len(madeUpItems)) {
		name := madeUpItems[i]
		if c.oneIn(6) {
			name = c.name()
		}
		switch c.upTo(9) {
		case 0, 1, 2:
			fmt.Fprintf(&b, "resource %s %q {\n%s%s}\n", name, c.pick(madeUpTypes...), c.attributes(), c.options())
		case 3:
			fmt.Fprintf(&b, "%s = %s\n", name, c.expression())
		case 4:
			fmt.Fprintf(&b, "config %s %s {\n%s}\n", name, c.pick("string", "number", "\"list(string)\"", "\"object({a=list(any)})\"", "any"), c.pick("", "  secret = true\n  default = \"zqwritten\"\n", "  default = "+c.expression()+"\n"))
		case 5:
			fmt.Fprintf(&b, "output %s {\n  value = %s\n}\n", name, c.expression())
		case 6:
			fmt.Fprintf(&b, "component %s %q {\n%s%s}\n", name, c.pick("./sub", "../b", "../a", ".", "../a/sub"), c.attributes(), c.options())
		case 7:
			fmt.Fprintf(&b, "read %s %q {\n  id = %s\n%s%s}\n", name, c.pick(madeUpTypes...), c.expression(), c.attributes(), c.options())
		case 8:
			b.WriteString(c.pick("package {\n  baseProviderName = \"fleet\"\n  baseProviderVersion = \"1.0.0\"\n}\n", "hook resource \"x\" {\n  command = [y.value]\n}\n", "pulumi {\n}\n", "# pcl-lsp:ignore\n", "resource\n"))
		}
	}
	return b.String()
}

func (c *choices) attributes() string {
	return c.list("", func() string {
		return fmt.Sprintf("  %s = %s\n", c.pick(append(madeUpNames, "x", "y")...), c.expression())
	})
}

func (c *choices) options() string {
	names := language.OptionNames()
	return "  options {\n" + c.list("", func() string {
		name := names[c.upTo(len(names))]
		switch c.upTo(4) {
		case 0:
			return fmt.Sprintf("    %s = %s\n", name, c.traversal())
		case 1:
			return fmt.Sprintf("    %s = [%s]\n", name, c.list(", ", c.traversal))
		case 2:
			return fmt.Sprintf("    %s = [{ name = %s, parent = %s }]\n", name, c.expression(), c.traversal())
		}
		return fmt.Sprintf("    %s = %s\n", name, c.expression())
	}) + "  }\n"
}

func (c *choices) traversal() string {
	name := c.pick("x", "y", "z", "w", "v", "range", "self", "args", "hook")
	for range c.upTo(4) {
		name += c.pick(".value", "."+madeUpNames[c.upTo(len(madeUpNames))], "[0]", "[*]", ".*", `["a"]`, "[x]", "."+c.name())
	}
	return name
}

// expression makes up an expression of at most five levels.
func (c *choices) expression() string {
	c.depth++
	defer func() { c.depth-- }()
	if c.depth > 5 {
		return c.traversal()
	}
	functions := language.Newest.BuiltinNames()
	switch c.upTo(16) {
	case 0, 1, 2:
		return c.traversal()
	case 3:
		return c.pick("1", "true", "null", `"a"`, "-1", "1e400", "0.1", `""`, "99999999999999999999")
	case 4:
		return "[" + c.list(", ", c.expression) + "]"
	case 5:
		return "{ " + c.list(", ", func() string { return c.pick(madeUpNames...) + " = " + c.expression() }) + " }"
	case 6:
		return fmt.Sprintf("[for %s in %s : %s]", c.pick("x", "k", "k, x"), c.expression(), c.expression())
	case 7:
		return fmt.Sprintf("{for k, x in %s : %s => %s...}", c.expression(), c.expression(), c.expression())
	case 8:
		return fmt.Sprintf("(%s ? %s : %s)", c.expression(), c.expression(), c.expression())
	case 9, 10:
		return fmt.Sprintf("%s(%s)", functions[c.upTo(len(functions))], c.list(", ", c.expression))
	case 11:
		return fmt.Sprintf("secret(%s)", c.pick(`"zqwritten"`, c.expression()))
	case 12:
		return fmt.Sprintf(`"a${%s}%%{ if %s }b%%{ endif }"`, c.expression(), c.expression())
	case 13:
		return fmt.Sprintf("(%s %s %s)", c.expression(), c.pick("+", "-", "*", "/", "%", "==", "<", "&&", "||"), c.expression())
	case 14:
		return fmt.Sprintf("%s[%s]", c.expression(), c.expression())
	}
	return fmt.Sprintf(`invoke("fleet:index:lookup", { %s = %s }, { %s = %s })`, c.pick(madeUpNames...), c.expression(), c.pick("parent", "provider", "version"), c.expression())
}

// state makes up a state. What the schema calls secret has a secret, however it is stored.
func (c *choices) state() string {
	const stack = "urn:pulumi:dev::p::pulumi:pulumi:Stack::p-dev"
	urn := func() string {
		if len(c.declared) > 0 && !c.oneIn(3) {
			return "urn:pulumi:dev::p::" + c.pick("", "", "fleet:index/ship:Ship$") + c.pick(c.declared...)
		}
		return "urn:pulumi:dev::p::" + c.pick("", "fleet:index/ship:Ship$") + c.pick(madeUpTypes...) + "::" + c.name()
	}
	wild := c.oneIn(3)
	parent := func(own string) string {
		if wild {
			return c.pick(own, urn(), "")
		}
		return stack
	}
	// What the schema calls secret may be stored as a plain value.
	secret := func(kind, property string) string {
		if slices.Contains(schemaSecrets[kind], property) && c.oneIn(2) {
			return `"zqstored"`
		}
		return c.pick(`{"4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", "plaintext": "\"zqstored\""}`, `{"4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", "ciphertext": "zqstored"}`)
	}
	values := func(kind string) string {
		return fmt.Sprintf(`{"title": %s, "password": %s, "token": %s, "secretCode": %s, "routes": {"a": {"stops": [], "key": %s}}, "tags": {"a": "b"}}`,
			c.pick(`"x"`, "1", "null"), secret(kind, "password"), secret(kind, "token"), secret(kind, "secretCode"), secret(kind, "key"))
	}
	resources := []string{fmt.Sprintf(`{"urn": %q, "custom": false, "type": "pulumi:pulumi:Stack"}`, stack)}
	seen := map[string]bool{}
	for range c.upTo(8) {
		own := urn()
		if seen[own] && !wild {
			continue
		}
		seen[own] = true
		resources = append(resources, fmt.Sprintf(
			`{"urn": %q, "custom": %s, "id": "1", "type": %q, "inputs": %s, "outputs": %s, "parent": %q, "provider": %q, "dependencies": [%q], "aliases": [%q], "deletedWith": %q, "delete": %s, "propertyDependencies": {"title": [%q]}}`,
			own, c.pick("true", "false"), typeIn(own), values(typeIn(own)), values(typeIn(own)), parent(own), c.pick("", urn()+"::1", own), urn(), urn(), c.pick("", urn()), c.pick("false", "false", "true"), urn(),
		))
	}
	return `{"version": 3, "deployment": {"manifest": {"time": "2026-01-01T00:00:00Z", "magic": "", "version": "v3.276.0"}, "secrets_providers": {"type": "passphrase"}, "resources": [` + strings.Join(resources, ", ") + `]}}`
}

// typeIn is the type in a URN.
func typeIn(urn string) string {
	parts := strings.Split(urn, "::")
	return parts[2][strings.LastIndex(parts[2], "$")+1:]
}

// rules makes up a rule file.
func (c *choices) rules() string {
	return c.list("", func() string {
		subject := c.pick("resource", "component", "config", "output", "program")
		of := `"*"`
		if subject == "program" {
			of = "true"
		}
		return fmt.Sprintf("rule %q {\n  title = \"t\"\n  %s = %s\n  require = %s\n  message = \"${%s}\"\n}\n", c.pick("one", "two", "three"), subject, of,
			c.pick("resource.inputs.password != null", "length(resource.dependents) > 0", "all([for r in program.resources : r.inputs.title == \"x\"])", c.expression()),
			c.pick("resource.inputs.password", "resource.name", "config.default", "output.value", c.expression()))
	})
}
