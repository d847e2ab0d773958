# Resources made many times.

package {
  baseProviderName    = "cloudy"
  baseProviderVersion = "1.4.0"
}

config bastion bool {
  description = "Whether there is a way in."
  default     = true
}

config workers int {
  description = "How many workers."
  default     = 3
}

config subnets "map(string)" {
  description = "Zone to addresses."
  default = {
    "eu-north-a" = "10.0.0.0/24"
    "eu-north-b" = "10.0.1.0/24"
  }
}

resource network "cloudy:net/network:Network" {
  cidrBlock = "10.0.0.0/16"
}

# A map: one per entry, under the entry's key.
resource subnet "cloudy:net/subnet:Subnet" {
  networkId = network.id
  cidrBlock = range.value
  zone      = range.key

  options {
    range = subnets
  }
}

# A bool: one or none.
resource gate "cloudy:compute/instance:Instance" {
  imageId       = "img-debian-13"
  size          = "nano-1"
  subnetId      = subnet["eu-north-a"].id
  publicAddress = true

  options {
    range = bastion
  }
}

# A number: that many, counted from zero.
resource worker "cloudy:compute/instance:Instance" {
  imageId  = "img-debian-13"
  size     = "large-8"
  subnetId = element([for zone in subnet : zone.id], range.value)
  dataDisks = [
    for disk in disks : {
      sizeGb = disk.gigabytes
      type   = disk.type
    }
  ]
  tags = { number = range.value }

  options {
    range = workers
  }
}

disks = [
  { gigabytes = 100, type = "ssd" },
  { gigabytes = 2000, type = "hdd" },
]

# A list: one per element.
ports = [22, 80, 443]

resource door "cloudy:net/securityGroup:SecurityGroup" {
  networkId   = network.id
  description = "door ${range.key}"
  ingress     = [{ protocol = "tcp", fromPort = range.value, cidrBlocks = ["10.0.0.0/8"] }]

  options {
    range = ports
  }
}

# A map of objects.
buckets = {
  logs  = { acl = "log-delivery", days = 30 }
  media = { acl = "public-read", days = 365 }
}

resource bucket "cloudy:storage/bucket:Bucket" {
  name           = "ranges-${range.key}"
  acl            = range.value.acl
  lifecycleRules = [{ name = "${range.key}-age", expireAfterDays = range.value.days }]

  options {
    range     = buckets
    dependsOn = worker
  }
}

output firstWorker string {
  value = worker[0].privateIp
}

output workerNames {
  value = worker[*].hostName
}

output wayIn {
  value = bastion ? gate.hostName : "none"
}

output zones {
  value = { for zone, slice in subnet : zone => slice.gatewayIp }
}

output doors {
  value = join(",", door[*].id)
}

output media string {
  value = bucket["media"].domainName
}

output domains {
  value = { for name, one in bucket : "bucket-${name}" => one.domainName if name != "logs" }
}
