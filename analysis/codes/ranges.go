package codes

// This file declares the codes about what ranges make of resources.

// Codes about ranges.
const (
	RangeUnindexed    Code = "range.unindexed"
	RangeInOptions    Code = "range.in-options"
	RangeIgnored      Code = "range.ignored"
	RangeFraction     Code = "range.fraction"
	RangeNegative     Code = "range.negative"
	RangeListIdentity Code = "range.list-identity"
)

var rangesArea = Area{
	Title: "Ranges", About: "what ranges make of resources",
	Declarations: []Declaration{
		{
			Code: RangeUnindexed, Severity: Error,
			Title: "a member is asked of all instances at once",
			Explanation: "A resource with a range of a number or a list stands for a list of its instances. A list has no properties, " +
				"yet the language takes any text for an index, so nothing complains until the run fails.\n\n" +
				"Write `servers[0].id` for one instance, or `servers[*].id` for a list with the property of each.",
			Bad: `resource names "kit:index:Name" {
  words = 2

  options {
    range = 3
  }
}

output first {
  value = names.result
}
`,
			Good: `resource names "kit:index:Name" {
  words = 2

  options {
    range = 3
  }
}

output first {
  value = names[0].result
}

output all {
  value = names[*].result
}
`,
		},
		{
			Code: RangeInOptions, Severity: Error,
			Title: "range is used in the options of a resource",
			Explanation: "`range.key` and `range.value` exist in the body of a resource only. The options are read once for all instances, " +
				"so nothing in them can differ from one instance to the other.\n\n" +
				"Use `range` in the body, or declare one resource for each case.",
			Bad: `resource zones "dns:index:Zone" {
  domain = range.value

  options {
    range   = { main = "example.com" }
    protect = range.key == "main"
  }
}
`,
			Good: `resource zones "dns:index:Zone" {
  domain = range.value

  options {
    range   = { main = "example.com" }
    protect = true
  }
}
`,
		},
		{
			Code: RangeIgnored, Severity: Warning,
			Title: "a range has no effect",
			Explanation: "The run repeats resources only. A `read` or a `component` with a range is made once, and its name is that one and no list.\n\n" +
				"Write one block for each, or put the range on the resources inside the component.",
			Bad: `read zone "dns:index:Zone" {
  id = "Z123"

  options {
    range = true
  }
}

output zone {
  value = zone.id
}
`,
			Good: `read zone "dns:index:Zone" {
  id = "Z123"
}

output zone {
  value = zone.id
}
`,
		},
		{
			Code: RangeFraction, Severity: Warning,
			Title:       "a range is no whole number",
			Explanation: "The number of instances is cut off to a whole number: a range of 1.5 makes one. Write the number that is meant.",
			Bad: `resource name "kit:index:Name" {
  words = 2

  options {
    range = 1.5
  }
}
`,
			Good: `resource name "kit:index:Name" {
  words = 2

  options {
    range = 2
  }
}
`,
		},
		{
			Code: RangeNegative, Severity: Warning,
			Title:       "a range is negative",
			Explanation: "A negative range makes no instances, without a word. Write 0, or a condition, where none are meant.",
			Bad: `resource name "kit:index:Name" {
  words = 2

  options {
    range = -1
  }
}
`,
			Good: `resource name "kit:index:Name" {
  words = 2

  options {
    range = 1
  }
}
`,
		},
		{
			Code: RangeListIdentity, Severity: Information, Rule: true,
			Title: "a range goes through a list of names",
			Explanation: "Instances of a range over a list are called by their position: `zones-0`, `zones-1`. When an element in the middle is taken out, " +
				"all instances behind it get another name, and the provider may delete and create them anew.\n\n" +
				"A map keeps them apart by its keys: `{ main = \"example.com\", blog = \"example.org\" }`.",
			Bad: `resource zones "dns:index:Zone" {
  domain = range.value

  options {
    range = ["example.com", "example.org"]
  }
}
`,
			Good: `resource zones "dns:index:Zone" {
  domain = range.value

  options {
    range = { main = "example.com", blog = "example.org" }
  }
}
`,
		},
	},
}
