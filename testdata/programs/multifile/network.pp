/* The network.
   Its name and its tags come from the settings. */

resource network "cloudy:net/network:Network" {
  cidrBlock = "10.0.0.0/16"
  tags      = commonTags
}

resource subnet "cloudy:net/subnet:Subnet" {
  networkId = network.id
  cidrBlock = "10.0.0.0/24"
  zone      = "eu-north-a"
}

resource zone "dns:index:Zone" {
  domain = domain
}

// The gateway has a name of its own.
resource record "dns:index:Record" {
  zoneId = zone.id
  name   = "gateway"
  type   = "A"
  values = [subnet.gatewayIp]
}
