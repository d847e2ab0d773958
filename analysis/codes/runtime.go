package codes

// This file declares the codes about what is well typed and still goes wrong when
// the program is run.

// Codes about what is well typed and still goes wrong when the program is run.
const (
	ListAttribute       Code = "list.attribute"
	OperandRuntime      Code = "operand.runtime"
	TemplateValue       Code = "template.value"
	TemplateDollar      Code = "template.literal-dollar"
	IndexLiteral        Code = "index.literal"
	CompareDisjoint     Code = "compare.disjoint"
	ConditionConstant   Code = "condition.constant"
	DivisionByZero      Code = "division-by-zero"
	Precision           Code = "precision"
	FnRange             Code = "fn.range"
	FnLookupDefault     Code = "fn.lookup-default"
	FnLengthMap         Code = "fn.length-map"
	FnEntries           Code = "fn.entries"
	FnSingleOrNoneTuple Code = "fn.singleOrNone-literal"
	FnBase64Literal     Code = "fn.base64-literal"
	FnNotImplemented    Code = "fn.not-implemented"
	FnMaxInt            Code = "fn.max-int"
)

var runtimeArea = Area{
	Title: "The run", About: "what is well typed and still goes wrong when the program is run",
	Declarations: []Declaration{
		{
			Code: ListAttribute, Severity: Error,
			Title: "a list has no members",
			Explanation: "A list type-checks with a name as its index, because strings convert to numbers, but the run fails: a list is " +
				"indexed by numbers only. Take one element with `[0]`, or that member of every element with `[*]`.",
			Bad: `config servers "list(object({ host = string }))" {}

output first {
  value = servers.host
}
`,
			Good: `config servers "list(object({ host = string }))" {}

output first {
  value = servers[0].host
}

output all {
  value = servers[*].host
}
`,
		},
		{
			Code: OperandRuntime, Severity: Error,
			Title: "an operand fails when the program is run",
			Explanation: "Bools, numbers and strings pass for one another when a program is checked, but the run converts less: only text " +
				"that is a number counts as a number and only `\"true\"` and `\"false\"` count as bools. There is no way from a bool to a " +
				"number or back, and no order among texts.",
			Bad: `config replicas "int" {}

output mode {
  value = replicas ? "on" : "off"
}
`,
			Good: `config replicas "int" {}

output mode {
  value = replicas > 0 ? "on" : "off"
}
`,
		},
		{
			Code: TemplateValue, Severity: Error,
			Title: "a template cannot hold this value",
			Explanation: "Between `${` and `}` of a text stands what has a text of its own: a string, number or bool. A list, an object, an " +
				"asset, a whole resource or null passes the check and fails when the program is run. Join the elements, use `toJSON`, or " +
				"name a property of the resource. It is a warning where the value is null only sometimes, as an optional output may be.",
			Bad: `config names "list(string)" {}

output greeting {
  value = "Hello ${names}!"
}
`,
			Good: `config names "list(string)" {}

output greeting {
  value = "Hello ${join(", ", names)}!"
}
`,
		},
		{
			Code: TemplateDollar, Severity: Information, Rule: true,
			Title: "a name after a dollar sign is text",
			Explanation: "In a text only `${name}` stands for a value; `$name` stays as it is written. Put the name in braces if the value " +
				"is meant.",
			Bad: `config user "string" {}

output greeting {
  value = "Hello $user, ${user}"
}
`,
			Good: `config user "string" {}

output greeting {
  value = "Hello ${user}"
}
`,
		},
		{
			Code: IndexLiteral, Severity: Warning,
			Title: "an index is never there",
			Explanation: "The index is constant and lies outside the value: below zero, beyond the last element, or a key that the object " +
				"does not have. Such an index is not checked as a plain one is and fails when the program is run. Only `element` counts " +
				"from the end: `element(list, -1)` is the last one.",
			Bad: `config zones "list(string)" {}

output last {
  value = zones[-1]
}
`,
			Good: `config zones "list(string)" {}

output last {
  value = element(zones, -1)
}
`,
		},
		{
			Code: CompareDisjoint, Severity: Warning,
			Title: "values of different types are never equal",
			Explanation: "`==` and `!=` convert nothing: `\"1\" == 1` is false and `\"1\" != 1` is true, whatever happens. Compare values of " +
				"one type.",
			Bad: `config port "int" {}

output secure {
  value = port == "443"
}
`,
			Good: `config port "int" {}

output secure {
  value = port == 443
}
`,
		},
		{
			Code: ConditionConstant, Severity: Information, Rule: true,
			Title: "a condition is always the same",
			Explanation: "The condition is made of literals only, so one of the two branches is never taken. Remove it, or make the choice " +
				"a `config`.",
			Bad: `config name "string" {}

output label {
  value = true ? name : "none"
}
`,
			Good: `config named "bool" {}
config name "string" {}

output label {
  value = named ? name : "none"
}
`,
		},
		{
			Code: DivisionByZero, Severity: Warning,
			Title: "a division by zero",
			Explanation: "Division by zero does not fail: it gives infinity, and what is computed from that is of no use. Check the " +
				"divisor.",
			Bad: `config total "number" {}

output share {
  value = total / 0
}
`,
			Good: `config total "number" {}

output share {
  value = total / 2
}
`,
		},
		{
			Code: Precision, Severity: Information, Rule: true,
			Title: "a number has more digits than the run keeps",
			Explanation: "Numbers end up as 64-bit floating point, which holds whole numbers exactly up to 2^53 and about 16 digits of " +
				"others. This one arrives changed. Write identifiers such as account numbers as strings.",
			Bad: `output account {
  value = 12345678901234567890
}
`,
			Good: `output account {
  value = "12345678901234567890"
}
`,
		},
		{
			Code: FnRange, Severity: Warning,
			Title: "range is missing when a program is run",
			Explanation: "`range(…)` exists for programs that are converted to another language. A program that is run directly has no such " +
				"function, so the call always fails. Write the list, or give the resource the option `range`.",
			Bad: `output steps {
  value = range(3)
}
`,
			Good: `output steps {
  value = [0, 1, 2]
}
`,
		},
		{
			Code: FnLookupDefault, Severity: Warning,
			Title: "lookup has no default",
			Explanation: "The check lets the default of `lookup` be left out, but the run always needs it. Give a default, or use an index, " +
				"`map[key]`, where the key must be there.",
			Bad: `config ports "map(int)" {}

output port {
  value = lookup(ports, "http")
}
`,
			Good: `config ports "map(int)" {}

output port {
  value = lookup(ports, "http", 80)
}
`,
		},
		{
			Code: FnLengthMap, Severity: Warning,
			Title: "length is given an object or map",
			Explanation: "`length` counts the elements of a list and the characters of a string. An object or map type-checks and always fails when " +
				"the program is run: count its keys instead.",
			Bad: `config ports "map(int)" {}

output count {
  value = length(ports)
}
`,
			Good: `config ports "map(int)" {}

output count {
  value = length([for name, port in ports : "${name}:${port}"])
}
`,
		},
		{
			Code: FnEntries, Severity: Warning,
			Title: "entries is given something that it cannot take apart",
			Explanation: "`entries` takes maps, and objects whose values are all of one type. A list, an object without properties and one " +
				"with values of different types type-check and always fail when the program is run. A `for` expression goes through " +
				"all of them.",
			Bad: `output pairs {
  value = entries({ name = "web", port = 80 })
}
`,
			Good: `output pairs {
  value = entries({ name = "web", port = "80" })
}
`,
		},
		{
			Code: FnSingleOrNoneTuple, Severity: Warning,
			Title: "singleOrNone is given several elements",
			Explanation: "`singleOrNone` takes a list of one element or none. This one always has more, so the call always fails when the " +
				"program is run.",
			Bad: `output only {
  value = singleOrNone(["a", "b"])
}
`,
			Good: `output only {
  value = singleOrNone(["a"])
}
`,
		},
		{
			Code: FnBase64Literal, Severity: Warning,
			Title: "a text is not base64",
			Explanation: "`fromBase64` reads the standard alphabet with padding: `A`–`Z`, `a`–`z`, `0`–`9`, `+` and `/`, filled up with `=` to a " +
				"multiple of four. The call always fails for this text when the program is run.",
			Bad: `output greeting {
  value = fromBase64("aGk")
}
`,
			Good: `output greeting {
  value = fromBase64("aGk=")
}
`,
		},
		{
			Code: FnNotImplemented, Severity: Information, Rule: true,
			Title: "a conversion left something open",
			Explanation: "A conversion from another language writes `notImplemented` where it found no translation. The call always fails " +
				"when the program is run: write what its message speaks of.",
			Bad: `output config {
  value = notImplemented("templatefile(\"app.tpl\")")
}
`,
			Good: `-- main.pp --
output config {
  value = readFile("app.conf")
}
-- app.conf --
port = 80
`,
		},
		{
			Code: FnMaxInt, Severity: Hint,
			Title: "max or min of a fraction counts as an int",
			Explanation: "The type of `max` and `min` is `int` unless an argument is declared as exactly `number`, and a literal is not. A " +
				"program that is converted to another language may lose the fraction. Take the number from a `config` of type `number`.",
			Bad: `config size "int" {}

output factor {
  value = max(size, 1.5)
}
`,
			Good: `config size "number" {}

output factor {
  value = max(size, 1.5)
}
`,
		},
	},
}
