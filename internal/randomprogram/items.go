package randomprogram

import (
	_ "embed" // for the mistaken items
	"strings"

	"github.com/pcl-lsp/pcl-lsp/typesys"
)

// This file holds the forms of options, configs and items.

// ranges are the ranges of resources, and how one instance and all are written.
var ranges = []struct {
	text, one, all string
	key, value     typesys.Type // of the variable range; invalid where there is none
}{
	{`2`, `[0]`, `[*]`, typesys.Type{}, typesys.Int},
	{`["a", "b"]`, `[1]`, `[*]`, typesys.Int, typesys.String},
	{`{ a = "x", b = "y" }`, `["a"]`, `.a`, typesys.String, typesys.String},
	{`true`, ``, ``, typesys.Type{}, typesys.Type{}},
	{`length(["a", "b"])`, `[0]`, `[*]`, typesys.Type{}, typesys.Int},
	{`<int>`, `[0]`, `[*]`, typesys.Type{}, typesys.Int},
	{`<list(string)>`, `[0]`, `[*]`, typesys.Int, typesys.String},
	{`<map(string)>`, `["a"]`, `["b"]`, typesys.String, typesys.String},
	{`<bool>`, ``, ``, typesys.Type{}, typesys.Type{}},
}

// resourceOptions are options of resources.
var resourceOptions = []string{
	`protect = true`,
	`retainOnDelete = false`,
	`deleteBeforeReplace = true`,
	`dependsOn = [<resource>]`,
	`dependsOn = [<resource>, <resource>]`,
	`dependsOn = true ? [<resource>] : []`,
	`parent = <resource>`,
	`provider = <provider>`,
	`ignoreChanges = [<input>]`,
	`hideDiffs = [<input>]`,
	`replaceOnChanges = [<input>]`,
	`additionalSecretOutputs = [<input>]`,
	`aliases = [{ name = "old" }]`,
	`aliases = ["urn:pulumi:dev::test::a:b:C::old"]`,
	`aliases = [{ parent = <resource> }]`,
	`aliases = [{ name = "old", noParent = true }]`,
	`deletedWith = <resource>`,
	`replaceWith = [<resource>]`,
	`customTimeouts = { create = "5m", delete = "90s" }`,
	`import = "id-1"`,
	`replacementTrigger = <any>`,
	`hooks = { beforeCreate = [<hook>] }`,
	`version = "<version>"`,
}

// wrongOptions are mistaken options.
var wrongOptions = []string{
	`protct = true`,
	`count = 2`,
	`protect = "yes"`,
	`protect = "true"`,
	`protect = 1`,
	`protect = null`,
	`protect = secret(true)`,
	`protect = <ref>`,
	`retainOnDelete = <resource>.id`,
	`deleteBeforeReplace = []`,
	`dependsOn = <resource>`,
	`dependsOn = ["x"]`,
	`dependsOn = [<resource>.id]`,
	`dependsOn = [null]`,
	`dependsOn = null`,
	`dependsOn = [<self>]`,
	`dependsOn = [nobody]`,
	`dependsOn = <ref>`,
	`parent = "x"`,
	`parent = <resource>.id`,
	`parent = [<resource>]`,
	`parent = <self>`,
	`provider = <resource>`,
	`provider = "aws"`,
	`provider = <provider>.id`,
	`providers = <provider>`,
	`providers = [<resource>]`,
	`providers = [5]`,
	`ignoreChanges = ["<input>"]`,
	`ignoreChanges = [nobodyKnows]`,
	`ignoreChanges = <input>`,
	`ignoreChanges = "x"`,
	`ignoreChanges = ["*"]`,
	`ignoreChanges = [<input>.nobody]`,
	`ignoreChanges = [<input>[0]]`,
	`ignoreChanges = [<resource>.id]`,
	`replaceOnChanges = [5]`,
	`hideDiffs = <ref>`,
	`additionalSecretOutputs = ["nobody"]`,
	`additionalSecretOutputs = [nobodyKnows]`,
	`aliases = "x"`,
	`aliases = ["not-a-urn"]`,
	`aliases = [5]`,
	`aliases = [{ nme = "x" }]`,
	`aliases = [{ name = 5 }]`,
	`aliases = [{ name = <resource>.id }]`,
	`aliases = { name = "x" }`,
	`aliases = [{ parent = "x" }]`,
	`aliases = [{ noParent = "x" }]`,
	`customTimeouts = { create = 5 }`,
	`customTimeouts = { create = "5 minutes" }`,
	`customTimeouts = { creat = "5m" }`,
	`customTimeouts = "5m"`,
	`customTimeouts = { create = <resource>.id }`,
	`import = 5`,
	`import = <resource>.id`,
	`import = ""`,
	`import = <ref>`,
	`deletedWith = "x"`,
	`deletedWith = [<resource>]`,
	`replaceWith = <resource>`,
	`replaceWith = ["x"]`,
	`version = 5`,
	`version = "latest"`,
	`version = "99.0.0"`,
	`version = <ref>`,
	`pluginDownloadURL = 5`,
	`pluginDownloadURL = <ref>`,
	`envVarMappings = { A = "B" }`,
	`envVarMappings = { A = 5 }`,
	`hooks = { beforeCreate = ["nobody"] }`,
	`hooks = { whenever = [<hook>] }`,
	`hooks = { beforeCreate = <hook> }`,
	`hooks = { onError = [<hook>] }`,
	`hooks = "<hook>"`,
	`range = "x"`,
	`range = null`,
	`range = secret(3)`,
	`range = <resource>.id`,
	`range = <resource>`,
	`range = <ref>`,
	`range = -1`,
	`range = 1.5`,
	`range = [<resource>]`,
	`range = range.value`,
	`replacementTrigger = nobody`,
	`protect = <bool> ? true : "no"`,
}

