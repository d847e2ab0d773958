package codes

// This file declares the codes about labels, names and circles of declarations.

// Codes about labels, names and circles of declarations.
const (
	LabelsResource   Code = "labels.resource"
	LabelsConfig     Code = "labels.config"
	LabelsOutput     Code = "labels.output"
	LabelsComponent  Code = "labels.component"
	LabelsHook       Code = "labels.hook"
	LabelsPulumi     Code = "labels.pulumi"
	BlockUnknownKind Code = "block.unknown-kind"
	HookKind         Code = "hook.kind"
	NameDuplicate    Code = "name.duplicate"
	NameUndefined    Code = "name.undefined"
	Cycle            Code = "cycle"
)

var declarationsArea = Area{
	Title: "Declarations", About: "labels, names and circles of declarations",
	Declarations: []Declaration{
		{
			Code: LabelsResource, Severity: Error,
			Title: "a resource or read block has not two labels",
			Explanation: "A resource has a name, by which the program refers to it, and a type: `resource name " +
				"\"package:module:Type\" { … }`. A `read` block has the same two labels.",
			Bad: `resource pet {
  words = 3
}
`,
			Good: `resource pet "kit:index:Name" {
  words = 3
}
`,
		},
		{
			Code: LabelsConfig, Severity: Error,
			Title: "a config block has not one or two labels",
			Explanation: "A config has a name and an optional type: `config name \"string\" { … }`. A type with parentheses or blanks" +
				" is one label and needs quotes.",
			Bad: `config zones list string {
}

output zones {
  value = zones
}
`,
			Good: `config zones "list(string)" {
}

output zones {
  value = zones
}
`,
		},
		{
			Code: LabelsOutput, Severity: Error,
			Title:       "an output block has not one or two labels",
			Explanation: "An output has a name, by which others read it, and an optional type: `output name \"string\" { … }`.",
			Bad: `output {
  value = "Hello"
}
`,
			Good: `output greeting {
  value = "Hello"
}
`,
		},
		{
			Code: LabelsComponent, Severity: Error,
			Title: "a component block has not one or two labels",
			Explanation: "A component has a name and the directory of its program: `component name \"./directory\" { … }`. A " +
				"component that another package provides has no directory, and a `token` instead.",
			Bad: `-- main.pp --
component {
}
-- greeter/main.pp --
output greeting {
  value = "Hello"
}
`,
			Good: `-- main.pp --
component greeter "./greeter" {
}

output greeting {
  value = greeter.greeting
}
-- greeter/main.pp --
output greeting {
  value = "Hello"
}
`,
		},
		{
			Code: LabelsHook, Severity: Error,
			Title: "a hook block has not two labels",
			Explanation: "A hook has a kind, `resource` or `error`, and a name by which the `hooks` option refers to it: `hook " +
				"resource name { … }`.",
			Bad: `hook resource {
  command = ["./notify.sh"]
}
`,
			Good: `hook resource notify {
  command = ["./notify.sh"]
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
			Code: LabelsPulumi, Severity: Error,
			Title:       "a pulumi block has labels",
			Explanation: "There is one `pulumi` block in a program, so it needs no name. Remove the labels.",
			Bad: `pulumi main {
  requiredVersionRange = ">=3.100.0"
}
`,
			Good: `pulumi {
  requiredVersionRange = ">=3.100.0"
}
`,
		},
		{
			Code: BlockUnknownKind, Severity: Error,
			Title: "a block is of no kind that the language knows",
			Explanation: "The kinds of blocks are `config`, `resource`, `read`, `component`, `output`, `hook`, `pulumi` and " +
				"`package`. A block of another kind is ignored when the program is run, with everything in it, and without" +
				" a word; so it is an error here.",
			Bad: `resourse pet "kit:index:Name" {
  words = 3
}
`,
			Good: `resource pet "kit:index:Name" {
  words = 3
}
`,
		},
		{
			Code: HookKind, Severity: Error,
			Title: "a hook is neither a resource nor an error hook",
			Explanation: "The first label says when a hook can run: a `resource` hook before or after an operation on a resource, " +
				"an `error` hook when such an operation has failed, to say whether it is tried again. The name of the hook" +
				" is the second label.",
			Bad: `hook resorce notify {
  command = ["./notify.sh"]
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
  command = ["./notify.sh"]
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
			Code: NameDuplicate, Severity: Error,
			Title: "a name is declared twice",
			Explanation: "All files of a directory share one set of names, for configs, resources, reads, components, hooks and " +
				"locals; outputs have a set of their own. A name is declared once. `null` cannot be declared, and there is" +
				" one `pulumi` block. The first declaration is named beside the finding.",
			Bad: `config region string {
}

region = "eu-north"

output region {
  value = region
}
`,
			Good: `config region string {
}

defaultRegion = "eu-north"

output regions {
  value = [region, defaultRegion]
}
`,
		},
		{
			Code: NameUndefined, Severity: Error,
			Title: "a name is declared nowhere",
			Explanation: "The name is none of the program's: no config, resource, read, component or local, and no variable of a " +
				"`for` around it. A close name is suggested where there is one. Names are written without a prefix such as" +
				" `var.`; `range` exists only in the body of a block that has one, and `args` only in the command of a " +
				"hook.",
			Bad: `config siteName string {
}

output title {
  value = "Welcome to ${sitename}"
}

output name {
  value = siteName
}
`,
			Good: `config siteName string {
}

output title {
  value = "Welcome to ${siteName}"
}
`,
		},
		{
			Code: Cycle, Severity: Error,
			Title: "declarations refer to each other in a circle",
			Explanation: "Each of these declarations waits for the next, and the last one for the first, so none of them can ever " +
				"be computed. Break the circle at one of the references, which are all named beside the finding: often a " +
				"part of one resource belongs into a third one that refers to both.\n\n" +
				"A component counts as one: whatever refers to one of its outputs waits for all of its inputs, also for those that " +
				"the output is not made of, and options such as `dependsOn` and `parent` count as any other reference. Only two components " +
				"that refer to each other directly are accepted; a longer circle of components is not.",
			Bad: `front = "in front of ${back}"
back  = "behind ${front}"

output places {
  value = [front, back]
}
`,
			Good: `wall  = "the wall"
front = "in front of ${wall}"
back  = "behind ${wall}"

output places {
  value = [front, back]
}
`,
		},
	},
}
