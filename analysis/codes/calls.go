package codes

import "slices"

// This file declares the codes about calls of functions, invokes and methods.

// Codes about calls of functions, invokes and methods.
const (
	FunctionUnknown      Code = "function.unknown"
	FunctionUnknownToken Code = "function.unknown-token"
	FunctionLoad         Code = "function.load"
	CallMissing          Code = "call.missing"
	CallSurplus          Code = "call.surplus"
	CallArg              Code = "call.arg"
	FnElement            Code = "fn.element"
	FnLookup             Code = "fn.lookup"
	FnLength             Code = "fn.length"
	FnSingleOrNone       Code = "fn.singleOrNone"
	FnRecover            Code = "fn.recover"
	FnArity              Code = "fn.arity"
	FnResourceArg        Code = "fn.resource-arg"
	InvokeToken          Code = "invoke.token"
	InvokeNoArgs         Code = "invoke.no-args"
	InvokePositional     Code = "invoke.positional"
	InvokeArgs           Code = "invoke.args"
	CallReceiver         Code = "call.receiver"
	CallMethodLiteral    Code = "call.method-literal"
	CallMethod           Code = "call.method"
)

var callsArea = Area{
	Title: "Calls", About: "calls of functions, invokes and methods",
	Declarations: slices.Concat(functionDeclarations, invokeDeclarations, methodDeclarations),
}

