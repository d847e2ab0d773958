package codes

// This file declares the codes about how a program is put together, where the
// reference says nothing.

// Codes about how a program is put together.
const (
	AttrIgnored           Code = "attr.ignored"
	LabelNotIdentifier    Code = "label.not-identifier"
	NameShadows           Code = "name.shadows"
	NameLogicalDuplicate  Code = "name.logical-duplicate"
	PackageParamDuplicate Code = "package.param.duplicate"
	PackageNotInherited   Code = "package.not-inherited"
	PackageVersionMissing Code = "package.version-missing"
)

var structureArea = Area{
	Title: "Structure", About: "what is in a block, what names mean outside the program, and which packages a directory has",
	Declarations: []Declaration{
		{
			Code: AttrIgnored, Severity: Warning,
			Title: "an attribute or block has no effect",
			Explanation: `A config, output, pulumi or package block takes a few attributes that the language defines. Everything else in it is
silently ignored, so a misspelt ` + "`defualt`" + ` leaves the config without a default. Correct the name, or remove the attribute.

The type of a config or output is no attribute: it is the second label, as in ` + "`config size number { … }`" + `.`,
			Bad: `config size number {
  defualt = 3
}

output size {
  value = size
}
`,
			Good: `config size number {
  default = 3
}

output size {
  value = size
}
`,
		},
		{
			Code: LabelNotIdentifier, Severity: Warning,
			Title: "a name cannot be referred to",
			Explanation: `A reference is written as an identifier: a letter or an underscore, then letters, digits, underscores and dashes. A
declaration whose name is anything else can be made, but nothing can refer to it. Give it an identifier as its name; if another name is needed
outside the program, write that as ` + "`__logicalName`" + `.`,
			Bad: `resource "front page" "kit:index:Name" {
  words = 2
}
`,
			Good: `resource frontPage "kit:index:Name" {
  __logicalName = "front page"
  words         = 2
}
`,
		},
		{
			Code: NameShadows, Severity: Information, Rule: true,
			Title: "a name hides another one",
			Explanation: `Inside a ` + "`for`" + ` expression its variables hide what the program declares under the same names, which is easily misread.

Pulumi does not look at such inner names when it puts declarations in order: it takes the loop variable for a reference to the declaration. Where
that closes a circle it reports a circular reference and refuses the program; the same happens with a declaration that has the name of
a function it calls. In these cases the finding is a warning. Rename the loop variable or the declaration.`,
			Bad: `zones = ["a", "b"]
zone  = zones[0]

output all {
  value = [for zone in zones : "zone ${zone}"]
}

output first {
  value = zone
}
`,
			Good: `zones = ["a", "b"]
zone  = zones[0]

output all {
  value = [for each in zones : "zone ${each}"]
}

output first {
  value = zone
}
`,
		},
		{
			Code: NameLogicalDuplicate, Severity: Error,
			Title: "two declarations have the same name outside the program",
			Explanation: `A logical name is the ` + "`__logicalName`" + ` of a block, or else the name of the block itself. Two resources of one type below the same
parent must not share it: their URNs would be equal, and the engine refuses the second. The instances of a resource with a range are called
` + "`name-0`, `name-1`" + ` or ` + "`name-key`" + ` and count as well. Of two outputs with one logical name only one is exported, and two configs
with one logical name read the same key. Give one of them another name.`,
			Bad: `resource blue "kit:index:Name" {
  __logicalName = "name"
}

resource green "kit:index:Name" {
  __logicalName = "name"
}
`,
			Good: `resource blue "kit:index:Name" {
  __logicalName = "blue-name"
}

resource green "kit:index:Name" {
  __logicalName = "green-name"
}
`,
		},
		{
			Code: PackageParamDuplicate, Severity: Warning,
			Title: "a package block has two parameterizations",
			Explanation: `A package is parameterized once. Of several ` + "`parameterization`" + ` blocks only the last counts, and the others are silently
dropped. Keep one; a second parameterized package needs a package block of its own.`,
			Bad: `package {
  baseProviderName    = "bridge"
  baseProviderVersion = "1.0.0"
  parameterization {
    name    = "dns"
    version = "0.3.0"
    value   = "b25l"
  }
  parameterization {
    name    = "kit"
    version = "2.0.0"
    value   = "dHdv"
  }
}

resource a "kit:index:Name" {
}
`,
			Good: `package {
  baseProviderName    = "bridge"
  baseProviderVersion = "1.0.0"
  parameterization {
    name    = "kit"
    version = "2.0.0"
    value   = "dHdv"
  }
}

resource a "kit:index:Name" {
}
`,
		},
		{
			Code: PackageNotInherited, Severity: Information,
			Title: "a component has not the package blocks of its user",
			Explanation: `A package block holds for the directory that it stands in and for no other. A program in a component directory that uses the same
package without a block of its own gets the newest version that is installed, which may differ from the one declared here. Put an equal
package block into the component directory.`,
			Bad: `-- main.pp --
package {
  baseProviderName    = "kit"
  baseProviderVersion = "2.0.0"
}

resource a "kit:index:Name" {
}

component site "./site" {
}
-- site/main.pp --
resource b "kit:index:Name" {
}
`,
			Good: `-- main.pp --
package {
  baseProviderName    = "kit"
  baseProviderVersion = "2.0.0"
}

resource a "kit:index:Name" {
}

component site "./site" {
}
-- site/main.pp --
package {
  baseProviderName    = "kit"
  baseProviderVersion = "2.0.0"
}

resource b "kit:index:Name" {
}
`,
		},
		{
			Code: PackageVersionMissing, Severity: Information, Rule: true,
			Title: "a package block names no version",
			Explanation: `Without ` + "`baseProviderVersion`" + ` the newest version of the provider that happens to be installed decides what the program means, so
it can mean something else on another machine or tomorrow. Name the version that the program was written for.`,
			Bad: `package {
  baseProviderName = "kit"
}

resource a "kit:index:Name" {
}
`,
			Good: `package {
  baseProviderName    = "kit"
  baseProviderVersion = "2.0.0"
}

resource a "kit:index:Name" {
}
`,
		},
	},
}
