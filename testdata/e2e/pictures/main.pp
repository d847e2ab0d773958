config password string {
  description = "What the database is opened with"
  secret      = true
}

config region string {
  description = "Where everything runs"
  default     = "eu-north-1"
}

resource vpc "aws:ec2:Vpc" {
  cidrBlock = "10.0.0.0/16"
}

resource subnet "aws:ec2:Subnet" {
  options {
    range = 2
  }
  vpcId     = vpc.id
  cidrBlock = "10.0.${range.value}.0/24"
}

resource group "aws:ec2:SecurityGroup" {
  vpcId = vpc.id
}

resource database "aws:rds:Instance" {
  instanceClass       = "db.t3.micro"
  engine              = "postgres"
  password            = password
  vpcSecurityGroupIds = [group.id]
}

resource assets "aws:s3:Bucket" {
  forceDestroy = true
}

output endpoint {
  value = "postgres://${database.endpoint}/${region}"
}

output range {
  value = vpc.cidrBlok
}
