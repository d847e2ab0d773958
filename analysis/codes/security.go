package codes

// This file declares the codes about what is open or unprotected.

// Codes about what is open or unprotected.
const (
	SecurityOpenIngress       Code = "security.open-ingress"
	SecurityWildcardAction    Code = "security.wildcard-action"
	SecurityWildcardPrincipal Code = "security.wildcard-principal"
	SecurityPublic            Code = "security.public"
	SecurityUnencrypted       Code = "security.unencrypted"
	ResourceUnguarded         Code = "resource.unguarded"
	ResourceUnprotected       Code = "resource.unprotected"
)

// cloudSchema is what the examples need of a package of a cloud.
const cloudSchema = `-- schemas/aws-6.0.0.json --
{"name": "aws", "version": "6.0.0", "resources": {
"aws:rds/instance:Instance": {"inputProperties": {"storageEncrypted": {"type": "boolean"}, "publiclyAccessible": {"type": "boolean"}, "deletionProtection": {"type": "boolean"}}},
"aws:ec2/securityGroupRule:SecurityGroupRule": {"inputProperties": {"type": {"type": "string"}, "protocol": {"type": "string"}, "fromPort": {"type": "integer"}, "toPort": {"type": "integer"}, "cidrBlocks": {"type": "array", "items": {"type": "string"}}}}
}}
`

var securityArea = Area{
	Title: "Security and safety", About: "what resources let in, leave in the clear or lose",
	Declarations: []Declaration{
		{
			Code: SecurityOpenIngress, Severity: Information, Rule: true,
			Title: "everybody may reach a port",
			Explanation: "The rule lets the whole Internet reach ports other than 80 and 443. Shells, databases and everything else are found within minutes, and tried. " +
				"Name the addresses that need the port, or another security group. Only rules are judged whose ports are written out.",
			Bad: `-- main.pp --
resource shell "aws:ec2/securityGroupRule:SecurityGroupRule" {
  type       = "ingress"
  protocol   = "tcp"
  fromPort   = 22
  toPort     = 22
  cidrBlocks = ["0.0.0.0/0"]
}
` + cloudSchema,
			Good: `-- main.pp --
resource shell "aws:ec2/securityGroupRule:SecurityGroupRule" {
  type       = "ingress"
  protocol   = "tcp"
  fromPort   = 22
  toPort     = 22
  cidrBlocks = ["10.0.0.0/8"]
}
` + cloudSchema,
		},
		{
			Code: SecurityWildcardAction, Severity: Information, Rule: true,
			Title:       "a policy allows every action",
			Explanation: "The statement allows whatever there is to do, today and in future, the administration of rights included. List the actions that are needed; `s3:Get*` is a list too.",
			Bad: `output policy {
  value = toJSON({
    Version   = "2012-10-17"
    Statement = [{
      Effect   = "Allow"
      Action   = "*"
      Resource = "arn:aws:s3:::shop"
    }]
  })
}
`,
			Good: `output policy {
  value = toJSON({
    Version   = "2012-10-17"
    Statement = [{
      Effect   = "Allow"
      Action   = ["s3:GetObject", "s3:PutObject"]
      Resource = "arn:aws:s3:::shop/*"
    }]
  })
}
`,
		},
		{
			Code: SecurityWildcardPrincipal, Severity: Information, Rule: true,
			Title: "a policy allows something to everybody",
			Explanation: "The statement has no condition, and everybody in the world is its principal, with an account or without. Name the accounts or roles, or add a condition. " +
				"To read the objects of a bucket is left alone: websites are meant for everybody.",
			Bad: `output policy {
  value = toJSON({
    Version   = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Principal = "*"
      Action    = ["s3:PutObject"]
      Resource  = "arn:aws:s3:::shop/*"
    }]
  })
}
`,
			Good: `output policy {
  value = toJSON({
    Version   = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Principal = { Service = "logging.s3.amazonaws.com" }
      Action    = ["s3:PutObject"]
      Resource  = "arn:aws:s3:::shop/*"
    }]
  })
}
`,
		},
		{
			Code: SecurityPublic, Severity: Information, Rule: true,
			Title: "a setting opens a resource to everybody",
			Explanation: "This value makes a bucket, a store or a database readable or reachable for everybody on the Internet, or takes away what keeps somebody from doing so by mistake. " +
				"Leave it out, and give access to those who need it.",
			Bad: `-- main.pp --
resource store "aws:rds/instance:Instance" {
  publiclyAccessible = true
  options {
    protect = true
  }
}
` + cloudSchema,
			Good: `-- main.pp --
resource store "aws:rds/instance:Instance" {
  publiclyAccessible = false
  options {
    protect = true
  }
}
` + cloudSchema,
		},
		{
			Code: SecurityUnencrypted, Severity: Information, Rule: true,
			Title:       "a setting turns encryption off",
			Explanation: "The value leaves data, on disks or on their way, without encryption. Most stores cannot be encrypted later without being made anew. Write `true`.",
			Bad: `-- main.pp --
resource store "aws:rds/instance:Instance" {
  storageEncrypted = false
  options {
    protect = true
  }
}
` + cloudSchema,
			Good: `-- main.pp --
resource store "aws:rds/instance:Instance" {
  storageEncrypted = true
  options {
    protect = true
  }
}
` + cloudSchema,
		},
		{
			Code: ResourceUnguarded, Severity: Hint, Rule: true,
			Title:       "a setting lets data be deleted by mistake",
			Explanation: "The value says that the cloud should not keep anybody from deleting the data, the program itself included: one renamed resource is enough. Write `true`, and change it when the data may go.",
			Bad: `-- main.pp --
resource store "aws:rds/instance:Instance" {
  deletionProtection = false
  options {
    protect = true
  }
}
` + cloudSchema,
			Good: `-- main.pp --
resource store "aws:rds/instance:Instance" {
  deletionProtection = true
  options {
    protect = true
  }
}
` + cloudSchema,
		},
		{
			Code: ResourceUnprotected, Severity: Off, Rule: true,
			Title: "a resource with data is not protected",
			Explanation: "The resource holds data that nothing brings back: a database, a bucket, a volume, a key. With the option `protect` Pulumi refuses to delete it, until the option is taken away; " +
				"with `retainOnDelete` only the program forgets it. A protection of the cloud, such as `deletionProtection`, counts too, and so does a parent. " +
				"This is off by default: whether the data are worth more than the ease of deleting them only the author knows, and stacks for tests are meant to go.",
			Bad: `-- main.pp --
resource store "aws:rds/instance:Instance" {
  storageEncrypted = true
}
-- .pcl-lsp.yaml --
rules:
  resource.unprotected: hint
` + cloudSchema,
			Good: `-- main.pp --
resource store "aws:rds/instance:Instance" {
  storageEncrypted = true
  options {
    protect = true
  }
}
-- .pcl-lsp.yaml --
rules:
  resource.unprotected: hint
` + cloudSchema,
		},
	},
}
