package codes

// This file declares the codes about texts that should not stand in a program.

// Codes about texts that should not stand in a program.
const (
	HardcodedToken      Code = "hardcoded.token"
	HardcodedPrivateKey Code = "hardcoded.private-key"
	HardcodedPassword   Code = "hardcoded.url-password"
	HardcodedSecret     Code = "hardcoded.secret"
	HardcodedAccount    Code = "hardcoded.account"
	HardcodedImage      Code = "hardcoded.image"
	HardcodedRegion     Code = "hardcoded.region"
)

var hardcodedArea = Area{
	Title: "Hard-coded values", About: "texts that should not stand in a program",
	Declarations: []Declaration{
		{
			Code: HardcodedToken, Severity: Warning, Rule: true,
			Title: "a credential of a service is written out",
			Explanation: "The text has the form that a well-known service gives its credentials, so that they can be found when they leak: access keys of AWS, tokens of GitHub, GitLab, Slack, " +
				"Stripe, Google, npm and others, JSON Web Tokens. Whoever can read the program or its history can use it. " +
				"Revoke it, declare a config with `secret = true` and no default, and set the new one with the stack. The message never shows the text.",
			Bad: `resource pet "kit:index:Name" {
  prefix = "` + "gh" + "p_" + `Qw3rTy7uIoP9aSdF2gHjK5lZxC8vBnM4eRtY"
}
`,
			Good: `config token string {
  secret = true
}

resource store "cloudy:data/secret:Secret" {
  name  = "token"
  value = token
}
`,
		},
		{
			Code: HardcodedSecret, Severity: Warning, Rule: true,
			Title: "a secret by its name is written out",
			Explanation: "The name of the input, or of a key in it, is that of a password, a key or a token, and its text is in the program. Few schemas say of all such inputs that they are secret. " +
				"Whoever can read the program or its history can use it, and it is stored and shown as plain text. Declare a config with `secret = true` and no default, and set its value with the stack. " +
				"A text that names a secret instead, as a path or an address does, is left alone.",
			Bad: `resource migration "command:local:Command" {
  create      = "./migrate.sh"
  environment = { DB_PASSWORD = "kvvnalu4" }
}
`,
			Good: `config dbPassword string {
  secret = true
}

resource migration "command:local:Command" {
  create      = "./migrate.sh"
  environment = { DB_PASSWORD = dbPassword }
}
`,
		},
		{
			Code: HardcodedPrivateKey, Severity: Warning, Rule: true,
			Title: "a private key is written out",
			Explanation: "The text is a private key. Whoever can read the program or its history can use it, in the name of its owner. " +
				"Make a new key, by a resource or outside of the program, and take it from a config with `secret = true`.",
			Bad: `identity = <<KEY
` + "-----BEGIN PRIVATE" + " KEY-----" + `
MC4CAQAwBQYDK2VwBCIEIJ+DYvh6SEqVTm50DFtMDoQikTmiCqirVv9mWG9qfSnF
` + "-----END PRIVATE" + " KEY-----" + `
KEY

output identity {
  value = identity
}
`,
			Good: `config identity string {
  secret = true
}

resource store "cloudy:data/secret:Secret" {
  name  = "identity"
  value = identity
}
`,
		},
		{
			Code: HardcodedPassword, Severity: Warning, Rule: true,
			Title: "an address has a password in it",
			Explanation: "The password stands in the source, and addresses are shown and logged where passwords are not. Take the password from a config with `secret = true`: the whole address is secret then, " +
				"wherever it goes. Addresses of the machine itself, and words in angle brackets, are left alone.",
			Bad: `output database {
  value = "postgres://shop:kvvnalu4@db.example/shop"
}
`,
			Good: `config password string {
  secret = true
}

resource store "cloudy:data/secret:Secret" {
  name  = "database"
  value = "postgres://shop:${password}@db.example/shop"
}
`,
		},
		{
			Code: HardcodedAccount, Severity: Hint, Rule: true,
			Title: "the number of an account is written out",
			Explanation: "A resource name or an address names one account of AWS, so the program works in that account only: not in the one for tests, and not in that of somebody else. " +
				"Look the number up with `aws:index:getCallerIdentity`, name the resource instead if the program makes it, or take it from a config. Defaults of configs may hold such numbers.",
			Bad: `output role {
  value = "arn:aws:iam::210987654321:role/shop"
}
`,
			Good: `config account string {
  default = "210987654321"
}

output role {
  value = "arn:aws:iam::${account}:role/shop"
}
`,
		},
		{
			Code: HardcodedImage, Severity: Hint, Rule: true,
			Title: "the id of a machine image is written out",
			Explanation: "An image has another id in every region, and a new id with every security update; old ones disappear. " +
				"Look the newest one up with `aws:ec2:getAmi` or a parameter of `aws:ssm:getParameter`, or take it from a config.",
			Bad: `output image {
  value = "ami-0f3a9c1d7b5e28461"
}
`,
			Good: `config image string {
  default = "ami-0f3a9c1d7b5e28461"
}

output image {
  value = image
}
`,
		},
		{
			Code: HardcodedRegion, Severity: Off, Rule: true,
			Title: "a region is written out in a resource",
			Explanation: "The resource can be made in one region only, though the provider may be told another. Take the region from a config, or look it up. " +
				"This is off by default: many programs are meant for one region. Providers and the defaults of configs may name one.",
			Bad: `-- main.pp --
resource pet "kit:index:Name" {
  prefix = "eu-west-1"
}
-- .pcl-lsp.yaml --
rules:
  hardcoded.region: hint
`,
			Good: `config region string {
  default = "eu-west-1"
}

resource pet "kit:index:Name" {
  prefix = region
}
`,
		},
	},
}
