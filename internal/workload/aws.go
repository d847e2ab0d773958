package workload

// This file holds the templates of aws resources: a small service in a network of
// its own, as programs have many.

var awsTemplates = []string{
	`
config octet<n> number {
  default = <num>
}

resource vpc<n> "aws:ec2/vpc:Vpc" {
  cidrBlock          = "10.${→octet<n>}.0.0/16"
  «enableDnsHostnames|enableDnsHostname» = true
  enableDnsSupport   = true
  tags               = { Name = "<word>-${octet<n>}", Owner = "<word>" }
}`,
	`
resource subnet<n> "aws:ec2/subnet:Subnet" {
  vpcId               = →vpc<n>.id
  cidrBlock           = "10.${octet<n>}.1.0/24"
  availabilityZone    = "eu-west-1a"
  «mapPublicIpOnLaunch|mapPublicIpOnLunch» = true
}`,
	`
resource wall<n> "aws:ec2/securityGroup:SecurityGroup" {
  vpcId       = →vpc<n>.id
  description = "Lets in what <word><n> serves"
  ingress = [for port in [80, 443] : {
    protocol   = "tcp", fromPort = port, toPort = port
    cidrBlocks = ["0.0.0.0/0"]
  }]
  egress = [{ protocol = "-1", fromPort = «0|[0]», toPort = 0, cidrBlocks = ["0.0.0.0/0"] }]
}`,
	`
resource web<n> "aws:ec2/instance:Instance" {
  ami                 = "ami-latest-of-the-team"
  instanceType        = "t3.micro"
  subnetId            = →subnet<n>.id
  vpcSecurityGroupIds = [wall<n>.id, wall<prev>.id]
  rootBlockDevice     = { volumeSize = «<num>|{}», encrypted = true }
  tags                = { Name = "web-<word>", Größe = "klein" }
}`,
	`
resource role<n> "aws:iam/role:Role" {
  assumeRolePolicy = toJSON({
    Version = "2012-10-17"
    Statement = [{
      Effect = "Allow", Action = "sts:AssumeRole", Principal = { Service = "lambda.amazonaws.com" }
    }]
  })
  «path|paths» = "/<word>/"
  tags = →vpc<n>.tags
}`,
	`
resource access<n> "aws:iam/rolePolicyAttachment:RolePolicyAttachment" {
  role      = →role<n>.name
  policyArn = «"arn:aws:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole"|[]»
}`,
	`
resource files<n> "aws:s3/bucket:Bucket" {
  «acl|acll» = "private"
  versioning     = { enabled = true }
  lifecycleRules = [{ enabled = true, id = "old", prefix = "<word>/", expiration = { days = <num> } }]
  tags           = { Owner = →role<n>.name, Stage = "<word>" }
}`,
	`
resource guard<n> "aws:s3/bucketPolicy:BucketPolicy" {
  bucket = files<n>.id
  policy = toJSON({
    Version   = "2012-10-17"
    Statement = [{ Effect = "Deny", Principal = "*", Action = «"s3:*"|nobody», Resource = [→files<n>.arn, "${files<n>.arn}/*"] }]
  })
}`,
	`
resource items<n> "aws:dynamodb/table:Table" {
  attributes  = [{ name = "id", type = "S" }]
  hashKey     = "id"
  «billingMode|billingMod» = "PAY_PER_REQUEST"
}`,
	`
resource handler<n> "aws:lambda/function:Function" {
  role       = →role<n>.arn
  code       = remoteArchive("https://releases.example.com/<word>.zip")
  handler    = "index.handler"
  runtime    = "nodejs12.x"
  memorySize = «128|[128]»
  environment = {
    variables = { BUCKET = files<n>.bucket, TABLE = items<n>.name, STAGE = "<word>" }
  }
}`,
	`
resource lost<n> "aws:sqs/queue:Queue" {
  name = "lost-${octet<n>}"
}`,
	`
resource waiting<n> "aws:sqs/queue:Queue" {
  «delaySeconds|delaySecond» = 0
  messageRetentionSeconds = 86400
  redrivePolicy           = toJSON({ deadLetterTargetArn = →lost<n>.arn, maxReceiveCount = 3 })
}`,
	`
resource logs<n> "aws:cloudwatch/logGroup:LogGroup" {
  name            = "/aws/lambda/${→handler<n>.name}"
  «retentionInDays|retentionInDay» = 30
}`,
}
