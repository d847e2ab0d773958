package taint_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/analysis"
	"github.com/pcl-lsp/pcl-lsp/analysis/checked"
	"github.com/pcl-lsp/pcl-lsp/analysis/syntax"
	"github.com/pcl-lsp/pcl-lsp/analysis/taint"
	"github.com/pcl-lsp/pcl-lsp/internal/analysistest"
)

// This file holds the taints of expressions to the rules of unknown and secret values.
// (docs/language/unknown-and-secret.md)

const taintGiven = `A program.
schemas: cloudy, kit
-- main.pp --
config plain string {}

config names "list(string)" {}

config flag bool {}

config pw string {
  secret = true
}

resource pet "kit:index:Name" {}

resource admin "kit:index:Password" {
  length = 16

  options {
    additionalSecretOutputs = [keepers]
  }
}

resource pets "kit:index:Name" {
  options {
    range = 2
  }
}

resource hidden "kit:index:Name" {
  options {
    range = pet.words
  }
}

resource site "kit:index:Site" {
  title   = "x"
  content = fileArchive("./www")
}

resource linked "kit:index:Site" {
  title   = "x"
  content = fileArchive("./www")
  domain  = pet.result
}

read found "kit:index:Password" {
  id = "x"
}

resource given "cloudy:data/secret:Secret" {
  name        = "x"
  value       = "y"
  description = pw
  tags        = { a = pw, b = plain, c = pet.result }

  options {
    additionalSecretOutputs = [name]
  }
}

resource network "cloudy:net/network:Network" {
  cidrBlock = "x"
  peers     = [pw, plain]
}

resource counted "cloudy:net/network:Network" {
  cidrBlock = range.value

  options {
    range = both
  }
}

resource provider "pulumi:providers:cloudy" {
  region   = "eu-1"
  endpoint = pw
}

read late "kit:index:Name" {
  id = pet.urn
}

read hiddenId "kit:index:Name" {
  id = pw
}

read after "kit:index:Password" {
  id = "x"

  options {
    dependsOn = [pet]
  }
}

read again "kit:index:Password" {
  id = "x"

  options {
    dependsOn = [found]
  }
}

config unset string {
  nullable = true
}

config chosen string {
  default = pw
}

config lateDefault "list(string)" {
  default = [pet.result, "x"]
}

config objects "list(object({a = string}))" {
  default = []
}

config anything {}

resource maybe "kit:index:Name" {
  options {
    range = flag
  }
}

resource one "kit:index:Name" {
  options {
    range = [false, true][1]
  }
}

resource some "kit:index:Name" {
  options {
    range = anything
  }
}

component many "./inner" {
  given  = pw
  public = "x"
  late   = "x"

  options {
    range = 1
  }
}

component inner "./inner" {
  given  = pw
  public = "x"
  late   = pet.result
  nested = [pw]
  place  = pet.urn
  token  = plain
}

component ranged "./inner" {
  given  = "x"
  public = range.key
  late   = "x"
  token  = "x"

  options {
    range = names
  }
}

output shown {
  value = pet.result
}

both    = [pw, plain]
account = { user = plain, key = pw, nest = { deep = [pw] } }
loop    = loop2
loop2   = "${loop}${pw}"
-- inner/main.pp --
config given string {}

config public string {}

config late string {}

resource made "kit:index:Password" {
  length = 16
}

output key {
  value = "k:${given}"
}

output open {
  value = public
}

output later {
  value = late
}

output made {
  value = made.length
}

output own {
  value = made.result
}

config fallback string {
  default = given
}

output fallback {
  value = fallback
}

config nested "list(string)" {
  default = []
}

output nested {
  value = nested
}

output tried {
  value = try([late], [])
}

# A caller that sets a config overrides its secret.
config token string {
  secret  = true
  default = "x"
}

output token {
  value = "${token}!"
}

output both {
  value = "${token}${made.result}"
}

# What passes an input on without depending on it.
config place string {
  default = "x"
}

resource echo "kit:index:Name" {
  prefix = given
}

read there "kit:index:Name" {
  id = place
}

output echoed {
  value = echo.prefix
}

output called {
  value = invoke("kit:index:slug", place).result
}

output found {
  value = there.result
}
`

