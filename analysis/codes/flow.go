package codes

// This file declares the codes about values that are unknown during a preview.

// Codes about values that are unknown during a preview.
const (
	UnknownRange     Code = "unknown.range"
	UnknownKey       Code = "unknown.key"
	UnknownFor       Code = "unknown.for"
	UnknownCondition Code = "unknown.condition"
	UnknownTry       Code = "unknown.try"
	UnknownOptional  Code = "unknown.optional"
	UnknownPermanent Code = "unknown.permanent"
	UnknownAsset     Code = "unknown.asset"
)

var unknownsArea = Area{
	Title: "Unknown at preview", About: "values that a preview does not know yet",
	Declarations: []Declaration{
		{
			Code: UnknownRange, Severity: Warning,
			Title: "a range may be unknown during a preview",
			Explanation: "While the range is unknown, a preview does not show the resource at all, so the plan that people agree to lacks it. " +
				"Outputs of resources are sure to be known only after an update. Take the range from a config or write it out; the values in a map may be unknown, its keys may not.",
			Bad: `resource pool "kit:index:Integer" {
  min = 1
  max = 3
}

resource names "kit:index:Name" {
  options {
    range = pool.result
  }
}
`,
			Good: `config count int {
  default = 3
}

resource names "kit:index:Name" {
  options {
    range = count
  }
}
`,
		},
		{
			Code: UnknownKey, Severity: Warning,
			Title: "an object key may be unknown during a preview",
			Explanation: "An object with an unknown key is unknown as a whole: a preview shows none of its members, and a range over it makes nothing. " +
				"Use a key that is written out or comes from a config, and put the output where the value is.",
			Bad: `resource pet "kit:index:Name" {}

output owners {
  value = { (pet.result) = "anna" }
}
`,
			Good: `resource pet "kit:index:Name" {}

output owners {
  value = { anna = pet.result }
}
`,
		},
		{
			Code: UnknownFor, Severity: Information,
			Title: "a loop may be unknown during a preview",
			Explanation: "While the collection is unknown, so is everything that the loop makes of it. An unknown condition after `if` is worse, and a warning: " +
				"it hides all elements, also those that are known. Loop over what is written out or configured where you can, and decide there which elements count.",
			Bad: `resource pet "kit:index:Name" {}

output shouts {
  value = [for part in pet.parts : "${part}!"]
}
`,
			Good: `resource pet "kit:index:Name" {}

output shouts {
  value = [for mark in ["!", "?"] : "${pet.result}${mark}"]
}
`,
		},
		{
			Code: UnknownCondition, Severity: Information,
			Title: "a condition may be unknown during a preview",
			Explanation: "While the condition is unknown, so is the result, although both branches are known: a preview shows neither. " +
				"Decide by a config or by an input that you write yourself, if there is one that tells the same.",
			Bad: `resource size "kit:index:Integer" {
  min = 1
  max = 3
}

output kind {
  value = size.result == 1 ? "single" : "many"
}
`,
			Good: `config count int {
  default = 3
}

output kind {
  value = count == 1 ? "single" : "many"
}
`,
		},
		{
			Code: UnknownTry, Severity: Information,
			Title: "an unknown value counts as one that has not failed",
			Explanation: "`try` and `can` catch what fails. A value that is not known yet has not failed: in a preview their result is unknown, and the arguments after it are not tried. " +
				"The update may still come to another result. Test something that is known, if there is such a thing.",
			Bad: `resource pet "kit:index:Name" {}

output second {
  value = try(pet.parts[1], "none")
}
`,
			Good: `config names "list(string)" {
  default = ["rex"]
}

output second {
  value = try(names[1], "none")
}
`,
		},
		{
			Code: UnknownOptional, Severity: Warning,
			Title: "an operator takes an output that may be missing",
			Explanation: "The provider need not give this output. A preview treats it as unknown and succeeds; if it turns out to be missing the update fails, after other resources have changed. " +
				"Give the value a default with `try`, or decide with a condition.",
			Bad: `config seed string {
  secret = true
}

resource store "cloudy:data/secret:Secret" {
  name  = "seed"
  value = seed
}

output hours {
  value = store.rotateAfterDays * 24
}
`,
			Good: `config seed string {
  secret = true
}

resource store "cloudy:data/secret:Secret" {
  name            = "seed"
  value           = seed
  rotateAfterDays = 30
}

output hours {
  value = store.rotateAfterDays * 24
}
`,
		},
		{
			Code: UnknownPermanent, Severity: Warning,
			Title: "a value never becomes known",
			Explanation: "An output block is read by those outside of the program; inside, its name stands for an unknown value, in an update too, and what is made of it never gets a value. " +
				"The same holds for a resource with `range = false`. Refer to what the output exports, or give that a name of its own.",
			Bad: `resource pet "kit:index:Name" {}

output petName {
  value = pet.result
}

output greeting {
  value = "hello ${petName}"
}
`,
			Good: `resource pet "kit:index:Name" {}

output petName {
  value = pet.result
}

output greeting {
  value = "hello ${pet.result}"
}
`,
		},
		{
			Code: UnknownAsset, Severity: Information,
			Title: "the path of an asset may be unknown during a preview",
			Explanation: "While the path is unknown, so is the asset, and a preview cannot say whether its content changes. Write the path out or take it from a config; " +
				"what is made of outputs belongs in `stringAsset` or an input for text.",
			Bad: `resource pet "kit:index:Name" {}

resource page "cloudy:storage/bucketObject:BucketObject" {
  bucket = "shop"
  key    = "index.html"
  source = remoteAsset("https://example.com/${pet.result}.html")
}
`,
			Good: `resource pet "kit:index:Name" {}

resource page "cloudy:storage/bucketObject:BucketObject" {
  bucket = "shop"
  key    = "${pet.result}.html"
  source = remoteAsset("https://example.com/index.html")
}
`,
		},
	},
}
