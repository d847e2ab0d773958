package codes

// This file declares the codes about the configuration of stacks.

// Codes about what stacks have for configs. SecretID is about a read whose id
// is secret in the stack alone.
const (
	SecretID               Code = "secret.id"
	ConfigStackMissing     Code = "config.stack-missing"
	ConfigStackPlainSecret Code = "config.stack-plain-secret"
	ConfigStackValue       Code = "config.stack-value"
	ConfigStackUnknown     Code = "config.stack-unknown"
)

var stackArea = Area{
	Title: "Stacks", About: "the configuration of stacks",
	Declarations: []Declaration{
		{
			Code: ConfigStackMissing, Severity: Information,
			Title: "the stack has no value for a required config",
			Explanation: "A config without a default needs a value in the configuration of each stack, unless it is `nullable`. The stack has none for it, and the project file has none for all stacks, so a run with it fails. " +
				"Set the value, or give the config a default. Of the selected stack this is said at the config, of others in their files.",
			Bad: `-- Pulumi.dev.yaml --
config: {}
-- main.pp --
config region string {}

output region {
  value = region
}
`,
			Good: `-- Pulumi.dev.yaml --
config:
  region: eu-north
-- main.pp --
config region string {}

output region {
  value = region
}
`,
		},
		{
			Code: ConfigStackPlainSecret, Severity: Warning,
			Title: "the stack stores a secret config as plain text",
			Explanation: "The config is declared with `secret = true`, but its value stands unencrypted in the file of a stack, where everybody who reads the repository sees it. " +
				"Set it again with `--secret`, and replace the secret if the file was shared.",
			Bad: `-- Pulumi.dev.yaml --
config:
  password: hunter2
-- main.pp --
config password string {
  secret = true
}

output password {
  value = password
}
`,
			Good: `-- Pulumi.dev.yaml --
config:
  password:
    secure: AAABAKq3
-- main.pp --
config password string {
  secret = true
}

output password {
  value = password
}
`,
		},
		{
			Code: ConfigStackValue, Severity: Warning,
			Title: "the value in the stack is not of the declared type",
			Explanation: "Numbers and bools are written as texts such as `3` and `true`, lists and objects as structures or JSON. The value in the file of the stack cannot be read as the " +
				"type that the config declares, so a run with it fails.",
			Bad: `-- Pulumi.dev.yaml --
config:
  size: large
-- main.pp --
config size int {}

output size {
  value = size
}
`,
			Good: `-- Pulumi.dev.yaml --
config:
  size: 3
-- main.pp --
config size int {}

output size {
  value = size
}
`,
		},
		{
			Code: ConfigStackUnknown, Severity: Warning,
			Title: "no config has the key",
			Explanation: "A stack, or the project file, sets a value that no config of the program takes: the key is misspelt, or the config is gone. Keys with another namespace than the name of the " +
				"project, such as `aws:region`, belong to providers and are not looked at. A config with a `__logicalName` has that as its key.",
			Bad: `-- Pulumi.dev.yaml --
config:
  regoin: eu-north
-- main.pp --
config region string {
  default = "eu-south"
}

output region {
  value = region
}
`,
			Good: `-- Pulumi.dev.yaml --
config:
  region: eu-north
-- main.pp --
config region string {
  default = "eu-south"
}

output region {
  value = region
}
`,
		},
	},
}

var secretID = Declaration{
	Code: SecretID, Severity: Warning,
	Title: "the id of a read is stored as a secret",
	Explanation: "The selected stack stores this config encrypted. A read with a secret id is not looked up: the run takes the id for unknown, and so is all that comes from it. " +
		"Store the id as plain text: `pulumi config set` without `--secret`.",
	Bad: `-- Pulumi.dev.yaml --
config:
  image:
    secure: AAABAKq3
-- main.pp --
config image string {}

read found "kit:index:Name" {
  id = image
}

output name {
  value = found.result
}
`,
	Good: `-- Pulumi.dev.yaml --
config:
  image: i-1234
-- main.pp --
config image string {}

read found "kit:index:Name" {
  id = image
}

output name {
  value = found.result
}
`,
}
