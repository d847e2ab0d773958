package codes

// This file declares the codes about resource and read blocks.

// Codes about resource and read blocks.
const (
	TokenMalformed  Code = "token.malformed"
	ResourceUnknown Code = "resource.unknown"
	ResourceLoad    Code = "resource.load"
	ReadComponent   Code = "read.component"
	ReadProvider    Code = "read.provider"
	ResourceLiteral Code = "resource.literal"
	AttrUnknown     Code = "attr.unknown"
	AttrType        Code = "attr.type"
	AttrPlain       Code = "attr.plain"
	AttrMissing     Code = "attr.missing"
	BlockUnknown    Code = "block.unknown"
)

var resourcesArea = Area{
	Title: "Resources", About: "resource and read blocks",
	Declarations: []Declaration{
		{
			Code: TokenMalformed, Severity: Error,
			Title: "a type token is malformed",
			Explanation: "The token of a resource, a `read` or an `invoke` names a member of a package: `package:module:Member`, or `package:Member` " +
				"where the member is in no module. The parts are separated by colons, and neither the package nor the member may be empty.",
			Bad: `resource assets "cloudy.storage.Bucket" {
  name = "assets"
}`,
			Good: `resource assets "cloudy:storage:Bucket" {
  name = "assets"
}`,
		},
		{
			Code: ResourceUnknown, Severity: Error,
			Title: "a package has no such resource type",
			Explanation: "The schema of the package is known, and it declares no resource with this token, so the program cannot run. " +
				"Check the spelling and the module. A function of a package is called with `invoke`, and a method of a resource with `call`. " +
				"The message names the version of the schema: another version of the package may have the type.",
			Bad: `resource assets "cloudy:storage:Bukcet" {
  name = "assets"
}`,
			Good: `resource assets "cloudy:storage:Bucket" {
  name = "assets"
}`,
		},
		{
			Code: ResourceLoad, Severity: Error,
			Title: "the schema of a resource type cannot be read",
			Explanation: "The package declares the type, but the declaration in its schema is damaged, so nothing can be said about the inputs and outputs " +
				"and the program cannot run. This is a fault of the schema and not of the program: get the schema again, or report it to the authors of the package.",
			Bad: `-- main.pp --
resource lamp "lights:index:Lamp" {
  colour = "red"
}
-- schemas/lights-1.0.0.json --
{
  "name": "lights", "version": "1.0.0",
  "resources": { "lights:index:Lamp": { "inputProperties": "colour" } }
}`,
			Good: `-- main.pp --
resource lamp "lights:index:Lamp" {
  colour = "red"
}
-- schemas/lights-1.0.0.json --
{
  "name": "lights", "version": "1.0.0",
  "resources": { "lights:index:Lamp": { "inputProperties": { "colour": { "type": "string" } } } }
}`,
		},
		{
			Code: ReadComponent, Severity: Error,
			Title: "a component resource is read",
			Explanation: "A `read` block looks up something that exists in the cloud by its id. A component resource groups others and has no such id, " +
				"so it cannot be looked up. Declare it with `resource`, or read the resources that it consists of.",
			Bad: `read site "kit:index:Site" {
  id = "otters"
}

output url {
  value = site.url
}`,
			Good: `resource site "kit:index:Site" {
  title   = "Otters"
  content = remoteArchive("https://otters.example/site.zip")
}

output url {
  value = site.url
}`,
		},
		{
			Code: ReadProvider, Severity: Error,
			Title: "a provider resource is read",
			Explanation: "A provider is the configuration of a plugin in this program. It does not exist in the cloud, so there is nothing that a `read` block could look up. " +
				"Declare it with `resource`.",
			Bad: `read north "pulumi:providers:cloudy" {
  id = "north"
}

resource assets "cloudy:storage:Bucket" {
  options {
    provider = north
  }
}`,
			Good: `resource north "pulumi:providers:cloudy" {
  region = "eu-north"
}

resource assets "cloudy:storage:Bucket" {
  options {
    provider = north
  }
}`,
		},
		{
			Code: ResourceLiteral, Severity: Error,
			Title: "a resource attribute must be a literal",
			Explanation: "`__logicalName` is the name under which the engine registers the resource. It must be known before the program runs, " +
				"so it is a quoted text without `${…}`. To name the real resource by a computed text, set its name property instead, if it has one.",
			Bad: `resource assets "cloudy:storage:Bucket" {
  __logicalName = "assets-${stack()}"
}`,
			Good: `resource assets "cloudy:storage:Bucket" {
  __logicalName = "team-assets"
  name          = "assets-${stack()}"
}`,
		},
		{
			Code: AttrUnknown, Severity: Error,
			Title: "an attribute is not an input",
			Explanation: "The type has no input of this name, so the program cannot run. Names are in camelCase: `bucketName`, not `bucket_name`. " +
				"A property that is only an output cannot be set; an option such as `dependsOn` belongs in the `options` block. " +
				"In a component block the inputs are the configs of the component's program, by their logical names.",
			Bad: `resource assets "cloudy:storage:Bucket" {
  force_destroy = true
}`,
			Good: `resource assets "cloudy:storage:Bucket" {
  forceDestroy = true
}`,
		},
		{
			Code: AttrType, Severity: Error,
			Title: "a value does not fit the type of its input",
			Explanation: "The value, or a part of it, cannot be converted to what the input takes. The message names the path of the innermost part that does not fit, " +
				"what it is and what is needed there. Numbers, bools and texts convert into each other; lists, maps and single values do not.",
			Bad: `resource assets "cloudy:storage:Bucket" {
  tags = ["web", "public"]
}`,
			Good: `resource assets "cloudy:storage:Bucket" {
  tags = { team = "web", visibility = "public" }
}`,
		},
		{
			Code: AttrPlain, Severity: Warning,
			Title: "an output is given to an input that wants a plain value",
			Explanation: "The schema marks this input as plain: its value must be known when the resource is declared. " +
				"The output of another resource is known only after that has been created. A program that is run directly passes the value through, " +
				"but a program that is converted to another language does not compile. Use a value that is known from the start, such as a config.",
			Bad: `resource mascot "kit:index:Name" {
  words = 1
}

resource site "kit:index:Site" {
  title   = mascot.result
  content = remoteArchive("https://otters.example/site.zip")
}`,
			Good: `config title "string" {
  default = "Otters"
}

resource site "kit:index:Site" {
  title   = title
  content = remoteArchive("https://otters.example/site.zip")
}`,
		},
		{
			Code: AttrMissing, Severity: Error,
			Title: "a required input is missing",
			Explanation: "The type has inputs without which it cannot be created, and some of them are not set. All that are missing are named in one finding. " +
				"For a component these are the configs of its program that have no default.",
			Bad: `resource network "cloudy:net:Network" {
  enableDns = true
}`,
			Good: `resource network "cloudy:net:Network" {
  cidrBlock = "10.0.0.0/16"
  enableDns = true
}`,
		},
		{
			Code: BlockUnknown, Severity: Error,
			Title: "a nested block is not allowed here",
			Explanation: "The only block inside a resource, `read` or component is `options`. Inputs that hold objects are values: " +
				"write `tags = { … }` for one object, and `rules = [{ … }, { … }]` for a list of them.",
			Bad: `resource assets "cloudy:storage:Bucket" {
  tags {
    team = "web"
  }
}`,
			Good: `resource assets "cloudy:storage:Bucket" {
  tags = {
    team = "web"
  }
}`,
		},
	},
}
