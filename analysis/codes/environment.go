package codes

// This file declares the codes about the settings, stack files, project files and other files around a program, and about suppressions.

// Codes about the settings file .pcl-lsp.yaml.
const (
	SettingsInvalid Code = "settings.invalid"
)

var settingsArea = Area{
	Title: "Settings", About: "the settings file .pcl-lsp.yaml",
	Declarations: []Declaration{
		{Code: SettingsInvalid, Severity: Error},
	},
}

// Codes about stack configuration.
const (
	ConfigStackMissing     Code = "config.stack-missing"
	ConfigStackPlainSecret Code = "config.stack-plain-secret"
	ConfigStackValue       Code = "config.stack-value"
	ConfigStackUnknown     Code = "config.stack-unknown"
)

var stacksArea = Area{
	Title: "Stacks", About: "stack configuration", Varies: true,
	Declarations: []Declaration{
		{Code: ConfigStackMissing, Severity: Information},
		{Code: ConfigStackPlainSecret, Severity: Warning},
		{Code: ConfigStackValue, Severity: Warning},
		{Code: ConfigStackUnknown, Severity: Warning},
	},
}

// Codes about project and stack files.
const (
	ProjectName    Code = "project.name"
	ProjectRuntime Code = "project.runtime"
	ProjectInvalid Code = "project.invalid"
)

var projectsArea = Area{
	Title: "Projects", About: "project and stack files",
	Declarations: []Declaration{
		{Code: ProjectName, Severity: Error},
		{Code: ProjectRuntime, Severity: Information},
		{Code: ProjectInvalid, Severity: Error},
	},
}

// Codes about files, assets and archives.
const (
	FileMissing       Code = "file.missing"
	FileDirectory     Code = "file.directory"
	FileSize          Code = "file.size"
	FileBelow         Code = "file.below"
	FileLanguage      Code = "file.language"
	ArchiveKind       Code = "archive.kind"
	AssetEmpty        Code = "asset.empty"
	AssetScheme       Code = "asset.scheme"
	AssetSwap         Code = "asset.swap"
	AssetMember       Code = "asset.member"
	AssetOutside      Code = "asset.outside"
	ComponentPathCase Code = "component.path-case"
)

var filesArea = Area{
	Title: "Files", About: "files, assets and archives", Varies: true,
	Declarations: []Declaration{
		{Code: FileMissing, Severity: Warning},
		{Code: FileDirectory, Severity: Warning},
		{Code: FileSize, Severity: Warning},
		{Code: FileBelow, Severity: Error},
		{Code: FileLanguage, Severity: Information},
		{Code: ArchiveKind, Severity: Warning},
		{Code: AssetEmpty, Severity: Error},
		{Code: AssetScheme, Severity: Error, Evaluated: true},
		{Code: AssetSwap, Severity: Error, Evaluated: true},
		{Code: AssetMember, Severity: Error},
		{Code: AssetOutside, Severity: Information, Rule: true},
		{Code: ComponentPathCase, Severity: Warning, Rule: true},
	},
}

// ComponentPassed is about what other programs pass to a component.
const ComponentPassed Code = "component.passed"

var callersArea = Area{
	Title: "Callers", About: "what the programs that use a component pass to it", Varies: true,
	Declarations: []Declaration{
		{Code: ComponentPassed, Severity: Hint},
	},
}

// Codes about comments that suppress findings.
const (
	SuppressionUnused    Code = "suppression.unused"
	SuppressionUnknown   Code = "suppression.unknown-code"
	SuppressionMalformed Code = "suppression.malformed"
	SuppressionNoReason  Code = "suppression.no-reason"
)

var suppressionsArea = Area{
	Title: "Suppressions", Category: Style, About: "comments that suppress findings",
	Declarations: []Declaration{
		{Code: SuppressionUnused, Severity: Warning, Tag: Unnecessary, Rule: true},
		{Code: SuppressionUnknown, Severity: Warning},
		{Code: SuppressionMalformed, Severity: Warning},
		{Code: SuppressionNoReason, Severity: Warning},
	},
}