func TestTaintsOfExpressions(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ expression, want string }{
		// Where things come from.
		{`"x"`, ""},
		{"plain", "deps plain"},
		{"pw", "secret, deps pw"},
		{"pet.result", "unknown, deps pet"},
		{"pet.id", "unknown, deps pet"},
		{"pet.urn", "deps pet"},
		{"admin.result", "unknown, secret, deps admin"},
		{"admin.keepers", "unknown, secret, deps admin"},
		{"admin.keepers.x", "unknown, secret, deps admin"},
		{"admin.length", "unknown, deps admin"},
		{"found.result", "secret, deps found"},
		{"found.length", "deps found"},
		{"found.id", "deps found"},
		{"found.overrideSpecial", "unknown, deps found"},
		{"late.result", "unknown, deps late"},
		{"late.id", "unknown, deps late"},
		{"hiddenId.result", "deps hiddenId"},
		{"after.result", "unknown, secret, deps after"},
		{"after.id", "unknown, deps after"},
		{"after.urn", "deps after"},
		{"again.length", "deps again"},

		// Inputs come back as outputs.
		{"given.value", "unknown, secret, deps given"},
		{"given.description", "unknown, secret, deps given"},
		{"given.name", "unknown, secret, deps given"},
		{"given.tags.a", "unknown, secret, deps given"},
		{"given.tags.b", "unknown, deps given"},
		{"given.arn", "unknown, deps given"},
		{"network.peers", "unknown, secret, deps network"},
		{"network.cidrBlock", "unknown, deps network"},
		{"linked.domain", "unknown, deps linked pet"},
		{"linked.url", "unknown, deps linked"},
		{"counted[0].cidrBlock", "unknown, secret, deps counted plain pw"},
		{"provider.endpoint", "secret, deps provider"},
		{"provider.region", "deps provider"},
		{"provider.id", "deps provider"},
		{"shown", "unknown"},
		{"stack()", ""},
		{`readFile("x")`, ""},
		{"unset", "unknown, deps unset"},
		{"chosen", "secret, deps chosen pw"},
		{"lateDefault", "deps lateDefault pet"},
		{"lateDefault[0]", "unknown, deps lateDefault pet"},
		{"lateDefault[1]", "deps lateDefault"},
		{"objects", "deps objects"},
		{"pets", "deps pets"},
		{"maybe.urn", "unknown, deps flag maybe"},
		{"one.urn", "deps one"},
		{"some.words", "unknown, deps anything some"},
		{"some[0].words", "unknown, deps anything some"},

		// Tuples and objects keep their parts apart.
		{"both", "partly: 0, deps plain pw"},
		{"both[0]", "secret, deps pw"},
		{"both[1]", "deps plain"},
		{"both[(1)]", "deps plain"},
		{"both[length(names)]", "secret, deps names plain pw"},
		{"account", "partly: key nest.deep.0, deps plain pw"},
		{"account.user", "deps plain"},
		{`account["key"]`, "secret, deps pw"},
		{"account.nest", "partly: deep.0, deps pw"},
		{"{ a = pw, a = plain }", "deps plain"},
		{"[pet.result]", "deps pet"},
		{"[pet.result][0]", "unknown, deps pet"},
		{"{ (plain) = pw }", "partly: *, deps plain pw"},
		{"{ (pw) = 1 }", "secret, deps pw"},
		{"{ (pet.result) = 1 }", "unknown, deps pet"},
		{"{ a = pet.result }", "deps pet"},

		// What is made of something is what that is.
		{`"${plain} ${pw}"`, "secret, deps plain pw"},
		{`"%{ if flag }${pw}%{ endif }"`, "secret, deps flag pw"},
		{`"${pet.result}"`, "unknown, deps pet"},
		{"1 + pets[0].words", "unknown, deps pets"},
		{"pw == plain", "secret, deps plain pw"},
		{`!(pw == "x")`, "secret, deps pw"},
		{"flag && pet.words == 1", "unknown, deps flag pet"},
		{"flag ? pw : plain", "secret, deps flag plain pw"},
		{`pw == "x" ? "a" : "b"`, "secret, deps pw"},
		{`pet.result == "x" ? [1] : [2]`, "unknown, deps pet"},
		{"(flag ? account : { user = pw }).user", "secret, deps flag plain pw"},
		{"(flag ? account : account).user", "deps flag plain"},

		// Loops and splats.
		{"[for n in names : n]", "deps names"},
		{"[for n in names : pw]", "partly: *, deps names pw"},
		{"[for x in both : x]", "partly: *, deps plain pw"},
		{"[for x in both : toJSON(x)]", "partly: *, deps plain pw"},
		{"[for x in secret(names) : x]", "secret, deps names"},
		{"[for x in pet.parts : 1]", "unknown, deps pet"},
		{"[for n in names : n if pw == n]", "secret, deps names pw"},
		{"{ for n in names : pw => n }", "secret, deps names pw"},
		{"[for k, v in account : k]", ""},
		{"pets[*].result", "deps pets"},
		{"(pets[*].result)[0]", "unknown, deps pets"},
		{"pets[0].urn", "deps pets"},
		{"pet[*].result", "deps pet"},
		{"pet == null", "deps pet"},
		{"pet.result != null", "unknown, deps pet"},
		{"pet.result == \"x\" && !true", "deps pet"},
		{"[{ a = pw }, { a = plain }][*].a", "partly: 0, deps plain pw"},
		{"element([{ a = pw }, { a = plain }][*].a, 1)", "deps plain"},
		{`(flag ? [pw] : "x")[*]`, "partly: *, deps flag pw"},
		{`((flag ? [pw] : "x")[*])[0]`, "secret, deps flag pw"},
		{`{ for n in names : n => { a = pw }... }`, "partly: *.*.a, deps names pw"},
		{`{ for n in names : n => { a = pw }... }.x[0].a`, "secret, deps names pw"},
		{"hidden[0].urn", "unknown, deps hidden"},
		{"length(hidden)", "unknown, deps hidden"},
		{"length(pets)", "deps pets"},

		// Functions.
		{"secret(plain)", "secret, deps plain"},
		{"unsecret(pw)", "deps pw"},
		{"unsecret(both)", "partly: 0, deps plain pw"},
		{"unsecret()", ""},
		{"unsecret(flag ? pw : plain)", "deps flag plain pw"},
		{"unsecret(both[length(names)])", "deps names plain pw"},
		{`unsecret([for i in [` + strings.Repeat("account, ", 60) + `account] : i][1]).key`, "secret, deps plain pw"},
		{"secret(both)[1]", "secret, deps plain"},
		{"unsecret(secret(both))[1]", "deps plain"},
		{"length(both)", "secret, deps plain pw"},
		{"length([plain])", "deps plain"},
		{"length(pw)", "secret, deps pw"},
		{"length(pet.parts)", "unknown, deps pet"},
		{"length([pet.result])", "deps pet"},
		{`toJSON(account)`, "secret, deps plain pw"},
		{`toJSON([pet.result])`, "unknown, deps pet"},
		{`join(",", both)`, "secret, deps plain pw"},
		{`element(both, 3)`, "deps plain"},
		{`element(both, -2)`, "secret, deps pw"},
		{`element(flag ? [pw] : [plain, "x"], 1)`, "secret, deps flag plain pw"},
		{`element(flag ? [plain, "x"] : [pw, "y"], 3)`, "deps flag"},
		{`lookup(account, "user", "x")`, "deps plain"},
		{`lookup({ a = "x" }, plain, pw)`, "secret, deps plain pw"},
		{`lookup({ a = "x", b = pet.result }, "a", "y")`, "unknown"},
		{`lookup({ a = "x", b = pet.urn }, "a", "y")`, ""},
		{`entries({ a = pw })[0].value`, "secret, deps pw"},
		{`entries({ a = pw })[0].key`, "secret, deps pw"},
		{`entries({ a = pw, b = plain })`, "secret, deps plain pw"},
		{`entries({ a = pet.result })`, "deps pet"},
		{`entries({ a = pet.result })[0].value`, "unknown, deps pet"},
		{`entries({ a = pet.result })[0].key`, "deps pet"},
		{`singleOrNone([{ a = plain, b = pw }]).a`, "secret, deps plain pw"},
		{`singleOrNone([pet.result])`, "unknown, deps pet"},
		{`singleOrNone([[pet.result]])`, "deps pet"},
		{`split(",", pw)[0]`, "secret, deps pw"},
		{`try(both[0], "x")`, "secret, deps pw"},
		{`try([both[1]], [pw])[0]`, "secret, deps plain pw"},
		{`try([pet.result], [])`, "unknown, deps pet"},
		{"can(pw)", "secret, deps pw"},
		{"can([pet.result])", "unknown"},
		{"can(pw)", "secret, deps pw"},
		{"can([pw])", "deps pw"},
		{`try("x", pet.result)`, ""},
		{`try(plain, pet.result)`, "deps plain"},
		{`try(pet.urn, pw)`, "secret, deps pet pw"},
		{`[for part in pet.parts : part][0]`, "unknown, deps pet"},
		{`[for key, part in pet.keepers : key if false][0]`, "unknown, deps pet"},
		{`[for n in names : pet.result if false][0]`, "deps names"},
		{`[for n in (unset == "x" ? names : both) : n][0]`, "unknown, secret, deps names plain pw unset"},
		{"true ? plain : pet.result", "deps pet plain"},
		{"false ? [pw] : [plain]", "deps plain"},
		{`pet.result == "x" || true`, "deps pet"},
		{`false && pet.result == "x"`, "deps pet"},
		{`lookup({ a = "x" }, "a", pw)`, ""},
		{`lookup({ a = "x" }, "a", pet.result)`, "unknown"},
		{`lookup({ a = "x" }, "b", pw)`, "secret, deps pw"},
		{`recover(both, ["x"])[1]`, "deps plain"},
		{`[for part in split(",", pw) : length(part)]`, "secret, deps pw"},
		{`unsecret([for part in split(",", pw) : part])`, "deps pw"},
		{`getOutput("x", "y")`, "unknown"},
		{`call("x", "y", {})`, "unknown"},
		{`recover(pet.result, "x")`, "unknown, deps pet"},
		{`pulumiResourceName(pet)`, "deps pet"},
		{`pulumiResourceName(admin)`, "secret, deps admin"},
		{`pulumiResourceType(admin)`, "secret, deps admin"},
		{`pulumiResourceType(maybe)`, "unknown, deps flag maybe"},
		{"max(both...)", "secret, deps plain pw"},

		// Calls of packages.
		{`invoke("cloudy:getZones", {}).names`, ""},
		{`invoke("cloudy:getZones", { state = plain }).names`, "deps plain"},
		{`invoke("cloudy:getZones", { state = pet.result }).names`, "unknown, deps pet"},
		{`invoke("cloudy:getZones", { state = pw }).names`, "secret, deps pw"},
		{`invoke("cloudy:data:getSecret", { name = "x" }).value`, "secret"},
		{`invoke("cloudy:data:getSecret", { name = "x" }).arn`, ""},
		{`invoke("cloudy:getZones", {}, { dependsOn = [pet] }).names`, "unknown, deps pet"},
		{`invoke("cloudy:getZones", {}, { dependsOn = [admin] }).names`, "unknown, secret, deps admin"},
		{`invoke("cloudy:getZones", {}, { dependsOn = [inner] }).names`, "unknown, secret, deps inner pet plain pw"},
		{`invoke("cloudy:getZones", {}, { dependsOn = [found] }).names`, "secret, deps found"},
		{`invoke("cloudy:getZones", {}, { parent = admin }).names`, "secret, deps admin"},
		{`invoke("cloudy:getZones", {}, { version = pw }).names`, "secret, deps pw"},
		{`invoke("cloudy:getZones", {}, { pluginDownloadUrl = pw }).names`, "secret, deps pw"},
		{`[for k, v in invoke("cloudy:getZones", { state = pet.urn }) : v][0]`, "unknown, deps pet"},
		{`invoke("cloudy:getZones", {}, { provider = provider }).names`, "secret, deps provider"},
		{`invoke("cloudy:getZones", { state = pet.urn }).names`, "unknown, deps pet"},
		{`invoke("cloudy:getZones", { state = "${length(pets)}" }).names`, "unknown, deps pets"},
		{`invoke("cloudy:getZones", { state = pulumiResourceName(pet) }).names`, "unknown, deps pet"},
		{`invoke("cloudy:getZones", { state = found.overrideSpecial }).names`, "deps found"},
		{`invoke("cloudy:getZones", { state = unset }).names`, "deps unset"},
		{`invoke("cloudy:getZones", { state = pw })`, "partly: *, deps pw"},
		{`invoke("cloudy:getZones", unset)`, "unknown, deps unset"},
		{`invoke("kit:slug", unset)`, "deps unset"},
		{`invoke("kit:slug", pw, "_").result`, "secret, deps pw"},
		{`call(site, "stats", { days = 7 }).hits`, "unknown, deps site"},
		{`call(site, "stats", { days = 7, hidden = pw }).hits`, "unknown, secret, deps pw site"},
		{`call(site, "stats", { days = pet.words }).hits`, "unknown, deps pet site"},
		{`call(admin, "stats", {})`, "unknown, secret, deps admin"},
		{`getOutput(pet, "x")`, "unknown, deps pet"},

		// Components, outwards and inwards.
		{"inner.key", "secret, deps inner pw"},
		{"inner.open", "deps inner"},
		{"inner.later", "unknown, deps inner pet"},
		{"inner.made", "unknown, deps inner"},
		{"inner.own", "unknown, secret, deps inner"},
		{"inner.fallback", "secret, deps inner pw"},
		{"inner.tried", "unknown, deps inner pet"},
		{"inner", "partly: both echoed fallback key nested own, deps inner pet plain pw"},
		{"inner.nested", "secret, deps inner pw"},
		{"unsecret(inner.nested)", "partly: *, deps inner pw"},
		{"unsecret(inner.nested)[0]", "secret, deps inner pw"},
		{"unsecret(inner.nested[0])", "deps inner pw"},
		{"many.key", "secret, deps many pw"},
		{"inner.echoed", "unknown, secret, deps inner"},
		{"inner.called", "unknown, deps inner pet"},
		{"inner.found", "unknown, deps inner"},
		{"ranged.open", "unknown, partly: both own, deps names ranged"},
		{"inner.token", "deps inner plain"},
		{"inner.both", "unknown, secret, deps inner plain"},
		{"many.token", "secret, deps many pw"},
		{"many[0].key", "secret, deps many pw"},

		// A cycle says nothing; its members still say what they read elsewhere.
		{"loop", ""},
		{"nothing", ""},
	} {
		t.Run(c.expression, func(t *testing.T) {
			t.Parallel()
			checkTaint(t, c.expression, "", c.want)
			want, differs := taintsBefore[c.expression]
			if !differs {
				want = c.want
			}
			checkTaint(t, c.expression, "pulumi {\n  requiredVersionRange = \">=3.260.0\"\n}\n", want)
		})
	}
}

