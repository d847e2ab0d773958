# A clinic on cloudy: two networks made alike, machines, a database, and functions.

config masterPassword string {
  secret = true
}

config machineCount int {
  default = 2
}

everywhere = ["0.0.0.0/0"]

common = {
  owner = "clinic"
  stack = stack()
}

available = invoke("cloudy:index/getZones:getZones", {})

resource hall "cloudy:net/network:Network" {
  cidrBlock = "10.90.0.0/16"
  enableDns = true
  tags      = common
}

resource wing "cloudy:net/subnet:Subnet" {
  networkId = hall.id
  cidrBlock = "10.90.${range.value}.0/24"
  zone      = element(available.names, range.value)
  tags      = common

  options {
    range = 3
  }
}

resource visitors "cloudy:net/securityGroup:SecurityGroup" {
  networkId   = hall.id
  description = "Visitors to the reception"
  ingress     = [{ protocol = "tcp", fromPort = 443, toPort = 443, cidrBlocks = everywhere }]
}

resource staff "cloudy:net/securityGroup:SecurityGroup" {
  networkId   = hall.id
  description = "The reception to the records"
}

resource desk "cloudy:compute/instance:Instance" {
  imageId          = system.imageId
  size             = "small-2"
  subnetId         = wing[range.value].id
  securityGroupIds = [visitors.id, staff.id]
  userData         = readFile("./desk.sh")
  monitoring       = true
  tags             = common

  options {
    range     = machineCount
    dependsOn = [records]
  }
}

system = invoke("cloudy:compute/getImage:getImage", {
  family = "debian-12"
})

resource reception "cloudy:net/loadBalancer:LoadBalancer" {
  subnetIds        = wing[*].id
  securityGroupIds = [visitors.id]
  targetIds        = desk[*].id
  listeners        = [{ port = 443, protocol = "HTTPS" }]
  accessLogBucket  = logs.bucketName
  tags             = common
}

resource logs "cloudy:storage/bucket:Bucket" {
  acl          = "log-delivery"
  forceDestroy = true
  tags         = common
}

resource records "cloudy:data/database:Database" {
  engine           = "postgres"
  size             = "medium-4"
  storageGb        = 100
  databaseName     = "records"
  username         = "doctor"
  password         = masterPassword
  subnetIds        = wing[*].id
  securityGroupIds = [staff.id]
  multiZone        = true
  tags             = common

  options {
    protect = true
  }
}

resource recordsSecret "cloudy:data/secret:Secret" {
  name        = "records-password"
  description = "The password of the records"
  value       = masterPassword
}

resource reminderRole "cloudy:iam/role:Role" {
  trustPolicy = toJSON({
    Statement = [{ Effect = "Allow", Principal = { Service = "functions" } }]
  })
}

resource reminderReads "cloudy:iam/policy:Policy" {
  document = toJSON({
    Statement = [{
      Effect   = "Allow"
      Action   = ["secret:read"]
      Resource = [recordsSecret.arn]
    }]
  })
}

resource reminderMay "cloudy:iam/rolePolicyAttachment:RolePolicyAttachment" {
  role      = reminderRole.name
  policyArn = reminderReads.arn
}

resource reminder "cloudy:compute/function:Function" {
  code           = fileArchive("./reminder")
  runtime        = "go1"
  handler        = "main"
  roleArn        = reminderRole.arn
  memoryMb       = 256
  timeoutSeconds = 30
  environment = {
    DATABASE = records.endpoint
    SECRET   = recordsSecret.arn
  }

  options {
    dependsOn = [reminderMay]
  }
}

resource leaflets "cloudy:storage/bucket:Bucket" {
  acl = "public-read"
}

resource leaflet "cloudy:storage/bucketObject:BucketObject" {
  bucket      = leaflets.bucketName
  key         = "leaflet.pdf"
  source      = fileAsset("./leaflet.pdf")
  contentType = "application/pdf"
}

resource leafletsArePublic "cloudy:storage/bucketPolicy:BucketPolicy" {
  bucket = leaflets.bucketName
  policy = toJSON({
    Statement = [{ Effect = "Allow", Action = "read", Resource = "${leaflets.arn}/*" }]
  })
}

output entrance {
  value = reception.dnsName
}

output recordsEndpoint {
  value = records.endpoint
}
