package codes

// This file declares the codes about config, output, pulumi and hook blocks.

// Codes about config, output, pulumi and hook blocks.
const (
	ConfigDefault      Code = "config.default"
	ConfigLiteral      Code = "config.literal"
	OutputValue        Code = "output.value"
	OutputNoValue      Code = "output.no-value"
	OutputLiteral      Code = "output.literal"
	PulumiVersion      Code = "pulumi.version"
	PulumiTraverse     Code = "pulumi.traverse"
	HookCommandMissing Code = "hook.command-missing"
	HookMember         Code = "hook.member"
	HookType           Code = "hook.type"
)

var blocksArea = Area{
	Title: "Blocks", About: "config, output, pulumi and hook blocks",
	Declarations: []Declaration{
		{
			Code: ConfigDefault, Severity: Error,
			Title: "a default does not fit the declared type",
			Explanation: "The default is what the program gets where the configuration has no value, so it must be of the declared " +
				"type. The message names the part that does not fit.",
			Bad: `config ports "list(int)" {
  default = [80, ["https"]]
}

output ports {
  value = ports
}
`,
			Good: `config ports "list(int)" {
  default = [80, 443]
}

output ports {
  value = ports
}
`,
		},
		{
			Code: ConfigLiteral, Severity: Error,
			Title: "a config attribute must be a literal",
			Explanation: "What a program asks of its users is read before anything is computed: `description` and `__logicalName` " +
				"are quoted texts without `${…}`, `nullable` and `secret` are `true` or `false` itself.",
			Bad: `config region string {
  nullable = "yes"
}

output region {
  value = region
}
`,
			Good: `config region string {
  nullable = true
}

output region {
  value = region
}
`,
		},
		{
			Code: OutputValue, Severity: Error,
			Title: "a value does not fit the declared type",
			Explanation: "An output that declares a type promises it to those who read it. Change the value, or remove the type: " +
				"then the output has the type of its value.",
			Bad: `output ports "list(int)" {
  value = "80, 443"
}
`,
			Good: `output ports "list(int)" {
  value = [80, 443]
}
`,
		},
		{
			Code: OutputNoValue, Severity: Error,
			Title: "an output has no value",
			Explanation: "An output without a `value` has nothing to export, and the run fails on it. Give it a value, or remove " +
				"it.",
			Bad: `output greeting {
}
`,
			Good: `output greeting {
  value = "Hello"
}
`,
		},
		{
			Code: OutputLiteral, Severity: Error,
			Title: "an output attribute must be a literal",
			Explanation: "`__logicalName` is the name under which the output is exported, where that is not the name of the block. " +
				"It is read before anything is computed: a quoted text without `${…}`.",
			Bad: `config stage string {
}

output address {
  __logicalName = "address-${stage}"
  value         = "https://${stage}.example.com"
}
`,
			Good: `config stage string {
}

output address {
  __logicalName = "web-address"
  value         = "https://${stage}.example.com"
}
`,
		},
		{
			Code: PulumiVersion, Severity: Error,
			Title: "the required version is not a string",
			Explanation: "`requiredVersionRange` says which versions of the engine can run the program, as one quoted range such as" +
				" `\">=3.100.0 <4.0.0\"`.",
			Bad: `pulumi {
  requiredVersionRange = [">=3.100.0", "<4.0.0"]
}
`,
			Good: `pulumi {
  requiredVersionRange = ">=3.100.0 <4.0.0"
}
`,
		},
		{
			Code: PulumiTraverse, Severity: Error,
			Title: "the pulumi block has no members",
			Explanation: "The `pulumi` block tells the engine about the program; it is no value to read from. For the names of " +
				"stack, project and organization call `stack()`, `project()` and `organization()`.",
			Bad: `pulumi {
  requiredVersionRange = ">=3.100.0"
}

output where {
  value = pulumi.stack
}
`,
			Good: `pulumi {
  requiredVersionRange = ">=3.100.0"
}

output where {
  value = stack()
}
`,
		},
		{
			Code: HookCommandMissing, Severity: Error,
			Title: "a hook has no command",
			Explanation: "A hook runs a program of yours: `command` is a list of the program and its arguments. Without one there " +
				"is nothing to run.",
			Bad: `hook resource notify {
  onDryRun = true
}

resource pet "kit:index:Name" {
  options {
    hooks = {
      afterCreate = [notify]
    }
  }
}
`,
			Good: `hook resource notify {
  command  = ["./notify.sh", args.name]
  onDryRun = true
}

resource pet "kit:index:Name" {
  options {
    hooks = {
      afterCreate = [notify]
    }
  }
}
`,
		},
		{
			Code: HookMember, Severity: Error,
			Title: "a hook has an unknown attribute or a block",
			Explanation: "A resource hook has `command`, `onDryRun` and `ignoreErrors`; an error hook has `command` only. Neither " +
				"has blocks. A close name is suggested where there is one.",
			Bad: `hook resource notify {
  command      = ["./notify.sh", args.name]
  ignoreErrorz = true
}

resource pet "kit:index:Name" {
  options {
    hooks = {
      afterCreate = [notify]
    }
  }
}
`,
			Good: `hook resource notify {
  command      = ["./notify.sh", args.name]
  ignoreErrors = true
}

resource pet "kit:index:Name" {
  options {
    hooks = {
      afterCreate = [notify]
    }
  }
}
`,
		},
		{
			Code: HookType, Severity: Error,
			Title: "a hook attribute has the wrong type",
			Explanation: "`command` is a list of strings: the program, and each of its arguments as an item of its own, since no " +
				"shell splits them. `onDryRun` and `ignoreErrors` are bools.",
			Bad: `hook resource notify {
  command = "./notify.sh now"
}

resource pet "kit:index:Name" {
  options {
    hooks = {
      afterCreate = [notify]
    }
  }
}
`,
			Good: `hook resource notify {
  command = ["./notify.sh", "now"]
}

resource pet "kit:index:Name" {
  options {
    hooks = {
      afterCreate = [notify]
    }
  }
}
`,
		},
	},
}
