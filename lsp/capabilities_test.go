// This file runs one walk through every request with clients that differ in a single capability. With the capability, messages use it; without it, none
// does, and all messages still follow the protocol.

package lsp

import (
	"bytes"
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
	"github.com/pcl-lsp/pcl-lsp/workspace"
	"go.lsp.dev/protocol"
)

// walkFiles are programs that exercise every capability.
var walkFiles = fixture.Files{
	"/w/app/Pulumi.yaml": "name: app\nruntime: pcl\n",
	"/w/app/main.pp": `config adminPassword string {}

config pin int {
  secret = true
}

resource user "cloudy:data/secret:Secret" {
  name  = nothing
  value = adminPassword
}

resource old "cloudy:storage/bucketObject:BucketObject" {
  bucket = user.id
  key    = "k"
}

component c "./inner" {
  size = pin
}

component other "./other" {}

kept = other.y

resource web "sky:index:Web" {}

output o {
  value = upper(c.y)
}

text = join("", [user.id], 3)

text = { key = 1 }

resource legacy "cloudy:storage/legacyBucket:LegacyBucket" {}
resource moves "kit:index:Name" {}
`,
	"/w/app/more.pp":     "unused = 1\n",
	"/w/app/inner/in.pp": "config size number {\n}\noutput y {\n  value = size\n}\n",
	walkedOther:          "output y {\n  value = 1\n}\n",
}

// walkedOther is a component that changes on disk.
const walkedOther = "/w/app/other/o.pp"

// everything announces every capability that the server knows.
func everything() object {
	kinds := make([]int, 26)
	for i := range kinds {
		kinds[i] = i + 1
	}
	return object{
		"general": object{"positionEncodings": []string{"utf-8"}},
		"textDocument": object{
			"hover": object{"contentFormat": []string{"markdown"}},
			"completion": object{
				"completionItem": object{
					"snippetSupport": true, "documentationFormat": []string{"markdown"}, "insertReplaceSupport": true,
					"tagSupport": object{"valueSet": []int{1}}, "labelDetailsSupport": true, "insertTextModeSupport": object{"valueSet": []int{1, 2}},
					"resolveSupport": object{"properties": []string{"documentation", "additionalTextEdits"}},
				},
				"completionList":     object{"itemDefaults": []string{"editRange", "insertTextFormat", "data"}},
				"completionItemKind": object{"valueSet": kinds[:25]},
			},
			"signatureHelp": object{"contextSupport": true, "signatureInformation": object{
				"documentationFormat": []string{"markdown"}, "noActiveParameterSupport": true, "activeParameterSupport": true,
				"parameterInformation": object{"labelOffsetSupport": true},
			}},
			"definition": object{"linkSupport": true}, "declaration": object{"linkSupport": true}, "implementation": object{"linkSupport": true},
			"rename": object{"prepareSupport": true},
			"documentSymbol": object{
				"hierarchicalDocumentSymbolSupport": true, "tagSupport": object{"valueSet": []int{1}}, "symbolKind": object{"valueSet": kinds},
			},
			"semanticTokens": object{
				"tokenTypes": []string{"variable", "property", "string", "class", "function", "keyword"}, "tokenModifiers": []string{"secret"},
				"formats": []string{"relative"}, "requests": object{"full": true},
			},
			"rangeFormatting": object{"rangesSupport": true},
			"inlayHint":       object{"resolveSupport": object{"properties": []string{"tooltip"}}},
			"diagnostic":      object{"relatedDocumentSupport": true},
			"documentLink":    object{"tooltipSupport": true},
			"foldingRange":    object{"lineFoldingOnly": true},
			"typeDefinition":  object{"linkSupport": true},
			"publishDiagnostics": object{
				"relatedInformation": true, "codeDescriptionSupport": true, "tagSupport": object{"valueSet": []int{1, 2}},
			},
			"codeAction": object{
				"codeActionLiteralSupport": object{"codeActionKind": object{"valueSet": []string{"quickfix"}}}, "isPreferredSupport": true, "disabledSupport": true,
			},
		},
		"workspace": object{
			"configuration": true, "didChangeConfiguration": object{"dynamicRegistration": true},
			"diagnostics": object{"refreshSupport": true}, "semanticTokens": object{"refreshSupport": true}, "inlayHint": object{"refreshSupport": true}, "codeLens": object{"refreshSupport": true},
			"workspaceEdit":         object{"documentChanges": true, "resourceOperations": []string{"create", "delete"}, "changeAnnotationSupport": object{}, "snippetEditSupport": true},
			"fileOperations":        object{"didCreate": true, "willRename": true, "didRename": true, "willDelete": true, "didDelete": true},
			"didChangeWatchedFiles": object{"dynamicRegistration": true, "relativePatternSupport": true},
			"symbol":                object{"resolveSupport": object{"properties": []string{"location.range"}}},
			"textDocumentContent":   object{},
		},
		"window": object{"workDoneProgress": true},
	}
}

