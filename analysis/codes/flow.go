package codes

// This file declares the codes about what flows where: values that are unknown
// during a preview, and secrets.

// Codes about values that are unknown during a preview.
const (
	UnknownRange     Code = "unknown.range"
	UnknownKey       Code = "unknown.key"
	UnknownFor       Code = "unknown.for"
	UnknownCondition Code = "unknown.condition"
	UnknownTry       Code = "unknown.try"
	UnknownOptional  Code = "unknown.optional"
	UnknownPermanent Code = "unknown.permanent"
)

// Codes about secrets.
const (
	SecretLiteral       Code = "secret.literal"
	SecretUnsecret      Code = "secret.unsecret"
	SecretConfigLooking Code = "secret.config-looking"
	SecretOutput        Code = "secret.output"
	SecretIdentity      Code = "secret.identity"
	SecretKey           Code = "secret.key"
	SecretHook          Code = "secret.hook"
	SecretToPlain       Code = "secret.to-plain"
	SecretSpread        Code = "secret.spread"
	SecretAsset         Code = "secret.asset"
	SecretRedundant     Code = "secret.redundant"
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
	},
}

var secretsArea = Area{
	Title: "Secrets", About: "where secrets come from and where they go",
	Declarations: []Declaration{
		{
			Code: SecretLiteral, Severity: Warning,
			Title: "a secret stands in the source",
			Explanation: "Whoever can read the program, or its history, can read this secret; marking it only encrypts the copies. " +
				"Declare a config with `secret = true` and no default, and set its value with the stack.",
			Bad: `output key {
  value = secret("kvvnalu4")
}
`,
			Good: `config seed string {
  secret = true
}

resource store "cloudy:data/secret:Secret" {
  name  = "seed"
  value = seed
}
`,
		},
		{
			Code: SecretUnsecret, Severity: Information,
			Title: "a secret is made plain",
			Explanation: "`unsecret` removes the mark, and with it the encryption wherever the value goes next: into the state, the output of commands and logs. " +
				"In an output, a template or an input that is not secret this is a warning. Take `unsecret` away, unless the value really may be known to everybody.",
			Bad: `config seed string {
  secret = true
}

shown = unsecret(seed)

resource store "cloudy:data/secret:Secret" {
  name  = "seed"
  value = shown
}
`,
			Good: `config seed string {
  secret = true
}

resource store "cloudy:data/secret:Secret" {
  name  = "seed"
  value = seed
}
`,
		},
		{
			Code: SecretConfigLooking, Severity: Information,
			Title: "a config looks like a secret and is none",
			Explanation: "By its name, or since it feeds an input that the schema calls secret, this config holds a secret. Without `secret = true` its value is stored as plain text in the stack's file, if whoever sets it does not think of it, and shown in diffs. " +
				"Add `secret = true`; write `secret = false` if it is none.",
			Bad: `config adminPassword string {}

resource store "cloudy:data/secret:Secret" {
  name  = "admin"
  value = adminPassword
}
`,
			Good: `config adminPassword string {
  secret = true
}

resource store "cloudy:data/secret:Secret" {
  name  = "admin"
  value = adminPassword
}
`,
		},
		{
			Code: SecretOutput, Severity: Information,
			Title: "an output is secret because of one part",
			Explanation: "The output is made of a secret and of other things, so all of it is secret: it stays encrypted, and `stack output` shows none of it unless asked for secrets. " +
				"Export the secret apart from the rest. If a secret reached the output through `unsecret` it is plain text there, and that is a warning.",
			Bad: `resource admin "kit:index:Password" {
  length = 32
}

output login {
  value = "admin:${admin.result}"
}
`,
			Good: `resource admin "kit:index:Password" {
  length = 32
}

output user {
  value = "admin"
}

output password {
  value = admin.result
}
`,
		},
		{
			Code: SecretIdentity, Severity: Error,
			Title: "an option cannot hold a secret",
			Explanation: "The engine must read this option before it does anything, and what it says becomes part of names and plans that everybody sees. A secret there fails when the program is run. " +
				"Take the value from something that is not secret.",
			Bad: `config copies int {
  secret = true
}

resource names "kit:index:Name" {
  options {
    range = copies
  }
}
`,
			Good: `config copies int {}

resource names "kit:index:Name" {
  options {
    range = copies
  }
}
`,
		},
		{
			Code: SecretKey, Severity: Warning,
			Title: "an object key is secret",
			Explanation: "A mark belongs to a value; keys have none. So a secret key makes the whole object secret, with everything in it, and no diff shows any of it. " +
				"Put the secret where the value is.",
			Bad: `config seed string {
  secret = true
}

resource store "cloudy:data/secret:Secret" {
  name   = "seeds"
  value  = seed
  labels = { (seed) = "first" }
}
`,
			Good: `config seed string {
  secret = true
}

resource store "cloudy:data/secret:Secret" {
  name   = "seeds"
  value  = seed
  labels = { first = seed }
}
`,
		},
		secretID,
		{
			Code: SecretHook, Severity: Error,
			Title: "a hook cannot hold a secret",
			Explanation: "The command of a hook is started with its arguments in the clear, where every process of the machine can see them; so a secret there fails when the program is run. " +
				"Let the command fetch the secret itself, by a name that is none.",
			Bad: `config seed string {
  secret = true
}

hook resource "audit" {
  command = ["./audit.sh", seed]
}

resource pet "kit:index:Name" {
  options {
    hooks = { afterCreate = [audit] }
  }
}
`,
			Good: `hook resource "audit" {
  command = ["./audit.sh", args.urn]
}

resource pet "kit:index:Name" {
  options {
    hooks = { afterCreate = [audit] }
  }
}
`,
		},
		{
			Code: SecretToPlain, Severity: Information,
			Title: "a secret goes where none is expected",
			Explanation: "The schema does not call this setting of the provider secret. It stays encrypted in the state, but the provider may log it or send it along. " +
				"See whether another setting is meant for the secret.",
			Bad: `config seed string {
  secret = true
}

resource main "pulumi:providers:cloudy" {
  region   = "eu-north"
  endpoint = seed
}

resource store "cloudy:storage/bucket:Bucket" {
  options {
    provider = main
  }
}
`,
			Good: `config seed string {
  secret = true
}

resource main "pulumi:providers:cloudy" {
  region = "eu-north"
  token  = seed
}

resource store "cloudy:storage/bucket:Bucket" {
  options {
    provider = main
  }
}
`,
		},
		{
			Code: SecretSpread, Severity: Hint,
			Title: "one secret makes a large text secret",
			Explanation: "A text that is made of a secret is secret as a whole, so no diff shows any change in it. " +
				"If the other parts are worth seeing, keep the secret apart: hand it over by a reference, or in a value of its own.",
			Bad: `config seed string {
  secret = true
}

resource policy "cloudy:iam/policy:Policy" {
  document = toJSON({
    version = "1"
    effect  = "allow"
    action  = "read"
    region  = "eu-north"
    owner   = "shop"
    code    = seed
  })
}
`,
			Good: `resource policy "cloudy:iam/policy:Policy" {
  document = toJSON({
    version = "1"
    effect  = "allow"
    action  = "read"
    region  = "eu-north"
    owner   = "shop"
  })
}
`,
		},
		{
			Code: SecretAsset, Severity: Information,
			Title: "the text of an asset is secret",
			Explanation: "An asset is handed to the provider as a file. The text stays encrypted in the state, but not every provider treats the content of a file as secret, and copies of it may be readable. " +
				"Where the resource has an input for text, or a reference to a secret, prefer that.",
			Bad: `config seed string {
  secret = true
}

resource page "cloudy:storage/bucketObject:BucketObject" {
  bucket = "shop"
  key    = "seed.txt"
  source = stringAsset(seed)
}
`,
			Good: `resource page "cloudy:storage/bucketObject:BucketObject" {
  bucket = "shop"
  key    = "hello.txt"
  source = stringAsset("hello")
}
`,
		},
		{
			Code: SecretRedundant, Severity: Hint, Tag: Unnecessary,
			Title:       "a call of secret or unsecret does nothing",
			Explanation: "The value is secret already, or it never was. Remove the call; the result is the same.",
			Bad: `config seed string {
  secret = true
}

resource store "cloudy:data/secret:Secret" {
  name  = "seed"
  value = secret(seed)
}
`,
			Good: `config seed string {
  secret = true
}

resource store "cloudy:data/secret:Secret" {
  name  = "seed"
  value = seed
}
`,
		},
	},
}
