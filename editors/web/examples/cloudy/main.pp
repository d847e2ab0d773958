# A network with a subnet in each zone. The zones are in zones.pp.

package {
  baseProviderName    = "cloudy"
  baseProviderVersion = "1.4.0"
}

resource network "cloudy:net/network:Network" {
  cidrBlock = "10.20.0.0/16"
}

resource subnet "cloudy:net/subnet:Subnet" {
  options {
    range = blocks
  }
  networkId = network.id
  cidrBlock = range.value
  zone      = range.key
}

output subnetIds {
  value = [for each in subnet : each.id]
}
