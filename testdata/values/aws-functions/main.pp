resource logs "aws:s3/bucket:Bucket" {
  acl = "private"
  versioning = { enabled = true }
  lifecycleRules = [{
    enabled    = true
    transitions = [{ days = 30, storageClass = "STANDARD_IA" }, { days = 60, storageClass = "GLACIER" }]
    expiration = { days = 90 }
  }]
  serverSideEncryptionConfiguration = {
    rule = { applyServerSideEncryptionByDefault = { sseAlgorithm = "aws:kms" } }
  }
  website = { indexDocument = "index.html" }
  forceDestroy = true
}
resource role "aws:iam/role:Role" {
  assumeRolePolicy = toJSON({
    Version   = "2012-10-17"
    Statement = [{ Effect = "Allow", Action = "sts:AssumeRole", Principal = { Service = "lambda.amazonaws.com" } }]
  })
}
resource basic "aws:iam/rolePolicyAttachment:RolePolicyAttachment" {
  role      = role.name
  policyArn = "arn:aws:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole"
}
resource custom "aws:iam/rolePolicyAttachment:RolePolicyAttachment" {
  role      = role.name
  policyArn = "arn:aws:iam::123456789012:policy/mine"
}
resource policy "aws:iam/policy:Policy" {
  policy = toJSON({ Version = "2012-10-17", Statement = [] })
}
resource fn "aws:lambda/function:Function" {
  runtime     = "nodejs16.x"
  handler     = "index.handler"
  role        = role.arn
  code        = fileArchive("./handler")
  timeout     = 30
  memorySize  = "256"
  environment = { variables = { BUCKET = logs.bucket, FLAG = "1" } }
  tracingConfig = { mode = "Active" }
  architectures = ["arm64"]
  packageType = "Zip"
}
resource table "aws:dynamodb/table:Table" {
  billingMode = "PAY_PER_REQUEST"
  hashKey     = "id"
  attributes  = [{ name = "id", type = "S" }, { name = "n", type = "N" }]
  ttl         = { attributeName = "expires", enabled = true }
  globalSecondaryIndexes = [{ name = "byN", hashKey = "n", projectionType = "ALL" }]
}
resource topic "aws:sns/topic:Topic" {}
resource sub "aws:sns/topicSubscription:TopicSubscription" {
  topic    = topic.arn
  protocol = "lambda"
  endpoint = fn.arn
}
resource alarm "aws:cloudwatch/metricAlarm:MetricAlarm" {
  comparisonOperator = "GreaterThanThreshold"
  evaluationPeriods  = 1
  metricName         = "Errors"
  namespace          = "AWS/Lambda"
  period             = 60
  statistic          = "Sum"
  threshold          = 0.5
  dimensions         = { FunctionName = fn.name }
}
resource event "aws:cloudwatch/eventRule:EventRule" {
  scheduleExpression = "rate(5 minutes)"
}
