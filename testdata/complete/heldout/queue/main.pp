# A serverless order queue on AWS.

config domain string {
}

config retentionDays number {
  default = 14
}

account = invoke("aws:index/getCallerIdentity:getCallerIdentity", {})
region  = invoke("aws:index/getRegion:getRegion", {})

resource failed "aws:sqs/queue:Queue" {
  messageRetentionSeconds = 1209600
}

resource orders "aws:sqs/queue:Queue" {
  visibilityTimeoutSeconds = 180
  redrivePolicy = toJSON({
    deadLetterTargetArn = failed.arn
    maxReceiveCount     = 5
  })
}

resource orderTable "aws:dynamodb/table:Table" {
  billingMode = "PAY_PER_REQUEST"
  hashKey     = "customer"
  rangeKey    = "order"
  attributes = [
    { name = "customer", type = "S" },
    { name = "order", type = "S" },
    { name = "status", type = "S" },
  ]
  globalSecondaryIndexes = [{
    name           = "byStatus"
    hashKey        = "status"
    projectionType = "ALL"
  }]
  pointInTimeRecovery  = { enabled = true }
  serverSideEncryption = { enabled = true, kmsKeyArn = key.arn }

  options {
    protect = true
  }
}

resource key "aws:kms/key:Key" {
  description          = "Encrypts orders"
  deletionWindowInDays = 30
  enableKeyRotation    = true
}

resource keyAlias "aws:kms/alias:Alias" {
  name        = "alias/orders"
  targetKeyId = key.keyId
}

lambdaMayRun = toJSON({
  Version = "2012-10-17"
  Statement = [{
    Action    = "sts:AssumeRole"
    Effect    = "Allow"
    Principal = { Service = "lambda.amazonaws.com" }
  }]
})

resource receiverRole "aws:iam/role:Role" {
  assumeRolePolicy = lambdaMayRun
}

resource workerRole "aws:iam/role:Role" {
  assumeRolePolicy = lambdaMayRun
}

resource receiverLogs "aws:iam/rolePolicyAttachment:RolePolicyAttachment" {
  role      = receiverRole.name
  policyArn = "arn:aws:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole"
}

resource workerLogs "aws:iam/rolePolicyAttachment:RolePolicyAttachment" {
  role      = workerRole.name
  policyArn = "arn:aws:iam::aws:policy/service-role/AWSLambdaSQSQueueExecutionRole"
}

resource receiverSends "aws:iam/rolePolicy:RolePolicy" {
  role = receiverRole.id
  policy = toJSON({
    Version = "2012-10-17"
    Statement = [{
      Action   = "sqs:SendMessage"
      Effect   = "Allow"
      Resource = orders.arn
    }]
  })
}

resource workerWrites "aws:iam/rolePolicy:RolePolicy" {
  role = workerRole.id
  policy = toJSON({
    Version = "2012-10-17"
    Statement = [
      { Action = ["dynamodb:PutItem", "dynamodb:UpdateItem"], Effect = "Allow", Resource = orderTable.arn },
      { Action = ["kms:Decrypt", "kms:GenerateDataKey"], Effect = "Allow", Resource = key.arn },
    ]
  })
}

resource receiver "aws:lambda/function:Function" {
  runtime = "nodejs14.x"
  handler = "index.receive"
  role    = receiverRole.arn
  code    = fileArchive("./receiver")
  timeout = 10
  environment = {
    variables = {
      QUEUE_URL = orders.url
    }
  }
}

resource worker "aws:lambda/function:Function" {
  runtime    = "nodejs14.x"
  handler    = "index.work"
  role       = workerRole.arn
  code       = fileArchive("./worker")
  timeout    = 30
  memorySize = 512
  environment = {
    variables = {
      TABLE = orderTable.name
    }
  }

  options {
    dependsOn = [workerLogs]
  }
}

resource work "aws:lambda/eventSourceMapping:EventSourceMapping" {
  eventSourceArn = orders.arn
  functionName   = worker.arn
  batchSize      = 10
}

resource receiverLog "aws:cloudwatch/logGroup:LogGroup" {
  name            = "/aws/lambda/${receiver.name}"
  retentionInDays = retentionDays
}

resource workerLog "aws:cloudwatch/logGroup:LogGroup" {
  name            = "/aws/lambda/${worker.name}"
  retentionInDays = retentionDays
}

resource api "aws:apigatewayv2/api:Api" {
  protocolType = "HTTP"
  description  = "Takes orders"
}

resource toReceiver "aws:apigatewayv2/integration:Integration" {
  apiId                = api.id
  integrationType      = "AWS_PROXY"
  integrationUri       = receiver.invokeArn
  payloadFormatVersion = "2.0"
}

resource postOrder "aws:apigatewayv2/route:Route" {
  apiId    = api.id
  routeKey = "POST /orders"
  target   = "integrations/${toReceiver.id}"
}

resource live "aws:apigatewayv2/stage:Stage" {
  apiId      = api.id
  name       = "live"
  autoDeploy = true

  options {
    dependsOn = [postOrder]
  }
}

resource apiMayCall "aws:lambda/permission:Permission" {
  action    = "lambda:InvokeFunction"
  function  = receiver.name
  principal = "apigateway.amazonaws.com"
  sourceArn = "${api.executionArn}/*/*"
}

resource virginia "pulumi:providers:aws" {
  region = "us-east-1"
}

resource certificate "aws:acm/certificate:Certificate" {
  domainName       = domain
  validationMethod = "DNS"

  options {
    provider = virginia
  }
}

zone = invoke("aws:route53/getZone:getZone", { name = domain })

resource proof "aws:route53/record:Record" {
  zoneId  = zone.zoneId
  name    = certificate.domainValidationOptions[0].resourceRecordName
  type    = certificate.domainValidationOptions[0].resourceRecordType
  records = [certificate.domainValidationOptions[0].resourceRecordValue]
  ttl     = 300
}

resource validated "aws:acm/certificateValidation:CertificateValidation" {
  certificateArn        = certificate.arn
  validationRecordFqdns = [proof.fqdn]

  options {
    provider = virginia
  }
}

resource nightly "aws:cloudwatch/eventRule:EventRule" {
  scheduleExpression = "rate(1 day)"
}

resource nightlyTarget "aws:cloudwatch/eventTarget:EventTarget" {
  rule = nightly.name
  arn  = worker.arn
}

output endpoint {
  value = api.apiEndpoint
}

output queueArn {
  value = "arn:aws:sqs:${region.name}:${account.accountId}:${orders.name}"
}

output table {
  value = orderTable.name
}
