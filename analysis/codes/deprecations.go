package codes

// This file declares the codes about deprecated things, spellings of tokens and
// versions of schemas.

// Codes about what a schema says of itself.
const (
	DeprecatedResource Code = "deprecated.resource"
	DeprecatedFunction Code = "deprecated.function"
	DeprecatedMethod   Code = "deprecated.method"
	DeprecatedProperty Code = "deprecated.property"
	DeprecatedEnum     Code = "deprecated.enum"
	TokenFallback      Code = "token.fallback"
	TokenStyle         Code = "token.style"
	VersionUnchecked   Code = "version.unchecked"
)

var deprecationsArea = Area{
	Title: "Deprecations, tokens and versions", About: "what schemas advise against",
	Declarations: []Declaration{
		{
			Code: DeprecatedResource, Severity: Warning, Tag: Deprecated, Rule: true,
			Title: "a resource type is deprecated",
			Explanation: "The package says that this type should not be used any more, and will remove it some day. Its own words say what to use " +
				"instead. An alias with the old type keeps the existing resource when the type changes.",
			Bad: `resource archive "cloudy:storage/legacyBucket:LegacyBucket" {
  name = "archive"
}
`,
			Good: `resource archive "cloudy:storage/bucket:Bucket" {
  name = "archive"
}
`,
		},
		{
			Code: DeprecatedFunction, Severity: Warning, Tag: Deprecated, Rule: true,
			Title:       "a function is deprecated",
			Explanation: "The package says that this function should not be used any more, and will remove it some day. Its own words say what to use instead.",
			Bad: `output found {
  value = invoke("kit:index:legacySlug", { text = "Hello, World" }).result
}
`,
			Good: `output found {
  value = invoke("kit:index:slug", "Hello, World").result
}
`,
		},
		{
			Code: DeprecatedMethod, Severity: Warning, Tag: Deprecated, Rule: true,
			Title:       "a method is deprecated",
			Explanation: "The package says that this method should not be called any more, and will remove it some day. Its own words say what to use instead.",
			Bad: `resource site "kit:index:Site" {
  title   = "Shop"
  content = assetArchive({ "index.html" = stringAsset("Hello") })
}

output pages {
  value = call(site, "flush", {}).count
}
`,
			Good: `resource site "kit:index:Site" {
  title   = "Shop"
  content = assetArchive({ "index.html" = stringAsset("Hello") })
}

output hits {
  value = call(site, "stats", { days = 7 }).hits
}
`,
		},
		{
			Code: DeprecatedProperty, Severity: Warning, Tag: Deprecated, Rule: true,
			Title: "a deprecated property is set or read",
			Explanation: "The package says that this property should not be used any more, and will remove it some day. Its own words say what to use " +
				"instead; they may name properties as other languages spell them.",
			Bad: `resource page "cloudy:storage/bucketObject:BucketObject" {
  bucket  = "site"
  key     = "index.html"
  content = "<h1>Hello</h1>"
}
`,
			Good: `resource page "cloudy:storage/bucketObject:BucketObject" {
  bucket = "site"
  key    = "index.html"
  source = stringAsset("<h1>Hello</h1>")
}
`,
		},
		{
			Code: DeprecatedEnum, Severity: Warning, Tag: Deprecated, Rule: true,
			Title:       "a deprecated value of an enum is used",
			Explanation: "The package says that this value should not be used any more, and will remove it some day. Its own words say which value to use instead.",
			Bad: `resource mail "dns:index:Record" {
  zoneId = "zone-1"
  name   = "@"
  type   = "SPF"
  values = ["v=spf1 -all"]
}
`,
			Good: `resource mail "dns:index:Record" {
  zoneId = "zone-1"
  name   = "@"
  type   = "TXT"
  values = ["v=spf1 -all"]
}
`,
		},
		{
			Code: TokenFallback, Severity: Warning, Rule: true,
			Title: "the module in a token does not exist",
			Explanation: "The package has no module of this name. The token is taken for one of the main module, since a type of this name happens to be there; " +
				"that may be another one than the author means. Write the module that the type is in.",
			Bad: `output zones {
  value = invoke("cloudy:compute:getZones", {}).names
}
`,
			Good: `output zones {
  value = invoke("cloudy:index:getZones", {}).names
}
`,
		},
		{
			Code: TokenStyle, Severity: Hint, Rule: true,
			Title: "a token is spelt in an unusual way",
			Explanation: "The token is understood, but neither the schema nor anybody else writes it like this, so that searches miss it. " +
				"Write it as the schema does, or in its short form.",
			Bad: `resource network "cloudy:net/networks:Network" {
  cidrBlock = "10.0.0.0/16"
}
`,
			Good: `resource network "cloudy:net:Network" {
  cidrBlock = "10.0.0.0/16"
}
`,
		},
		{
			Code: VersionUnchecked, Severity: Information, Rule: true,
			Title: "a resource asks for another version than was checked",
			Explanation: "The option `version` picks the version of the provider that runs. The program was checked by the schema of another one, so that " +
				"findings about this resource may be wrong, and others missing. Declare the version in a `package` block, which also decides on the schema.",
			Bad: `resource network "cloudy:net/network:Network" {
  cidrBlock = "10.0.0.0/16"
  options {
    version = "1.2.0"
  }
}
`,
			Good: `resource network "cloudy:net/network:Network" {
  cidrBlock = "10.0.0.0/16"
  options {
    version = "1.4.0"
  }
}
`,
		},
	},
}
