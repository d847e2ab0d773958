package codes

// This file declares the codes about expressions and the members of values.

// Codes about expressions and the members of values.
const (
	PropUnknown   Code = "prop.unknown"
	PropCase      Code = "prop.case"
	TraverseKind  Code = "traverse.kind"
	IndexType     Code = "index.type"
	IndexRange    Code = "index.range"
	ForCollection Code = "for.collection"
	ForDuplicate  Code = "for.duplicate"
	ObjectKey     Code = "object.key"
	ExprType      Code = "expr.type"
	ExprLiteral   Code = "expr.literal"
)

var expressionsArea = Area{
	Title: "Expressions", About: "expressions and the members of values",
	Declarations: []Declaration{
		{
			Code: PropUnknown, Severity: Error,
			Title: "a value has no such member",
		},
		{
			Code: PropCase, Severity: Error,
			Title: "a member is spelt with other capitals",
		},
		{
			Code: TraverseKind, Severity: Error,
			Title: "a value of this type has no members",
		},
		{
			Code: IndexType, Severity: Error,
			Title: "an index has the wrong type",
		},
		{
			Code: IndexRange, Severity: Error,
			Title: "an index is out of range",
		},
		{
			Code: ForCollection, Severity: Error,
			Title: "a value cannot be iterated",
		},
		{
			Code: ForDuplicate, Severity: Error,
			Title: "key and value variable have one name",
		},
		{
			Code: ObjectKey, Severity: Error,
			Title: "an object key is not a string",
		},
		{
			Code: ExprType, Severity: Error,
			Title: "an operand has the wrong type",
		},
		{
			Code: ExprLiteral, Severity: Error,
			Title: "a whole number has more digits than can be kept exactly",
		},
	},
}