// walked holds everything that a server sent during a walk.
type walked struct {
	hello object               // the result of initialize
	by    map[string][]message // by method: answers, notifications and requests
}

// says reports whether a message of a method contains a text.
func (w walked) says(method, words string) bool {
	return slices.ContainsFunc(w.by[method], func(m message) bool {
		return bytes.Contains(m.Result, []byte(words)) || bytes.Contains(m.Params, []byte(words))
	})
}

func (w walked) has(method string) bool { return len(w.by[method]) > 0 }

// sent looks for a message of a method.
func sent(method string) func(walked) bool {
	return func(w walked) bool { return w.has(method) }
}

// saying looks for a text in a message.
func saying(method, words string) func(walked) bool {
	return func(w walked) bool { return w.says(method, words) }
}

// capabilityRows are the capabilities, as paths into the announcement, each with the sign of its use.
var capabilityRows = []struct {
	path string
	sign func(walked) bool
}{
	{"general.positionEncodings", func(w walked) bool { return w.hello["positionEncoding"] == "utf-8" }},
	{"textDocument.hover.contentFormat", saying("textDocument/hover", `"kind":"markdown"`)},
	{"textDocument.completion.completionItem.snippetSupport", saying("textDocument/completion", `"insertTextFormat":2`)},
	{"textDocument.completion.completionItem.documentationFormat", saying("completionItem/resolve", `"kind":"markdown"`)},
	{"textDocument.completion.completionItem.resolveSupport", func(w walked) bool { return !w.says("textDocument/completion", `"documentation"`) }},
	{"textDocument.completion.completionItem.labelDetailsSupport", saying("textDocument/completion", `"labelDetails"`)},
	{"textDocument.completion.completionItem.insertTextModeSupport", saying("textDocument/completion", `"insertTextMode":2`)},
	{"textDocument.completion.completionList.itemDefaults", saying("textDocument/completion", `"itemDefaults"`)},
	{"textDocument.completion.completionItem.insertReplaceSupport", saying("textDocument/completion", `"insert":{`)},
	{"textDocument.completion.completionItem.tagSupport", saying("textDocument/completion", `"tags":[1]`)},
	{"textDocument.completion.completionItemKind", saying("textDocument/completion", `"kind":25`)},
	{"textDocument.signatureHelp.signatureInformation.documentationFormat", saying("textDocument/signatureHelp", `"kind":"markdown"`)},
	{"textDocument.signatureHelp.signatureInformation.parameterInformation", saying("textDocument/signatureHelp", `"label":[`)},
	{"textDocument.signatureHelp.signatureInformation.noActiveParameterSupport", saying("textDocument/signatureHelp", `"activeParameter":null`)},
	{"textDocument.signatureHelp.signatureInformation.activeParameterSupport", saying("textDocument/signatureHelp", `"activeParameter":null}]`)},
	{"textDocument.signatureHelp.contextSupport", func(w walked) bool {
		return w.hello["signatureHelpProvider"].(object)["retriggerCharacters"] != nil
	}},
	{"textDocument.definition.linkSupport", saying("textDocument/definition", `"targetUri"`)},
	{"textDocument.declaration.linkSupport", saying("textDocument/declaration", `"targetUri"`)},
	{"textDocument.implementation.linkSupport", saying("textDocument/implementation", `"targetUri"`)},
	{"textDocument.rename.prepareSupport", func(w walked) bool { return w.hello["renameProvider"] != true }},
	{"workspace.workspaceEdit.snippetEditSupport", saying("textDocument/codeAction", `"snippet":{`)},
	{"workspace.workspaceEdit.changeAnnotationSupport", saying("textDocument/rename", `"changeAnnotations"`)},
	{"workspace.fileOperations", func(w walked) bool { return w.hello["workspace"].(object)["fileOperations"] != nil }},
	{"textDocument.documentSymbol.hierarchicalDocumentSymbolSupport", saying("textDocument/documentSymbol", `"selectionRange"`)},
	{"textDocument.documentSymbol.tagSupport", saying("textDocument/documentSymbol", `"tags":[1]`)},
	{"textDocument.documentSymbol.symbolKind", saying("textDocument/documentSymbol", `"kind":20`)},
	{"textDocument.semanticTokens", func(w walked) bool {
		types := w.hello["semanticTokensProvider"].(object)["legend"].(object)["tokenTypes"].([]any)
		return !slices.Contains(types, any("event")) // which it did not name
	}},
	{"textDocument.inlayHint.resolveSupport", func(w walked) bool { return !w.says("textDocument/inlayHint", `"tooltip"`) }},
	{"textDocument.diagnostic", func(w walked) bool { return w.hello["diagnosticProvider"] != nil }},
	{"textDocument.publishDiagnostics.relatedInformation", saying("textDocument/diagnostic", `"relatedInformation":[`)},
	{"textDocument.publishDiagnostics.codeDescriptionSupport", saying("textDocument/diagnostic", `"codeDescription"`)},
	{"textDocument.publishDiagnostics.tagSupport", saying("textDocument/diagnostic", `"tags":[1]`)},
	{"textDocument.codeAction.codeActionLiteralSupport", saying("textDocument/codeAction", `"kind":"quickfix"`)},
	{"textDocument.codeAction.isPreferredSupport", saying("textDocument/codeAction", `"isPreferred":true`)},
	{"textDocument.codeAction.disabledSupport", saying("textDocument/codeAction", `"disabled":{`)},
	{"textDocument.foldingRange.lineFoldingOnly", func(w walked) bool { return !w.says("textDocument/foldingRange", `"startCharacter"`) }},
	{"textDocument.typeDefinition.linkSupport", saying("textDocument/typeDefinition", `"targetUri"`)},
	{"workspace.textDocumentContent", saying("textDocument/typeDefinition", `pcl-schema:`)},
	{"textDocument.documentLink.tooltipSupport", saying("textDocument/documentLink", `"tooltip"`)},
	{"workspace.symbol.resolveSupport", func(w walked) bool { return !w.says("workspace/symbol", `"range"`) }},
	{"textDocument.rangeFormatting.rangesSupport", func(w walked) bool {
		_, ranges := w.hello["documentRangeFormattingProvider"].(object)
		return ranges
	}},
	{"workspace.configuration", sent("workspace/configuration")},
	{"workspace.didChangeConfiguration.dynamicRegistration", saying("client/registerCapability", "workspace/didChangeConfiguration")},
	{"workspace.diagnostics.refreshSupport", sent("workspace/diagnostic/refresh")},
	{"workspace.semanticTokens.refreshSupport", sent("workspace/semanticTokens/refresh")},
	{"workspace.inlayHint.refreshSupport", sent("workspace/inlayHint/refresh")},
	{"textDocument.diagnostic.relatedDocumentSupport", saying("textDocument/diagnostic", `"relatedDocuments"`)},
	{"workspace.workspaceEdit", saying("textDocument/codeAction", `"documentChanges"`)},
	{"workspace.workspaceEdit.resourceOperations", saying("textDocument/codeAction", `"kind":"create"`)},
	{"workspace.didChangeWatchedFiles.dynamicRegistration", saying("client/registerCapability", "didChangeWatchedFiles")},
}

