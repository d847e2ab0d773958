package codes

// This file declares the codes about property paths and URNs.

// Codes about property paths and URNs.
const (
	PathKind            Code = "path.kind"
	PathEscape          Code = "path.escape"
	PathCase            Code = "path.case"
	PathDuplicate       Code = "path.duplicate"
	PathCovered         Code = "path.covered"
	PathRequiredReplace Code = "path.required-replace"
	URNMalformed        Code = "urn.malformed"
	URNTypeParts        Code = "urn.type-parts"
)

var pathsArea = Area{
	Title: "Paths and URNs", About: "property paths and URNs",
	Declarations: []Declaration{
		{
			Code: PathKind, Severity: Warning,
			Title: "a path has a step of the wrong kind",
			Explanation: "In a property path names select from objects and maps, whole numbers from lists. The engine never takes one for the other: `tags[0]` and `values[\"0\"]` match nothing, " +
				"and it says nothing either.\n\nWrite `tags[\"0\"]`, `values[0]`, or `values[\"*\"]` for all elements.",
			Bad: `resource network "cloudy:net/network:Network" {
  cidrBlock = "10.0.0.0/16"
  tags      = { "0" = "first" }

  options {
    ignoreChanges = [tags[0]]
  }
}
`,
			Good: `resource network "cloudy:net/network:Network" {
  cidrBlock = "10.0.0.0/16"
  tags      = { "0" = "first" }

  options {
    ignoreChanges = [tags["0"]]
  }
}
`,
		},
		{
			Code: PathEscape, Severity: Warning,
			Title: "a key in a path has characters that the engine reads otherwise",
			Explanation: "A path is handed to the engine as text, with the escapes of the language in it. The engine undoes only `\\\"`, so a key with a backslash, a control character or `${` " +
				"becomes another key and never matches.\n\nName the property around it instead.",
			Bad: `resource network "cloudy:net/network:Network" {
  cidrBlock = "10.0.0.0/16"
  tags      = { "team\\owner" = "web" }

  options {
    ignoreChanges = [tags["team\\owner"]]
  }
}
`,
			Good: `resource network "cloudy:net/network:Network" {
  cidrBlock = "10.0.0.0/16"
  tags      = { "team\\owner" = "web" }

  options {
    ignoreChanges = [tags]
  }
}
`,
		},
		{
			Code: PathCase, Severity: Warning,
			Title:       "a path spells a property in other letters",
			Explanation: "Property paths tell capitals from small letters. A step in another spelling matches nothing, so the option has no effect.",
			Bad: `resource zone "dns:index:Zone" {
  domain  = "example.com"
  contact = { email = "dns@example.com" }

  options {
    ignoreChanges = [contact.Email]
  }
}
`,
			Good: `resource zone "dns:index:Zone" {
  domain  = "example.com"
  contact = { email = "dns@example.com" }

  options {
    ignoreChanges = [contact.email]
  }
}
`,
		},
		{
			Code: PathDuplicate, Severity: Hint, Tag: Unnecessary, Rule: true,
			Title:       "a path stands twice in a list",
			Explanation: "A path that is listed already has no further effect. Remove one of the two.",
			Bad: `resource zone "dns:index:Zone" {
  domain  = "example.com"
  comment = "main"

  options {
    ignoreChanges = [comment, comment]
  }
}
`,
			Good: `resource zone "dns:index:Zone" {
  domain  = "example.com"
  comment = "main"

  options {
    ignoreChanges = [comment]
  }
}
`,
		},
		{
			Code: PathCovered, Severity: Hint, Tag: Unnecessary, Rule: true,
			Title:       "a path is covered by another one",
			Explanation: "A path stands for everything below it, and `[\"*\"]` for every element or entry. What lies below another path of the same list has no further effect.",
			Bad: `resource zone "dns:index:Zone" {
  domain  = "example.com"
  contact = { email = "dns@example.com" }

  options {
    ignoreChanges = [contact, contact.email]
  }
}
`,
			Good: `resource zone "dns:index:Zone" {
  domain  = "example.com"
  contact = { email = "dns@example.com" }

  options {
    ignoreChanges = [contact]
  }
}
`,
		},
		{
			Code: PathRequiredReplace, Severity: Information, Rule: true,
			Title:       "a change of this property replaces the resource anyway",
			Explanation: "The schema says that the provider cannot change this property in place. `replaceOnChanges` adds nothing to that.",
			Bad: `resource zone "dns:index:Zone" {
  domain  = "example.com"
  comment = "main"

  options {
    replaceOnChanges = [domain]
  }
}
`,
			Good: `resource zone "dns:index:Zone" {
  domain  = "example.com"
  comment = "main"

  options {
    replaceOnChanges = [comment]
  }
}
`,
		},
		{
			Code: URNMalformed, Severity: Error,
			Title:       "a text is no URN",
			Explanation: "A URN is `urn:pulumi:stack::project::type::name`, in this case and with two colons between the parts. The engine refuses anything else.",
			Bad: `resource name "kit:index:Name" {
  words = 2

  options {
    aliases = [{ parent = "urn:pulumi:dev:shop:kit:index:Site:site" }]
  }
}
`,
			Good: `resource name "kit:index:Name" {
  words = 2

  options {
    aliases = [{ parent = "urn:pulumi:dev::shop::kit:index:Site::site" }]
  }
}
`,
		},
		{
			Code: URNTypeParts, Severity: Warning,
			Title: "a URN has a part that none has",
			Explanation: "The engine looks for the prefix and the separators of a URN only. One with an empty part, blanks around a part, or a type that is not `package:module:Name` is accepted, " +
				"and is that of no resource.",
			Bad: `resource name "kit:index:Name" {
  words = 2

  options {
    aliases = ["urn:pulumi:dev::shop::kit:Name::oldName"]
  }
}
`,
			Good: `resource name "kit:index:Name" {
  words = 2

  options {
    aliases = ["urn:pulumi:dev::shop::kit:index:Name::oldName"]
  }
}
`,
		},
	},
}
