package codes

// This file declares the codes about where secrets come from and where they go.

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
	SecretName          Code = "secret.name"
	SecretCommand       Code = "secret.command"
	SecretLiteralInput  Code = "secret.literal-input"
)

var secretsArea = Area{
	Title: "Secrets", About: "where secrets come from and where they go",
	Declarations: []Declaration{
		{
			Code: SecretLiteral, Severity: Warning, Rule: true,
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
			Code: SecretUnsecret, Severity: Information, Rule: true,
			Title: "a secret is made plain",
			Explanation: "`unsecret` removes the mark, and with it the encryption wherever the value goes next: into the state, the output of commands and logs. " +
				"In an output, a template or an input that is not secret this is a warning. Take `unsecret` away, unless the value really may be known to everybody: " +
				"then a comment that says why, on the line of the call or directly above it, is all that is asked for.",
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
			Code: SecretConfigLooking, Severity: Information, Rule: true,
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
			Code: SecretOutput, Severity: Information, Rule: true,
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
			Code: SecretToPlain, Severity: Information, Rule: true,
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
			Code: SecretSpread, Severity: Hint, Rule: true,
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
			Code: SecretAsset, Severity: Information, Rule: true,
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
			Code: SecretRedundant, Severity: Hint, Tag: Unnecessary, Rule: true,
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
		{
			Code: SecretName, Severity: Warning,
			Title: "a name is secret",
			Explanation: "Names, identifiers, tags and labels are shown in lists, logs, bills and consoles, to many who may not read the resource itself. The state keeps this value encrypted; the provider does not. " +
				"Make the name of something that is no secret. `secrets.publicNames` in a `.pcl-lsp.yaml`, or `pcl.secrets.publicNames` in an editor's settings, is the list of patterns for such inputs.",
			Bad: `config seed string {
  secret = true
}

resource store "cloudy:storage/bucket:Bucket" {
  name = "shop-${seed}"
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
			Code: SecretCommand, Severity: Warning,
			Title: "a command is made of a secret",
			Explanation: "While a command runs, its text can be read by every process of the machine, and shells and logs keep it. Hand the secret over in `environment` or `stdin`, which are not part of the command. " +
				"The inputs meant are `create`, `update` and `delete` of the resources of the package `command`.",
			Bad: `config seed string {
  secret = true
}

resource login "command:local:Command" {
  create = "login --token ${seed}"
}
`,
			Good: `config seed string {
  secret = true
}

resource login "command:local:Command" {
  create      = "login --token-from-environment"
  environment = { TOKEN = seed }
}
`,
		},
		{
			Code: SecretLiteralInput, Severity: Warning, Rule: true,
			Title: "an input that is secret is written out",
			Explanation: "The schema calls this input secret, and yet its text is in the source, where everybody can read it who can read the program or its history. " +
				"Declare a config with `secret = true` and no default, and set its value with the stack; or have the secret made by a resource.",
			Bad: `resource store "cloudy:data/secret:Secret" {
  name  = "admin"
  value = "kvvnalu4"
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
	},
}