// TestCapabilities walks with every capability, and without each.
func TestCapabilities(t *testing.T) {
	testsize.NotRaced(t, "it does one thing after another")
	t.Parallel()
	all := walk(t, 7, everything(), late...)
	for _, row := range capabilityRows {
		t.Run(row.path, func(t *testing.T) {
			t.Parallel()
			if !row.sign(all) {
				t.Errorf("no message shows that it is used")
			}
			if without := walk(t, testsize.WalkWithout, dropped(everything(), row.path)); row.sign(without) {
				t.Errorf("it is used where the client does not have it")
			}
			walk(t, testsize.WalkWithOnly, only(everything(), row.path)) // whatever it says must be right
		})
	}
}

// TestCapabilitiesAreWalked: for each field of client, a row of the table switches that field and otherwise only fields that have a row of their own.
func TestCapabilitiesAreWalked(t *testing.T) {
	t.Parallel()
	untested := map[string]string{
		"deletesFiles":     "TestInlinedComponentIsDeleted tests it: it takes a component that nothing else uses",
		"encodingKind":     "follows from encoding",
		"appliesEdits":     "TestApplyFix tests it: it takes a client that knows commands alone",
		"resolvesEdits":    "TestResolve tests it: it takes the actions that were announced",
		"commands":         "is no capability: it comes with the initialization options",
		"deprecatedFlag":   "TestCompletionItemFollowsCapabilities tests it: clients that know tags do without",
		"relativePatterns": "changes nothing that can be seen while no folder outside of the workspace is watched",
		"workDoneProgress": "TestLoading* test it: it takes schemas that are late",
		"choices":          "TestWatchdog* test it: it takes requests that run too long",
		"retries":          "TestEditsCancelStaleRequests tests it: it takes a request that runs while its document is edited",
	}
	var byRow [][]string
	for _, row := range capabilityRows {
		var fields []string
		full, less := clientOf(t, everything()), clientOf(t, dropped(everything(), row.path))
		for i := range full.NumField() {
			if a, b := full.Field(i), less.Field(i); !reflect.DeepEqual(readable(a), readable(b)) {
				fields = append(fields, full.Type().Field(i).Name)
			}
		}
		byRow = append(byRow, fields)
	}
	slices.SortStableFunc(byRow, func(a, b []string) int { return len(a) - len(b) })
	switched := map[string]bool{}
	for _, fields := range byRow {
		fields = slices.DeleteFunc(fields, func(f string) bool { return switched[f] || untested[f] != "" })
		if len(fields) == 1 {
			switched[fields[0]] = true
		}
	}
	for i := range reflect.TypeFor[client]().NumField() {
		name := reflect.TypeFor[client]().Field(i).Name
		if _, excused := untested[name]; switched[name] == excused {
			t.Errorf("client.%s: switched by a row: %v, excused: %v", name, switched[name], excused)
		}
	}
}

