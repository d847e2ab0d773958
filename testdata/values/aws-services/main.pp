resource west "pulumi:providers:aws" {
  region     = "us-west-2"
  assumeRole = { roleArn = "arn:aws:iam::1:role/x", sessionName = "s" }
  defaultTags = { tags = { team = "x" } }
  skipCredentialsValidation = true
}
resource cluster "aws:ecs/cluster:Cluster" {
  settings = [{ name = "containerInsights", value = "enabled" }]
  options { provider = west }
}
resource task "aws:ecs/taskDefinition:TaskDefinition" {
  family                  = "app"
  cpu                     = "256"
  memory                  = "512"
  networkMode             = "awsvpc"
  requiresCompatibilities = ["FARGATE"]
  containerDefinitions    = toJSON([{ name = "app", image = "nginx", portMappings = [{ containerPort = 80 }] }])
  options { provider = west }
}
resource service "aws:ecs/service:Service" {
  cluster        = cluster.arn
  desiredCount   = 2
  launchType     = "FARGATE"
  taskDefinition = task.arn
  networkConfiguration = { assignPublicIp = true, subnets = ["subnet-1"] }
  deploymentCircuitBreaker = { enable = true, rollback = true }
  options {
    provider      = west
    ignoreChanges = [desiredCount]
    customTimeouts = { create = "20m" }
  }
}
resource db "aws:rds/instance:Instance" {
  engine             = "postgres"
  engineVersion      = "14.5"
  instanceClass      = "db.t4g.micro"
  allocatedStorage   = 20
  storageType        = "gp2"
  username           = "app"
  password = "x"
  skipFinalSnapshot  = true
  options { provider = west }
}
resource zone "aws:route53/zone:Zone" { name = "example.com" }
resource record "aws:route53/record:Record" {
  zoneId  = zone.zoneId
  name    = "www"
  type    = "CNAME"
  ttl     = 300
  records = ["example.com"]
}
resource aliased "aws:route53/record:Record" {
  zoneId  = zone.zoneId
  name    = "app"
  type    = "A"
  aliases = [{ name = "x.elb.amazonaws.com", zoneId = "Z1", evaluateTargetHealth = true }]
}
resource queue "aws:sqs/queue:Queue" {
  fifoQueue = true
  delaySeconds = "5"
  redrivePolicy = toJSON({ deadLetterTargetArn = "arn", maxReceiveCount = 4 })
}
resource bucketNotification "aws:s3/bucketNotification:BucketNotification" {
  bucket = "b"
  queues = [{ queueArn = queue.arn, events = ["s3:ObjectCreated:*"] }]
}
azs = invoke("aws:index/getAvailabilityZones:getAvailabilityZones", { state = "available" }, { provider = west })
region = invoke("aws:index/getRegion:getRegion", {})
ident  = invoke("aws:getCallerIdentity", {})
doc = invoke("aws:iam/getPolicyDocument:getPolicyDocument", {
  statements = [{ effect = "Allow", actions = ["s3:*"], resources = ["*"], principals = [{ type = "AWS", identifiers = ["*"] }] }]
})
output azs { value = azs.names }
output json { value = doc.json }
output where { value = "${region.name}-${ident.accountId}" }
