# The website of a museum on DigitalOcean and Cloudflare.

config zoneId string {
}

config size string {
  default = "s-1vcpu-1gb"
}

config count int {
  default = 2
}

config sshKeys "list(string)" {
}

site = "museum-${stack()}"

resource network "digitalocean:index/vpc:Vpc" {
  region  = "fra1"
  ipRange = "10.80.0.0/20"
}

resource tag "digitalocean:index/tag:Tag" {
  name = site
}

resource web "digitalocean:index/droplet:Droplet" {
  image    = "debian-12-x64"
  region   = "fra1"
  size     = size
  vpcUuid  = network.id
  sshKeys  = sshKeys
  tags     = [tag.name]
  userData = readFile("./cloud-init.yaml")

  options {
    range         = count
    ignoreChanges = [userData, sshKeys]
  }
}

resource balancer "digitalocean:index/loadBalancer:LoadBalancer" {
  region     = "fra1"
  vpcUuid    = network.id
  dropletTag = tag.name
  forwardingRules = [{
    entryPort      = 80
    entryProtocol  = "http"
    targetPort     = 80
    targetProtocol = "http"
  }]
  healthcheck = {
    port     = 80
    protocol = "http"
    path     = "/"
  }

  options {
    dependsOn = web
  }
}

resource wall "digitalocean:index/firewall:Firewall" {
  tags = [tag.name]
  inboundRules = [
    { protocol = "tcp", portRange = "22", sourceAddresses = ["10.80.0.0/20"] },
    { protocol = "tcp", portRange = "80", sourceLoadBalancerUids = [balancer.id] },
  ]
  outboundRules = [{
    protocol             = "tcp"
    portRange            = "1-65535"
    destinationAddresses = ["0.0.0.0/0", "::/0"]
  }]
}

resource store "digitalocean:index/databaseCluster:DatabaseCluster" {
  engine             = "pg"
  version            = "15"
  size               = "db-s-1vcpu-1gb"
  region             = "fra1"
  nodeCount          = 1
  privateNetworkUuid = network.id

  options {
    protect = true
  }
}

resource catalogue "digitalocean:index/databaseDb:DatabaseDb" {
  clusterId = store.id
  name      = "catalogue"
}

resource curator "digitalocean:index/databaseUser:DatabaseUser" {
  clusterId = store.id
  name      = "curator"
}

resource storeWall "digitalocean:index/databaseFirewall:DatabaseFirewall" {
  clusterId = store.id
  rules     = [{ type = "tag", value = tag.name }]
}

resource pictures "digitalocean:index/spacesBucket:SpacesBucket" {
  region = "fra1"
  acl    = "public-read"
}

resource logo "digitalocean:index/spacesBucketObject:SpacesBucketObject" {
  bucket      = pictures.name
  region      = pictures.region
  key         = "logo.svg"
  source      = "./logo.svg"
  contentType = "image/svg+xml"
}

resource delivery "digitalocean:index/cdn:Cdn" {
  origin = pictures.bucketDomainName
  ttl    = 3600
}

resource root "cloudflare:index/record:Record" {
  zoneId  = zoneId
  name    = "@"
  type    = "A"
  value   = balancer.ip
  proxied = true
}

resource alias "cloudflare:index/record:Record" {
  zoneId  = zoneId
  name    = "www"
  type    = "CNAME"
  value   = root.hostname
  proxied = true

  options {
    deleteBeforeReplace = true
  }
}

resource pages "cloudflare:index/pageRule:PageRule" {
  zoneId  = zoneId
  target  = "${root.hostname}/*"
  actions = { alwaysUseHttps = true }
}

output address {
  value = "https://${root.hostname}"
}

output droplets {
  value = join(", ", [for machine in web : machine.ipv4Address])
}

output database {
  value = secret(store.uri)
}
