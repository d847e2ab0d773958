package codes

// This file declares the rules about where things stand, how many there are, and what a program shows and needs.

// Rules about where things stand, how many there are, and what a program shows and needs.
const (
	ComponentSourceOutside Code = "component.source-outside"
	OutputWholeResource    Code = "output.whole-resource"
	OutputDuplicateValue   Code = "output.duplicate-value"
	PackageUndeclared      Code = "package.undeclared"
	OrderItems             Code = "order.items"
	OrderOptions           Code = "order.options"
	FileResources          Code = "file.resources"
	CommentTodo            Code = "comment.todo"
)

var orderArea = Area{
	Title: "Order and extent", About: "where things stand, how many there are, and what a program shows and needs",
	Declarations: []Declaration{
		{
			Code: ComponentSourceOutside, Severity: Information, Rule: true,
			Title: "the program of a component is outside of the project",
			Explanation: `The directory of the component is above that of the project, so whoever gets the project alone cannot run it. Move the component into the project, or
the project file up.`,
			Bad: `-- app/Pulumi.yaml --
name: app
runtime: pcl
-- app/main.pp --
component pets "../pets" {
}
-- pets/main.pp --
resource pet "kit:index:Name" {
}
`,
			Good: `-- Pulumi.yaml --
name: app
runtime: pcl
-- main.pp --
component pets "./pets" {
}
-- pets/main.pp --
resource pet "kit:index:Name" {
}
`,
		},
		{
			Code: OutputWholeResource, Severity: Off, Rule: true,
			Title: "an output exports a whole resource",
			Explanation: `The output has every property of the resource, those that are secret or large too, and so does the state of each stack that reads it. Export the
properties that somebody needs.

Off by default: in a component this is how a resource is handed on.`,
			Bad: `-- .pcl-lsp.yaml --
rules:
  output.whole-resource: hint
-- main.pp --
resource pet "kit:index:Name" {
}

output pet {
  value = pet
}
`,
			Good: `-- .pcl-lsp.yaml --
rules:
  output.whole-resource: hint
-- main.pp --
resource pet "kit:index:Name" {
}

output pet {
  value = pet.result
}
`,
		},
		{
			Code: OutputDuplicateValue, Severity: Off, Rule: true,
			Title: "two outputs have the same value",
			Explanation: `Whoever reads one of them could read the other. Texts that are written out may be alike by chance and are not compared. Remove one of the outputs.

Off by default: an output can be there for those who know it by its old name.`,
			Bad: `-- .pcl-lsp.yaml --
rules:
  output.duplicate-value: hint
-- main.pp --
resource pet "kit:index:Name" {
}

output pet {
  value = pet.result
}

output name {
  value = pet.result
}
`,
			Good: `-- .pcl-lsp.yaml --
rules:
  output.duplicate-value: hint
-- main.pp --
resource pet "kit:index:Name" {
}

output pet {
  value = pet.result
}
`,
		},
		{
			Code: PackageUndeclared, Severity: Off, Rule: true,
			Title: "no package block says which version of a package is needed",
			Explanation: `The newest version that is installed decides, which is another one on another machine. Declare the package and its version in a ` + "`" + `package` + "`" + ` block. A
resource whose options have a ` + "`" + `version` + "`" + ` says it itself.

Off by default: the versions of plugins are often fixed elsewhere.`,
			Bad: `-- .pcl-lsp.yaml --
rules:
  package.undeclared: hint
-- main.pp --
resource pet "kit:index:Name" {
}
`,
			Good: `-- .pcl-lsp.yaml --
rules:
  package.undeclared: hint
-- main.pp --
package {
  baseProviderName    = "kit"
  baseProviderVersion = "2.0.0"
}

resource pet "kit:index:Name" {
}
`,
		},
		{
			Code: OrderItems, Severity: Off, Rule: true,
			Title: "declarations are not in the usual order",
			Explanation: `The usual order in a file is: the ` + "`" + `pulumi` + "`" + ` and ` + "`" + `package` + "`" + ` blocks, configs, resources, lookups and components, outputs. Locals and hooks may stand where
they are used. The order makes no difference to the run.

Off by default: it is a matter of taste.`,
			Bad: `-- .pcl-lsp.yaml --
rules:
  order.items: hint
-- main.pp --
output size {
  value = size
}

config size number {
}
`,
			Good: `-- .pcl-lsp.yaml --
rules:
  order.items: hint
-- main.pp --
config size number {
}

output size {
  value = size
}
`,
		},
		{
			Code: OrderOptions, Severity: Off, Rule: true,
			Title: "options stand before inputs",
			Explanation: `Inputs say what a resource is, options how it is treated; they usually stand behind. The order makes no difference to the run.

Off by default: it is a matter of taste.`,
			Bad: `-- .pcl-lsp.yaml --
rules:
  order.options: hint
-- main.pp --
resource pet "kit:index:Name" {
  options {
    protect = true
  }
  words = 2
}
`,
			Good: `-- .pcl-lsp.yaml --
rules:
  order.options: hint
-- main.pp --
resource pet "kit:index:Name" {
  words = 2
  options {
    protect = true
  }
}
`,
		},
		{
			Code: FileResources, Severity: Off, Rule: true,
			Title: "a file has many resources",
			Explanation: `More than 30 resources are hard to look through. Divide the file, or make a component of what belongs together: all files of a directory are one
program.

Off by default: how many are too many is a matter of taste.`,
			Bad: `-- .pcl-lsp.yaml --
rules:
  file.resources: hint
-- main.pp --
resource pet1 "kit:index:Name" {
}

resource pet2 "kit:index:Name" {
}

resource pet3 "kit:index:Name" {
}

resource pet4 "kit:index:Name" {
}

resource pet5 "kit:index:Name" {
}

resource pet6 "kit:index:Name" {
}

resource pet7 "kit:index:Name" {
}

resource pet8 "kit:index:Name" {
}

resource pet9 "kit:index:Name" {
}

resource pet10 "kit:index:Name" {
}

resource pet11 "kit:index:Name" {
}

resource pet12 "kit:index:Name" {
}

resource pet13 "kit:index:Name" {
}

resource pet14 "kit:index:Name" {
}

resource pet15 "kit:index:Name" {
}

resource pet16 "kit:index:Name" {
}

resource pet17 "kit:index:Name" {
}

resource pet18 "kit:index:Name" {
}

resource pet19 "kit:index:Name" {
}

resource pet20 "kit:index:Name" {
}

resource pet21 "kit:index:Name" {
}

resource pet22 "kit:index:Name" {
}

resource pet23 "kit:index:Name" {
}

resource pet24 "kit:index:Name" {
}

resource pet25 "kit:index:Name" {
}

resource pet26 "kit:index:Name" {
}

resource pet27 "kit:index:Name" {
}

resource pet28 "kit:index:Name" {
}

resource pet29 "kit:index:Name" {
}

resource pet30 "kit:index:Name" {
}

resource pet31 "kit:index:Name" {
}
`,
			Good: `-- .pcl-lsp.yaml --
rules:
  file.resources: hint
-- main.pp --
resource pet "kit:index:Name" {
  options {
    range = 31
  }
}
`,
		},
		{
			Code: CommentTodo, Severity: Off, Rule: true,
			Title: "a comment says that something is left to do",
			Explanation: `` + "`" + `TODO` + "`" + `, ` + "`" + `FIXME` + "`" + ` and ` + "`" + `XXX` + "`" + ` in a comment. Do it, or say elsewhere that it is to be done.

Off by default: that is what such comments are for.`,
			Bad: `-- .pcl-lsp.yaml --
rules:
  comment.todo: hint
-- main.pp --
# TODO: ask for the size.
size = 20

output size {
  value = size
}
`,
			Good: `-- .pcl-lsp.yaml --
rules:
  comment.todo: hint
-- main.pp --
# Twenty are enough.
size = 20

output size {
  value = size
}
`,
		},
	},
}
