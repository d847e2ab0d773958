package codes

// This file declares the codes about options without effect, and about values of
// options and hooks that only the run would refuse.

// Codes about the values of options, hooks and the pulumi block.
const (
	OptionIgnored               Code = "option.ignored"
	OptionComponentResource     Code = "option.component-resource"
	OptionPropertyListComponent Code = "option.property-list-component"
	OptionNotConverted          Code = "option.not-converted"
	OptionResourceKind          Code = "option.resource-kind"
	OptionSecretOutput          Code = "option.secret-output"
	OptionRedundant             Code = "option.redundant"
	OptionImportRange           Code = "option.import-range"
	HooksElement                Code = "hooks.element"
	HookCommandEmpty            Code = "hook.command-empty"
	HookCommandType             Code = "hook.command-type"
	TimeoutsDuration            Code = "timeouts.duration"
	AliasesURN                  Code = "aliases.urn"
	PulumiRange                 Code = "pulumi.range"
)

var optionValuesArea = Area{
	Title: "Option values", About: "options without effect, and what only the run would refuse",
	Declarations: []Declaration{
		{
			Code: OptionIgnored, Severity: Warning,
			Title: "an option has no effect",
			Explanation: "The run applies no options at all to a `read`, and only `parent` and `providers` to a `component`. Others are checked and then forgotten.\n\n" +
				"Remove the option, or set it on the resources that it is about.",
			Bad: `read zone "dns:index:Zone" {
  id = "Z123"

  options {
    protect = true
  }
}

output zone {
  value = zone.id
}
`,
			Good: `resource zone "dns:index:Zone" {
  domain = "example.com"

  options {
    protect = true
  }
}
`,
		},
		{
			Code: OptionComponentResource, Severity: Information,
			Title: "an option means nothing for a component resource",
			Explanation: "A component resource has no provider operations of its own. Timeouts, `ignoreChanges` and options like these are not handed on " +
				"to the resources inside; the engine only says so in its debug log.",
			Bad: `resource site "kit:index:Site" {
  title   = "Hello"
  content = assetArchive({ "index.html" = stringAsset("<h1>Hello</h1>") })

  options {
    retainOnDelete = true
  }
}
`,
			Good: `resource site "kit:index:Site" {
  title   = "Hello"
  content = assetArchive({ "index.html" = stringAsset("<h1>Hello</h1>") })

  options {
    protect = true
  }
}
`,
		},
		{
			Code: OptionPropertyListComponent, Severity: Warning,
			Title: "a component is given property paths",
			Explanation: "In `ignoreChanges` and its like a resource sees the names of its own inputs. A component does not: names there are looked up in the program, " +
				"so they can never be property paths.\n\nSet the option on the resources inside the component.",
			Bad: `-- main.pp --
component site "./site" {
  title = "Hello"

  options {
    ignoreChanges = [title]
  }
}
-- site/main.pp --
config title string {}

resource name "kit:index:Name" {
  prefix = title
}
`,
			Good: `-- main.pp --
component site "./site" {
  title = "Hello"
}
-- site/main.pp --
config title string {}

resource name "kit:index:Name" {
  prefix = title

  options {
    ignoreChanges = [prefix]
  }
}
`,
		},
		{
			Code: OptionNotConverted, Severity: Error,
			Title: "an option's value would have to be converted or awaited",
			Explanation: "Inputs of resources are converted and may come from outputs of others. Options are not: the engine takes them as they are, at once. " +
				"So `protect = \"true\"`, `import = 5` and `import = other.id` have types that seem to fit, and fail in the run.\n\n" +
				"Write the value in its own type, or take it from a config or local.",
			Bad: `resource name "kit:index:Name" {
  words = 2

  options {
    protect = "true"
  }
}
`,
			Good: `resource name "kit:index:Name" {
  words = 2

  options {
    protect = true
  }
}
`,
		},
		{
			Code: OptionResourceKind, Severity: Error,
			Title: "an option that takes resources is given something else",
			Explanation: "`parent`, `provider`, `deletedWith` take one resource; `dependsOn`, `replaceWith`, `providers` several. The language lets anything stand there, " +
				"and the run fails on what is no resource, such as an id.\n\n" +
				"The name of a resource with a range stands for all its instances: take one of them, `servers[0]`. In `dependsOn` the name can stand without brackets, for all.",
			Bad: `resource network "cloudy:net/network:Network" {
  cidrBlock = "10.0.0.0/16"
}

resource name "kit:index:Name" {
  words = 2

  options {
    dependsOn = [network.id]
  }
}
`,
			Good: `resource network "cloudy:net/network:Network" {
  cidrBlock = "10.0.0.0/16"
}

resource name "kit:index:Name" {
  words = 2

  options {
    dependsOn = [network]
  }
}
`,
		},
		{
			Code: OptionSecretOutput, Severity: Warning,
			Title: "only whole properties can be made secret",
			Explanation: "The engine compares each entry of `additionalSecretOutputs` with the names of the resource's properties. A path into one, such as `rootDisk.kind`, " +
				"never matches, so what it names stays in plain text.\n\nName the property as a whole.",
			Bad: `resource zone "dns:index:Zone" {
  domain  = "example.com"
  contact = { email = "dns@example.com" }

  options {
    additionalSecretOutputs = [contact.email]
  }
}
`,
			Good: `resource zone "dns:index:Zone" {
  domain  = "example.com"
  contact = { email = "dns@example.com" }

  options {
    additionalSecretOutputs = [contact]
  }
}
`,
		},
		{
			Code: OptionRedundant, Severity: Hint, Tag: Unnecessary, Rule: true,
			Title: "an entry of an option changes nothing",
			Explanation: "A resource depends on every resource that its inputs refer to; `dependsOn` is for those that they do not. A property that the schema marks as secret " +
				"needs no `additionalSecretOutputs`, and a property that is never set has no changes to ignore.",
			Bad: `resource network "cloudy:net/network:Network" {
  cidrBlock = "10.0.0.0/16"
}

resource group "cloudy:net/securityGroup:SecurityGroup" {
  networkId = network.id

  options {
    dependsOn = [network]
  }
}
`,
			Good: `resource network "cloudy:net/network:Network" {
  cidrBlock = "10.0.0.0/16"
}

resource group "cloudy:net/securityGroup:SecurityGroup" {
  networkId = network.id
}
`,
		},
		{
			Code: OptionImportRange, Severity: Warning,
			Title: "several instances import one object",
			Explanation: "The options are the same for all instances of a range, so each of them would take over the existing object with this id, and they would overwrite each other.\n\n" +
				"Declare a resource of its own for the object that is to be imported.",
			Bad: `resource zones "dns:index:Zone" {
  domain = range.value

  options {
    range  = { main = "example.com", blog = "example.org" }
    import = "Z123"
  }
}
`,
			Good: `resource zone "dns:index:Zone" {
  domain = "example.com"

  options {
    import = "Z123"
  }
}
`,
		},
		{
			Code: HooksElement, Severity: Error,
			Title:       "a list of hooks has something else in it",
			Explanation: "The lists in the `hooks` option take the hooks that the program declares, by name and without quotes. Anything else is accepted until the run, and fails there.",
			Bad: `hook resource "audit" {
  command = ["logger", args.urn]
}

resource name "kit:index:Name" {
  words = 2

  options {
    hooks = { beforeCreate = [audit], afterCreate = ["notify"] }
  }
}
`,
			Good: `hook resource "audit" {
  command = ["logger", args.urn]
}

resource name "kit:index:Name" {
  words = 2

  options {
    hooks = { beforeCreate = [audit], afterCreate = [audit] }
  }
}
`,
		},
		{
			Code: HookCommandEmpty, Severity: Error,
			Title:       "a hook runs nothing",
			Explanation: "The first element of `command` is the program that is run. An empty list has none, and the run fails.",
			Bad: `hook resource "audit" {
  command = []
}

resource name "kit:index:Name" {
  words = 2

  options {
    hooks = { afterCreate = [audit] }
  }
}
`,
			Good: `hook resource "audit" {
  command = ["logger", args.urn]
}

resource name "kit:index:Name" {
  words = 2

  options {
    hooks = { afterCreate = [audit] }
  }
}
`,
		},
		{
			Code: HookCommandType, Severity: Error,
			Title:       "an argument of a hook's command is no text",
			Explanation: "Programs take texts as arguments, and the run does not convert them: a number or bool makes the hook fail. Put it in quotes.",
			Bad: `hook resource "settle" {
  command = ["sleep", 5]
}

resource name "kit:index:Name" {
  words = 2

  options {
    hooks = { afterCreate = [settle] }
  }
}
`,
			Good: `hook resource "settle" {
  command = ["sleep", "5"]
}

resource name "kit:index:Name" {
  words = 2

  options {
    hooks = { afterCreate = [settle] }
  }
}
`,
		},
		{
			Code: TimeoutsDuration, Severity: Error,
			Title: "a timeout is no duration",
			Explanation: "Timeouts are numbers with units, one behind the other: `90s`, `5m`, `1h30m`. The units are `h`, `m`, `s`, `ms`, `us` and `ns`; there are no days, no words and no blanks. " +
				"The engine refuses anything else, and that only in the run.",
			Bad: `resource name "kit:index:Name" {
  words = 2

  options {
    customTimeouts = { create = "5 minutes" }
  }
}
`,
			Good: `resource name "kit:index:Name" {
  words = 2

  options {
    customTimeouts = { create = "5m" }
  }
}
`,
		},
		{
			Code: AliasesURN, Severity: Error,
			Title: "an alias is no URN",
			Explanation: "A text in `aliases` is the full former URN: `urn:pulumi:stack::project::type::name`. Where only the name, the type or the parent was another one, " +
				"an object says so: `{ name = \"old\" }`.",
			Bad: `resource name "kit:index:Name" {
  words = 2

  options {
    aliases = ["oldName"]
  }
}
`,
			Good: `resource name "kit:index:Name" {
  words = 2

  options {
    aliases = [{ name = "oldName" }]
  }
}
`,
		},
		{
			Code: PulumiRange, Severity: Error,
			Title: "a required version is no range of versions",
			Explanation: "`requiredVersionRange` compares the version of the engine: `>=3.100.0 <4.0.0`, `3.x`, with `||` between alternatives. Versions have three numbers. " +
				"`^3.0.0`, `~3.1` and commas belong to other tools. The run stops before anything is made.",
			Bad: `pulumi {
  requiredVersionRange = "^3.100.0"
}
`,
			Good: `pulumi {
  requiredVersionRange = ">=3.100.0 <4.0.0"
}
`,
		},
	},
}
