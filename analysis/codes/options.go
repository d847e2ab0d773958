package codes

// This file declares the codes about options blocks and ranges.

// Codes about options blocks and ranges.
const (
	OptionsDuplicate Code = "options.duplicate"
	OptionUnknown    Code = "option.unknown"
	OptionType       Code = "option.type"
	OptionLiteral    Code = "option.literal"
	OptionVersion    Code = "option.version"
	OptionHooksShape Code = "option.hooks-shape"
	OptionHooksName  Code = "option.hooks-name"
	OptionHooksKind  Code = "option.hooks-kind"
	RangeIterate     Code = "range.iterate"
)

var optionsArea = Area{
	Title: "Options", About: "options blocks and ranges",
	Declarations: []Declaration{
		{
			Code: OptionsDuplicate, Severity: Error,
			Title: "a block has options twice",
		},
		{
			Code: OptionUnknown, Severity: Error,
			Title: "an option is unknown",
		},
		{
			Code: OptionType, Severity: Error,
			Title: "an option's value has the wrong type",
		},
		{
			Code: OptionLiteral, Severity: Error,
			Title: "an option must be a literal",
		},
		{
			Code: OptionVersion, Severity: Error,
			Title: "a version option is not a semantic version",
		},
		{
			Code: OptionHooksShape, Severity: Error,
			Title: "the hooks option is not an object of lists",
		},
		{
			Code: OptionHooksName, Severity: Error,
			Title: "a hook point is unknown",
		},
		{
			Code: OptionHooksKind, Severity: Error,
			Title: "a hook is of the wrong kind for its hook point",
		},
		{
			Code: RangeIterate, Severity: Error,
			Title: "a range is neither a bool, a number nor a collection",
		},
	},
}
