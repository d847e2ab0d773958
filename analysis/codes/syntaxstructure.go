package codes

import "strings"

// This file declares the codes about expressions, brackets, attributes and blocks
// that cannot be parsed.

var syntaxOfStructure = []Declaration{
	{
		Code: SyntaxExpressionMissing, Severity: Error,
		Title: "a value is missing",
		Explanation: "The line ends where a value is expected: after `=`, after an operator or after a comma of a call. An " +
			"expression goes on in the next line only inside of brackets. Write the value, or remove the attribute.",
		Bad: `output total {
  value = 1 +
}
`,
		Good: `output total {
  value = 1 + 1
}
`,
	},
	{
		Code: SyntaxExpressionInvalid, Severity: Error,
		Title: "a value is malformed",
		Explanation: "What stands here begins no expression: a closing bracket, a second operator, or a dot without a name " +
			"behind it. Write the value that is missing, or remove what is too much.",
		Bad: `output ports {
  value = [80, = 443]
}
`,
		Good: `output ports {
  value = [80, 443]
}
`,
	},
	{
		Code: SyntaxConditional, Severity: Error,
		Title: "a conditional has no second branch",
		Explanation: "A conditional has a value for both cases: `condition ? yes : no`. Where nothing is wanted in one case, " +
			"write `null`.",
		Bad: `config tls bool {
}

output scheme {
  value = tls ? "https"
}
`,
		Good: `config tls bool {
}

output scheme {
  value = tls ? "https" : "http"
}
`,
	},
	{
		Code: SyntaxParen, Severity: Error,
		Title: "a parenthesis is never closed",
		Explanation: "A `(` needs its `)`. Inside of parentheses an expression may go over several lines, so the place that is " +
			"marked is where the expression ended without it.",
		Bad: `config nodes int {
}

output disks {
  value = 2 * (nodes + 1
}
`,
		Good: `config nodes int {
}

output disks {
  value = 2 * (nodes + 1)
}
`,
	},
	{
		Code: SyntaxCall, Severity: Error,
		Title: "a call is malformed or never closed",
		Explanation: "The arguments of a call stand in parentheses behind the function's name, with commas between them. Add " +
			"the `)` that is missing.",
		Bad: `output name {
  value = join("-", ["web", "prod"]
}
`,
		Good: `output name {
  value = join("-", ["web", "prod"])
}
`,
	},
	{
		Code: SyntaxTuple, Severity: Error,
		Title: "a list is malformed or never closed",
		Explanation: "The items of a list stand in brackets with commas between them, and an index in brackets behind the " +
			"value. Add the `]` that is missing.",
		Bad: `output zones {
  value = ["a", "b"
}
`,
		Good: `output zones {
  value = ["a", "b"]
}
`,
	},
	{
		Code: SyntaxObject, Severity: Error,
		Title: "an object is malformed or never closed",
		Explanation: "The entries of an object stand in braces, each on a line of its own or with commas between them. Add the " +
			"`}` that is missing: where it would close the block instead, the block's own brace is missing too.",
		Bad: `tags = {
  team = "web"

output tags {
  value = tags
}
`,
		Good: `tags = {
  team = "web"
}

output tags {
  value = tags
}
`,
	},
	{
		Code: SyntaxSeparator, Severity: Error,
		Title: "a separator is missing",
		Explanation: "The items of a list and the arguments of a call have commas between them, even on lines of their own. The" +
			" entries of an object end with a comma or their line, and have `=` or `:` between key and value.",
		Bad: `output ports {
  value = [
    80
    443
  ]
}
`,
		Good: `output ports {
  value = [
    80,
    443,
  ]
}
`,
	},
	{
		Code: SyntaxNewline, Severity: Error,
		Title: "a line goes on after its end",
		Explanation: "An attribute ends with its line, and so does a block. Put what follows on a line of its own, or remove " +
			"it: there are no commas and no semicolons between attributes.",
		Bad: `config region string {
  description = "Where to run",
}

output region {
  value = region
}
`,
		Good: `config region string {
  description = "Where to run"
}

output region {
  value = region
}
`,
	},
	{
		Code: SyntaxBodyItem, Severity: Error,
		Title: "a line is neither an attribute nor a block",
		Explanation: "A file and the body of a block hold attributes, `name = value`, and blocks, `kind label { … }`. Anything " +
			"else has no meaning there: a name without a value, a name in quotes, a value set with `:`, or a `}` too " +
			"many.",
		Bad: `output greeting {
  value: "Hello"
}
`,
		Good: `output greeting {
  value = "Hello"
}
`,
	},
	{
		Code: SyntaxAttributeDuplicate, Severity: Error,
		Title: "an attribute is set twice",
		Explanation: "An attribute has one value. Which of the two is meant cannot be known, so remove one. The first is named " +
			"beside the finding.",
		Bad: `config region string {
  default = "eu-north"
  default = "us-east"
}

output region {
  value = region
}
`,
		Good: `config region string {
  default = "eu-north"
}

output region {
  value = region
}
`,
	},
	{
		Code: SyntaxBlockUnclosed, Severity: Error,
		Title: "a block is never closed",
		Explanation: "The block that begins on the marked line has no `}`. What follows is still read as blocks of their own as" +
			" well as that can be told from how it is indented.",
		Bad: `config region string {
  default = "eu-north"

output region {
  value = region
}
`,
		Good: `config region string {
  default = "eu-north"
}

output region {
  value = region
}
`,
	},
	{
		Code: SyntaxBlockOneLine, Severity: Error,
		Title: "a block on one line holds too much",
		Explanation: "A block may be written on one line if it holds a single attribute and nothing else. Put each attribute, " +
			"and each block inside of it, on a line of its own.",
		Bad: `config region string { default = "eu-north", description = "Where to run" }

output region { value = region }
`,
		Good: `config region string {
  default     = "eu-north"
  description = "Where to run"
}

output region { value = region }
`,
	},
	{
		Code: SyntaxBlockLabel, Severity: Error,
		Title: "a label is not literal",
		Explanation: "Labels stand between the kind of a block and its `{`, on one line. Each is a plain name or a plain quoted" +
			" string: labels name things before anything is computed, so they cannot hold `${…}`, and there is no `=` " +
			"before the brace.",
		Bad: `output greeting = {
  value = "Hello"
}
`,
		Good: `output greeting {
  value = "Hello"
}
`,
	},
	{
		Code: SyntaxLegacyIndex, Severity: Error,
		Title: "indexes are chained with dots",
		Explanation: "A single index may be written with a dot, `list.0`; a second one behind it reads as a number with a " +
			"fraction. Write both in brackets.",
		Bad: `grid = [[1, 2], [3, 4]]

output corner {
  value = grid.0.1
}
`,
		Good: `grid = [[1, 2], [3, 4]]

output corner {
  value = grid[0][1]
}
`,
	},
	{
		Code: SyntaxFor, Severity: Error,
		Title: "a for expression is malformed",
		Explanation: "A `for` in brackets makes a list, `[for item in list : value]`; in braces it makes an object and has a " +
			"key as well, `{for item in list : key => value}`. Either may have two names, for key and value, and end " +
			"with `if condition`.",
		Bad: `zones = ["a", "b"]

output names {
  value = [for zone in zones => "node-${zone}"]
}
`,
		Good: `zones = ["a", "b"]

output names {
  value = [for zone in zones : "node-${zone}"]
}
`,
	},
	{
		Code: SyntaxSplatNested, Severity: Error,
		Title: "a splat stands inside an attribute splat",
		Explanation: "The splat `.*` takes only names behind it, so a second splat cannot follow. The splat `[*]` does the same" +
			" and has no such limit.",
		Bad: `nets = [{ subnets = [{ id = "a" }] }]

output ids {
  value = nets.*.subnets.*.id
}
`,
		Good: `nets = [{ subnets = [{ id = "a" }] }]

output ids {
  value = nets[*].subnets[*].id
}
`,
	},
	{
		Code: SyntaxDepth, Severity: Error,
		Title: "a text is nested too deeply",
		Explanation: "Brackets, blocks, prefix operators, conditionals and long chains of operators may be nested some hundred " +
			"levels deep, so that no text can exhaust the checker. Generated programs can reach that; give parts of " +
			"the value names of their own.",
		Bad: "output maze {\n  value = [\n" + strings.Repeat(strings.Repeat("[", 50)+"\n", 9) + strings.Repeat(strings.Repeat("]", 50)+"\n", 9) + "  ]\n}\n",
		Good: `wall = [[[[[[]]]]]]

output maze {
  value = [[[[[[wall]]]]]]
}
`,
	},
}
