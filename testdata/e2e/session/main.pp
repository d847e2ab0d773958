resource vpc "aws:ec2:Vpc" {
  cidrBlock          = "10.0.0.0/16"
  enableDnsHostnames = true
}

resource subnet "aws:ec2:Subnet" {
  options {
    range = 2
  }
  vpcId     = vpc.id
  cidrBlock = "10.0.${range.value}.0/24"
}

resource databaseGroup "aws:ec2:SecurityGroup" {
  vpcId = vpc.id
  ingress = [{
    fromPort   = 5432
    protocol   = "tcp"
    toPort     = 5432
    cidrBlocks = [vpc.cidrBlock]
  }]
}

config password string {
  description = "What the database is opened with"
  secret      = true
}

resource subnetGroup "aws:rds:SubnetGroup" {
  subnetIds = subnet[*].id
}

resource database "aws:rds:Instance" {
  instanceClass       = "db.t3.micro"
  engine              = "postgres"
  allocatedStorage    = 20
  username            = "shop"
  password            = password
  dbSubnetGroupName   = subnetGroup.name
  vpcSecurityGroupIds = [databaseGroup.id]
}

resource assets "aws:s3:Bucket" {
  forceDestroy = true
}

resource readers "aws:s3:BucketPolicy" {
  bucket = assets.id
  policy = toJSON({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Principal = "*"
      Action    = "s3:GetObject"
      Resource  = assets.arn
    }]
  })
}

output endpoint {
  value = database.endpoint
}

output bucket {
  value = assets.bucket
}
