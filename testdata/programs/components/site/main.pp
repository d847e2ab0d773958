# One site: a network, a machine and an archive.

package {
  baseProviderName    = "cloudy"
  baseProviderVersion = "1.4.0"
}

config name string {
  description = "Name of the site, used in the names of everything in it."
}

config cidrBlock string {
  __logicalName = "cidr"
  description   = "Addresses of the site."
}

config keepDays int {
  description = "Days the archive keeps what it is given."
  default     = 14
}

config labels "map(string)" {
  description = "Labels for everything at the site."
  default     = {}
}

resource network "cloudy:net/network:Network" {
  __logicalName = "site-network"
  cidrBlock     = cidrBlock
  tags          = labels
}

resource subnet "cloudy:net/subnet:Subnet" {
  networkId = network.id
  cidrBlock = cidrBlock
  zone      = "eu-west-a"
}

resource machine "cloudy:compute/instance:Instance" {
  imageId  = "img-debian-13"
  size     = "nano-1"
  subnetId = subnet.id
  userData = "echo ${archive.bucketName} > /etc/archive"
}

component archive "../storage" {
  name     = "${name}-archive"
  keepDays = keepDays
  tags     = labels
}

output networkId string {
  value = network.id
}

output bucketName string {
  value = archive.bucketName
}

output bucketArn string {
  __logicalName = "arn"
  value         = archive.arn
}
