// This file tests the selected stack: hovers show its values and hide its secrets.

package lsp

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

const (
	plainSecret   = "zq-plain-in-the-file"
	defaultSecret = "zq-in-the-default"
	cipherText    = "zqAAABAKq3cipher"
)

var stackFiles = fixture.Files{
	"/w/Pulumi.yaml": "name: shop\nruntime: pcl\n",
	"/w/Pulumi.dev.yaml": "config:\n  shop:size: 7\n  shop:pw: " + plainSecret + "\n  shop:stored:\n    secure: " + cipherText + "\n" +
		"  shop:list: [" + plainSecret + "]\n",
	"/w/Pulumi.prod.yaml": "config:\n  size: 9\n",
	"/w/main.pp": `config size int { default = 3 }
config pw string { secret = true }
config stored string {}
config list "list(string)" { secret = true }
config wrong int { secret = true }
config other string {
  secret  = true
  default = "` + defaultSecret + `"
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
output o { value = [b, c, d, e, f, h, j, k, r] }
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

// TestSecretsStayInTheServer: no answer contains the value of a secret config.
func TestSecretsStayInTheServer(t *testing.T) {
	t.Parallel()
	c := onStack(t, "dev")
	for _, path := range []string{"/w/main.pp", "/w/inner/main.pp"} {
		document := object{"uri": uriText(path)}
		for offset := range len(stackFiles[path]) {
			position := modelPosition(stackFiles[path], offset, "utf-8")
			for _, method := range []string{"hover", "completion", "signatureHelp", "definition"} {
				c.call("textDocument/"+method, object{"textDocument": document, "position": position})
			}
		}
		c.call("textDocument/documentSymbol", object{"textDocument": document})
		c.published(uriText(path), 1)
	}
	sent := 0
	for _, m := range c.received() {
		text := string(m.Params) + string(m.Result)
		sent += len(text)
		for _, secret := range []string{plainSecret, defaultSecret, cipherText, "zq-", "03f321af0e44b0"} {
			if strings.Contains(text, secret) {
				t.Errorf("the client is sent %q: %.600s", secret, text)
			}
		}
	}
	if sent < 10_000 {
		t.Errorf("only %d bytes were sent", sent)
	}
}
