package checked_test

import "testing"

// This file is what docs/language/calls.md says of invoke and call. Programs that are run directly prefer the
// output form of invoke, and so do these.

func TestInvokeTyping(t *testing.T) {
	t.Parallel()
	checkCalls(t, []typedCall{
		// The token is a plain literal; nothing is known of another one.
		{"invoke()", "dynamic", "call.missing"},
		{"invoke(1, {})", "dynamic", "invoke.token"},
		{"invoke(r.name, {})", "output(dynamic)", "invoke.token"},
		{`invoke("zoo", {})`, "dynamic", "token.malformed"},
		{`invoke("nowhere:index:f", {})`, "dynamic", "package.unknown"},
		{`invoke("zoo:index:missing", {})`, "dynamic", "function.unknown-token"},
		{`invoke("zoo:index:Animal", {})`, "dynamic", "function.unknown-token"},
		{`invoke("zoo:index:getAnimal")`, "dynamic", "invoke.no-args"},
		{`invoke("zoo:index:listAnimals")`, "dynamic", "invoke.no-args"},

		// The arguments are checked in one object, whose unknown keys are lost.
		{`invoke("zoo:index:getAnimal", { name = "a" }).id`, "output(string)", ""},
		{`invoke("zoo:getAnimal", { name = "a" }).id`, "output(string)", ""},
		{`invoke("zoo:index:getAnimal", { name = "a", nmae = 1 }).id`, "output(string)", "prop.unknown-nested"},
		{`invoke("zoo:index:getAnimal", {}).id`, "output(string)", "invoke.args"},
		{`invoke("zoo:index:getAnimal", { name = [] }).id`, "output(string)", "invoke.args"},
		{`invoke("zoo:index:getAnimal", { name = [], verbose = [] }).id`, "output(string)", "invoke.args invoke.args"},
		{`invoke("zoo:index:getAnimal", { name = r.name }).id`, "output(string)", ""},
		{`invoke("zoo:index:getAnimal", secret({ name = "a" })).id`, "output(string)", "fn.argument"},
		{`invoke("zoo:index:getAnimal", "a").id`, "output(string)", "invoke.args"},

		// The options are an object of known types, whose unknown keys are lost.
		{`invoke("zoo:index:getAnimal", { name = "a" }, {}).id`, "output(string)", ""},
		{`invoke("zoo:index:getAnimal", { name = "a" }, { dependsOn = [r], parent = r }).id`, "output(string)", ""},
		{`invoke("zoo:index:getAnimal", { name = "a" }, { pluginDownloadUrl = "x" }).id`, "output(string)", ""},
		{`invoke("zoo:index:getAnimal", { name = "a" }, { pluginDownloadURL = 1 }).id`, "output(string)", "prop.unknown-nested"},
		{`invoke("zoo:index:getAnimal", { name = "a" }, { version = [] }).id`, "output(string)", "invoke.args"},
		{`invoke("zoo:index:getAnimal", { name = "a" }, { dependsOn = r }).id`, "output(string)", "invoke.args"},
		{`invoke("zoo:index:getAnimal", { name = "a" }, {}, {}).id`, "output(string)", "call.surplus"},

		// Results: scalars, lists, functions without inputs, without a result.
		{`invoke("zoo:index:count", {})`, "output(int)", ""},
		{`invoke("zoo:index:names", {})`, "output(list(string))", ""},
		{`invoke("zoo:index:listAnimals", {}).total`, "output(int)", ""},
		{`invoke("zoo:index:ring", { times = 1 })`, "promise({})", ""},
		{`invoke("zoo:index:ring", { times = r.headcount })`, "output({})", ""},
		{`invoke("zoo:index:noop", {})`, "promise({})", ""},
	})
}

func TestPositionalInvokeTyping(t *testing.T) {
	t.Parallel()
	checkCalls(t, []typedCall{
		{`invoke("zoo:index:combine", "a", "b").result`, "promise(string)", ""},
		{`invoke("zoo:index:combine", "a", "b", "-").result`, "promise(string)", ""},
		{`invoke("zoo:index:combine", "a", "b", null, { parent = r }).result`, "promise(string)", ""},
		{`invoke("zoo:index:combine", r.name, "b").result`, "output(string)", ""},
		{`invoke("zoo:index:combine", { left = "a", right = "b" })`, "dynamic", "invoke.positional"},
		{`invoke("zoo:index:combine")`, "dynamic", "invoke.no-args"},
		{`invoke("zoo:index:combine", "a").result`, "promise(string)", "call.missing"},
		{`invoke("zoo:index:combine", "a", []).result`, "promise(string)", "call.arg"},
		{`invoke("zoo:index:combine", "a", "b", "-", {}, 1).result`, "promise(string)", "call.surplus"},
	})
}

const siteGiven = `resource site "kit:Site" {
  title   = "a"
  content = fileArchive("./www")
}
resource sites "kit:Site" {
  title   = "a"
  content = fileArchive("./www")
  options { range = 2 }
}
resource bucket "cloudy:storage/bucket:Bucket" {}
`

func TestMethodCallTyping(t *testing.T) {
	t.Parallel()
	for _, row := range []typedCall{
		{`call()`, "dynamic", "fn.arity"},
		{`call(site, "stats")`, "dynamic", "fn.arity"},
		{`call(site, "stats", { days = 1 }, {})`, "dynamic", "fn.arity"},
		{`call(site, "stats", { days = 1 }).hits`, "output(int)", ""},
		{`call(sites[0], "stats", { days = 1 }).hits`, "output(int)", ""},
		{`call({ a = site }.a, "stats", { days = 1 }).hits`, "output(int)", ""},
		{`call(sites, "stats", { days = 1 })`, "dynamic", "call.receiver"},
		{`call(sites[*], "stats", { days = 1 })`, "dynamic", "call.receiver"},
		{`call(1, "stats", { days = 1 })`, "dynamic", "call.receiver"},
		{`call(site, 1, { days = 1 })`, "output(dynamic)", "call.method-literal"},
		{`call(site, "stat", { days = 1 })`, "dynamic", "call.method"},
		{`call(bucket, "stats", {})`, "dynamic", "call.method"},
		{`call(site, "stats", {}).hits`, "output(int)", "invoke.args"},
		{`call(site, "stats", { days = [] }).hits`, "output(int)", "invoke.args"},
		{`call(site, "stats", { days = 1, hours = 2 }).hits`, "output(int)", "prop.unknown-nested"},
		{`call(site, "purge", {}).requestId`, "output(string)", ""},
	} {
		checkCall(t, siteGiven, row)
	}
}
