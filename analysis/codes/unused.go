package codes

// This file declares the codes about what is declared and never used.

// Codes about what is declared and never used.
const (
	UnusedLocal        Code = "unused.local"
	UnusedConfig       Code = "unused.config"
	UnusedRead         Code = "unused.read"
	UnusedHook         Code = "unused.hook"
	UnusedPackage      Code = "unused.package"
	UnusedLoopVariable Code = "unused.loop-variable"
	UnusedRange        Code = "unused.range"
)

var unusedArea = Area{
	Title: "Unused things", About: "what is declared and never used",
	Declarations: []Declaration{
		{
			Code: UnusedLocal, Severity: Hint, Tag: Unnecessary, Rule: true,
			Title: "a local is never used",
			Explanation: `No other declaration of the program refers to this local, so its value goes nowhere. If it calls ` + "`invoke`" + `, even that result is
dropped. Remove it, or use it. A loop variable of the same name is no use of the local.`,
			Bad: `config size number {
}

double = size * 2

output size {
  value = size
}
`,
			Good: `config size number {
}

double = size * 2

output size {
  value = double
}
`,
		},
		{
			Code: UnusedConfig, Severity: Warning, Tag: Unnecessary, Rule: true,
			Title: "a config is never used",
			Explanation: `Nothing in the program refers to this config: who deploys it, or uses it as a component, is asked for a value that has no effect.
Remove the config, or use it.`,
			Bad: `config region string {
  default = "eu"
}

resource pet "kit:index:Name" {
}
`,
			Good: `config region string {
  default = "eu"
}

resource pet "kit:index:Name" {
  prefix = region
}
`,
		},
		{
			Code: UnusedRead, Severity: Hint, Tag: Unnecessary, Rule: true,
			Title:       "what is looked up is never used",
			Explanation: "A `read` looks up a resource and changes nothing. When nothing refers to it the result is dropped. Remove it, or use what it found.",
			Bad: `config petId string {
}

read pet "kit:index:Name" {
  id = petId
}
`,
			Good: `config petId string {
}

read pet "kit:index:Name" {
  id = petId
}

output pet {
  value = pet.result
}
`,
		},
		{
			Code: UnusedHook, Severity: Warning, Tag: Unnecessary, Rule: true,
			Title: "a hook is never used",
			Explanation: "A hook runs for those resources that name it in the option `hooks`. No resource names this one, so its command never runs. Name it " +
				"in the options of the resources that it is meant for, or remove it.",
			Bad: `hook resource "announce" {
  command = ["echo", args.name]
}

resource pet "kit:index:Name" {
}
`,
			Good: `hook resource "announce" {
  command = ["echo", args.name]
}

resource pet "kit:index:Name" {
  options {
    hooks = { afterCreate = [announce] }
  }
}
`,
		},
		{
			Code: UnusedPackage, Severity: Hint, Tag: Unnecessary, Rule: true,
			Title: "a package block declares what nothing uses",
			Explanation: `No type token in this directory is of the package, so all that the block does is that a provider gets installed. Component
directories do not have the package blocks of their users: a package that only a component uses is declared in its directory.`,
			Bad: `package {
  baseProviderName    = "dns"
  baseProviderVersion = "0.3.1"
}

resource pet "kit:index:Name" {
}
`,
			Good: `package {
  baseProviderName    = "kit"
  baseProviderVersion = "2.0.0"
}

resource pet "kit:index:Name" {
}
`,
		},
		{
			Code: UnusedLoopVariable, Severity: Hint, Tag: Unnecessary, Rule: true,
			Title: "the key of a loop is never used",
			Explanation: "`for key, value in …` takes both halves of each element, and nothing in the loop uses the key. Write `for value in …`; or begin the " +
				"name of the key with an underscore to say that this is on purpose.",
			Bad: `output shouts {
  value = [for i, word in ["a", "b"] : "${word}!"]
}
`,
			Good: `output shouts {
  value = [for word in ["a", "b"] : "${word}!"]
}
`,
		},
		{
			Code: UnusedRange, Severity: Information, Rule: true,
			Title: "the elements of a range make no difference",
			Explanation: "A range over a list makes an instance for each element, and nothing in the body uses `range.value` or `range.key`. So only the number " +
				"of the elements counts, and all instances are the same but for their names. Use `range.value` in the body, or write the number as the range.",
			Bad: `resource pet "kit:index:Name" {
  words = 2
  options {
    range = [10, 20]
  }
}
`,
			Good: `resource pet "kit:index:Name" {
  words = 2
  options {
    range = 2
  }
}
`,
		},
	},
}