// readable returns the value of a field as text, since the fields are not exported.
func readable(v reflect.Value) string { return strings.TrimSpace(v.String() + " " + valueText(v)) }

func valueText(v reflect.Value) string {
	switch v.Kind() {
	case reflect.Bool:
		return map[bool]string{true: "true", false: "false"}[v.Bool()]
	case reflect.Int, reflect.Int8, reflect.Int32, reflect.Int64:
		return string(rune('0' + v.Int()))
	case reflect.Uint, reflect.Uint8, reflect.Uint32, reflect.Uint64:
		return string(rune('0' + v.Uint()))
	case reflect.Slice:
		text := "["
		for i := range v.Len() {
			text += readable(v.Index(i)) + ","
		}
		return text + "]"
	case reflect.Map:
		text := map[string]bool{}
		for _, key := range v.MapKeys() {
			text[readable(key)+":"+readable(v.MapIndex(key))] = true
		}
		return strings.Join(slices.Sorted(maps.Keys(text)), ",")
	case reflect.Struct:
		text := "{"
		for i := range v.NumField() {
			text += readable(v.Field(i)) + ","
		}
		return text + "}"
	}
	return ""
}

// clientOf is what the server knows about a client.
func clientOf(t *testing.T, announced object) reflect.Value {
	t.Helper()
	params, err := json.Marshal(object{"capabilities": announced})
	if err != nil {
		t.Fatal(err)
	}
	var p protocol.InitializeParams
	if err := protocol.Unmarshal(params, &p); err != nil {
		t.Fatal(err)
	}
	return reflect.ValueOf(newClient(&p))
}

// TestFileOperationsNeedVersions: Neovim names operations on files, which only edits with versions contain, and does not say documentChanges.
func TestFileOperationsNeedVersions(t *testing.T) {
	t.Parallel()
	neovim := clientOf(t, dropped(everything(), "workspace.workspaceEdit.documentChanges"))
	for _, field := range []string{"versionedEdits", "createsFiles"} {
		if !neovim.FieldByName(field).Bool() {
			t.Errorf("client.%s is not set", field)
		}
	}
}