// taintsBefore is what expressions carry in the oldest version of the language where that differs.
var taintsBefore = map[string]string{
	"late.id":       "deps late",
	"late.result":   "deps late",
	"linked.domain": "unknown, deps linked",
	`call(site, "stats", { days = pet.words }).hits`: "unknown, deps site",
	"hiddenId.result": "unknown, deps hiddenId",
	"after.result":    "secret, deps after",
	"after.id":        "deps after",
	`invoke("cloudy:getZones", {}, { parent = admin }).names`:             "",
	`invoke("cloudy:getZones", {}, { pluginDownloadUrl = pw }).names`:     "",
	`[for k, v in invoke("cloudy:getZones", { state = pet.urn }) : v][0]`: "unknown, deps pet",
}

// checkTaint compares what an expression carries, in a program with a further block.
func checkTaint(t *testing.T, expression, block, want string) {
	t.Helper()
	f := analysistest.LoadText(t, strings.Replace(taintGiven, "-- inner", block+"asked = "+expression+"\n-- inner", 1))
	asked := f.Program.Lookup("asked")
	it, _ := asked.Item()
	taints, err := analysis.TaintsIn(context.Background(), f.Program, it)
	if err != nil {
		t.Fatal(err)
	}
	if got := describeTaint(taints.Of(it.Attr().Expr)); got != want {
		t.Errorf("%s\ngot  %s\nwant %s", expression, got, want)
	}
	if shown := describeTaint(analysis.TaintOf(context.Background(), f.Program, asked)); shown != want {
		t.Errorf("%s\nits name shows %s\nwant           %s", expression, shown, want)
	}
}

