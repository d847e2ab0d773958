# Things that exist already, and functions that find them.

package {
  baseProviderName    = "cloudy"
  baseProviderVersion = "1.4.0"
}

package {
  baseProviderName    = "dns"
  baseProviderVersion = "0.3.1"
}

package {
  baseProviderName    = "kit"
  baseProviderVersion = "2.0.0"
}

config networkId string {
  description = "A network somebody else made."
}

read shared "cloudy:net/network:Network" {
  id        = networkId
  cidrBlock = "10.0.0.0/8"
}

resource platform "pulumi:pulumi:StackReference" {
  name = "acme/platform/${stack()}"
}

resource west "pulumi:providers:cloudy" {
  region = "eu-west"
}

zones     = invoke("cloudy:index/getZones:getZones", { state = "available" }, { provider = west })
caller    = invoke("cloudy:index/getCallerIdentity:getCallerIdentity", {})
zone      = invoke("dns:index:getZone", { domain = "shop.example" })
bucket    = invoke("kit:index:slug", "The Shop of ${project()}", "_")
plain     = invoke("kit:index:slug", "Just This", null, { parent = shared })
addresses = invoke("kit:index:cidrSubnet", { range = "10.0.0.0/8", newBits = 8, number = 4 })

resource subnet "cloudy:net/subnet:Subnet" {
  networkId = shared.id
  cidrBlock = addresses
  zone      = element(zones.names, 0)
  tags = {
    account  = caller.accountId
    platform = getOutput(platform, "version")
    slug     = plain.result
  }
}

resource logs "cloudy:storage/bucket:Bucket" {
  name = bucket.result
}

resource suffix "kit:index:Suffix" {
  byteLength = 3
}

resource site "kit:index:Site" {
  title   = "The shop"
  content = fileArchive("./www")
  domain  = "www.shop.example"
  suffix  = suffix
}

stats = call(site, "stats", { days = 7 })
purge = call(site, "purge", {})

resource address "dns:index:Record" {
  zoneId   = zone.zoneId
  name     = "www"
  type     = "CNAME"
  values   = [for server in zone.nameServers : "${server}."]
  priority = "low"
}

output top {
  value = stats.top[0]
}

output purged int {
  value = purge.paths
}

output links "list(string)" {
  value = [site.url, logs.domainName, address.fqdn, subnet.gatewayIp]
}

output registry {
  value = getOutput(platform, "registry")
}
