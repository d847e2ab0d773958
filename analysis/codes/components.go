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
		},
		{
			Code: ComponentSourceCycle, Severity: Error,
			Title: "component directories include each other",
		},
		{
			Code: ComponentErrors, Severity: Error,
			Title: "a component's own program has errors",
		},
		{
			Code: ComponentTokenMissing, Severity: Error,
			Title: "a component has neither a source nor a token",
		},
		{
			Code: ComponentTokenExtra, Severity: Error,
			Title: "a component has a source and a token",
		},
		{
			Code: ComponentLiteral, Severity: Error,
			Title: "a component attribute must be a literal",
		},
	},
}
