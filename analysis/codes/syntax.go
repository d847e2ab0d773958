package codes

import "slices"

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
	Declarations: slices.Concat(syntaxOfWords, syntaxOfStructure),
}

// Characters, numbers and strings.
var syntaxOfWords = []Declaration{
	{
		Code: SyntaxEncoding, Severity: Error,
		Title: "a file is not valid UTF-8",
		Explanation: "PCL files are UTF-8. A byte that is no part of a UTF-8 character mostly comes from an editor that saved " +
			"the file in an older encoding, such as Latin-1. Save it as UTF-8. Only the first such byte is reported.",
		Bad: "output greeting {\n  value = \"caf\xe9\"\n}\n",
		Good: `output greeting {
  value = "café"
}
`,
	},
	{
		Code: SyntaxCharacter, Severity: Error,
		Title: "a character has no meaning",
		Explanation: "The character is not part of the language where it stands. Strings are quoted with `\"`, not with `'`, " +
			"backticks or typographic quotes; attributes end with their line, not with `;`. Of several such characters" +
			" in one line the first is reported.",
		Bad: `output greeting {
  value = 'Hello'
}
`,
		Good: `output greeting {
  value = "Hello"
}
`,
	},
	{
		Code: SyntaxOperator, Severity: Error,
		Title: "an operator does not exist",
		Explanation: "The operators are `+ - * / %`, `== != < <= > >=`, `&& || !` and `? :`. There are none for single bits and" +
			" none for powers: what is meant by `&` and `|` is mostly `&&` and `||`.",
		Bad: `config replicas int {
}

config zones int {
}

output survivesFire {
  value = replicas > 1 & zones > 1
}
`,
		Good: `config replicas int {
}

config zones int {
}

output survivesFire {
  value = replicas > 1 && zones > 1
}
`,
	},
	{
		Code: SyntaxNumber, Severity: Error,
		Title: "a number is malformed",
		Explanation: "A number is written in decimal digits, with an optional fraction and exponent: `1000`, `0.5`, `1e6`. " +
			"There are no digit separators, no units and no hexadecimal numbers, and a digit stands before the point.",
		Bad: `output maxBytes {
  value = 64_000
}
`,
		Good: `output maxBytes {
  value = 64000
}
`,
	},
	{
		Code: SyntaxStringNewline, Severity: Error,
		Title: "a quoted string goes over a line end",
		Explanation: "A string in quotes ends on the line on which it begins. Close it there, write `\\n` for a line break, or " +
			"use a heredoc for a text of several lines.",
		Bad: `output greeting {
  value = "Hello,
  world"
}
`,
		Good: `output greeting {
  value = <<-EOT
    Hello,
    world
  EOT
}
`,
	},
	{
		Code: SyntaxStringUnterminated, Severity: Error,
		Title: "a string is never closed",
		Explanation: "The file ends inside a string. Add the closing quote; the place where the string was opened is named " +
			"beside the finding.",
		Bad: `output greeting {
  value = "Hello`,
		Good: `output greeting {
  value = "Hello"
}
`,
	},
	{
		Code: SyntaxHeredocUnterminated, Severity: Error,
		Title: "a heredoc is never closed",
		Explanation: "A heredoc goes on until a line that holds nothing but the marker after its `<<`. Without such a line the " +
			"rest of the file is taken for text. The marker may be indented; nothing may stand behind it.",
		Bad: `output script {
  value = <<EOT
echo hello
EOT;
}
`,
		Good: `output script {
  value = <<EOT
echo hello
EOT
}
`,
	},
	{
		Code: SyntaxEscape, Severity: Error,
		Title: "an escape in a string does not exist",
		Explanation: "A backslash in a quoted string begins an escape: `\\n`, `\\r`, `\\t`, `\\\"`, `\\\\`, `\\uXXXX` or `\\UXXXXXXXX`. " +
			"For a backslash as such, as in patterns and Windows paths, write two. In heredocs a backslash is an " +
			"ordinary character.",
		Bad: `output pattern {
  value = "[0-9]+\.log"
}
`,
		Good: `output pattern {
  value = "[0-9]+\\.log"
}
`,
	},
	{
		Code: SyntaxTemplateDirective, Severity: Error,
		Title: "a template directive is misplaced",
		Explanation: "`%{` in a string begins a directive: `%{ if condition }`, with an optional `%{ else }`, up to `%{ endif " +
			"}`, or `%{ for item in list }` up to `%{ endfor }`. Close what is open, or write `%%{` for the two " +
			"characters as such.",
		Bad: `config tls bool {
}

output scheme {
  value = "http%{ if tls }s"
}
`,
		Good: `config tls bool {
}

output scheme {
  value = "http%{ if tls }s%{ endif }"
}
`,
	},
	{
		Code: SyntaxTemplateUnterminated, Severity: Error,
		Title: "an interpolation is never closed",
		Explanation: "`${` in a string begins an expression, which ends with `}`. Add the brace, or write `$${` for the two " +
			"characters as such.",
		Bad: `config name string {
}

output greeting {
  value = "Hello, ${name"
}
`,
		Good: `config name string {
}

output greeting {
  value = "Hello, ${name}"
}
`,
	},
}