func describeTaint(f taint.Taint) string {
	var facts []string
	if f.Unknown() {
		facts = append(facts, "unknown")
	}
	if f.Secret() {
		facts = append(facts, "secret")
	}
	if parts := f.SecretParts(); len(parts) > 0 {
		facts = append(facts, "partly: "+strings.Join(parts, " "))
	}
	if deps := f.Dependencies(); len(deps) > 0 {
		facts = append(facts, "deps "+strings.Join(deps, " "))
	}
	return strings.Join(facts, ", ")
}

// Invariant: a taint's tree has at most maxSize nodes and maxDepth levels.
// So programs that double a value at every
// step, that are very long or very deep, are followed in the time it takes to read
// them.
func TestTaintsAreBounded(t *testing.T) {
	t.Parallel()
	const given = "config pw string {\n  secret = true\n}\n"
	doubling := given + "x0 = { a = pw, b = 1 }\n"
	for i := range 60 {
		doubling += fmt.Sprintf("x%d = { a = x%d, b = [x%d, x%d] }\n", i+1, i, i, i)
	}
	var chain, collecting, wide strings.Builder
	for i := range 5_000 {
		fmt.Fprintf(&chain, "x%d = \"${x%d}\"\n", i+1, i)
	}
	for i := range 2_000 {
		fmt.Fprintf(&collecting, "config c%d string {}\nx%d = [x%d, c%d]\n", i, i+1, i, i)
	}
	for i := range 20_000 {
		fmt.Fprintf(&wide, "  k%d = pw\n", i)
	}
	beside := given + "resource r \"a:b:C\" {\n}\nx = [[" + strings.Repeat("pw, ", 2*taint.MaxSize) + "], r.id]\n"
	forked := given + "x = " + strings.Repeat("true ? [pw, ", 40) + "pw" + strings.Repeat("] : [1]", 40) + "\n"
	for name, c := range map[string]struct{ text, ask string }{
		"doubling": {doubling, "x60"}, "chain": {given + "x0 = pw\n" + chain.String(), "x5000"}, "collecting": {given + "x0 = [pw]\n" + collecting.String(), "x2000"},
		"wide": {given + "x = {\n" + wide.String() + "}\ny = x.k7\n", "y"}, "forked": {forked, "x"}, "an unknown beside many secrets": {beside, "x"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx := t.Context() // the time limit of the tests guards it
			p := analysis.NewProgram("d", []*syntax.File{syntax.Parse("d/main.pp", c.text, nil)}, checked.World{}, nil)
			if _, err := p.Diagnostics(ctx); err != nil {
				t.Fatal(err)
			}
			carried := analysis.TaintOf(ctx, p, p.Lookup(c.ask))
			if !carried.Secret() && len(carried.SecretParts()) == 0 {
				t.Errorf("%s has lost its secret", c.ask)
			}
			for _, o := range p.Objects() {
				analysis.TaintOf(ctx, p, o).UnknownParts() // which ends
				if size, depth := taint.Tree(analysis.TaintOf(ctx, p, o)); size > taint.MaxSize || depth > taint.MaxDepth {
					t.Fatalf("%s has %d nodes on %d levels", o.Name, size, depth)
				}
			}
		})
	}
}

