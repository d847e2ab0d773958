# What the machines may do, as policies in JSON.

resource webRole "cloudy:iam/role:Role" {
  description = "Held by the machines of the shop."
  trustPolicy = {
    Version = "2025-01-01"
    Statement = [{
      Effect    = "Allow"
      Action    = "iam:AssumeRole"
      Principal = { Service = "compute.cloudy.example" }
    }]
  }
  tags = tags
}

resource storagePolicy "cloudy:iam/policy:Policy" {
  description = "Read and write uploads, and nothing else."
  document = toJSON({
    Version = "2025-01-01"
    Statement = [
      {
        Sid      = "Objects"
        Effect   = "Allow"
        Action   = ["storage:GetObject", "storage:PutObject"]
        Resource = "${uploads.arn}/*"
      },
      {
        Sid       = "List"
        Effect    = "Allow"
        Action    = "storage:ListBucket"
        Resource  = [uploads.arn, site.arn]
        Condition = { StringLike = { "storage:prefix" = ["orders/*", "images/*"] } }
      },
    ]
  })
}

attached = {
  storage = storagePolicy.arn
  logging = loggingPolicy.arn
}

loggingDocument = invoke("cloudy:iam/getPolicyDocument:getPolicyDocument", {
  statements = [
    {
      effect    = "Allow"
      actions   = ["logs:PutEvents"]
      resources = ["*"]
      conditions = {
        StringEquals = { "logs:environment" = environment }
      }
    },
  ]
})

resource loggingPolicy "cloudy:iam/policy:Policy" {
  document = loggingDocument.json
  priority = 5
}

resource attachment "cloudy:iam/rolePolicyAttachment:RolePolicyAttachment" {
  role      = webRole.name
  policyArn = range.value

  options {
    range = attached
  }
}

resource sitePolicy "cloudy:storage/bucketPolicy:BucketPolicy" {
  bucket = site.bucketName
  policy = toJSON({
    Version = "2025-01-01"
    Statement = [
      for action in ["storage:GetObject", "storage:ListBucket"] : {
        Effect    = "Allow"
        Principal = "*"
        Action    = action
        Resource  = [site.arn, "${site.arn}/*"]
      }
    ]
  })
}