// componentOptions are options of components.
var componentOptions = []string{
	`dependsOn = [<resource>]`,
	`parent = <resource>`,
	`range = 2`,
	`range = { a = 1 }`,
	`protect = true`,
}

var wrongComponentOptions = []string{
	`dependsOn = <resource>`,
	`parent = "x"`,
	`providers = { aws = "x" }`,
	`providers = "x"`,
	`provider = <resource>`,
	`ignoreChanges = [a]`,
	`range = "x"`,
	`import = "x"`,
	`aliases = ["x"]`,
	`nobodyKnows = 1`,
	`hooks = { beforeCreate = [<hook>] }`,
}

// wrongArguments are arguments of invokes after the token.
var wrongArguments = []string{
	``,
	`, null`,
	`, "x"`,
	`, []`,
	`, { nobodyKnows = 1 }`,
	`, <resource>`,
	`, {}, { parent = "x" }`,
	`, {}, { nobody = 1 }`,
	`, {}, "x"`,
	`, {}, {}, {}`,
	`, {}, { provider = <resource> }`,
	`, {}, { version = 5 }`,
	`, {}, { dependsOn = ["x"] }`,
	`, nobody`,
	`, <ref>`,
}

// configTypes are the types of configs and outputs.
var configTypes = []struct {
	text string
	t    typesys.Type
}{
	{"string", typesys.String},
	{"number", typesys.Number},
	{"int", typesys.Int},
	{"bool", typesys.Bool},
	{"any", typesys.Dynamic},
	{"list(string)", typesys.List(typesys.String)},
	{"list(number)", typesys.List(typesys.Number)},
	{"map(string)", typesys.Map(typesys.String)},
	{"map(bool)", typesys.Map(typesys.Bool)},
	{"map(list(string))", typesys.Map(typesys.List(typesys.String))},
	{"list(map(number))", typesys.List(typesys.Map(typesys.Number))},
	{"object({ a = string, n = number })", typesys.Object(member("a", typesys.String), member("n", typesys.Number))},
	{"list(object({ name = string }))", typesys.List(typesys.Object(member("name", typesys.String)))},
	{"object({ a = optional(string), l = list(string) })", typesys.Object(
		member("a", typesys.Optional(typesys.String)), member("l", typesys.List(typesys.String)),
	)},
}

func member(name string, t typesys.Type) typesys.Property {
	return typesys.Property{Name: name, Type: t}
}

// anything are values for places that take anything.
var anything = []string{`"text"`, `5`, `true`, `["a", "b"]`, `{ a = 1, b = ["x"] }`, `[{ k = "v" }, { k = "w" }]`, `{ "a b" = null }`}

// configAttributes are attributes of configs besides the default.
var configAttributes = []string{
	`description = "What it is."`,
	`nullable = true`,
	`secret = true`,
}

var wrongConfigAttributes = []string{
	`default = nobody`,
	`default = [1, "a", { b = 2 }]`,
	`default = { a = [] }`,
	`default = "text"`,
	`default = true`,
	`default = null`,
	`default = <resource>.id`,
	`defalt = 5`,
	`nullable = "yes"`,
	`secret = "yes"`,
	`description = 5`,
	`__logicalName = "other"`,
	`__logicalName = 5`,
}

//go:embed wrongitems.txt
var wrongItemsText string

// wrongItems are mistaken items. Lines of three dashes separate them.
var wrongItems = strings.Split(strings.TrimSuffix(wrongItemsText, "\n"), "\n---\n")

// otherMistakes are made where the code names them: no text stands for them.
var otherMistakes = []string{
	"a component from a directory that does not exist",
	"a key twice",
	"a property in the wrong case",
	"a text that is none of an enum",
	"a token in the wrong case",
	"a token of an unknown package",
	"a version that does not exist",
	"an attribute twice",
	"an unknown attribute",
	"an unknown input of a component",
	"an unknown property of an object",
	"leave out a required input of a component",
	"leave out a required property",
	"misspell a property",
	"misspell a token",
	"null for a required property",
}
