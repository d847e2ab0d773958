# A bookshop on AWS: a network in two zones, a load balancer, machines, a database and a bucket.

config environment string {
  default = "staging"
}

config zones "list(string)" {
  default = ["eu-central-1a", "eu-central-1b"]
}

config databasePassword string {
  secret = true
}

config instanceType string {
  default = "t3.micro"
}

name = "bookshop-${environment}"

labels = {
  Project     = "bookshop"
  Environment = environment
}

resource main "aws:ec2/vpc:Vpc" {
  cidrBlock          = "10.20.0.0/16"
  enableDnsHostnames = true
  tags               = labels
}

resource internet "aws:ec2/internetGateway:InternetGateway" {
  vpcId = main.id
  tags  = labels
}

resource front "aws:ec2/subnet:Subnet" {
  vpcId               = main.id
  cidrBlock           = "10.20.${range.value}.0/24"
  availabilityZone    = zones[range.value]
  mapPublicIpOnLaunch = true
  tags                = labels

  options {
    range = length(zones)
  }
}

resource back "aws:ec2/subnet:Subnet" {
  vpcId            = main.id
  cidrBlock        = "10.20.${range.value + 10}.0/24"
  availabilityZone = zones[range.value]
  tags             = labels

  options {
    range = length(zones)
  }
}

resource address "aws:ec2/eip:Eip" {
  vpc  = true
  tags = labels

  options {
    dependsOn = [internet]
  }
}

resource nat "aws:ec2/natGateway:NatGateway" {
  allocationId = address.id
  subnetId     = front[0].id
  tags         = labels
}

resource outward "aws:ec2/routeTable:RouteTable" {
  vpcId  = main.id
  routes = [{ cidrBlock = "0.0.0.0/0", gatewayId = internet.id }]
}

resource inward "aws:ec2/routeTable:RouteTable" {
  vpcId  = main.id
  routes = [{ cidrBlock = "0.0.0.0/0", natGatewayId = nat.id }]
}

resource frontRoute "aws:ec2/routeTableAssociation:RouteTableAssociation" {
  subnetId     = front[range.value].id
  routeTableId = outward.id

  options {
    range = length(zones)
  }
}

resource balancerRules "aws:ec2/securityGroup:SecurityGroup" {
  description = "Everybody to the load balancer"
  vpcId       = main.id
  ingress     = [{ protocol = "tcp", fromPort = 80, toPort = 80, cidrBlocks = ["0.0.0.0/0"] }]
  egress      = [{ protocol = "-1", fromPort = 0, toPort = 0, cidrBlocks = ["0.0.0.0/0"] }]
  tags        = labels
}

resource shopRules "aws:ec2/securityGroup:SecurityGroup" {
  description = "The load balancer to the machines"
  vpcId       = main.id
  ingress     = [{ protocol = "tcp", fromPort = 8080, toPort = 8080, securityGroups = [balancerRules.id] }]
  egress      = [{ protocol = "-1", fromPort = 0, toPort = 0, cidrBlocks = ["0.0.0.0/0"] }]
  tags        = labels
}

resource storeRules "aws:ec2/securityGroup:SecurityGroup" {
  description = "The machines to the database"
  vpcId       = main.id
  ingress     = [{ protocol = "tcp", fromPort = 5432, toPort = 5432, securityGroups = [shopRules.id] }]
  tags        = labels
}

resource balancer "aws:lb/loadBalancer:LoadBalancer" {
  loadBalancerType = "application"
  subnets          = front[*].id
  securityGroups   = [balancerRules.id]
  tags             = labels
}

resource pool "aws:lb/targetGroup:TargetGroup" {
  port     = 8080
  protocol = "HTTP"
  vpcId    = main.id
  healthCheck = {
    path    = "/health"
    matcher = "200"
  }
}

resource http "aws:lb/listener:Listener" {
  loadBalancerArn = balancer.arn
  port            = 80
  protocol        = "HTTP"
  defaultActions  = [{ type = "forward", targetGroupArn = pool.arn }]
}

system = invoke("aws:ec2/getAmi:getAmi", {
  mostRecent = true
  owners     = ["amazon"]
  filters    = [{ name = "name", values = ["al2023-ami-*-x86_64"] }]
})

resource shop "aws:ec2/instance:Instance" {
  ami                 = system.id
  instanceType        = instanceType
  subnetId            = back[range.value].id
  vpcSecurityGroupIds = [shopRules.id]
  iamInstanceProfile  = profile.name
  userData            = readFile("./start.sh")
  tags                = labels

  options {
    range         = length(zones)
    ignoreChanges = [ami]
  }
}

resource attachment "aws:lb/targetGroupAttachment:TargetGroupAttachment" {
  targetGroupArn = pool.arn
  targetId       = shop[range.value].id
  port           = 8080

  options {
    range = length(zones)
  }
}

resource role "aws:iam/role:Role" {
  assumeRolePolicy = toJSON({
    Version = "2012-10-17"
    Statement = [{
      Action    = "sts:AssumeRole"
      Effect    = "Allow"
      Principal = { Service = "ec2.amazonaws.com" }
    }]
  })
  tags = labels
}

resource covers "aws:s3/bucket:Bucket" {
  acl          = "private"
  forceDestroy = environment != "production"
  versioning   = { enabled = true }
  tags         = labels

  options {
    protect = true
  }
}

resource readCovers "aws:iam/rolePolicy:RolePolicy" {
  role = role.id
  policy = toJSON({
    Version = "2012-10-17"
    Statement = [{
      Action   = ["s3:GetObject"]
      Effect   = "Allow"
      Resource = "${covers.arn}/*"
    }]
  })
}

resource profile "aws:iam/instanceProfile:InstanceProfile" {
  role = role.name
}

resource storeSubnets "aws:rds/subnetGroup:SubnetGroup" {
  subnetIds = back[*].id
  tags      = labels
}

resource store "aws:rds/instance:Instance" {
  engine                  = "postgres"
  engineVersion           = "15.4"
  instanceClass           = "db.t3.micro"
  allocatedStorage        = 20
  dbName                  = "books"
  username                = "books"
  password                = databasePassword
  dbSubnetGroupName       = storeSubnets.name
  vpcSecurityGroupIds     = [storeRules.id]
  backupRetentionPeriod   = 7
  storageEncrypted        = true
  skipFinalSnapshot       = environment != "production"
  finalSnapshotIdentifier = "${name}-last"
  tags                    = labels

  options {
    protect = true
  }
}

resource load "aws:cloudwatch/metricAlarm:MetricAlarm" {
  comparisonOperator = "GreaterThanThreshold"
  evaluationPeriods  = 2
  metricName         = "CPUUtilization"
  namespace          = "AWS/EC2"
  period             = 300
  statistic          = "Average"
  threshold          = 80
  dimensions         = { InstanceId = shop[0].id }
  alarmActions       = [operators.arn]
}

resource operators "aws:sns/topic:Topic" {
  displayName = "Operators of the bookshop"
}

output url {
  value = "http://${balancer.dnsName}"
}

output databaseEndpoint {
  value = store.endpoint
}

output coverBucket {
  value = covers.bucket
}
