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
		},
		{
			Code: ConfigLiteral, Severity: Error,
			Title: "a config attribute must be a literal",
		},
		{
			Code: OutputValue, Severity: Error,
			Title: "a value does not fit the declared type",
		},
		{
			Code: OutputNoValue, Severity: Error,
			Title: "an output has no value",
		},
		{
			Code: OutputLiteral, Severity: Error,
			Title: "an output attribute must be a literal",
		},
		{
			Code: PulumiVersion, Severity: Error,
			Title: "the required version is not a string",
		},
		{
			Code: PulumiTraverse, Severity: Error,
			Title: "the pulumi block has no members",
		},
		{
			Code: HookCommandMissing, Severity: Error,
			Title: "a hook has no command",
		},
		{
			Code: HookMember, Severity: Error,
			Title: "a hook has an unknown attribute or a block",
		},
		{
			Code: HookType, Severity: Error,
			Title: "a hook attribute has the wrong type",
		},
	},
}
