package codes

// This file declares the codes about text that cannot be parsed.

// Codes about text that cannot be parsed.
const (
	SyntaxEncoding             Code = "syntax.encoding"
	SyntaxCharacter            Code = "syntax.character"
	SyntaxOperator             Code = "syntax.operator"
	SyntaxNumber               Code = "syntax.number"
	SyntaxStringNewline        Code = "syntax.string.newline"
	SyntaxStringUnterminated   Code = "syntax.string.unterminated"
	SyntaxHeredocUnterminated  Code = "syntax.heredoc.unterminated"
	SyntaxEscape               Code = "syntax.escape"
	SyntaxTemplateDirective    Code = "syntax.template.directive"
	SyntaxTemplateUnterminated Code = "syntax.template.unterminated"
	SyntaxExpressionMissing    Code = "syntax.expression.missing"
	SyntaxExpressionInvalid    Code = "syntax.expression.invalid"
	SyntaxConditional          Code = "syntax.conditional"
	SyntaxParen                Code = "syntax.paren"
	SyntaxCall                 Code = "syntax.call"
	SyntaxTuple                Code = "syntax.tuple"
	SyntaxObject               Code = "syntax.object"
	SyntaxSeparator            Code = "syntax.separator"
	SyntaxNewline              Code = "syntax.newline"
	SyntaxBodyItem             Code = "syntax.body-item"
	SyntaxAttributeDuplicate   Code = "syntax.attribute.duplicate"
	SyntaxBlockUnclosed        Code = "syntax.block.unclosed"
	SyntaxBlockOneLine         Code = "syntax.block.one-line"
	SyntaxBlockLabel           Code = "syntax.block.label"
	SyntaxLegacyIndex          Code = "syntax.legacy-index"
	SyntaxFor                  Code = "syntax.for"
	SyntaxSplatNested          Code = "syntax.splat.nested"
	SyntaxDepth                Code = "syntax.depth"
)

var syntaxArea = Area{
	Title: "Syntax", About: "text that cannot be parsed",
	Declarations: []Declaration{
		{
			Code: SyntaxEncoding, Severity: Error,
			Title: "a file is not valid UTF-8",
		},
		{
			Code: SyntaxCharacter, Severity: Error,
			Title: "a character has no meaning",
		},
		{
			Code: SyntaxOperator, Severity: Error,
			Title: "an operator does not exist",
		},
		{
			Code: SyntaxNumber, Severity: Error,
			Title: "a number is malformed",
		},
		{
			Code: SyntaxStringNewline, Severity: Error,
			Title: "a quoted string goes over a line end",
		},
		{
			Code: SyntaxStringUnterminated, Severity: Error,
			Title: "a string is never closed",
		},
		{
			Code: SyntaxHeredocUnterminated, Severity: Error,
			Title: "a heredoc is never closed",
		},
		{
			Code: SyntaxEscape, Severity: Error,
			Title: "an escape in a string does not exist",
		},
		{
			Code: SyntaxTemplateDirective, Severity: Error,
			Title: "a template directive is misplaced",
		},
		{
			Code: SyntaxTemplateUnterminated, Severity: Error,
			Title: "an interpolation is never closed",
		},
		{
			Code: SyntaxExpressionMissing, Severity: Error,
			Title: "a value is missing",
		},
		{
			Code: SyntaxExpressionInvalid, Severity: Error,
			Title: "a value is malformed",
		},
		{
			Code: SyntaxConditional, Severity: Error,
			Title: "a conditional has no second branch",
		},
		{
			Code: SyntaxParen, Severity: Error,
			Title: "a parenthesis is never closed",
		},
		{
			Code: SyntaxCall, Severity: Error,
			Title: "a call is malformed or never closed",
		},
		{
			Code: SyntaxTuple, Severity: Error,
			Title: "a list is malformed or never closed",
		},
		{
			Code: SyntaxObject, Severity: Error,
			Title: "an object is malformed or never closed",
		},
		{
			Code: SyntaxSeparator, Severity: Error,
			Title: "a separator is missing",
		},
		{
			Code: SyntaxNewline, Severity: Error,
			Title: "a line goes on after its end",
		},
		{
			Code: SyntaxBodyItem, Severity: Error,
			Title: "a line is neither an attribute nor a block",
		},
		{
			Code: SyntaxAttributeDuplicate, Severity: Error,
			Title: "an attribute is set twice",
		},
		{
			Code: SyntaxBlockUnclosed, Severity: Error,
			Title: "a block is never closed",
		},
		{
			Code: SyntaxBlockOneLine, Severity: Error,
			Title: "a block on one line holds too much",
		},
		{
			Code: SyntaxBlockLabel, Severity: Error,
			Title: "a label is not literal",
		},
		{
			Code: SyntaxLegacyIndex, Severity: Error,
			Title: "indexes are chained with dots",
		},
		{
			Code: SyntaxFor, Severity: Error,
			Title: "a for expression is malformed",
		},
		{
			Code: SyntaxSplatNested, Severity: Error,
			Title: "a splat stands inside an attribute splat",
		},
		{
			Code: SyntaxDepth, Severity: Error,
			Title: "a text is nested too deeply",
		},
	},
}
