package codes

// This file declares the codes about options blocks and ranges.

// Codes about options blocks and ranges.
const (
	OptionsDuplicate Code = "options.duplicate"
	OptionUnknown    Code = "option.unknown"
	OptionType       Code = "option.type"
	OptionLiteral    Code = "option.literal"
	OptionVersion    Code = "option.version"
	OptionHooksShape Code = "option.hooks-shape"
	OptionHooksName  Code = "option.hooks-name"
	OptionHooksKind  Code = "option.hooks-kind"
	RangeIterate     Code = "range.iterate"
)

var optionsArea = Area{
	Title: "Options", About: "options blocks and ranges",
	Declarations: []Declaration{
		{
			Code: OptionsDuplicate, Severity: Error,
			Title:       "a block has options twice",
			Explanation: "A resource, `read` or component has at most one `options` block. Put all its options into the first one.",
			Bad: `resource assets "cloudy:storage:Bucket" {
  options {
    protect = true
  }
  options {
    retainOnDelete = true
  }
}`,
			Good: `resource assets "cloudy:storage:Bucket" {
  options {
    protect        = true
    retainOnDelete = true
  }
}`,
		},
		{
			Code: OptionUnknown, Severity: Error,
			Title: "an option is unknown",
			Explanation: "The names in an `options` block are the resource options of the language, such as `dependsOn`, `protect` or `ignoreChanges`, in camelCase. " +
				"Each is an attribute: there are no blocks inside. Inputs of the resource stand outside `options`.",
			Bad: `resource network "cloudy:net:Network" {
  cidrBlock = "10.0.0.0/16"
}

resource assets "cloudy:storage:Bucket" {
  options {
    depends_on = [network]
  }
}`,
			Good: `resource network "cloudy:net:Network" {
  cidrBlock = "10.0.0.0/16"
}

resource assets "cloudy:storage:Bucket" {
  options {
    dependsOn = [network]
  }
}`,
		},
		{
			Code: OptionType, Severity: Error,
			Title: "an option's value has the wrong type",
			Explanation: "The value cannot be converted to what the option takes: `protect` is a bool, `dependsOn` a list of resources, " +
				"`customTimeouts` an object of texts such as `{ create = \"5m\" }`.",
			Bad: `resource network "cloudy:net:Network" {
  cidrBlock = "10.0.0.0/16"
}

resource assets "cloudy:storage:Bucket" {
  options {
    protect = [network]
  }
}`,
			Good: `resource network "cloudy:net:Network" {
  cidrBlock = "10.0.0.0/16"
}

resource assets "cloudy:storage:Bucket" {
  options {
    protect   = true
    dependsOn = [network]
  }
}`,
		},
		{
			Code: OptionLiteral, Severity: Error,
			Title: "an option must be a literal",
			Explanation: "The engine reads `version` and `pluginDownloadURL` before the program runs, to find the plugin that runs it. " +
				"So they are quoted texts without `${…}`, and not configs, locals or other computed values.",
			Bad: `config providerVersion "string" {
  default = "1.4.0"
}

resource assets "cloudy:storage:Bucket" {
  options {
    version = providerVersion
  }
}`,
			Good: `resource assets "cloudy:storage:Bucket" {
  options {
    version = "1.4.0"
  }
}`,
		},
		{
			Code: OptionVersion, Severity: Error,
			Title: "a version option is not a semantic version",
			Explanation: "The option `version` names one exact version of the provider plugin: three numbers, as in `1.4.0`, and after them perhaps a pre-release such as `-beta.1`. " +
				"A leading `v`, a range such as `^1.4` and a version with fewer numbers are not accepted.",
			Bad: `resource assets "cloudy:storage:Bucket" {
  options {
    version = "v1.4.0"
  }
}`,
			Good: `resource assets "cloudy:storage:Bucket" {
  options {
    version = "1.4.0"
  }
}`,
		},
		{
			Code: OptionHooksShape, Severity: Error,
			Title: "the hooks option is not an object of lists",
			Explanation: "Hooks are attached before anything is evaluated, so the option is written out: an object with a list for each point of the operation, " +
				"even for a single hook. Computed objects and lists are not accepted.",
			Bad: `hook resource audit {
  command = ["./audit.sh"]
}

resource assets "cloudy:storage:Bucket" {
  options {
    hooks = { beforeCreate = audit }
  }
}`,
			Good: `hook resource audit {
  command = ["./audit.sh"]
}

resource assets "cloudy:storage:Bucket" {
  options {
    hooks = { beforeCreate = [audit] }
  }
}`,
		},
		{
			Code: OptionHooksName, Severity: Error,
			Title: "a hook point is unknown",
			Explanation: "Hooks run at these points of an operation: `beforeCreate`, `afterCreate`, `beforeUpdate`, `afterUpdate`, `beforeDelete`, `afterDelete` and `onError`. " +
				"Others do not exist.",
			Bad: `hook resource audit {
  command = ["./audit.sh"]
}

resource assets "cloudy:storage:Bucket" {
  options {
    hooks = { before_create = [audit] }
  }
}`,
			Good: `hook resource audit {
  command = ["./audit.sh"]
}

resource assets "cloudy:storage:Bucket" {
  options {
    hooks = { beforeCreate = [audit] }
  }
}`,
		},
		{
			Code: OptionHooksKind, Severity: Error,
			Title: "a hook is of the wrong kind for its hook point",
			Explanation: "A `hook error` decides whether an operation that has failed is tried again, and can stand only in `onError`. " +
				"A `hook resource` runs before or after an operation, and can stand in all other points.",
			Bad: `hook error retry {
  command = ["./retry.sh"]
}

resource assets "cloudy:storage:Bucket" {
  options {
    hooks = { beforeCreate = [retry] }
  }
}`,
			Good: `hook error retry {
  command = ["./retry.sh"]
}

resource assets "cloudy:storage:Bucket" {
  options {
    hooks = { onError = [retry] }
  }
}`,
		},
		{
			Code: RangeIterate, Severity: Error,
			Title: "a range is neither a bool, a number nor a collection",
			Explanation: "The option `range` says how many instances there are: a bool for one or none, a number, or a list or map with an instance for each element. " +
				"A text is none of these, not even one with a number in it. For a value that may be null, use an empty collection in its place.",
			Bad: `config copies "string" {
  default = "3"
}

resource copy "cloudy:storage:Bucket" {
  name = "copy-${range.value}"
  options {
    range = copies
  }
}`,
			Good: `config copies "int" {
  default = 3
}

resource copy "cloudy:storage:Bucket" {
  name = "copy-${range.value}"
  options {
    range = copies
  }
}`,
		},
	},
}
