package codes

// This file declares the rules about how things are named, typed and described.

// Rules about how things are named, typed and described.
const (
	NameStyle            Code = "name.style"
	NameStyleInterface   Code = "name.style-interface"
	NameCase             Code = "name.case"
	NameBuiltin          Code = "name.builtin"
	NameShadowsVariable  Code = "name.shadows-variable"
	NameRedundantLogical Code = "name.redundant-logical"
	ConfigUntyped        Code = "config.untyped"
	ConfigDescription    Code = "config.description"
)

var namesArea = Area{
	Title: "Names and types", About: "how things are named, typed and described",
	Declarations: []Declaration{
		{
			Code: NameStyle, Severity: Off, Rule: true,
			Title: "a name is not in camel case",
			Explanation: `Names of locals, resources, lookups, components, hooks and loop variables are written in lower camel case in the documentation and in programs that
are converted, so a program reads best if its own are too. An underscore in front says that a variable is not used.

Off by default: it is a matter of taste. A rename in the editor changes the name wherever it is used; a resource is then another one unless it keeps
the old name as ` + "`" + `__logicalName` + "`" + `.`,
			Bad: `-- .pcl-lsp.yaml --
rules:
  name.style: hint
-- main.pp --
page_size = 20

output size {
  value = page_size * 2
}
`,
			Good: `-- .pcl-lsp.yaml --
rules:
  name.style: hint
-- main.pp --
pageSize = 20

output size {
  value = pageSize * 2
}
`,
		},
		{
			Code: NameStyleInterface, Severity: Off, Rule: true,
			Title: "the name of a config or output is not in camel case",
			Explanation: `The names of configs and outputs are those of keys in the configuration of stacks, of inputs of a component, and of what other stacks read. In lower
camel case they look like the inputs and outputs of resources.

Off by default: whoever sets or reads them has to change with them.`,
			Bad: `-- .pcl-lsp.yaml --
rules:
  name.style-interface: hint
-- main.pp --
output page_size {
  value = 20
}
`,
			Good: `-- .pcl-lsp.yaml --
rules:
  name.style-interface: hint
-- main.pp --
output pageSize {
  value = 20
}
`,
		},
		{
			Code: NameCase, Severity: Information, Rule: true,
			Title:       "two names differ in capitals alone",
			Explanation: `Both are declared, and a reference to the one is easily taken for one to the other. Rename one of them.`,
			Bad: `pageSize = 20
pagesize = 30

output sizes {
  value = [pageSize, pagesize]
}
`,
			Good: `pageSize     = 20
longPageSize = 30

output sizes {
  value = [pageSize, longPageSize]
}
`,
		},
		{
			Code: NameBuiltin, Severity: Hint, Rule: true,
			Title: "a declaration has the name of a function",
			Explanation: `A function is only meant where a name is called, so both work. But Pulumi takes a call of the function for a reference to the declaration when it
orders the program, and so may see a circle where there is none. Another name tells the two apart.`,
			Bad: `split = 3

output parts {
  value = split
}
`,
			Good: `partCount = 3

output parts {
  value = partCount
}
`,
		},
		{
			Code: NameShadowsVariable, Severity: Information, Rule: true,
			Title:       "a loop variable hides one of an outer loop",
			Explanation: `Inside of the inner loop the name is that of its own variable, and the outer one cannot be reached. Another name makes clear which is meant.`,
			Bad: `config rows "list(list(number))" {
}

output rows {
  value = [for x in rows : [for x in x : x + 1]]
}
`,
			Good: `config rows "list(list(number))" {
}

output rows {
  value = [for row in rows : [for x in row : x + 1]]
}
`,
		},
		{
			Code: NameRedundantLogical, Severity: Hint, Tag: Unnecessary, Rule: true,
			Title:       "a logical name is the name anyway",
			Explanation: `Without ` + "`" + `__logicalName` + "`" + ` the name outside of the program is that of the block, which is the same text here. Remove the attribute.`,
			Bad: `resource pet "kit:index:Name" {
  __logicalName = "pet"
}
`,
			Good: `resource pet "kit:index:Name" {
}
`,
		},
		{
			Code: ConfigUntyped, Severity: Off, Rule: true,
			Title: "a config has no type",
			Explanation: `A config without a type, or of type ` + "`" + `any` + "`" + `, takes whatever it is given. Where it is used in the wrong way nobody notices before a run. Write the type
behind the name: ` + "`" + `config size number { … }` + "`" + `.

Off by default: there are configs that are passed on to resources of any type.`,
			Bad: `-- .pcl-lsp.yaml --
rules:
  config.untyped: hint
-- main.pp --
config size {
}

output size {
  value = size
}
`,
			Good: `-- .pcl-lsp.yaml --
rules:
  config.untyped: hint
-- main.pp --
config size number {
}

output size {
  value = size
}
`,
		},
		{
			Code: ConfigDescription, Severity: Off, Rule: true,
			Title: "a config has no description",
			Explanation: `Whoever sets a config, or an input of a component, sees its name and its type. A ` + "`" + `description` + "`" + ` says what it is for, and is shown by editors.

Off by default: the names of many configs say enough.`,
			Bad: `-- .pcl-lsp.yaml --
rules:
  config.description: hint
-- main.pp --
config size number {
}

output size {
  value = size
}
`,
			Good: `-- .pcl-lsp.yaml --
rules:
  config.description: hint
-- main.pp --
config size number {
  description = "How many pets there are."
}

output size {
  value = size
}
`,
		},
	},
}
