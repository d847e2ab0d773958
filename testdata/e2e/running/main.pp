config isPublic bool {
  default = true
}

resource network "cloudy:net/network:Network" {
  cidrBlock = "10.0.0.0/16"
}

// Where reports are kept.
resource archiveBucket "cloudy:storage/bucket:Bucket" {
  name = "reports"
  tags = { network = network.arn }
}

resource archiveIndex "cloudy:storage/bucketObject:BucketObject" {
  bucket = archiveBucket.bucketName
  key    = "index.html"
  source = stringAsset("Reports of 2024")
}

resource archivePolicy "cloudy:storage/bucketPolicy:BucketPolicy" {
  bucket = archiveBucket.bucketName
  policy = toJSON({ read = archiveIndex.key })
  options {
    range = isPublic
  }
}

resource archiveReport "cloudy:storage/bucketObject:BucketObject" {
  bucket   = archiveBucket.bucketName
  key      = "report-${range.value}.html"
  source   = stringAsset("Report ${range.value}")
  metadata = { index = archiveIndex.url }
  options {
    range = 2
  }
}

resource reader "cloudy:iam/role:Role" {
  trustPolicy = {}
  description = "Reads ${archiveIndex.url}"
}

output address {
  value = archiveBucket.websiteUrl
}
