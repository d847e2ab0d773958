# A service on Google Cloud: a network, one machine for each zone, buckets and permissions.

package {
  baseProviderName    = "gcp"
  baseProviderVersion = "2.11.0-alpha.1585225700+gc19122c6.dirty"
}

config gcpProject string {
  description = "The project that pays."
  default     = "shop-production"
}

config region string {
  default = "europe-west4"
}

config subnetBlocks "map(string)" {
  description = "Region to addresses."
  default = {
    "europe-west4"  = "10.20.0.0/20"
    "europe-north1" = "10.20.16.0/20"
  }
}

config adminKey string {
  description = "Public key of the administrators."
  secret      = true
}

labels = { stack = stack(), managed = "yes" }

zones = invoke("gcp:compute/getZones:getZones", { project = gcpProject, region = region })

image = invoke("gcp:compute/getImage:getImage", { family = "debian-12", project = "debian-cloud" })

hook resource "announce" {
  command      = ["announce", args.name, args.urn]
  ignoreErrors = true
}

resource network "gcp:compute/network:Network" {
  name                  = "shop"
  project               = gcpProject
  routingMode           = "REGIONAL"
  autoCreateSubnetworks = false
}

resource subnet "gcp:compute/subnetwork:Subnetwork" {
  network               = network.selfLink
  region                = range.key
  ipCidrRange           = range.value
  privateIpGoogleAccess = true
  secondaryIpRanges     = [{ rangeName = "pods", ipCidrRange = "10.60.0.0/16" }]

  options {
    range = subnetBlocks
  }
}

resource firewall "gcp:compute/firewall:Firewall" {
  network      = network.name
  allows       = [for p in [80, 443] : { protocol = "tcp", ports = [p] }]
  sourceRanges = ["0.0.0.0/0"]
  targetTags   = ["web"]
}

resource account "gcp:serviceAccount/account:Account" {
  accountId   = "shop-web"
  displayName = "Held by the machines"
}

resource machine "gcp:compute/instance:Instance" {
  machineType = "e2-small"
  zone        = range.value
  labels      = labels
  tags        = ["web"]
  bootDisk = {
    initializeParams = { image = image.selfLink, size = 20 }
  }
  networkInterfaces = [
    {
      subnetwork    = subnet[region].selfLink
      accessConfigs = [{ networkTier = "STANDARD" }]
    },
  ]
  serviceAccount = { email = account.email, scopes = ["cloud-platform"] }
  metadata = {
    "ssh-keys" = "admin:${adminKey}"
    zone       = range.key
  }

  options {
    range         = { for zone in zones.names : zone => zone }
    dependsOn     = [firewall]
    ignoreChanges = [metadata, bootDisk.initializeParams.image]
    hooks         = { afterCreate = [announce] }
  }
}

resource buckets "gcp:storage/bucket:Bucket" {
  name             = "shop-${range.key}"
  project          = gcpProject
  bucketPolicyOnly = true
  location         = region
  forceDestroy     = range.value.temporary
  labels           = labels
  lifecycleRules = [
    {
      action    = { type = "Delete" }
      condition = { age = range.value.days }
    },
  ]

  options {
    range = {
      uploads = { temporary = false, days = 3650 }
      scratch = { temporary = true, days = 7 }
    }
  }
}

resource motto "gcp:storage/bucketObject:BucketObject" {
  bucket      = buckets["uploads"].name
  source      = stringAsset("fresh every day\n")
  contentType = "text/plain"
}

resource writer "gcp:storage/bucketIAMMember:BucketIAMMember" {
  bucket = each.name
  role   = "roles/storage.objectAdmin"
  member = "serviceAccount:${account.email}"
}

each = buckets["scratch"]

output addresses {
  value = [for m in machine : m.networkInterfaces[0].networkIp]
}

output bucketUrls {
  value = { for name, b in buckets : name => b.url }
}