var functionDeclarations = []Declaration{
	{
		Code: FunctionUnknown, Severity: Error,
		Title: "a function is unknown",
		Explanation: "The language has a fixed set of functions and no way to declare others. Many functions of Terraform are there under another name, " +
			"such as `toJSON` for `jsonencode` and `readFile` for `file`; for others there is an operator, a template or a `for` expression, which the message names. " +
			"Functions of packages are called with `invoke`.",
		Bad: `output policy {
  value = jsonencode({ allow = ["read"] })
}`,
		Good: `output policy {
  value = toJSON({ allow = ["read"] })
}`,
	},
	{
		Code: FunctionUnknownToken, Severity: Error,
		Title: "a package has no such function",
		Explanation: "The schema of the package is known, and it declares no function with this token. Check the spelling and the module. " +
			"A resource is declared in a block, and a method is called on a resource with `call`. The message names the version of the schema: another version may have the function.",
		Bad: `zones = invoke("cloudy:index:getZone", {})

output zoneNames {
  value = zones.names
}`,
		Good: `zones = invoke("cloudy:index:getZones", {})

output zoneNames {
  value = zones.names
}`,
	},
	{
		Code: FunctionLoad, Severity: Error,
		Title: "the schema of a function cannot be read",
		Explanation: "The package declares the function, but the declaration in its schema is damaged, so it cannot be called. " +
			"This is a fault of the schema and not of the program: get the schema again, or report it to the authors of the package.",
		Bad: `-- main.pp --
output colour {
  value = invoke("lights:index:getColour", {})
}
-- schemas/lights-1.0.0.json --
{
  "name": "lights", "version": "1.0.0",
  "functions": { "lights:index:getColour": { "outputs": "string" } }
}`,
		Good: `-- main.pp --
output colour {
  value = invoke("lights:index:getColour", {})
}
-- schemas/lights-1.0.0.json --
{
  "name": "lights", "version": "1.0.0",
  "functions": { "lights:index:getColour": { "outputs": { "type": "string" } } }
}`,
	},
	{
		Code: CallMissing, Severity: Error,
		Title: "a call lacks an argument",
		Explanation: "The function has a parameter that no argument is given for, and that cannot be left out. All that are missing are named in one finding, " +
			"at the closing parenthesis.",
		Bad: `config zones "list(string)" {
}

output names {
  value = join(",")
}

output count {
  value = length(zones)
}`,
		Good: `config zones "list(string)" {
}

output names {
  value = join(",", zones)
}

output count {
  value = length(zones)
}`,
	},
	{
		Code: CallSurplus, Severity: Error,
		Title: "a call has too many arguments",
		Explanation: "The function takes fewer arguments. Those beyond are marked; remove them. " +
			"Where a list is wanted, put the elements in brackets: `join(\",\", [a, b])`.",
		Bad: `output names {
  value = join(",", ["north-1"], ["north-2"])
}`,
		Good: `output names {
  value = join(",", ["north-1", "north-2"])
}`,
	},
	{
		Code: CallArg, Severity: Error,
		Title: "an argument has the wrong type",
		Explanation: "The argument cannot be converted to what the parameter takes. The message names the parameter, what is given and what is needed. " +
			"An output may stand wherever a plain value is wanted; the result is then an output too.",
		Bad: `output names {
  value = join(",", "north-1")
}`,
		Good: `output names {
  value = join(",", ["north-1", "north-2"])
}`,
	},
	{
		Code: FnElement, Severity: Error,
		Title: "element is given no list",
		Explanation: "`element` takes one element out of a list or tuple. A text is taken apart by `split` first; of a map or object take a member by its name. " +
			"A list that may be missing is not accepted: give it a default.",
		Bad: `config zones "string" {
  default = "north-1,north-2"
}

output firstZone {
  value = element(zones, 0)
}`,
		Good: `config zones "string" {
  default = "north-1,north-2"
}

output firstZone {
  value = element(split(",", zones), 0)
}`,
	},
	{
		Code: FnLookup, Severity: Error,
		Title: "lookup is given no map",
		Explanation: "`lookup` takes the value of a key out of a map, or out of an object with at least one member. A list has no keys: use an index or `element`. " +
			"A map that may be missing is not accepted: give it a default.",
		Bad: `config ports "list(int)" {
}

output port {
  value = lookup(ports, "http", 80)
}`,
		Good: `config ports "map(int)" {
}

output port {
  value = lookup(ports, "http", 80)
}`,
	},
	{
		Code: FnLength, Severity: Error,
		Title:       "length is given a value without a length",
		Explanation: "`length` counts the elements of a list or the characters of a text. Null, assets and archives have neither.",
		Bad: `config notice "string" {
}

output size {
  value = length(stringAsset(notice))
}`,
		Good: `config notice "string" {
}

output size {
  value = length(notice)
}`,
	},
	{
		Code: FnSingleOrNone, Severity: Error,
		Title: "singleOrNone is given no list",
		Explanation: "`singleOrNone` gives the only element of a list, or null where the list is empty. " +
			"A single value needs no such call, and of a map or object take a member by its name.",
		Bad: `config zone "string" {
}

output onlyZone {
  value = singleOrNone(zone)
}`,
		Good: `config zones "list(string)" {
}

output onlyZone {
  value = singleOrNone(zones)
}`,
	},
	{
		Code: FnRecover, Severity: Error,
		Title: "recover is given a value that cannot fail",
		Explanation: "`recover` replaces an output of a resource whose creation failed. A plain value comes from no resource, so there is nothing to recover from. " +
			"For an expression that may fail while it is evaluated use `try`.",
		Bad: `config zones "list(string)" {
}

output firstZone {
  value = recover(zones[0], "none")
}`,
		Good: `config zones "list(string)" {
}

output firstZone {
  value = try(zones[0], "none")
}`,
	},
	{
		Code: FnArity, Severity: Error,
		Title: "a function has too few or too many arguments",
		Explanation: "This function takes a fixed number of arguments, or at least one, and without them it has no meaning at all, so the whole call is marked. " +
			"The message shows the call with its parameters.",
		Bad: `resource assets "cloudy:storage:Bucket" {
}

output name {
  value = recover(assets.bucketName)
}`,
		Good: `resource assets "cloudy:storage:Bucket" {
}

output name {
  value = recover(assets.bucketName, "none")
}`,
	},
	{
		Code: FnResourceArg, Severity: Error,
		Title: "an argument is not a single resource",
		Explanation: "`pulumiResourceType` and `pulumiResourceName` tell about one resource: give them its name, without quotes. " +
			"Of a resource with a `range` choose an instance first, such as `copies[0]`.",
		Bad: `resource assets "cloudy:storage:Bucket" {
}

output logicalName {
  value = pulumiResourceName(assets.bucketName)
}`,
		Good: `resource assets "cloudy:storage:Bucket" {
}

output logicalName {
  value = pulumiResourceName(assets)
}`,
	},
}

