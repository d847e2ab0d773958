package codes

// This file declares the codes about component blocks.

// Codes about component blocks.
const (
	ComponentSource       Code = "component.source"
	ComponentSourceCycle  Code = "component.source-cycle"
	ComponentErrors       Code = "component.errors"
	ComponentTokenMissing Code = "component.token-missing"
	ComponentTokenExtra   Code = "component.token-extra"
	ComponentLiteral      Code = "component.literal"
)

var componentsArea = Area{
	Title: "Components", About: "component blocks",
	Declarations: []Declaration{
		{
			Code: ComponentSource, Severity: Error,
			Title: "a component's source is not a directory with a program",
			Explanation: "The second label of a component names the directory of another program, relative to the directory of this one. " +
				"The directory must exist, must not be empty, and is not the one that the component stands in.",
			Bad: `-- main.pp --
component network "./networks" {
}

output networkName {
  value = network.name
}
-- network/main.pp --
output name {
  value = "main"
}`,
			Good: `-- main.pp --
component network "./network" {
}

output networkName {
  value = network.name
}
-- network/main.pp --
output name {
  value = "main"
}`,
		},
		{
			Code: ComponentSourceCycle, Severity: Error,
			Title: "component directories include each other",
			Explanation: "The program of this component uses the directory that the component stands in, directly or through other components, " +
				"so neither could ever be finished. Move what both need into a directory of its own.",
			Bad: `-- main.pp --
component network "./network" {
}

output networkName {
  value = network.name
}
-- network/main.pp --
component whole ".." {
}

output name {
  value = whole.networkName
}`,
			Good: `-- main.pp --
component network "./network" {
}

output networkName {
  value = network.name
}
-- network/main.pp --
component naming "../naming" {
}

output name {
  value = naming.prefix
}
-- naming/main.pp --
output prefix {
  value = "main"
}`,
		},
		{
			Code: ComponentErrors, Severity: Error,
			Title: "a component's own program has errors",
			Explanation: "A component works only if the program in its directory does. The errors are reported in the files of that program; " +
				"this finding says that they are there, and its related place is the first of them.",
			Bad: `-- main.pp --
component network "./network" {
}

output networkName {
  value = network.name
}
-- network/main.pp --
output name {
  value = prefix
}`,
			Good: `-- main.pp --
component network "./network" {
}

output networkName {
  value = network.name
}
-- network/main.pp --
prefix = "main"
output name {
  value = prefix
}`,
		},
		{
			Code: ComponentTokenMissing, Severity: Error,
			Title: "a component has neither a source nor a token",
			Explanation: "What a component consists of is said by its second label, the directory of a program. " +
				"A component without one has no program of its own, takes any inputs, and needs a `token` as its type: `package:module:Type`.",
			Bad: `component group {
}

resource assets "cloudy:storage:Bucket" {
  options {
    parent = group
  }
}`,
			Good: `component group {
  token = "shop:index:Storage"
}

resource assets "cloudy:storage:Bucket" {
  options {
    parent = group
  }
}`,
		},
		{
			Code: ComponentTokenExtra, Severity: Error,
			Title: "a component has a source and a token",
			Explanation: "The type of a component with a source directory follows from the directory. Only a component without a source has a `token`; " +
				"remove either of them.",
			Bad: `-- main.pp --
component network "./network" {
  token = "shop:index:Network"
}

output networkName {
  value = network.name
}
-- network/main.pp --
output name {
  value = "main"
}`,
			Good: `-- main.pp --
component network "./network" {
}

output networkName {
  value = network.name
}
-- network/main.pp --
output name {
  value = "main"
}`,
		},
		{
			Code: ComponentLiteral, Severity: Error,
			Title: "a component attribute must be a literal",
			Explanation: "`__logicalName` is the name under which the engine registers the component, and `token` its type. Both must be known before the program runs, " +
				"so they are quoted texts without `${…}`.",
			Bad: `-- main.pp --
component network "./network" {
  __logicalName = "network-${stack()}"
}

output networkName {
  value = network.name
}
-- network/main.pp --
output name {
  value = "main"
}`,
			Good: `-- main.pp --
component network "./network" {
  __logicalName = "main-network"
}

output networkName {
  value = network.name
}
-- network/main.pp --
output name {
  value = "main"
}`,
		},
	},
}
