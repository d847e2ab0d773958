package codes

// This file declares the codes about package blocks and the schemas they lead to.

// Codes about package blocks and the schemas they lead to.
const (
	PackageUnknown         Code = "package.unknown"
	PackageLabelDeprecated Code = "package.label-deprecated"
	PackageLabels          Code = "package.labels"
	PackageNoName          Code = "package.no-name"
	PackageNameLiteral     Code = "package.name-literal"
	PackageVersion         Code = "package.version"
	PackageURL             Code = "package.url"
	PackageParamName       Code = "package.param.name"
	PackageParamVersion    Code = "package.param.version"
	PackageParamValue      Code = "package.param.value"
	PackageUnresolved      Code = "package.unresolved"
	PackageDuplicate       Code = "package.duplicate"
	PackageConflict        Code = "package.conflict"
)

var packagesArea = Area{
	Title: "Packages", About: "package blocks and the schemas they lead to",
	Declarations: []Declaration{
		{
			Code: PackageUnknown, Severity: Warning,
			Title: "the schema of a package cannot be found",
			Explanation: "Without its schema nothing is known about a package: its resources and functions are accepted as they are" +
				" written, and their values have no type. The message says what was looked for and what helps: installing the provider, " +
				"allowing to ask one that is installed, trusting the workspace where the provider comes with it, or copying a package block from a file below `sdks` into the program, since only " +
				"the program's own directory is read. `pulumi package get-schema NAME` prints a schema, too: put that into a folder " +
				"`schemas` beside the program, or say where it is with `--schema`. `pcl-lsp schema where NAME` lists all places that were " +
				"considered. It is reported once for each package.",
			Bad: `resource pet "menagerie:index:Name" {
}
`,
			Good: `resource pet "kit:index:Name" {
}
`,
		},
		{
			Code: PackageLabelDeprecated, Severity: Warning, Tag: Deprecated, Rule: true,
			Title: "a package block has a label",
			Explanation: "The provider was once named by a label. Name it with the attribute `baseProviderName`, which also works " +
				"for parameterized packages, and remove the label.",
			Bad: `package "kit" {
  baseProviderName    = "kit"
  baseProviderVersion = "2.0.0"
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
			Code: PackageLabels, Severity: Error,
			Title: "a package block has several labels",
			Explanation: "What a package block declares stands in its attributes: the provider in `baseProviderName`, its version " +
				"in `baseProviderVersion`. Remove the labels.",
			Bad: `package "kit" "2.0.0" {
  baseProviderName = "kit"
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
			Code: PackageNoName, Severity: Error,
			Title: "a package block names no provider",
			Explanation: "A package block says which provider plugin serves a package. Without `baseProviderName` it says nothing " +
				"about any package, and a version in it has no effect.",
			Bad: `package {
  baseProviderVersion = "2.0.0"
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
			Code: PackageNameLiteral, Severity: Error,
			Title: "a provider name is not a literal string",
			Explanation: "Packages are loaded before anything is computed, so `baseProviderName` is a quoted text: no reference, no" +
				" `${…}` and no number.",
			Bad: `package {
  baseProviderName = kit
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
			Code: PackageVersion, Severity: Error,
			Title: "a provider version is not a semantic version",
			Explanation: "A version is a quoted text of three numbers, such as `\"1.2.3\"`, with an optional pre-release: no leading " +
				"`v`, no missing part, no range such as `>=1.2.3`. A version that cannot be read does not count, and the " +
				"newest one that is found is used instead.",
			Bad: `package {
  baseProviderName    = "kit"
  baseProviderVersion = "v2.0.0"
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
			Code: PackageURL, Severity: Error,
			Title: "a download URL is not a URL",
			Explanation: "`baseProviderDownloadUrl` says where the provider plugin is downloaded from if it is not in the registry." +
				" It is a quoted, absolute URL with a scheme.",
			Bad: `package {
  baseProviderName        = "kit"
  baseProviderVersion     = "2.0.0"
  baseProviderDownloadUrl = "plugins.example.com"
}

resource pet "kit:index:Name" {
}
`,
			Good: `package {
  baseProviderName        = "kit"
  baseProviderVersion     = "2.0.0"
  baseProviderDownloadUrl = "https://plugins.example.com"
}

resource pet "kit:index:Name" {
}
`,
		},
		{
			Code: PackageParamName, Severity: Error,
			Title: "a parameterization's name is not a literal string",
			Explanation: "A parameterized provider serves a package of another name, which `name` gives as a quoted text. Resources" +
				" use it as the first part of their types, so it cannot be computed and must not be empty.",
			Bad: `package {
  baseProviderName    = "bridge"
  baseProviderVersion = "1.0.0"

  parameterization {
    name    = ""
    version = "2.0.0"
    value   = "eyJraXQiOjJ9"
  }
}

resource pet "kit:index:Name" {
}
`,
			Good: `package {
  baseProviderName    = "bridge"
  baseProviderVersion = "1.0.0"

  parameterization {
    name    = "kit"
    version = "2.0.0"
    value   = "eyJraXQiOjJ9"
  }
}

resource pet "kit:index:Name" {
}
`,
		},
		{
			Code: PackageParamVersion, Severity: Error,
			Title: "a parameterization's version is not a semantic version",
			Explanation: "`version` is that of the package that the provider serves: a quoted text of three numbers, such as " +
				"`\"1.2.3\"`, without a leading `v` and without a missing part.",
			Bad: `package {
  baseProviderName    = "bridge"
  baseProviderVersion = "1.0.0"

  parameterization {
    name    = "kit"
    version = "2.0"
    value   = "eyJraXQiOjJ9"
  }
}

resource pet "kit:index:Name" {
}
`,
			Good: `package {
  baseProviderName    = "bridge"
  baseProviderVersion = "1.0.0"

  parameterization {
    name    = "kit"
    version = "2.0.0"
    value   = "eyJraXQiOjJ9"
  }
}

resource pet "kit:index:Name" {
}
`,
		},
		{
			Code: PackageParamValue, Severity: Error,
			Title: "a parameterization's value is not base64 text",
			Explanation: "`value` is what the provider is told so that it serves the package, in standard base64 with its padding " +
				"(`=`). `pulumi package add` writes a block with the right value to a file in `sdks`; copy that beside the" +
				" program.",
			Bad: `package {
  baseProviderName    = "bridge"
  baseProviderVersion = "1.0.0"

  parameterization {
    name    = "kit"
    version = "2.0.0"
    value   = "{kit: 2}"
  }
}

resource pet "kit:index:Name" {
}
`,
			Good: `package {
  baseProviderName    = "bridge"
  baseProviderVersion = "1.0.0"

  parameterization {
    name    = "kit"
    version = "2.0.0"
    value   = "eyJraXQiOjJ9"
  }
}

resource pet "kit:index:Name" {
}
`,
		},
		{
			Code: PackageUnresolved, Severity: Error,
			Title: "a parameterization has no name",
			Explanation: "A parameterized provider serves a package whose name only `name` can tell. Without it the block declares " +
				"no package, and resources cannot refer to it.",
			Bad: `package {
  baseProviderName    = "bridge"
  baseProviderVersion = "1.0.0"

  parameterization {
    version = "2.0.0"
    value   = "eyJraXQiOjJ9"
  }
}

resource pet "kit:index:Name" {
}
`,
			Good: `package {
  baseProviderName    = "bridge"
  baseProviderVersion = "1.0.0"

  parameterization {
    name    = "kit"
    version = "2.0.0"
    value   = "eyJraXQiOjJ9"
  }
}

resource pet "kit:index:Name" {
}
`,
		},
		{
			Code: PackageDuplicate, Severity: Error,
			Title: "a package is declared twice in one file",
			Explanation: "One block declares a package. Which of the two would be meant cannot be known, so remove one; the first " +
				"is named beside the finding.",
			Bad: `package {
  baseProviderName    = "kit"
  baseProviderVersion = "2.0.0"
}

package {
  baseProviderName = "kit"
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
			Code: PackageConflict, Severity: Error,
			Title: "two files declare a package differently",
			Explanation: "All files of a directory are one program with one version of each package. Each file may say which, but " +
				"they must say the same. Make the blocks equal, or remove one; the other is named beside the finding.",
			Bad: `-- main.pp --
package {
  baseProviderName    = "kit"
  baseProviderVersion = "2.0.0"
}

resource pet "kit:index:Name" {
}
-- names.pp --
package {
  baseProviderName    = "kit"
  baseProviderVersion = "2.1.0"
}
`,
			Good: `-- main.pp --
package {
  baseProviderName    = "kit"
  baseProviderVersion = "2.0.0"
}

resource pet "kit:index:Name" {
}
-- names.pp --
package {
  baseProviderName    = "kit"
  baseProviderVersion = "2.0.0"
}
`,
		},
	},
}
