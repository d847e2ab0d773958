# A service that hands its secrets and outputs around without care. It is correct: what is found in it is about
# what flows where.

config licence string {
  description = "Key of the shop's software."
  secret      = true
}

config zones int {
  default = 2
}

config adminPassword string {
  description = "Of the first user."
}

stage  = "shop-${licence}"
common = { product = "shop", licence = licence }

resource network "cloudy:net/network:Network" {
  cidrBlock = "10.0.0.0/16"
  tags      = { product = "shop" }
}

resource subnets "cloudy:net/subnet:Subnet" {
  networkId = network.id
  cidrBlock = "10.0.${range.value}.0/24"
  zone      = "eu-north-${range.value}"

  options {
    range     = zones
    dependsOn = [network]
  }
}

resource logs "cloudy:storage/bucket:Bucket" {
  name = stage
}

resource assets "cloudy:storage/bucket:Bucket" {
  tags = common

  options {
    dependsOn = [logs]
  }
}

resource page "cloudy:storage/bucketObject:BucketObject" {
  bucket = assets.id
  key    = "index.html"
  source = remoteAsset("https://example.com/${assets.id}/index.html")

  options {
    dependsOn = [assets, logs]
  }
}

resource database "cloudy:data/database:Database" {
  engine    = "postgres"
  size      = "small-2"
  storageGb = 50
  username  = "shop"
  password  = "correct horse"
  subnetIds = [for s in subnets : s.id]
}

resource admin "cloudy:data/secret:Secret" {
  name  = "shop/admin"
  value = adminPassword
}

resource size "kit:index:Integer" {
  min = 1
  max = 4
}

resource replicas "kit:index:Name" {
  prefix = "replica"

  options {
    range = size.result
  }
}

component worker "./worker" {
  connection = database.connectionString
  licence    = licence
}

resource notes "cloudy:data/secret:Secret" {
  name  = "shop/notes"
  value = toJSON({ (licence) = worker.greeting })
}

large = size.result > 2 ? "large" : "small"

resource audit "kit:index:Name" {
  prefix = large

  options {
    protect = keepAudit
  }
}

keepAudit = size.result > 2

# Support reads the first four letters to customers.
support = unsecret(licence)

plainLicence = unsecret(licence)

output login {
  value = "postgres://shop:${database.password}@${database.id}"
}

output licence {
  value = plainLicence
}

output supportCode {
  value = support
}

output replicaNames {
  value = replicas[*].result
}

output stage {
  value = worker.name
}
