package codes

// This file declares the codes about resource and read blocks.

// Codes about resource and read blocks.
const (
	TokenMalformed  Code = "token.malformed"
	ResourceUnknown Code = "resource.unknown"
	ResourceLoad    Code = "resource.load"
	ReadComponent   Code = "read.component"
	ReadProvider    Code = "read.provider"
	ResourceLiteral Code = "resource.literal"
	AttrUnknown     Code = "attr.unknown"
	AttrType        Code = "attr.type"
	AttrPlain       Code = "attr.plain"
	AttrMissing     Code = "attr.missing"
	BlockUnknown    Code = "block.unknown"
)

var resourcesArea = Area{
	Title: "Resources", About: "resource and read blocks",
	Declarations: []Declaration{
		{
			Code: TokenMalformed, Severity: Error,
			Title: "a type token is malformed",
		},
		{
			Code: ResourceUnknown, Severity: Error,
			Title: "a package has no such resource type",
		},
		{
			Code: ResourceLoad, Severity: Error,
			Title: "the schema of a resource type cannot be read",
		},
		{
			Code: ReadComponent, Severity: Error,
			Title: "a component resource is read",
		},
		{
			Code: ReadProvider, Severity: Error,
			Title: "a provider resource is read",
		},
		{
			Code: ResourceLiteral, Severity: Error,
			Title: "a resource attribute must be a literal",
		},
		{
			Code: AttrUnknown, Severity: Error,
			Title: "an attribute is not an input",
		},
		{
			Code: AttrType, Severity: Error,
			Title: "a value does not fit the type of its input",
		},
		{
			Code: AttrPlain, Severity: Warning,
			Title: "an output is given to an input that wants a plain value",
		},
		{
			Code: AttrMissing, Severity: Error,
			Title: "a required input is missing",
		},
		{
			Code: BlockUnknown, Severity: Error,
			Title: "a nested block is not allowed here",
		},
	},
}
