package running

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/pkg/v3/resource/plugin"
	"github.com/pulumi/pulumi/pkg/v3/testing/pulumi-test-language/providers"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"

	"github.com/pcl-lsp/pcl-lsp/internal/asking"

	"github.com/pcl-lsp/pcl-lsp/internal/reference/packages"
)

// This file holds the rows of docs/language/versions.md that only a run tells to what runs do.

// things are two resources, and failing is one that fails.
const things = `
resource base "toy:index:Thing" {
  name = "b"
}
resource other "toy:index:Thing" {
  name = "o"
}
`

const failing = `
resource failing "fail_on_create:index:Resource" {
  value = false
}
`

func TestDeployed(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"a read waits for the resources in its dependsOn", things + `
read found "toy:index:Thing" {
  id = "1"
  options {
    dependsOn = [base]
  }
}
output o { value = [found.id, found.urn, found.name] }
`, `
preview: [?, urn, ?]
update: [1, urn, text0]
found after base`},
		{"a read waits for the resource behind its id", things + `
read found "toy:index:Thing" {
  id = base.urn
}
output o { value = found.name }
`, `
preview: ?
update: text0
found after base`},
		{"the id of a read may be secret", `
read found "toy:index:Thing" {
  id = secret("1")
}
output o { value = [found.id, found.name] }
`, `
preview: [1, text0]
update: [1, text0]`},
		{"recover catches failures of the evaluation", `
output o { value = recover(invoke("toy:index:get", { n = "abc" }).x, "recovered") }
`, `
preview: recovered
update: recovered`},
		{"recover does not catch the failure of a resource, whose outputs are unknown", failing + `
resource after "toy:index:Thing" {
  name = "${failing.value}"
}
resource free "toy:index:Thing" {
  name = "f"
}
output o { value = [recover(failing.value, false), try(failing.value, false), can(failing.value), failing.id, failing.urn, free.name] }
`, `
fails in the preview: Preview failed: failed create
preview: [?, ?, ?, ?, urn, f]
update: [?, ?, ?, ?, urn, f]`},
		{"an invoke uses the provider of its parent", `
resource own "pulumi:providers:toy" {}
resource base "toy:index:Thing" {
  name = "b"
  options { provider = own }
}
output o { value = invoke("toy:index:get", {}, { parent = base }).x }
`, `
preview: text0
update: text0
providers: own`},
		{"an invoke follows pluginDownloadUrl", `
output o { value = invoke("toy:index:get", {}, { pluginDownloadUrl = "https://example.com" }).x }
`, `
preview: text0
update: text0
providers: default_1_0_0_https_/example.com`},
		{"an invoke follows version", `
output o { value = invoke("toy:index:get", {}, { version = "9.9.9" }).x }
`, `
fails in the preview: Could not find plugin for (toy, 9.9.9)`},
		{"each value of a result says what it comes from", things + `
found = invoke("toy:index:get", { a = base.id, b = other.id })
asked = call(base, "ask", { a = other.id })
resource of "toy:index:Thing" {
  name = found.x
}
resource each "toy:index:Thing" {
  name = range.value
  options { range = found }
}
resource method "toy:index:Thing" {
  name = asked.x
}
resource whole "toy:index:Thing" {
  name = range.value
  options { range = asked }
}
`, `
of after base, other
each-x after base, other
each-y after base, other
method after base, other
whole-x after other
whole-y after other`},
		{"the provider decides whether secret arguments make the result secret, and options do", things + `
output o {
  value = [
    invoke("toy:index:get", { a = secret("a") }), call(base, "ask", { a = secret("a") }), invoke("toy:index:get", secret({ a = "a" })).x,
    invoke("toy:index:get", {}, { version = secret("1.0.0") }).x, invoke("toy:index:get", {}, { parent = secret(base) }).x,
  ]
}
`, `
preview: [{x: text0, y: text0}, {x: text0, y: text0}, text0, secret, secret]
update: [{x: text0, y: text0}, {x: text0, y: text0}, text0, secret, secret]`},
		{"options and settings of hooks may be secrets and outputs", things + `
hook resource quiet {
  command      = ["true", secret("x"), base.name]
  onDryRun     = base.urn != ""
  ignoreErrors = secret(true)
}
resource set "toy:index:Thing" {
  name = "s"
  options {
    range          = secret({ key = "v" })
    import         = base.id
    protect        = secret(true)
    parent         = secret(base)
    customTimeouts = { create = secret("5m") }
    hooks          = { beforeCreate = [quiet] }
  }
}
output o { value = set["key"].name }
`, `
preview: s
update: s`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := left(t, c.text, strings.Contains(c.text, failing)); got != strings.TrimSpace(c.want) {
				t.Errorf("got\n%s\nwant%s", got, c.want)
			}
		})
	}
}

// left describes what is left of a program: the output of the stack in the preview and after the update, what resources depend on, and
// providers that are not the usual one.
func left(t *testing.T, text string, continues bool) string {
	t.Helper()
	set, err := packages.Read("testdata")
	if err != nil {
		t.Fatal(err)
	}
	fails, err := packages.Of(func() plugin.Provider { return &providers.FailOnCreateProvider{} })
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "main.pp"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	outcome, deployed := Deploy(Program{
		Dir: dir, Packages: packages.New(append(set.All(), fails)...), Project: "proj", ContinueOnError: continues,
	})
	var said, unusual []string
	if outcome.Stage != "" {
		said = append(said, "fails in the "+outcome.Stage+": "+outcome.Message)
	}
	for _, stage := range []string{asking.Preview, asking.Update} {
		if value, ok := deployed.Outputs[stage]["o"]; ok {
			said = append(said, stage+": "+shown(value))
		}
	}
	if deployed.Snapshot == nil {
		return strings.Join(said, "\n")
	}
	for _, r := range deployed.Snapshot.Resources {
		name := r.URN.Name()
		switch {
		case strings.HasPrefix(string(r.Type), "pulumi:providers:") && name != "default_1_0_0" && name != "default_4_0_0":
			unusual = append(unusual, name)
		case len(r.Dependencies) > 0:
			of := []string{}
			for _, d := range r.Dependencies {
				of = append(of, d.Name())
			}
			slices.Sort(of)
			said = append(said, name+" after "+strings.Join(slices.Compact(of), ", "))
		}
	}
	if len(unusual) > 0 {
		said = append(said, "providers: "+strings.Join(unusual, ", "))
	}
	return strings.Join(said, "\n")
}

// shown is a value in short.
func shown(v resource.PropertyValue) string {
	var parts []string
	switch {
	case v.IsComputed() || v.IsOutput():
		return "?"
	case v.IsSecret():
		return "secret"
	case v.IsString() && strings.HasPrefix(v.StringValue(), "urn:"):
		return "urn"
	case v.IsString():
		return v.StringValue()
	case v.IsArray():
		for _, element := range v.ArrayValue() {
			parts = append(parts, shown(element))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case v.IsObject():
		for _, name := range v.ObjectValue().StableKeys() {
			parts = append(parts, string(name)+": "+shown(v.ObjectValue()[name]))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	}
	return fmt.Sprint(v)
}
