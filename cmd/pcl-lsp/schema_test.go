package main

import (
	"encoding/json"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/pcl-lsp/pcl-lsp/internal/fixture"
)

// petSchema has something of everything that show shows.
const petSchema = `{"name":"pets","version":"2.0.0","description":"Animals. Really.\n\n## More","meta":{"moduleFormat":"(.*)(?:/[^/]*)"},
"provider":{"inputProperties":{"token":{"type":"string","secret":true,"defaultInfo":{"environment":["PETS_TOKEN"]}}}},
"types":{"pets:zoo/Collar:Collar":{"type":"object","properties":{"size":{"type":"integer"}},"required":["size"]},
 "pets:zoo/Sort:Sort":{"type":"string","enum":[{"value":"cat","name":"Cat"},{"value":"dog","deprecationMessage":"cats won"}]}},
"resources":{"pets:zoo/animal:Animal":{"description":"An animal \u001b[31mred.\n\n{{% examples %}}\nno","deprecationMessage":"use Cat","isComponent":true,
 "inputProperties":{"name":{"type":"string","willReplaceOnChanges":true},"legs":{"type":"integer","default":4,"plain":true},"collar":{"$ref":"#/types/pets:zoo%2FCollar:Collar","secret":true,"replaceOnChanges":true,"deprecationMessage":"too tight"}},
 "requiredInputs":["name"],"properties":{"age":{"type":"number"}},"required":["age"],"methods":{"feed":"pets:zoo/animal:Animal/feed"}},
 "pets:farm/animal:Animal":{}},
"functions":{"pets:zoo/animal:Animal/feed":{"inputs":{"properties":{"__self__":{"$ref":"#/resources/pets:zoo%2Fanimal:Animal"},"food":{"type":"string"}},"required":["food"]},"outputs":{"properties":{"done":{"type":"boolean"}}}},
 "pets:zoo/count:count":{"outputs":{"type":"integer","plain":true}}}}`

// schemaTree is a directory with programs, schemas and a Pulumi home.
func schemaTree(t *testing.T) string {
	t.Helper()
	one := strings.NewReplacer("\n", "", "2.0.0", "1.0.0").Replace(petSchema)
	return unpacked(t, fixture.LoadText(t, "-- p/main.pp --\n"+
		"package {\n  baseProviderName = \"pets\"\n  baseProviderVersion = \"1.0.0\"\n}\nresource a \"pets:zoo/animal:Animal\" {\n  name = \"x\"\n}\nresource b \"gone:index:A\" {\n}\nresource c \"inst:index:A\" {\n}\n"+
		"-- q/main.pp --\nresource a \"pets:zoo/animal:Animal\" {\n  name = \"x\"\n}\nresource b \"sub:index:A\" {\n}\n"+
		"-- q/sdks/sub/sub-1.0.0.pp --\npackage \"sub\" {\n  baseProviderName = \"base\"\n  baseProviderVersion = \"1.0.0\"\n  parameterization {\n    name = \"sub\"\n    version = \"1.0.0\"\n    value = \"e30=\"\n  }\n}\n"+
		"-- q/sdks/Pulumi.yaml --\nruntime: [\n"+
		"-- none/main.pp --\na = 1\n"+
		"-- home/schemas/pets-1.0.0.json --\n"+one+
		"\n-- home/schemas/pets-2.0.0.json --\n"+strings.ReplaceAll(petSchema, "\n", "")+
		"\n-- home/schemas/wrong-1.0.0.json --\n"+one+
		"\n-- home/plugins/resource-inst-v1.0.0/PulumiPlugin.yaml --\nruntime: go\n"))
}

