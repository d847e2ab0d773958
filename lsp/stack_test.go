// This file tests the selected stack: hovers show its values and hide its secrets.

package lsp

import (
	"crypto/sha1"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/internal/leak"
	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

const (
	plainSecret   = leak.Stored + "-plain"
	cipherText    = leak.Stored + "Aq3cipher"
	defaultSecret = leak.Written + "-default"
	literalSecret = leak.Written + "-literal"
)

var stackFiles = fixture.Files{
	"/w/Pulumi.yaml": "name: shop\nruntime: pcl\nconfig:\n  declared:\n    type: string\n    secret: true\n    default: " + plainSecret + "\n",
	"/w/Pulumi.dev.yaml": "config:\n  shop:size: 7\n  shop:pw: " + plainSecret + "\n  shop:pin: " + leak.StoredNumber + "\n  shop:stored:\n    secure: " + cipherText + "\n" +
		"  shop:list: [" + plainSecret + "]\n",
	"/w/Pulumi.prod.yaml": "config:\n  size: 9\n",
	"/w/main.pp": `config size int { default = 3 }
config pw string { secret = true }
config stored string {}
config list "list(string)" { secret = true }
config wrong int { secret = true }
config declared string {}
config other string {
  secret  = true
  default = "` + defaultSecret + `"
}
config pin int {
  secret  = true
  default = ` + leak.WrittenNumber + `
}
a = size
b = "${pw}-${stored}"
c = unsecret(pw)
d = toJSON({ k = list, o = [other, size] })
e = { for x in unsecret(list) : x => other }
f = [for i, x in list : "${i}${x}"]
g = length(pw) + length(unsecret(pw))
h = split("-", unsecret(other))
i = sha1(unsecret(pw))
component inner "./inner" {
  word = unsecret(pw)
  more = pw
}
j = inner.said
k = pw == "x" ? other : pw
resource r "zoo:index:Animal" {
  name = unsecret(pw)
  options { range = unsecret(list) }
}
l = secret("` + literalSecret + `")
m = { a = secret("` + literalSecret + `"), b = r.name, "${other}" = 1 }
n = cond ? secret("` + literalSecret + `") : m.a
cond = pw == "x"
p = unsecret("${other}${upper(other)}")
q = "${declared}"
resource s "zoo:index:Animal" {
  name = secret("` + literalSecret + `")
  options { range = split("-", unsecret(secret("` + literalSecret + `"))) }
}
t1 = secret(` + leak.WrittenNumber + `)
t2 = secret({ pin = ` + leak.WrittenNumber + `, list = [` + leak.WrittenNumber + `, true] })
t3 = [for x in t2.list : x.nothing]
t4 = t2["nothing"]
t5 = element(t1, 0)
t6 = t1 + pin
t7 = [t1.x, pin.x]
resource t8 "zoo:index:Animal" {
  name = t2
  options { range = t1 }
}
output o { value = [b, c, d, e, f, h, j, k, l, m, n, p, q, r, s] }
`,
	"/w/inner/main.pp": "config word string {}\nconfig more string {}\noutput said { value = \"${word}/${more}\" }\n",
}

func onStack(t *testing.T, stack string) *fakeClient {
	t.Helper()
	c := connect(t, func(s *server) { s.session = workspace.New(workspace.Options{FS: stackFiles}) })
	c.call("initialize", object{"capabilities": modern("utf-8"), "rootUri": uriText("/w"), "initializationOptions": object{"stack": stack}})
	c.notify("initialized", object{})
	for _, name := range []string{"/w/main.pp", "/w/inner/main.pp"} {
		c.open(uriText(name), 1, stackFiles[name])
	}
	return c
}

func (c *fakeClient) hoverText(path string, offset int) string {
	result := c.call("textDocument/hover", object{
		"textDocument": object{"uri": uriText(path)}, "position": modelPosition(stackFiles[path], offset, "utf-8"),
	})
	return string(result.Result)
}

// TestStackThatChanges: hovers follow the setting at once.
func TestStackThatChanges(t *testing.T) {
	t.Parallel()
	c := onStack(t, "dev")
	at := strings.Index(stackFiles["/w/main.pp"], "a = size")
	for _, step := range []struct{ settings, want string }{
		{"", "In stack `dev`: `7`"},
		{`{"pcl":{"stack":"prod"}}`, "In stack `prod`: `9`"},
		{`{"pcl":{"stack":""}}`, "By default: `3`"},
		{`{"pcl":{"stack":"org/shop/dev"}}`, "In stack `dev`: `7`"},
		{`{"pcl":{}}`, "By default: `3`"},
	} {
		if step.settings != "" {
			c.notify("workspace/didChangeConfiguration", object{"settings": json.RawMessage(step.settings)})
		}
		if got := c.hoverText("/w/main.pp", at); !strings.Contains(got, step.want) {
			t.Errorf("%s: got %s, want %s", step.settings, got, step.want)
		}
	}
	c.notify("workspace/didChangeConfiguration", object{"settings": object{"pcl": object{"stack": "../dev"}}})
	c.warned("pcl.stack")
}

// TestSecretsStayInTheServer: no answer to any request, and nothing that an answer is resolved to, contains the value of a secret, or what is computed
// from it. The client looks for the secrets in every byte.
func TestSecretsStayInTheServer(t *testing.T) {
	testsize.NotRaced(t, "it does one thing after another")
	t.Parallel()
	c := onStack(t, "dev")
	sent := 0
	for _, path := range []string{"/w/main.pp", "/w/inner/main.pp"} {
		text := stackFiles[path]
		for offset := range len(text) {
			if offset%testsize.SecretEvery > 0 && text[offset] != '.' && text[offset] != '"' {
				continue // a word has more letters
			}
			for _, r := range stormRequests(uriText(path), modelPosition(text, offset, "utf-8")) {
				sent += c.askAndResolve(r.method, r.params)
			}
		}
		c.published(uriText(path), 1)
	}
	sent += c.askAndResolve(methodDependencyGraph, object{"textDocument": object{"uri": uriText("/w/main.pp")}, "format": "html"})
	hash := fmt.Sprintf("%x", sha1.Sum([]byte(plainSecret)))
	for _, m := range c.received() {
		if strings.Contains(string(m.Params)+string(m.Result), hash[:12]) {
			t.Errorf("the client is sent a hash of a secret: %.600s%.600s", m.Params, m.Result)
		}
	}
	if sent < 100_000 {
		t.Errorf("only %d bytes were sent", sent)
	}
}

// TestSecretBoolsStayInTheServer: two programs that differ in a secret bool have the same findings, and the same answers to requests that show types and
// values.
func TestSecretBoolsStayInTheServer(t *testing.T) {
	testsize.NotRaced(t, "it does one thing after another")
	t.Parallel()
	const secretTrue = "a = secret( true)\nb = { c = a, d = secret([ true]) }\ne = [for x in b.d : x.y]\nf = b[\"z\"]\ng = a ? 1 : 2\nh = element(a, 0)\n" +
		"config i bool {\n  secret = true\n  default =  true\n}\nj = i\noutput k { value = [a, b, e, f, g, h, j] }\n"
	secretFalse := strings.NewReplacer("secret( true)", "secret(false)", "[ true]", "[false]", "=  true", "= false").Replace(secretTrue)
	answers := func(text string) (all []string) {
		c := connect(t).initializeWith(modern("utf-8"))
		c.open(mainURI, 1, text)
		found, _ := json.Marshal(c.published(mainURI, 1))
		all = append(all, string(found))
		for offset := range len(text) {
			if near := max(0, offset-6); secretTrue[near:min(offset+6, len(text))] != secretFalse[near:min(offset+6, len(text))] {
				continue // at the bool itself
			}
			for _, r := range stormRequests(mainURI, modelPosition(text, offset, "utf-8")) {
				switch r.method {
				case "textDocument/hover", "textDocument/inlayHint", "textDocument/documentSymbol", "textDocument/codeLens":
					all = append(all, string(c.call(r.method, r.params).Result))
				}
			}
		}
		return all
	}
	spaceless := strings.NewReplacer(" ", "") // a space makes the shorter bool as long as the other
	all, others := answers(secretTrue), answers(secretFalse)
	for i := range all {
		if spaceless.Replace(all[i]) != spaceless.Replace(others[i]) {
			t.Fatalf("the answers differ:\n%.500s\n%.500s", all[i], others[i])
		}
	}
}

// resolvedBy are the requests whose answers can be resolved, and by what.
var resolvedBy = map[string]string{
	"textDocument/completion": "completionItem/resolve", "textDocument/codeAction": "codeAction/resolve", "textDocument/inlayHint": "inlayHint/resolve",
	"textDocument/codeLens": "codeLens/resolve", "textDocument/documentLink": "documentLink/resolve", "workspace/symbol": "workspaceSymbol/resolve",
}

// askAndResolve sends a request and resolves what the answer lists. It returns how many bytes came back.
func (c *fakeClient) askAndResolve(method string, params any) (received int) {
	c.t.Helper()
	answer := c.call(method, params)
	received = len(answer.Result)
	var items []json.RawMessage
	var list struct{ Items []json.RawMessage }
	if json.Unmarshal(answer.Result, &items) != nil && json.Unmarshal(answer.Result, &list) == nil {
		items = list.Items
	}
	if resolve := resolvedBy[method]; resolve != "" {
		for _, item := range items[:min(len(items), 8)] {
			received += len(c.call(resolve, item).Result)
		}
	}
	return received
}
