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
			Explanation: "The second label of a config or output is a type: `string`, `number`, `int`, `bool`, `any`, `list(T)`, " +
				"`set(T)`, `map(T)`, `object({ name = T })`, `tuple([T, U])` or `optional(T)`. It is a text of its own, in" +
				" quotes where it is more than a word.",
			Bad: `config zones "list[string]" {
}

output zones {
  value = zones
}
`,
			Good: `config zones "list(string)" {
}

output zones {
  value = zones
}
`,
		},
		{
			Code: TypeUnknown, Severity: Error,
			Title: "a type name is unknown",
			Explanation: "The simple types are `string`, `number`, `int`, `bool` and `any`. The names of constructors, such as " +
				"`list`, are no types of their own: say of what, as in `list(any)`. Types of packages cannot be named.",
			Bad: `config public "boolean" {
}

output public {
  value = public
}
`,
			Good: `config public "bool" {
}

output public {
  value = public
}
`,
		},
		{
			Code: TypeConstructor, Severity: Error,
			Title: "a type constructor is unknown",
			Explanation: "Types are made of other types with `list(T)`, `set(T)`, `map(T)`, `object({ … })`, `tuple([…])` and " +
				"`optional(T)`. There are no others.",
			Bad: `config zones "array(string)" {
}

output zones {
  value = zones
}
`,
			Good: `config zones "list(string)" {
}

output zones {
  value = zones
}
`,
		},
		{
			Code: TypeArity, Severity: Error,
			Title: "a type constructor has too few or too many arguments",
			Explanation: "Each constructor takes one argument. The keys of a map are always strings, so `map(T)` names the type of " +
				"its values only.",
			Bad: `config ports "map(string, int)" {
}

output ports {
  value = ports
}
`,
			Good: `config ports "map(int)" {
}

output ports {
  value = ports
}
`,
		},
		{
			Code: TypeObjectArg, Severity: Error,
			Title: "object(...) is given something else than members",
			Explanation: "`object` takes the members and their types in braces: `object({ name = string, size = int })`. For an " +
				"object with any keys and values of one type use `map(T)`.",
			Bad: `config tags "object(string)" {
}

output tags {
  value = tags
}
`,
			Good: `config tags "object({ team = string })" {
}

output tags {
  value = tags
}
`,
		},
		{
			Code: TypeTupleArg, Severity: Error,
			Title: "tuple(...) is given something else than positions",
			Explanation: "`tuple` takes the types of its positions in brackets: `tuple([string, int])`. For any number of values of" +
				" one type use `list(T)`.",
			Bad: `config ports "tuple(int)" {
}

output ports {
  value = ports
}
`,
			Good: `config ports "tuple([int, int])" {
}

output ports {
  value = ports
}
`,
		},
		{
			Code: TypeOptionalArg, Severity: Error,
			Title: "optional(...) is not given exactly one type",
			Explanation: "`optional(T)` is a `T` or null, and takes that one type. A default for the whole config belongs in its " +
				"`default` attribute; members of objects have no defaults.",
			Bad: `config nick "optional(string, 1)" {
}

output nick {
  value = nick
}
`,
			Good: `config nick "optional(string)" {
}

output nick {
  value = nick
}
`,
		},
	},
}
