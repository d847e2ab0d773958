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
		},
		{
			Code: PackageLabelDeprecated, Severity: Warning, Tag: Deprecated,
			Title: "a package block has a label",
		},
		{
			Code: PackageLabels, Severity: Error,
			Title: "a package block has several labels",
		},
		{
			Code: PackageNoName, Severity: Error,
			Title: "a package block names no provider",
		},
		{
			Code: PackageNameLiteral, Severity: Error,
			Title: "a provider name is not a literal string",
		},
		{
			Code: PackageVersion, Severity: Error,
			Title: "a provider version is not a semantic version",
		},
		{
			Code: PackageURL, Severity: Error,
			Title: "a download URL is not a URL",
		},
		{
			Code: PackageParamName, Severity: Error,
			Title: "a parameterization's name is not a literal string",
		},
		{
			Code: PackageParamVersion, Severity: Error,
			Title: "a parameterization's version is not a semantic version",
		},
		{
			Code: PackageParamValue, Severity: Error,
			Title: "a parameterization's value is not base64 text",
		},
		{
			Code: PackageUnresolved, Severity: Error,
			Title: "a parameterization has no name",
		},
		{
			Code: PackageDuplicate, Severity: Error,
			Title: "a package is declared twice in one file",
		},
		{
			Code: PackageConflict, Severity: Error,
			Title: "two files declare a package differently",
		},
	},
}
