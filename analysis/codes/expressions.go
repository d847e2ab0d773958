package codes

import "strings"

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
			Explanation: "The value is an object whose members are known, and this is none of them, so the run fails. " +
				"Names are in camelCase. Of a resource the members are its outputs, `id` and `urn`; inputs are among them only where the schema says so. " +
				"Of a component they are the outputs of its program, by their logical names.",
			Bad: `resource assets "cloudy:storage:Bucket" {
}

output name {
  value = assets.bucket_name
}`,
			Good: `resource assets "cloudy:storage:Bucket" {
}

output name {
  value = assets.bucketName
}`,
		},
		{
			Code: PropCase, Severity: Error,
			Title: "a member is spelt with other capitals",
			Explanation: "The type checker of the language ignores capitals when it looks for a member, but the run does not: " +
				"it uses the spelling that is written, finds nothing and fails. Write the name as it is declared.",
			Bad: `resource assets "cloudy:storage:Bucket" {
}

output name {
  value = assets.BucketName
}`,
			Good: `resource assets "cloudy:storage:Bucket" {
}

output name {
  value = assets.bucketName
}`,
		},
		{
			Code: TraverseKind, Severity: Error,
			Title: "a value of this type has no members",
			Explanation: "Only objects, maps, lists and tuples have members or elements. A text, a number, a bool, an asset or an archive has none, " +
				"so neither `.name` nor `[0]` can follow it.",
			Bad: `resource assets "cloudy:storage:Bucket" {
}

output name {
  value = assets.bucketName.value
}`,
			Good: `resource assets "cloudy:storage:Bucket" {
}

output name {
  value = assets.bucketName
}`,
		},
		{
			Code: IndexType, Severity: Error,
			Title: "an index has the wrong type",
			Explanation: "A list or tuple is indexed by a whole number, from 0: `zones[0]`, without quotes. " +
				"A map or object is indexed by a text: `tags[\"team\"]`.",
			Bad: `zones = ["north-1", "north-2"]

output firstZone {
  value = zones["0"]
}`,
			Good: `zones = ["north-1", "north-2"]

output firstZone {
  value = zones[0]
}`,
		},
		{
			Code: IndexRange, Severity: Error,
			Title: "an index is out of range",
			Explanation: "The length of the tuple is known and the index is not below it. Indexes begin at 0, so the last element of a tuple of two is `[1]`. " +
				"`element(zones, i)` wraps around at the end instead.",
			Bad: `zones = ["north-1", "north-2"]

output lastZone {
  value = zones[2]
}`,
			Good: `zones = ["north-1", "north-2"]

output lastZone {
  value = zones[1]
}`,
		},
		{
			Code: ForCollection, Severity: Error,
			Title: "a value cannot be iterated",
			Explanation: "A `for` expression, and the function `entries`, go through the elements of a list or tuple, or the members of a map or object. " +
				"Texts, numbers and bools have no elements; a text with separators is taken apart by `split`. For a value that may be null, use an empty collection in its place.",
			Bad: `config zones "string" {
  default = "north-1,north-2"
}

output names {
  value = [for zone in zones : "web-${zone}"]
}`,
			Good: `config zones "string" {
  default = "north-1,north-2"
}

output names {
  value = [for zone in split(",", zones) : "web-${zone}"]
}`,
		},
		{
			Code: ForDuplicate, Severity: Error,
			Title: "key and value variable have one name",
			Explanation: "A `for` expression with two variables gives the key to the first and the value to the second. " +
				"With one name for both, only one of them could be used. Rename one, or leave the key out.",
			Bad: `config tags "map(string)" {
}

output labels {
  value = [for tag, tag in tags : "tag-${tag}"]
}`,
			Good: `config tags "map(string)" {
}

output labels {
  value = [for name, tag in tags : "${name}-${tag}"]
}`,
		},
		{
			Code: ObjectKey, Severity: Error,
			Title: "an object key is not a string",
			Explanation: "The keys of an object are texts. A computed key, in parentheses or before `=>`, must be a text or convert to one, as numbers and bools do. " +
				"Lists, objects and null do not.",
			Bad: `config zones "list(string)" {
}

output machines {
  value = { for zone in zones : zones => "web-${zone}" }
}`,
			Good: `config zones "list(string)" {
}

output machines {
  value = { for zone in zones : zone => "web-${zone}" }
}`,
		},
		{
			Code: ExprType, Severity: Error,
			Title: "an operand has the wrong type",
			Explanation: "Arithmetic and comparisons such as `<` take numbers; `!`, `&&`, `||` and conditions take bools. " +
				"The operand cannot be converted to that. Test whether a list has elements with `length(list) > 0`; put texts together in a template, `\"${a}${b}\"`.",
			Bad: `config zones "list(string)" {
}

output layout {
  value = zones ? "spread" : "single"
}`,
			Good: `config zones "list(string)" {
}

output layout {
  value = length(zones) > 0 ? "spread" : "single"
}`,
		},
		{
			Code: ExprLiteral, Severity: Error,
			Title: "a whole number has more digits than can be kept exactly",
			Explanation: "Numbers are kept with 512 bits, which is about 154 digits. A whole number with more digits would silently become another one. " +
				"Write it as a quoted text if it is an identifier or a key.",
			Bad: `output modulus {
  value = ` + manyDigits + `
}`,
			Good: `output modulus {
  value = "` + manyDigits + `"
}`,
		},
	},
}

// manyDigits is a whole number that cannot be kept exactly.
var manyDigits = strings.Repeat("7301", 39) + "3"