func TestSchemaCommand(t *testing.T) {
	t.Parallel()
	dir := schemaTree(t)
	for _, test := range []struct {
		line           string
		code           int
		stdout, stderr []string
	}{
		{"schema", 2, nil, []string{"schema list, show, where, diff or check"}},
		{"schema lst", 2, nil, []string{`unknown command "lst"; did you mean list?`}},
		{"schema list --format yaml", 2, nil, []string{`unknown format "yaml"; choose one of text, json`}},
		{"schema list nowhere", 2, nil, []string{"cannot read nowhere: "}},
		{"schema list none", 0, []string{"no packages are used in 1 program\n"}, nil},
		{"schema list p q/main.pp", 0, []string{
			"gone: missing\n    no schema of gone in home/schemas\n    to install its provider: pulumi plugin install resource gone\n    used in p\n",
			"inst: missing\n    its provider is installed (home/plugins/resource-inst-v1.0.0) but was not asked for the schema: it needs a language host to run\n    used in p\n",
			"pets 1.0.0  home/schemas/pets-1.0.0.json\n    it is cached for the wanted version\n    used in p\n",
			"pets 2.0.0  home/schemas/pets-2.0.0.json\n    it is the highest cached version, and no version is installed\n    used in q\n",
			"sub: missing\n    no schema of sub in home/schemas\n    declared in q/sdks/sub/sub-1.0.0.pp: copy its package block into the program\n    used in q\n",
		}, nil},
		{"schema list q", 3, []string{"pets 2.0.0"}, []string{"not read: q/sdks/Pulumi.yaml"}},
		{"schema where", 2, nil, []string{"pcl-lsp schema where NAME[@VERSION]"}},
		{"schema where pets@1", 2, nil, []string{`"pets@1" is not a package; write NAME or NAME@VERSION`}},
		{"schema where pets:zoo:Animal", 2, nil, []string{"is a token; name its package first: pets"}},
		{"schema where pets", 0, []string{
			"pets 2.0.0\n  + cache  2.0.0  home/schemas/pets-2.0.0.json  it is the highest cached version, and no version is installed\n" +
				"  - cache  1.0.0  home/schemas/pets-1.0.0.json  a better one was found\n",
		}, nil},
		{"schema where pets --in p", 0, []string{"pets 1.0.0\n  - cache  2.0.0", "  it is version 2.0.0, but 1.0.0 is wanted\n", "  + cache  1.0.0  home/schemas/pets-1.0.0.json  it is cached for the wanted version\n"}, nil},
		{"schema where pets@v2.0.0 --in p", 0, []string{"pets 2.0.0\n"}, nil},
		{"schema where pets --schema home/schemas/pets-1.0.0.json", 0, []string{"pets 1.0.0\n  + given  1.0.0"}, nil},
		{"schema where pulumi", 0, []string{"pulumi\n  + built in\n"}, nil},
		{"schema where pet", 3, []string{"pet: missing\n  no place has a schema for it\n"}, []string{"`pulumi plugin install resource pet` installs its provider; did you mean pets?"}},
		{"schema where wrong", 3, []string{"it contains the schema of pets"}, []string{"package wrong: no schema of wrong"}},
		{"schema where inst", 3, []string{"  - plugin  1.0.0  home/plugins/resource-inst-v1.0.0"}, []string{"package inst: its provider is installed"}},
		{"schema where sub --in q", 3, nil, []string{"q/sdks/sub/sub-1.0.0.pp declares it: copy its package block into the program"}},
		{"schema show", 2, nil, []string{"pcl-lsp schema show NAME[@VERSION] [TOKEN]"}},
		{"schema show gone", 3, nil, []string{"package gone: no schema of gone"}},
		{"schema show pets", 0, []string{
			"package pets 2.0.0\n  Animals. Really.\n  home/schemas/pets-2.0.0.json\n", "\n2 resources, 2 functions, 2 types\n\nmodules:\n  farm  1 resource\n  zoo   1 resource, 2 functions, 2 types\n",
		}, nil},
		{"schema show pets@1.0.0", 0, []string{"package pets 1.0.0\n"}, nil},
		{"schema show pets pets:zoo:Animal", 0, []string{
			"component pets:zoo:Animal  (pets 2.0.0)\n  declared as pets:zoo/animal:Animal\n  deprecated: use Cat\n  An animal [31mred.\n",
			"\ninputs:\n  name   = string  # replaced by the provider\n  collar = pets:zoo:Collar?  # secret, replaces, deprecated: too tight\n  legs   = int?  # plain, default 4\n",
			"\noutputs:\n  age = number\n", "\nmethods:\n  feed  pets:zoo/animal:Animal/feed\n",
		}, nil},
		{"schema show pets zoo:Animal", 0, []string{"component pets:zoo:Animal"}, nil},
		{"schema show pets pulumi:providers:pets", 0, []string{"provider pulumi:providers:pets", "  token = string?  # secret, from PETS_TOKEN\n"}, nil},
		{"schema show pets pets:zoo:count", 0, []string{"function pets:zoo:count  (pets 2.0.0)\n  declared as pets:zoo/count:count\n\nreturns int\n"}, nil},
		{"schema show pets pets:zoo/animal:Animal/feed", 0, []string{"method pets:zoo:Animal/feed", "inputs:\n  food = string\n", "outputs:\n  done = bool?\n"}, nil},
		{"schema show pets pets:zoo/Collar:Collar", 0, []string{"type pets:zoo:Collar", "properties:\n  size = int\n"}, nil},
		{"schema show pets pets:zoo/Sort:Sort", 0, []string{"enum pets:zoo:Sort", "values:\n  \"cat\"  # Cat\n  \"dog\"  # deprecated: cats won\n"}, nil},
		{"schema show pets pets:zoo:Animl", 2, nil, []string{"package pets 2.0.0 has no pets:zoo:Animl; did you mean pets:zoo:Animal, pets:farm:Animal?"}},
		{"schema show pets Animal", 2, nil, []string{"did you mean pets:farm:Animal, pets:zoo:Animal?"}},
		{"schema show pets pets:zoo:Rocket", 2, nil, []string{"has no pets:zoo:Rocket; `pcl-lsp schema show pets` lists its modules"}},
	} {
		got := runIn(t, dir, words(test.line), "PULUMI_HOME=home")
		out, errs := strings.ReplaceAll(got.stdout, `\`, "/"), strings.ReplaceAll(got.stderr, `\`, "/")
		ok := got.code == test.code && (len(test.stderr) > 0) == (errs != "")
		for _, want := range test.stdout {
			ok = ok && strings.Contains(out, want)
		}
		for _, want := range test.stderr {
			ok = ok && strings.Contains(errs, want)
		}
		if !ok {
			t.Errorf("pcl-lsp %s: got %d\n%s\n%s\nwant %d\n%s\n%s", test.line, got.code, out, errs, test.code, strings.Join(test.stdout, "…\n"), test.stderr)
		}
	}
}

// The JSON of the three commands has the documented members.
func TestSchemaJSON(t *testing.T) {
	t.Parallel()
	dir := schemaTree(t)
	decode := func(line string, code int, into any) {
		t.Helper()
		got := runIn(t, dir, words(line+" --format json"), "PULUMI_HOME="+filepath.Join(dir, "home"))
		if err := json.Unmarshal([]byte(got.stdout), into); err != nil || got.code != code {
			t.Fatalf("%s: %v, code %d\n%s%s", line, err, got.code, got.stdout, got.stderr)
		}
	}
	type decision struct {
		Name, Wanted, State, Version, File, Why, Problem, Install, DeclaredIn string
		Considered                                                            []struct {
			Kind, Path, Version, Why string
			Taken                    bool
		}
		Provider struct{ From, Version, Dir string }
		Programs []string
	}
	var list struct {
		Version  int
		Packages []decision
	}
	decode("schema list p", 0, &list)
	if len(list.Packages) != 3 || list.Version != 1 {
		t.Fatalf("got %+v", list)
	}
	gone, inst, pets := list.Packages[0], list.Packages[1], list.Packages[2]
	if gone.State != "missing" || gone.Install == "" || gone.Considered == nil || inst.Provider.From != "plugin" || inst.Provider.Version != "1.0.0" ||
		pets.Wanted != "1.0.0" || pets.Version != "1.0.0" || pets.File != "home/schemas/pets-1.0.0.json" || len(pets.Considered) != 2 || pets.Programs[0] != "p" {
		t.Errorf("got %+v", list)
	}
	var where struct {
		Version int
		Package decision
	}
	decode("schema where gone", 3, &where)
	if where.Package.State != "missing" || where.Package.Problem == "" {
		t.Errorf("got %+v", where)
	}
	var pkg struct {
		Name, Version, File, Why    string
		Resources, Functions, Types int
		Modules                     []struct{ Name string }
	}
	decode("schema show pets", 0, &pkg)
	if pkg.Name != "pets" || pkg.Resources != 2 || pkg.Functions != 2 || pkg.Types != 2 || len(pkg.Modules) != 2 || pkg.File == "" {
		t.Errorf("got %+v", pkg)
	}
	var member struct {
		Kind, Token, Canonical, Package, Deprecated string
		Inputs                                      []struct {
			Name, Type, Default, Deprecated           string
			Required, Plain, Secret, ReplacesOnChange bool
			DefaultEnvironment                        []string
		}
		Methods map[string]string
	}
	decode("schema show pets pets:zoo:Animal", 0, &member)
	if member.Kind != "component" || len(member.Inputs) != 3 || !member.Inputs[0].Secret || member.Inputs[1].Default != "4" || !member.Inputs[2].ReplacesOnChange || member.Methods["feed"] == "" {
		t.Errorf("got %+v", member)
	}
}

// Without a home and in a directory that is none the commands say so.
func TestSchemaWithoutHome(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("the message has other words")
	}
	dir := t.TempDir()
	got := runIn(t, dir, words("schema where pets"))
	if got.code != exitUnchecked || !strings.Contains(got.stderr, "no schema files were given, and there is no Pulumi home") {
		t.Errorf("got %+v", got)
	}
	got = runIn(t, dir, words("schema where pets --in nowhere"), "PULUMI_HOME=/nowhere")
	if got.code != exitUnchecked || !strings.Contains(got.stderr, "no schema of pets in /nowhere/schemas") {
		t.Errorf("got %+v", got)
	}
}
