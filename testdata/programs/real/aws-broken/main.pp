# The service on AWS with four mistakes: a misspelt property, a wrong type, a missing input and an unknown name.

package {
  baseProviderName    = "aws"
  baseProviderVersion = "5.14.0"
}

package {
  baseProviderName    = "random"
  baseProviderVersion = "4.21.1"
}

config instanceType string {
  description = "Size of the machines."
  default     = "t3.small"
}

config instanceCount int {
  description = "How many machines there are."
  default     = 2
}

config subnetBlocks "map(string)" {
  description = "Availability zone to addresses."
  default = {
    "eu-north-1a" = "10.40.0.0/24"
    "eu-north-1b" = "10.40.1.0/24"
  }
}

tags = {
  project = project()
  stack   = stack()
}

everywhere = "0.0.0.0/0"

caller = invoke("aws:index/getCallerIdentity:getCallerIdentity", {})

image = invoke("aws:ec2/getAmi:getAmi", {
  mostRecent = true
  owners     = ["136693071363"]
  filters = [
    { name = "name", values = ["debian-12-amd64-*"] },
    { name = "virtualization-type", values = ["hvm"] },
  ]
})

# The network.

resource vpc "aws:ec2/vpc:Vpc" {
  cidrBlock          = "10.40.0.0/16"
  enableDnsHostnames = true
  enableDnsSupport   = true
  tags               = tags
}

resource gateway "aws:ec2/internetGateway:InternetGateway" {
  vpcId = vpc.id
  tags  = tags
}

resource routes "aws:ec2/routeTable:RouteTable" {
  vpcId  = vpc.id
  routes = [{ cidrBlock = everywhere, gatewayId = gateway.id }]
  tags   = tags
}

resource subnet "aws:ec2/subnet:Subnet" {
  vpcId               = vpc.id
  availabilityZone    = range.key
  cidrBlock           = range.value
  mapPublicIpOnLanch  = true
  tags                = tags

  options {
    range = subnetBlocks
  }
}

resource association "aws:ec2/routeTableAssociation:RouteTableAssociation" {
  subnetId     = subnet[range.key].id
  routeTableId = routes.id

  options {
    range = subnetBlocks
  }
}

subnetIds = [for slice in subnet : slice.id]

resource webGroup "aws:ec2/securityGroup:SecurityGroup" {
  vpcId       = vpc.id
  description = "The world to the machines."
  ingress = [
    for port in [80, 443] : {
      protocol    = "tcp"
      fromPort    = port
      toPort      = port
      cidrBlocks  = [everywhere]
      description = "web on ${port}"
    }
  ]
  egress = [{ protocol = "-1", fromPort = 0, toPort = 0, cidrBlocks = [everywhere] }]
  tags   = tags
}

resource databaseGroup "aws:ec2/securityGroup:SecurityGroup" {
  vpcId       = vpc.id
  description = "The machines to the database."
  ingress     = [{ protocol = "tcp", fromPort = 5432, toPort = 5432, securityGroups = [webGroup.id] }]
  tags        = tags
}

# The machines, and what they may do.

resource machineRole "aws:iam/role:Role" {
  description = "Held by the machines."
  assumeRolePolicy = toJSON({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Action    = "sts:AssumeRole"
      Principal = { Service = "ec2.amazonaws.com" }
    }]
  })
  tags = tags
}

resource machinePolicy "aws:iam/rolePolicy:RolePolicy" {
  role = machineRole.name
  policy = toJSON({
    Version = "2012-10-17"
    Statement = [
      {
        Effect   = "Allow"
        Action   = ["s3:GetObject", "s3:PutObject"]
        Resource = [for name, bucket in buckets : "${bucket.arn}/${name}/*"]
      },
      {
        Effect    = "Allow"
        Action    = "s3:ListBucket"
        Resource  = buckets["uploads"].arn
        Condition = { StringEquals = { "aws:PrincipalAccount" = caller.accountId } }
      },
    ]
  })
}

resource machineProfile "aws:iam/instanceProfile:InstanceProfile" {
  role = machineRole.name
}

