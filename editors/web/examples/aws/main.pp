# The schema of AWS in this example has only a few resources. Drop the whole schema on the page to use all of them.

config databasePassword string {
  description = "The password of the database."
  secret      = true
}

resource key "aws:kms/key:Key" {
  description       = "Encrypts the database and the logs."
  enableKeyRotation = true
}

resource logs "aws:s3/bucket:Bucket" {
  acl = "log-delivery-write"
  versioning = {
    enabled = true
  }
  tags = { purpose = "logs" }
}

resource database "aws:rds/instance:Instance" {
  instanceClass         = "db.t3.micro"
  engine                = "postgres"
  password              = databasePassword
  kmsKeyId              = key
  storageEncrypted      = true
  backupRetentionPeriod = "a week"
}

output bucketArn {
  value = logs.arn
}
