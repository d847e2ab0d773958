package codes

// This file declares the codes about the syntax of files.

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
		{Code: SyntaxEncoding, Severity: Error},
		{Code: SyntaxCharacter, Severity: Error},
		{Code: SyntaxOperator, Severity: Error},
		{Code: SyntaxNumber, Severity: Error},
		{Code: SyntaxStringNewline, Severity: Error},
		{Code: SyntaxStringUnterminated, Severity: Error},
		{Code: SyntaxHeredocUnterminated, Severity: Error},
		{Code: SyntaxEscape, Severity: Error},
		{Code: SyntaxTemplateDirective, Severity: Error},
		{Code: SyntaxTemplateUnterminated, Severity: Error},
		{Code: SyntaxExpressionMissing, Severity: Error},
		{Code: SyntaxExpressionInvalid, Severity: Error},
		{Code: SyntaxConditional, Severity: Error},
		{Code: SyntaxParen, Severity: Error},
		{Code: SyntaxCall, Severity: Error},
		{Code: SyntaxTuple, Severity: Error},
		{Code: SyntaxObject, Severity: Error},
		{Code: SyntaxSeparator, Severity: Error},
		{Code: SyntaxNewline, Severity: Error},
		{Code: SyntaxBodyItem, Severity: Error},
		{Code: SyntaxAttributeDuplicate, Severity: Error},
		{Code: SyntaxBlockUnclosed, Severity: Error},
		{Code: SyntaxBlockOneLine, Severity: Error},
		{Code: SyntaxBlockLabel, Severity: Error},
		{Code: SyntaxLegacyIndex, Severity: Error},
		{Code: SyntaxFor, Severity: Error},
		{Code: SyntaxSplatNested, Severity: Error},
		{Code: SyntaxDepth, Severity: Warning},
	},
}
