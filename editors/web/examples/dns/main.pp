# A site and its address.

resource site "kit:index:Site" {
  title   = "Otters"
  content = remoteArchive("https://otters.example/site.zip")
}

resource zone "dns:index:Zone" {
  domain = "otters.example"
}

resource address "dns:index:Record" {
  zoneId = zone.id
  name   = "www"
  type   = "CNAMES"
  values = [site.url]
}

output address {
  value = address.fqdn
}
