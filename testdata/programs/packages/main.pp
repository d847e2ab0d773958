# Where packages come from: an exact version, and one package dressed up as another.

package {
  baseProviderName    = "cloudy"
  baseProviderVersion = "1.4.0"
}

package {
  baseProviderName    = "bridge"
  baseProviderVersion = "0.9.0"
  parameterization {
    name    = "dns"
    version = "0.3.1"
    value   = "eyJzb3VyY2UiOiJkbnMifQ=="
  }
}

resource keys "pulumi:providers:dns" {
  server = "ns1.shop.example"
}

resource east "pulumi:providers:cloudy" {
  region = "us-east"
  assumeRole = {
    roleArn     = "arn:cloudy:iam::role/deploy"
    sessionName = "pulumi"
  }
}

resource network "cloudy:net/network:Network" {
  cidrBlock = "10.0.0.0/16"

  options {
    provider = east
  }
}

resource zone "dns:index:Zone" {
  domain     = "inside.example"
  private    = true
  networkIds = [network.id]

  options {
    provider = keys
  }
}

resource record "dns:index:Record" {
  zoneId = zone.id
  name   = "db"
  type   = "TXT"
  values = ["none yet"]
  weight = { group = "db", share = 0.5 }

  options {
    provider = keys
  }
}

output name string {
  value = record.fqdn
}