// Of very many dependencies some are left out, and then the taint says so. What a
// component is given is not lost with them.
func TestTaintsSayWhatTheyLeaveOut(t *testing.T) {
	t.Parallel()
	configs, names, given := "", []string{}, ""
	for i := range 2 * taint.MaxDeps {
		name := fmt.Sprintf("c%03d", i)
		configs += "config " + name + " string {}\n"
		names = append(names, name)
		given += "  " + name + " = " + map[bool]string{true: "pw", false: `"x"`}[i == 2*taint.MaxDeps-1] + "\n"
	}
	all := "[" + strings.Join(names, ", ") + "]"
	f := analysistest.LoadText(t, "A program.\n-- main.pp --\nconfig pw string {\n  secret = true\n}\n"+configs+
		"every = "+all+"\nfew = [every[0]]\ncomponent inner \"./inner\" {\n"+given+"}\n"+
		"-- inner/main.pp --\n"+configs+"output text {\n  value = join(\",\", "+all+")\n}\n")
	for _, c := range []struct {
		name   string
		deps   int
		more   bool
		secret bool
	}{{"every", taint.MaxDeps, true, false}, {"few", 1, false, false}, {"inner", 2, false, true}} {
		carried := analysis.TaintOf(context.Background(), f.Program, f.Program.Lookup(c.name))
		secret := carried.Secret() || len(carried.SecretParts()) > 0
		if got := len(carried.Dependencies()); got != c.deps || carried.HasMoreDependencies() != c.more || secret != c.secret {
			t.Errorf("%s: %d dependencies, more: %v, secret: %v; want %+v", c.name, got, carried.HasMoreDependencies(), secret, c)
		}
	}
}