// dropped removes a path from an announcement.
func dropped(announced object, path string) object {
	head, rest, inside := strings.Cut(path, ".")
	if !inside {
		delete(announced, head)
		return announced
	}
	dropped(announced[head].(object), rest)
	return announced
}

// only keeps nothing but a path of an announcement.
func only(announced object, path string) object {
	head, rest, inside := strings.Cut(path, ".")
	if !inside {
		return object{head: announced[head]}
	}
	return object{head: only(announced[head].(object), rest)}
}

// walk opens everything, sends every request at some of the bytes, and changes a component. It ends when all expected messages have arrived.
func walk(t *testing.T, step int, announced object, awaited ...string) walked {
	t.Helper()
	disk := &sharedFiles{files: maps.Clone(walkFiles)}
	c := connect(t, func(s *server) {
		s.session = workspace.New(workspace.Options{FS: disk, Schemas: analysistest.RepositorySchemas(t)})
	})
	result := c.call("initialize", object{"capabilities": announced, "workspaceFolders": []object{{"uri": "file:///w", "name": "w"}}})
	var hello struct{ Capabilities object }
	if err := json.Unmarshal(result.Result, &hello); err != nil {
		t.Fatal(err)
	}
	c.notify("initialized", object{})
	var documents []string
	for _, name := range slices.Sorted(maps.Keys(walkFiles)) {
		if strings.HasSuffix(name, ".pp") && name != walkedOther {
			c.open(uriText(name), 1, walkFiles[name])
			documents = append(documents, name)
		}
	}
	asked := map[string]bool{}
	for _, name := range documents {
		text := walkFiles[name]
		for at := 0; at < len(text); at += step {
			c.walkTo(uriText(name), modelPosition(text, at, encodingOf(hello.Capabilities)), asked)
		}
	}
	disk.set(walkedOther, "config more string {\n}\noutput y {\n  value = secret(more)\n}\n")
	c.notify("workspace/didChangeWatchedFiles", object{"changes": []object{{"uri": uriText(walkedOther), "type": 2}}})
	for _, method := range awaited {
		c.await(method, func(inbox []message) (message, bool) {
			i := slices.IndexFunc(inbox, func(m message) bool { return m.Method == method })
			return message{}, i >= 0
		})
	}
	c.call("shutdown", nil)
	c.notify("exit", nil)
	c.ended()
	w := walked{hello: hello.Capabilities, by: map[string][]message{}}
	for _, m := range c.received() {
		w.by[c.methodOf(m)] = append(w.by[c.methodOf(m)], m)
	}
	return w
}

// walkTo sends the requests about a place that were not sent before. Nothing changes during the walk, so requests about a whole document need not be
// repeated at each place. Pulls of findings are repeated, since related documents depend on what the server has found in the meantime.
func (c *fakeClient) walkTo(uri string, at object, asked map[string]bool) {
	c.t.Helper()
	for _, r := range stormRequests(uri, at) {
		question := envelope(c.t, nil, r.method, r.params)
		if asked[question] && r.method != "textDocument/diagnostic" {
			continue
		}
		asked[question] = true
		m := c.call(r.method, r.params)
		if m.Error != nil && !isRefusal(r.method, m.errorCode()) {
			c.t.Errorf("%s at %v of %s: %s", r.method, at, uri, m.Error.Message)
		}
	}
}

// methodOf returns the method of a message, or of the request that it answers.
func (c *fakeClient) methodOf(m message) string {
	if id, err := strconv.Atoi(string(m.ID)); err == nil && m.Method == "" {
		return c.asked[id]
	}
	return m.Method
}

// encodingOf returns the position encoding that a server has chosen.
func encodingOf(hello object) string {
	if chosen, said := hello["positionEncoding"].(string); said {
		return chosen
	}
	return "utf-16"
}

// late are the methods of messages that come some time after their cause.
var late = []string{
	"client/registerCapability", "workspace/diagnostic/refresh", "workspace/semanticTokens/refresh", "workspace/inlayHint/refresh",
}
