package main

import (
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/leak"
)

// Whatever calls a value of a state secret, no format of a plan and no other command shows it: runIn looks into all output.
func TestStateSecretsInCommands(t *testing.T) {
	t.Parallel()
	const signature = `{"4dabf18193072939515e22adb298388d":"1b47061264138c4ac30d75fd1eb44270",`
	const properties = `{"token":SECRET,"word":SECRET,"list":[{"deep":SECRET,"open":"o"}],"made":SECRET,"kept":SECRET}`
	const state = `{"version":3,"deployment":{"manifest":{"time":"2024-01-01T00:00:00Z","magic":"","version":""},"secrets_providers":{"type":"passphrase"},"resources":[
{"urn":"urn:pulumi:dev::safe::safe:index:Box::box","custom":true,"id":"b-1","type":"safe:index:Box","inputs":` + properties + `,"outputs":` + properties + `,"additionalSecretOutputs":["kept"]},
{"urn":"urn:pulumi:dev::safe::safe:index:Box::other","custom":true,"id":"o-1","type":"safe:index:Box","inputs":{"open":"o"},"outputs":{"open":"o"}}]}}`
	for name, secret := range map[string]string{
		"plain": `"` + leak.Stored + `-s"`, "wrapped": signature + `"plaintext":"\"` + leak.Stored + `-s\""}`, "encrypted": signature + `"ciphertext":"` + leak.Stored + `"}`,
	} {
		dir := t.TempDir()
		putIn(t, dir, "schemas/safe-1.0.0.json", `{"name":"safe","version":"1.0.0","types":{"safe:index:Inner":{"type":"object","properties":{"deep":{"type":"string","secret":true},"open":{"type":"string"}}}},
"resources":{"safe:index:Box":{"inputProperties":{"token":{"type":"string","secret":true},"word":{"type":"string"},"open":{"type":"string"},"made":{"type":"string"},"kept":{"type":"string"},"list":{"type":"array","items":{"$ref":"#/types/safe:index:Inner"}}},
"properties":{"token":{"type":"string","secret":true},"word":{"type":"string"},"open":{"type":"string"},"made":{"type":"string"},"kept":{"type":"string"},"list":{"type":"array","items":{"$ref":"#/types/safe:index:Inner"}}}}}}`)
		putIn(t, dir, "Pulumi.yaml", "name: safe\nruntime: pcl\n")
		putIn(t, dir, "state.json", strings.ReplaceAll(state, "SECRET", secret))
		putIn(t, dir, "main.pp", `resource box "safe:index:Box" {
  token = "abc"
  word  = secret("new")
  list  = [{ deep = "d", open = "o" }]
  made  = "m"
  kept  = "k"
  options {
    additionalSecretOutputs = [made]
  }
}

resource other "safe:index:Box" {
  open = "${box.token} ${box.made} ${box.kept} ${box.list[0].deep}"
}
`)
		for _, line := range []string{
			"plan --stack dev --state state.json", "plan --stack dev --state state.json --all", "plan --stack dev --state state.json --format json", "plan --stack dev --state state.json --format markdown",
			"check --urns-from state.json --stack dev", "check --format json", "dump .", "graph .",
		} {
			got := runIn(t, dir, words(line))
			if line == "plan --stack dev --state state.json" && name != "encrypted" && !strings.Contains(got.stdout, "token: (") {
				t.Errorf("%s: the plan has no change of a secret: %+v", name, got)
			}
		}
	}
}

// A dump shows no literal that the program makes secret.
func TestDumpHasNoSecretLiteral(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	putIn(t, dir, "main.pp", `a = secret("`+leak.Stored+`")
b = { c = secret(["`+leak.Stored+`"]), d = "x${secret("`+leak.Stored+`")}", e = "open" }
config f string {
  secret  = true
  default = "`+leak.Stored+`"
}
output g {
  value = [secret({ k = "`+leak.Stored+`" }), a, b, f, unsecret(secret("`+leak.Stored+`"))]
}
`)
	if got := runIn(t, dir, words("dump .")); got.code != 0 || !strings.Contains(got.stdout, `cty.StringVal(\"open\")`) {
		t.Errorf("got %+v", got)
	}
}
