package codes

// This file declares the codes about the configuration of the selected stack.

// SecretID is about a read whose id is secret in the stack alone.
const SecretID Code = "secret.id"

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
