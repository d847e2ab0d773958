package codes

// This file declares the codes about type labels of config and output blocks.

// Codes about type labels of config and output blocks.
const (
	TypeSyntax      Code = "type.syntax"
	TypeUnknown     Code = "type.unknown"
	TypeConstructor Code = "type.constructor"
	TypeArity       Code = "type.arity"
	TypeObjectArg   Code = "type.object-arg"
	TypeTupleArg    Code = "type.tuple-arg"
	TypeOptionalArg Code = "type.optional-arg"
)

var typelabelsArea = Area{
	Title: "Types", About: "type labels of config and output blocks",
	Declarations: []Declaration{
		{
			Code: TypeSyntax, Severity: Error,
			Title: "a type label is not a type expression",
		},
		{
			Code: TypeUnknown, Severity: Error,
			Title: "a type name is unknown",
		},
		{
			Code: TypeConstructor, Severity: Error,
			Title: "a type constructor is unknown",
		},
		{
			Code: TypeArity, Severity: Error,
			Title: "a type constructor has too few or too many arguments",
		},
		{
			Code: TypeObjectArg, Severity: Error,
			Title: "object(...) is given something else than members",
		},
		{
			Code: TypeTupleArg, Severity: Error,
			Title: "tuple(...) is given something else than positions",
		},
		{
			Code: TypeOptionalArg, Severity: Error,
			Title: "optional(...) is not given exactly one type",
		},
	},
}