// What values of one item carry changes with what another item says, and with nothing
// else that is said there.
func TestTaintsFollowOtherItems(t *testing.T) {
	t.Parallel()
	schemas := analysistest.RepositorySchemas(t)
	const before = `
config pw string {
  secret = true
}
mid = [pw, "x"]
resource pet "kit:index:Name" {
  options {
    range = length(mid[1])
  }
}
resource last "kit:index:Name" {
  options {
    range = pet[0].words
  }
}
output o {
  value = "${mid[0]}${last[0].words}"
}
`
	for _, c := range []struct{ old, new string }{
		{"secret = true", "secret = false"},
		{`[pw, "x"]`, `["x", pw]`},
		{"range = length", "# none\n    protect = can"},
		{"pet[0].words", "2"},
		{"config pw", "\n\n\nconfig pw"},
		{"mid = ", "other = 1\nmid = "},
		{`"kit:index:Name" {`, `"kit:index:Suffix" {`},
	} {
		edited := editedProgram{schemas: schemas}
		edited.set(before)
		edited.dump(t)
		after := strings.Replace(before, c.old, c.new, 1)
		edited.set(after)
		fresh := editedProgram{schemas: schemas}
		fresh.set(after)
		if got, want := edited.dump(t), fresh.dump(t); got != want {
			t.Errorf("%s → %s: edited and fresh differ\n%s\n%s", c.old, c.new, got, want)
		}
	}
}

