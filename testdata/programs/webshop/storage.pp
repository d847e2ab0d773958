# Buckets, their content, and the database.

config databasePassword string {
  description = "Password of the database's administrator."
  secret      = true
}

resource uploads "cloudy:storage/bucket:Bucket" {
  acl        = "private"
  versioning = { enabled = true }
  encryption = { algorithm = "AES256" }
  lifecycleRules = [
    {
      name   = "archive"
      prefix = "orders/"
      transitions = [
        { days = 30, storageClass = "cool" },
        { days = 180, storageClass = "archive" },
      ]
      expireAfterDays = 3650
    },
  ]
  cors = [
    { origins = ["https://${domain}"], methods = ["GET", "PUT"], maxAgeSeconds = 600 },
  ]
  tags = tags

  options {
    protect = true
  }
}

resource logs "cloudy:storage/bucket:Bucket" {
  acl            = "log-delivery"
  forceDestroy   = environment != "production"
  lifecycleRules = [{ name = "forget", expireAfterDays = 90 }]
  tags           = tags
}

resource site "cloudy:storage/bucket:Bucket" {
  __logicalName = "static-site"
  acl           = "public-read"
  website = {
    indexDocument = "index.html"
    errorDocument = "404.html"
    redirects = {
      "old/catalogue.html" = "index.html"
    }
  }
  tags = tags
}

pages = {
  "index.html" = "text/html; charset=utf-8"
  "404.html"   = "text/html; charset=utf-8"
  "shop.css"   = "text/css"
}

resource page "cloudy:storage/bucketObject:BucketObject" {
  bucket       = site.bucketName
  key          = range.key
  source       = fileAsset("./site/${range.key}")
  contentType  = range.value
  cacheControl = "max-age=300"

  options {
    range = pages
  }
}

resource robots "cloudy:storage/bucketObject:BucketObject" {
  bucket      = site.bucketName
  key         = "robots.txt"
  contentType = "text/plain"
  source = stringAsset(<<-EOT
    User-agent: *
    Disallow: /internal/
  EOT
  )
}

resource database "cloudy:data/database:Database" {
  engine           = "postgres"
  engineVersion    = "17.2"
  size             = "medium-4"
  storageGb        = 100
  databaseName     = "shop"
  password         = databasePassword
  subnetIds        = network.privateSubnetIds
  securityGroupIds = [network.databaseGroupId]
  multiZone        = environment == "production"
  backup           = { retentionDays = 14, window = "02:00-03:00", regions = ["eu-west"] }
  parameters = [
    for name, value in { max_connections = "200", shared_buffers = "4GB" } : {
      name                               = name
      value                              = value
      applyImmediately                   = false
    }
  ]
  finalSnapshot = "shop-${environment}-final"
  tags          = tags

  options {
    ignoreChanges = [engineVersion]
    customTimeouts = {
      create = "45m"
      delete = "1h30m"
    }
  }
}

output databaseHost {
  value = database.endpoint
}

output siteUrl {
  value = "https://${site.domainName}/index.html"
}

output pageTags {
  value = { for key, object in page : key => object.etag }
}
