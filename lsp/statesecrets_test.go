package lsp

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.lsp.dev/uri"

	"github.com/pcl-lsp/pcl-lsp/internal/leak"
	"github.com/pcl-lsp/pcl-lsp/internal/testsize"
	"github.com/pcl-lsp/pcl-lsp/workspace"
)

const (
	safeSchema = `{"name":"safe","version":"1.0.0","types":{"safe:index:Mode":{"type":"string","enum":[{"value":"on"},{"value":"off"}]},"safe:index:Inner":{"type":"object","properties":{"level":{"type":"number","secret":true},"deep":{"type":"string","secret":true},"open":{"type":"string"}}}},
"resources":{"safe:index:Box":{"inputProperties":{"width":{"type":"number"},"size":{"type":"number","secret":true},"mode":{"$ref":"#/types/safe:index:Mode","secret":true},"token":{"type":"string","secret":true},"word":{"type":"string"},"list":{"type":"array","items":{"$ref":"#/types/safe:index:Inner"}},
"map":{"type":"object","additionalProperties":{"$ref":"#/types/safe:index:Inner"}}},
"properties":{"token":{"type":"string","secret":true},"word":{"type":"string"},"made":{"type":"string"},"kept":{"type":"string"},"list":{"type":"array","items":{"$ref":"#/types/safe:index:Inner"}},
"map":{"type":"object","additionalProperties":{"$ref":"#/types/safe:index:Inner"}}}}}}`
	safeProgram = `config pin string {
  secret = true
}

resource box "safe:index:Box" {
  token = "new"
  word  = secret("zqwritten-a")
  list  = [{ deep = "new", open = "o" }]
  map   = { a = { deep = "b" } }
  options {
    additionalSecretOutputs = [made]
  }
}

resource other "safe:index:Box" {
  word = "${box.token} ${box.made} ${box.kept} ${pin}"
  list = box.list
  map  = { a = box.map["a"] }
}

output all {
  value = [box, box.list[0].deep, [for k, v in box.map : v.deep], other.word]
}
`
)

// wrongProgram has secrets that do not fit their places.
const wrongProgram = `config count number {
  secret  = true
  default = "zqwritten-c"
}

config share int {
  secret  = true
  default = 918273645.5
}

config ready bool {
  secret  = true
  default = "zqwritten-r${1}"
}

config sizes "object({a=number})" {
  secret  = true
  default = { a = "zqwritten-o" }
}

word = secret("zqwritten-w")

resource wrong "safe:index:Box" {
  width = secret("zqwritten-v")
  size = "zqwritten-s"
  mode = "zqwritten-m"
  list = [{ level = "zqwritten-l" }, { level = "${secret("zqwritten-t")}x" }]
}

resource again "safe:index:Box" {
  size = secret("zqwritten-a")
  mode = word
  list = [{ level = count }, { level = word }]
}

output all {
  value = [-secret("zqwritten-n"), word ? 1 : 2, [1][secret("zqwritten-i")], sizes.a, ready, share, [wrong, again]]
}
`

// safeState is a state whose secrets are in some form.
func safeState(secret string) string {
	box := `{"token":SECRET,"word":SECRET,"list":[{"deep":SECRET,"open":"o"}],"map":{"a":{"deep":SECRET}}`
	all := `{"version":3,"deployment":{"manifest":{"time":"2024-01-01T00:00:00Z","magic":"","version":""},"secrets_providers":{"type":"passphrase"},"resources":[
{"urn":"urn:pulumi:dev::safe::safe:index:Box::box","custom":true,"id":"b-1","type":"safe:index:Box","inputs":` + box + `},"outputs":` + box + `,"made":SECRET,"kept":SECRET},"additionalSecretOutputs":["kept"]},
{"urn":"urn:pulumi:dev::safe::safe:index:Box::other","custom":true,"id":"o-1","type":"safe:index:Box","inputs":` + box + `},"outputs":` + box + `},"additionalSecretOutputs":["word"]},
{"urn":"urn:pulumi:dev::safe::safe:index:Box::gone","custom":true,"id":"g-1","type":"safe:index:Box","inputs":` + box + `},"outputs":` + box + `}}]}}`
	return strings.ReplaceAll(all, "SECRET", secret)
}

// Law: no answer has a secret of a state, in whatever form the state holds it, and whether the schema, the program, an option or the state says that it
// is one. The client looks into every message.
func TestSecretsByAnyWord(t *testing.T) {
	testsize.NotRaced(t, "it does one thing after another")
	t.Parallel()
	const signature = `{"4dabf18193072939515e22adb298388d":"1b47061264138c4ac30d75fd1eb44270",`
	asked := 0
	for name, secret := range map[string]string{
		"plain":     `"` + leak.Stored + `-s"`,
		"wrapped":   signature + `"plaintext":"\"` + leak.Stored + `-s\""}`,
		"encrypted": signature + `"ciphertext":"` + leak.Stored + `"}`,
	} {
		dir := t.TempDir()
		for file, text := range map[string]string{
			"Pulumi.yaml": "name: safe\nruntime: pcl\n", "Pulumi.dev.yaml": "config:\n  safe:pin: " + leak.Stored + "-p\n", "main.pp": safeProgram, "schemas/safe-1.0.0.json": safeSchema,
			".pcl-lsp.yaml": "stack: dev\nstate: state.json\n", "state.json": safeState(secret),
		} {
			at := filepath.Join(dir, file)
			if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(at, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		c := connect(t, func(s *server) {
			s.session = workspace.New(workspace.Options{Places: workspace.SchemasAt(workspace.SchemaOptions{})})
		})
		c.greetWith(object{"inlayHints": object{"ids": true}})
		main := string(uri.File(filepath.ToSlash(dir) + "/main.pp"))
		c.open(main, 1, safeProgram)
		if plan := c.planNow(); plan.Message != "" || len(plan.Resources) != 3 {
			t.Fatalf("%s: got %+v", name, plan)
		}
		hidden := 0
		sweep := func(document, text string) {
			for offset := 0; offset < len(text); offset += testsize.LeakStep {
				at := modelPosition(text, offset, "utf-8")
				for _, r := range stormRequests(document, at) {
					if r.method == methodState { // that of the storm has no secrets
						r.params = object{"textDocument": object{"uri": document}, "text": safeState(secret)}
					}
					c.askAndResolve(r.method, r.params)
					asked++
				}
				var answer struct{ Contents struct{ Value string } }
				c.result("textDocument/hover", object{"textDocument": object{"uri": document}, "position": at}, &answer)
				hidden += strings.Count(answer.Contents.Value, "(not shown)")
			}
		}
		sweep(main, safeProgram)
		if name == "plain" {
			wrong := string(uri.File(filepath.ToSlash(dir) + "/wrong/main.pp"))
			c.open(wrong, 1, wrongProgram)
			if found := c.published(wrong, 1).Diagnostics; len(found) < 15 {
				t.Errorf("got %d findings: %v", len(found), found)
			}
			sweep(wrong, wrongProgram)
		}
		if hidden < 5 {
			t.Errorf("%s: only %d values in hovers are hidden", name, hidden)
		}
	}
	t.Logf("%d requests", asked)
	if testsize.Long() && asked < 30_000 {
		t.Errorf("only %d requests", asked)
	}
}
