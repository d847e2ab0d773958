package codes

// This file declares the codes about what values are, beyond their types.

// Codes about values that do not suit their places although their types fit.
const (
	PropUnknownNested  Code = "prop.unknown-nested"
	ObjectDuplicateKey Code = "object.duplicate-key"
	EnumValue          Code = "enum.value"
	EnumCase           Code = "enum.case"
	ConstValue         Code = "const.value"
	UnionDiscriminator Code = "union.discriminator"
	LiteralParse       Code = "literal.parse"
	NumberFraction     Code = "number.fraction"
	TemplateRedundant  Code = "template.redundant"
	ProviderMismatch   Code = "provider.mismatch"
)

var valuesArea = Area{
	Title: "Values", About: "what values are, where their types fit",
	Declarations: []Declaration{
		{
			Code: PropUnknownNested, Severity: Error,
			Title: "a nested object has a key that its type does not have",
			Explanation: "The schema does not know this key. In a resource's input the program fails when it runs; in the " +
				"arguments of `invoke` and `call` and in options the key is dropped without a word, which is a warning. " +
				"Most often it is a slip: take the name that the type has, or remove the key.",
			Bad: `resource front "cloudy:net/loadBalancer:LoadBalancer" {
  subnetIds = ["subnet-1"]
  listeners = [{ port = 80, protocol = "HTTP", idleTimeuot = 30 }]
}
`,
			Good: `resource front "cloudy:net/loadBalancer:LoadBalancer" {
  subnetIds = ["subnet-1"]
  listeners = [{ port = 80, protocol = "HTTP", idleTimeout = 30 }]
}
`,
		},
		{
			Code: ObjectDuplicateKey, Severity: Warning, Rule: true,
			Title: "a key is twice in one object",
			Explanation: "Of several values with one key only the last counts; the others are lost without a word. " +
				"`name` and `\"name\"` are one key, and so are `1` and `\"1\"`. Remove or rename one of them.",
			Bad: `resource network "cloudy:net/network:Network" {
  cidrBlock = "10.0.0.0/16"
  tags      = { team = "shop", stage = "test", team = "infra" }
}
`,
			Good: `resource network "cloudy:net/network:Network" {
  cidrBlock = "10.0.0.0/16"
  tags      = { team = "shop", stage = "test" }
}
`,
		},
		{
			Code: EnumValue, Severity: Warning,
			Title: "a value is not one of the enum's",
			Explanation: "The schema lists the values that are allowed here, and this is none of them, so that the provider will most likely " +
				"refuse it. Take one of the listed values, or a newer version of the package if the value is new. " +
				"Where any text is allowed and the schema only lists the known ones, this is a hint.",
			Bad: `resource rules "cloudy:net/securityGroup:SecurityGroup" {
  networkId = "network-1"
  ingress   = [{ protocol = "tpc", fromPort = 443 }]
}
`,
			Good: `resource rules "cloudy:net/securityGroup:SecurityGroup" {
  networkId = "network-1"
  ingress   = [{ protocol = "tcp", fromPort = 443 }]
}
`,
		},
		{
			Code: EnumCase, Severity: Warning,
			Title:       "a value differs from the enum's in upper and lower case",
			Explanation: "The schema lists this value in another spelling. Providers compare exactly, as a rule: write it as it is listed.",
			Bad: `resource rules "cloudy:net/securityGroup:SecurityGroup" {
  networkId = "network-1"
  ingress   = [{ protocol = "TCP", fromPort = 443 }]
}
`,
			Good: `resource rules "cloudy:net/securityGroup:SecurityGroup" {
  networkId = "network-1"
  ingress   = [{ protocol = "tcp", fromPort = 443 }]
}
`,
		},
		{
			Code: ConstValue, Severity: Error,
			Title: "a value differs from the only one that is allowed",
			Explanation: "The schema says that this property has one value and no other. Write that value, or leave the property out where " +
				"it is not required; if another value is meant, another type of resource or object is needed.",
			Bad: `resource alive "kit:index:Probe" {
  check  = { kind = "tcp", path = "/health" }
  labels = { team = "shop" }
}
`,
			Good: `resource alive "kit:index:Probe" {
  check  = { kind = "http", path = "/health" }
  labels = { team = "shop" }
}
`,
		},
		{
			Code: UnionDiscriminator, Severity: Warning,
			Title: "nothing says which kind of object is meant",
			Explanation: "Several types of objects are allowed here, and one property, the discriminator, says which of them it is. " +
				"It is missing, or its value belongs to none of them. Write one of the listed values.",
			Bad: `resource front "cloudy:net/loadBalancer:LoadBalancer" {
  subnetIds     = ["subnet-1"]
  listeners     = [{ port = 80, protocol = "HTTP" }]
  defaultAction = { kind = "foward", sticky = true }
}
`,
			Good: `resource front "cloudy:net/loadBalancer:LoadBalancer" {
  subnetIds     = ["subnet-1"]
  listeners     = [{ port = 80, protocol = "HTTP" }]
  defaultAction = { kind = "forward", sticky = true }
}
`,
		},
		{
			Code: LiteralParse, Severity: Warning,
			Title: "a text cannot be read as the number or bool that is needed",
			Explanation: "A text may stand where a number or a bool is wanted, as long as it reads like one: `\"8080\"` or `\"true\"`. " +
				"This one does not, and reaches the provider as it is. Write the number or bool itself.",
			Bad: `resource admin "kit:index:Password" {
  length = "long"
}
`,
			Good: `resource admin "kit:index:Password" {
  length = 24
}
`,
		},
		{
			Code: NumberFraction, Severity: Warning,
			Title:       "a fraction is given where a whole number is needed",
			Explanation: "The place asks for a whole number, and nothing rounds: the fraction is passed on as it is. Write a whole number.",
			Bad: `resource admin "kit:index:Password" {
  length = 24.5
}
`,
			Good: `resource admin "kit:index:Password" {
  length = 24
}
`,
		},
		{
			Code: TemplateRedundant, Severity: Hint, Tag: Unnecessary, Rule: true,
			Title:       "quotes around a lone expression",
			Explanation: "`\"${x}\"` is just `x`: its value and its type stay as they are, it does not become a text. Write the expression alone.",
			Bad: `config domain string {}

output site {
  value = "${domain}"
}
`,
			Good: `config domain string {}

output site {
  value = domain
}
`,
		},
		{
			Code: ProviderMismatch, Severity: Error,
			Title: "a provider is none, or is one of another package",
			Explanation: "The option `provider` takes a provider resource, `pulumi:providers:…`, of the package that the resource is from; " +
				"`providers` takes several, and in a map each stands under the name of its package. The engine cannot use anything else.",
			Bad: `resource servers "pulumi:providers:dns" {
  server = "ns.example"
}

resource network "cloudy:net/network:Network" {
  cidrBlock = "10.0.0.0/16"
  options {
    provider = servers
  }
}
`,
			Good: `resource servers "pulumi:providers:dns" {
  server = "ns.example"
}

resource zone "dns:index:Zone" {
  domain = "shop.example"
  options {
    provider = servers
  }
}
`,
		},
	},
}