var invokeDeclarations = []Declaration{
	{
		Code: InvokeToken, Severity: Error,
		Title: "an invoke token is not a literal string",
		Explanation: "Which function of which package is called must be known before the program runs. So the first argument of `invoke` is a quoted text without `${…}`. " +
			"To choose between functions, call each of them in a branch of a condition.",
		Bad: `config kind "string" {
}

output zoneNames {
  value = invoke("cloudy:index:get${kind}", {})
}`,
		Good: `output zoneNames {
  value = invoke("cloudy:index:getZones", {}).names
}`,
	},
	{
		Code: InvokeNoArgs, Severity: Error,
		Title: "an invoke has no arguments object",
		Explanation: "After the token an `invoke` needs the arguments of the function in an object. " +
			"A function without arguments is given an empty one, `{}`.",
		Bad: `output accountId {
  value = invoke("cloudy:index:getCallerIdentity").accountId
}`,
		Good: `output accountId {
  value = invoke("cloudy:index:getCallerIdentity", {}).accountId
}`,
	},
	{
		Code: InvokePositional, Severity: Error,
		Title: "a function takes its arguments one by one",
		Explanation: "The schema says that the arguments of this function are given one after the other and not in an object. " +
			"The message shows their order. An optional one may be left out at the end, or be `null`.",
		Bad: `config title "string" {
}

output slug {
  value = invoke("kit:index:slug", { text = title, separator = "_" }).result
}`,
		Good: `config title "string" {
}

output slug {
  value = invoke("kit:index:slug", title, "_").result
}`,
	},
	{
		Code: InvokeArgs, Severity: Error,
		Title: "the arguments do not fit the function's inputs",
		Explanation: "The object of arguments lacks an input that the function needs, or one of its members cannot be converted to the type of the input. " +
			"The message names the smallest part that differs and the version of the schema. The same holds for the options of an `invoke` and the arguments of a `call`.",
		Bad: `image = invoke("cloudy:compute:getImage", { mostRecent = true })

output imageId {
  value = image.imageId
}`,
		Good: `image = invoke("cloudy:compute:getImage", { family = "otter-linux", mostRecent = true })

output imageId {
  value = image.imageId
}`,
	},
}

var methodDeclarations = []Declaration{
	{
		Code: CallReceiver, Severity: Error,
		Title: "a method is called on something else than one resource",
		Explanation: "The first argument of `call` is the resource whose method is called: its name, without quotes. " +
			"Of a resource with a `range` choose an instance first, such as `sites[0]`. Properties and other values have no methods.",
		Bad: siteExample + `
output hits {
  value = call(site.url, "stats", { days = 7 }).hits
}`,
		Good: siteExample + `
output hits {
  value = call(site, "stats", { days = 7 }).hits
}`,
	},
	{
		Code: CallMethodLiteral, Severity: Error,
		Title:       "a method name is not a literal string",
		Explanation: "Which method is called must be known before the program runs, so the second argument of `call` is a quoted text without `${…}`.",
		Bad: siteExample + `
config statistic "string" {
}

output usage {
  value = call(site, statistic, { days = 7 })
}`,
		Good: siteExample + `
output usage {
  value = call(site, "stats", { days = 7 })
}`,
	},
	{
		Code: CallMethod, Severity: Error,
		Title: "a resource has no such method",
		Explanation: "The type of the resource declares no method with this name. The name stands alone, without the token of the type. " +
			"Many types have no methods at all; a function of the package is called with `invoke`.",
		Bad: siteExample + `
output hits {
  value = call(site, "statistics", { days = 7 }).hits
}`,
		Good: siteExample + `
output hits {
  value = call(site, "stats", { days = 7 }).hits
}`,
	},
}

// siteExample is a resource that has methods.
const siteExample = `resource site "kit:index:Site" {
  title   = "Otters"
  content = remoteArchive("https://otters.example/site.zip")
}
`
