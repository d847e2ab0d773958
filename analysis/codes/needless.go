package codes

// This file declares the rules about what is written and says nothing.

// Rules about what is written and says nothing.
const (
	ConfigRedundant      Code = "config.redundant"
	OptionDefault        Code = "option.default"
	OptionDuplicateEntry Code = "option.duplicate-entry"
	BlockEmpty           Code = "block.empty"
	StyleParentheses     Code = "style.parentheses"
	StyleQuotedKey       Code = "style.quoted-key"
	StyleQuotedLabel     Code = "style.quoted-label"
)

var needlessArea = Area{
	Title: "Needless things", About: "what is written and says nothing",
	Declarations: []Declaration{
		{
			Code: ConfigRedundant, Severity: Hint, Tag: Unnecessary, Rule: true,
			Title:       "a config says what holds anyway",
			Explanation: `A config is not secret and not nullable unless it says so. Remove the attribute. Where the name of a config sounds like that of a secret, ` + "`" + `false` + "`" + ` says that it is none, and is not reported.`,
			Bad: `config size number {
  secret = false
}

output size {
  value = size
}
`,
			Good: `config size number {
}

output size {
  value = size
}
`,
		},
		{
			Code: OptionDefault, Severity: Hint, Tag: Unnecessary, Rule: true,
			Title: "an option has the value that it has anyway",
			Explanation: `` + "`" + `protect` + "`" + ` and ` + "`" + `retainOnDelete` + "`" + ` are false, and lists and objects of options are empty, unless the program says otherwise. A resource with a ` + "`" + `parent` + "`" + `
inherits its protection, so there ` + "`" + `false` + "`" + ` says something and is not reported. Remove the option.`,
			Bad: `resource pet "kit:index:Name" {
  options {
    protect = false
  }
}
`,
			Good: `resource pet "kit:index:Name" {
  options {
    protect = true
  }
}
`,
		},
		{
			Code: OptionDuplicateEntry, Severity: Hint, Tag: Unnecessary, Rule: true,
			Title:       "a resource stands twice in an option",
			Explanation: `To depend on a resource twice, or to be replaced with it twice, is no more than once. Remove the second entry, or write the resource that was meant.`,
			Bad: `resource pet "kit:index:Name" {
}

resource friend "kit:index:Name" {
  options {
    dependsOn = [pet, pet]
  }
}
`,
			Good: `resource pet "kit:index:Name" {
}

resource friend "kit:index:Name" {
  options {
    dependsOn = [pet]
  }
}
`,
		},
		{
			Code: BlockEmpty, Severity: Hint, Tag: Unnecessary, Rule: true,
			Title:       "a block says nothing",
			Explanation: `Empty ` + "`" + `options` + "`" + `, and an empty ` + "`" + `pulumi` + "`" + ` block, are the same as none. Remove the block.`,
			Bad: `resource pet "kit:index:Name" {
  options {
  }
}
`,
			Good: `resource pet "kit:index:Name" {
}
`,
		},
		{
			Code: StyleParentheses, Severity: Hint, Tag: Unnecessary, Rule: true,
			Title:       "parentheses around a whole value",
			Explanation: `A value that begins and ends with them is the same without. Around several lines they are needed, and not reported.`,
			Bad: `config size number {
}

output size {
  value = (size + 1)
}
`,
			Good: `config size number {
}

output size {
  value = size + 1
}
`,
		},
		{
			Code: StyleQuotedKey, Severity: Off, Rule: true,
			Title: "quotes around the keys of an object",
			Explanation: `A key that is one word needs no quotes. Where one key of an object needs them those of its other keys are not reported.

Off by default: some teams quote the keys of tags.`,
			Bad: `-- .pcl-lsp.yaml --
rules:
  style.quoted-key: hint
-- main.pp --
output tags {
  value = { "stage" = "test" }
}
`,
			Good: `-- .pcl-lsp.yaml --
rules:
  style.quoted-key: hint
-- main.pp --
output tags {
  value = { stage = "test" }
}
`,
		},
		{
			Code: StyleQuotedLabel, Severity: Off, Rule: true,
			Title: "quotes around the name of a block",
			Explanation: `A name that is one word needs no quotes: it is written like its references.

Off by default: other languages with this syntax need the quotes.`,
			Bad: `-- .pcl-lsp.yaml --
rules:
  style.quoted-label: hint
-- main.pp --
config "size" number {
}

output size {
  value = size
}
`,
			Good: `-- .pcl-lsp.yaml --
rules:
  style.quoted-label: hint
-- main.pp --
config size number {
}

output size {
  value = size
}
`,
		},
	},
}
