# The shop itself: machines behind a load balancer, in the network of ./network.

package {
  baseProviderName    = "cloudy"
  baseProviderVersion = "1.4.0"
}

package {
  baseProviderName    = "dns"
  baseProviderVersion = "0.3.1"
}

pulumi {
  requiredVersionRange = ">=3.200.0"
}

config domain string {
  description = "The domain customers type."
  default     = "shop.example"
}

config instanceCount int {
  description = "How many machines serve the shop."
  default     = 2
}

config instanceSize string {
  description = "How big they are."
  default     = "small-2"
}

environment = stack()
tags = {
  project     = project()
  environment = environment
  motto       = "open all hours 😀"
}

image = invoke("cloudy:compute/getImage:getImage", {
  family       = "debian-13"
  architecture = "arm64"
  mostRecent   = true
})

component network "./network" {
  cidrBlock = "10.20.0.0/16"
  publicSubnets = {
    "eu-north-a" = "10.20.0.0/24"
    "eu-north-b" = "10.20.1.0/24"
  }
  privateSubnets = {
    "eu-north-a" = "10.20.10.0/24"
    "eu-north-b" = "10.20.11.0/24"
  }
  tags = tags
}

resource web "cloudy:compute/instance:Instance" {
  imageId          = image.imageId
  size             = instanceSize
  subnetId         = element(network.publicSubnetIds, range.value)
  securityGroupIds = [network.webGroupId]
  roleName         = webRole.name
  monitoring       = environment == "production"

  rootDisk = {
    sizeGb    = 20
    type      = "ssd"
    encrypted = true
  }

  userData = <<-EOT
    #!/bin/sh
    echo "${domain}" > /etc/shop/domain
    echo "${uploads.bucketName}" > /etc/shop/uploads
    echo "${database.endpoint}:${database.port}" > /etc/shop/database
    %{for key, value in tags}
    echo "${key}=${value}" >> /etc/shop/tags
    %{endfor}
    systemctl start shop
  EOT

  tags = {
    project     = project()
    environment = environment
    number      = "${range.value + 1} of ${instanceCount}"
  }

  options {
    range         = instanceCount
    ignoreChanges = [imageId, rootDisk.sizeGb, tags["number"]]
  }
}

resource front "cloudy:net/loadBalancer:LoadBalancer" {
  subnetIds        = network.publicSubnetIds
  securityGroupIds = [network.webGroupId]
  targetIds        = web[*].id
  accessLogBucket  = logs.bucketName

  listeners = [
    { port = 80, protocol = "HTTP" },
    { port = 443, targetPort = 8080, protocol = "HTTPS", idleTimeout = 120 },
  ]

  healthCheck = {
    path             = "/healthz"
    intervalSeconds  = 15
    healthyThreshold = 2
  }

  defaultAction = {
    kind   = "forward"
    sticky = true
  }

  rules = [
    {
      hosts  = ["www.${domain}"]
      action = { kind = "redirect", url = "https://${domain}/{path}", permanent = true }
    },
    {
      pathPrefix = "/internal/"
      action     = { kind = "fixed", status = 404, body = "Nothing here." }
    },
  ]

  tags = tags
}

resource zone "dns:index:Zone" {
  domain = domain
  contact = {
    name  = "Shopkeeper"
    email = "keeper@${domain}"
    backup = {
      email = "hostmaster@${domain}"
    }
  }
}

resource apex "dns:index:Record" {
  zoneId = zone.id
  name   = "@"
  type   = "CNAME"
  values = [front.dnsName]
  ttl    = 60
}

resource www "dns:index:Record" {
  zoneId = zone.id
  name   = "www"
  type   = "CNAME"
  values = ["${apex.fqdn}."]
}

output url string {
  value = "https://${apex.fqdn}/"
}

output machines {
  value = [for machine in web : machine.privateIp]
}

output nameServers "list(string)" {
  value = zone.nameServers
}