resource machine "aws:ec2/instance:Instance" {
  ami                 = image.id
  instanceType        = instanceType
  subnetId            = element(subnetIds, range.value)
  vpcSecurityGroupIds = [webGroup.id]
  iamInstanceProfile  = machineProfile.name
  monitoring          = true

  rootBlockDevice = {
    volumeSize = 20
    volumeType = "gp3"
    encrypted  = true
  }
  metadataOptions = { httpEndpoint = "enabled", httpTokens = "required" }

  userData = <<-EOT
    #!/bin/sh
    echo "${database.endpoint}" > /etc/service/database
    echo "${buckets["uploads"].bucket}" > /etc/service/uploads
  EOT

  options {
    range         = instanceCount
    ignoreChanges = [ami, rootBlockDevice.volumeSize]
  }
}

# The database.

resource databasePassword "random:index/randomPassword:RandomPassword" {
  length          = 24
  overrideSpecial = "-_"
}

resource databaseSubnets "aws:rds/subnetGroup:SubnetGroup" {
  subnetIds = subnetIds
  tags      = tags
}

resource database "aws:rds/instance:Instance" {
  engine                = "postgres"
  engineVersion         = "14.4"
  instanceClass         = "db.t3.medium"
  allocatedStorage      = 50
  storageEncrypted      = true
  dbName                = "service"
  username              = "keeper"
  password              = databasePassword.result
  dbSubnetGroupName     = databaseSubnets.name
  vpcSecurityGroupIds   = databaseGroup.id
  multiAz               = stack() == "production"
  backupRetentionPeriod = 14
  skipFinalSnapshot     = true

  options {
    protect        = true
    customTimeouts = { create = "1h", delete = "30m" }
  }
}

# The buckets.

resource buckets "aws:s3/bucketV2:BucketV2" {
  bucketPrefix = "${range.key}-"
  forceDestroy = range.value
  tags         = tags

  options {
    range = { uploads = false, reports = true }
  }
}

resource versioning "aws:s3/bucketVersioningV2:BucketVersioningV2" {
  bucket                  = buckets["uploads"].bucket
  versioningConfiguration = { status = "Enabled" }
}

resource privacy "aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock" {
  bucket                = buckets["uploads"].bucket
  blockPublicAcls       = true
  blockPublicPolicy     = true
  ignorePublicAcls      = true
  restrictPublicBuckets = true
}

resource welcome "aws:s3/bucketObjectv2:BucketObjectv2" {
  bucket      = buckets["reports"].bucket
  key         = "reports/welcome.txt"
  source      = stringAsset("The first report comes tonight.\n")
  contentType = "text/plain"
}

# A function that writes a report every night.

resource reporterRole "aws:iam/role:Role" {
  assumeRolePolicy = invoke("aws:iam/getPolicyDocument:getPolicyDocument", {
    statements = [{
      effect     = "Allow"
      actions    = ["sts:AssumeRole"]
      principals = [{ type = "Service", identifiers = ["lambda.amazonaws.com"] }]
    }]
  }).json
  managedPolicyArns = ["arn:aws:iam::aws:policy/service-role/AWSLambdaVPCAccessExecutionRole"]
}

resource reporter "aws:lambda/function:Function" {
  role       = reporterRole.arn
  runtime    = "nodejs16.x"
  handler    = "index.handler"
  code       = fileArchive("./handler")
  memorySize = 256
  timeout    = 30
  environment = {
    variables = {
      BUCKET   = buckets["reports"].bucket
      DATABASE = database.address
      PORT     = database.port
    }
  }
  vpcConfig = { subnetIds = subnetIds, securityGroupIds = [webGroup.id] }
}

resource nightly "aws:cloudwatch/eventRule:EventRule" {
  scheduleExpression = "cron(0 2 * * ? *)"
}

resource target "aws:cloudwatch/eventTarget:EventTarget" {
  arn   = reporter.arn
  input = toJSON({ kind = "nightly", bucket = buckets["reports"].bucket })
}

resource permission "aws:lambda/permission:Permission" {
  action    = "lambda:InvokeFunction"
  function  = reportr.name
  principal = "events.amazonaws.com"
  sourceArn = nightly.arn
}

output addresses "list(string)" {
  value = machine[*].publicIp
}

output databaseHost string {
  value = database.address
}

output bucketNames {
  value = { for name, bucket in buckets : name => bucket.bucket }
}
