# Passwords that never show: made up, passed on, and kept.

package {
  baseProviderName    = "cloudy"
  baseProviderVersion = "1.4.0"
}

package {
  baseProviderName    = "kit"
  baseProviderVersion = "2.0.0"
}

config licence string {
  description = "Key of the shop's software."
  secret      = true
}

config adminName string {
  default = "keeper"
}

resource admin "kit:index:Password" {
  length  = 32
  special = false
  keepers = { name = adminName }
}

resource suffix "kit:index:Suffix" {
  byteLength = 4
}

resource database "cloudy:data/database:Database" {
  engine    = "postgres"
  size      = "small-2"
  storageGb = 50
  username  = adminName
  password  = admin.result
  subnetIds = ["subnet-1", "subnet-2"]

  options {
    additionalSecretOutputs = [username]
  }
}

resource connection "cloudy:data/secret:Secret" {
  name  = "shop/connection"
  value = database.connectionString
  labels = {
    hash    = admin.bcryptHash
    licence = licence
  }
}

resource token "cloudy:data/secret:Secret" {
  name  = "shop/token"
  value = secret("${suffix.hex}-${adminName}")
}

resource signed "cloudy:data/secret:Secret" {
  name  = "shop/licence"
  value = sha1(licence)
}

# The function is told where the secrets are, not what they say.
resource worker "cloudy:compute/function:Function" {
  code    = assetArchive({ "main.py" = stringAsset("def handle(event):\n    return event\n") })
  runtime = "python3.13"
  handler = "main.handle"
  roleArn = role.arn
  environment = {
    CONNECTION = connection.arn
    TOKEN      = token.arn
    LICENCE    = signed.arn
  }
}

resource role "cloudy:iam/role:Role" {
  trustPolicy = {
    Statement = [{ Effect = "Allow", Action = "iam:AssumeRole", Principal = { Service = "functions.cloudy.example" } }]
  }
}

resource reading "cloudy:iam/policy:Policy" {
  document = toJSON({
    Statement = [
      for arn in [connection.arn, token.arn, signed.arn] : {
        Effect   = "Allow"
        Action   = "secrets:GetValue"
        Resource = arn
      }
    ]
  })
}

resource attachment "cloudy:iam/rolePolicyAttachment:RolePolicyAttachment" {
  role      = role.name
  policyArn = reading.arn
}

output invokeUrl string {
  value = worker.invokeUrl
}
