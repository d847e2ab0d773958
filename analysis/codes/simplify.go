package codes

// This file declares the codes about what can be said in a shorter way.

// Codes about what can be said in a shorter way.
const (
	SimplifyComparison    Code = "simplify.comparison"
	SimplifyNegation      Code = "simplify.negation"
	SimplifyCondition     Code = "simplify.condition"
	SimplifyOperand       Code = "simplify.operand"
	SimplifyCall          Code = "simplify.call"
	SimplifyFor           Code = "simplify.for"
	SimplifyInterpolation Code = "simplify.interpolation"
	CompareItself         Code = "compare.itself"
	ConditionSameBranches Code = "condition.same-branches"
)

var simplifyArea = Area{
	Title: "Roundabout expressions", About: "what can be said in a shorter way",
	Declarations: []Declaration{
		{
			Code: SimplifyComparison, Severity: Hint, Tag: Unnecessary, Rule: true,
			Title:       "a bool is compared with true or false",
			Explanation: "`x == true` is `x`, and `x == false` is `!x`, where `x` is a bool. Nothing is said where it may be null or a text.",
			Bad: `config large bool {}

output result {
  value = large == true ? 5 : 1
}
`,
			Good: `config large bool {}

output result {
  value = large ? 5 : 1
}
`,
		},
		{
			Code: SimplifyNegation, Severity: Hint, Rule: true,
			Title:       "a negation that can be left out",
			Explanation: "`!!x` is `x`, and `!(a == b)` is `a != b`. Both are easier to read.",
			Bad: `config size number {}

output result {
  value = !(size == 5)
}
`,
			Good: `config size number {}

output result {
  value = size != 5
}
`,
		},
		{
			Code: SimplifyCondition, Severity: Hint, Rule: true,
			Title:       "a condition chooses between true and false",
			Explanation: "`x ? true : false` is `x`, and `x ? false : true` is `!x`.",
			Bad: `config large bool {}

output result {
  value = large ? true : false
}
`,
			Good: `config large bool {}

output result {
  value = large
}
`,
		},
		{
			Code: SimplifyOperand, Severity: Hint, Tag: Unnecessary, Rule: true,
			Title:       "an operand changes nothing",
			Explanation: "To add zero, to multiply by one, or to ask for `true` besides gives the other operand back. Write that alone.",
			Bad: `config large bool {}

output result {
  value = large && true
}
`,
			Good: `config large bool {}

output result {
  value = large
}
`,
		},
		{
			Code: SimplifyCall, Severity: Hint, Tag: Unnecessary, Rule: true,
			Title:       "a call gives its argument back",
			Explanation: "To join a single text gives that text, and `try` with a single argument fails where the argument does. Write the argument alone.",
			Bad: `config owner string {}

output result {
  value = join(", ", [owner])
}
`,
			Good: `config owner string {}

output result {
  value = owner
}
`,
		},
		{
			Code: SimplifyFor, Severity: Hint, Rule: true,
			Title:       "a loop gives its collection back",
			Explanation: "The loop makes of a list or map the same list or map. Write the collection alone.",
			Bad: `config owners "list(string)" {}

output result {
  value = [for owner in owners : owner]
}
`,
			Good: `config owners "list(string)" {}

output result {
  value = owners
}
`,
		},
		{
			Code: SimplifyInterpolation, Severity: Hint, Tag: Unnecessary, Rule: true,
			Title:       "a text in quotes is interpolated",
			Explanation: "What stands between `${` and `}` is a text that is written out, so it can be a part of the text around it as it is.",
			Bad: `config owner string {}

output result {
  value = "${"shop"}-${owner}"
}
`,
			Good: `config owner string {}

output result {
  value = "shop-${owner}"
}
`,
		},
		{
			Code: CompareItself, Severity: Warning, Rule: true,
			Title:       "something is compared with itself",
			Explanation: "Both operands are the same name, so the result is always the same. Most likely one of them was meant to be another one.",
			Bad: `config size number {}

output result {
  value = size == size
}
`,
			Good: `config size number {}

config least number {}

output result {
  value = size == least
}
`,
		},
		{
			Code: ConditionSameBranches, Severity: Information, Rule: true,
			Title:       "both branches of a condition are the same",
			Explanation: "Whatever the condition says, the value is the same. Write it alone, or correct one of the branches.",
			Bad: `config large bool {}

output result {
  value = large ? 5 : 5
}
`,
			Good: `config large bool {}

output result {
  value = large ? 5 : 1
}
`,
		},
	},
}