// What an edit makes us follow: the edited item, and those that saw a taint change. An item whose taint is
// read has two results. What reads an output that stays the same is not followed, as the output o.
func TestEditsFollowOnlyWhatTheyChange(t *testing.T) {
	t.Parallel()
	schemas := analysistest.RepositorySchemas(t)
	const before = `
config pw string { secret = true }
pair = [pw, "x${1}"]
text = "${pair[0]}!"
resource pet "kit:index:Name" { prefix = text }
output o { value = pet.result }
output p { value = pet.prefix }
`
	for _, c := range []struct {
		what, old, new string
		want           int
	}{
		{"nothing", "", "", 0},
		{"a comment above everything", "config pw", "# why\nconfig pw", 2},
		{"an input of a resource", "prefix = text", "prefix = pair[1]", 3},
		{"a local whose taint stays", `[pw, "x${1}"]`, `[pw, "y${1}"]`, 2},
		{"a local whose taint changes", `[pw, "x${1}"]`, `["x${1}", pw]`, 2 + 2 + 2 + 1},
		{"a config that is no secret any more", "secret = true", "secret = false", 2 + 2 + 2 + 2 + 1},
	} {
		t.Run(c.what, func(t *testing.T) {
			t.Parallel()
			edited := editedProgram{schemas: schemas}
			edited.set(before)
			taint.CountTaints(edited.program)
			edited.set(strings.Replace(before, c.old, c.new, 1))
			if got := taint.CountTaints(edited.program); got != c.want {
				t.Errorf("%d results computed, want %d", got, c.want)
			}
		})
	}
}
