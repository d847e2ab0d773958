# A network with public and private subnets, one of each in every zone asked for.

package {
  baseProviderName    = "cloudy"
  baseProviderVersion = "1.4.0"
}

config cidrBlock string {
  description = "Addresses of the whole network."
}

config publicSubnets "map(string)" {
  description = "Zone to addresses, for machines that the world can reach."
}

config privateSubnets "map(string)" {
  description = "Zone to addresses, for machines that it cannot."
}

config tags "map(string)" {
  description = "Tags for everything in the network."
  default     = {}
}

resource network "cloudy:net/network:Network" {
  cidrBlock = cidrBlock
  enableDns = true
  tags      = tags
}

resource public "cloudy:net/subnet:Subnet" {
  networkId = network.id
  cidrBlock = range.value
  zone      = range.key
  public    = true
  tags      = tags

  options {
    range = publicSubnets
  }
}

resource private "cloudy:net/subnet:Subnet" {
  networkId = network.id
  cidrBlock = range.value
  zone      = range.key
  tags      = tags

  options {
    range = privateSubnets
  }
}
