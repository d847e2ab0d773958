# The shop after a bad day: each of these blocks has one thing wrong with it.

config replicas int {
  description = "How many machines serve the shop."
  default     = ["two"]
}

config region string {
  description = "Where the shop stands."
  default     = "eu-north"
}

region = "eu-west"

resource network "cloudy:net/network:Network" {
  cidrBlock = "10.20.0.0/16"
  enableDsn = true
  region    = region
}

resource subnet "cloudy:net/subnet:Subnet" {
  networkId = network.id
  cidrBlock = "10.20.0.0/24"
  zone      = "eu-north-a"
  public    = ["yes"]
}

resource firewall "cloudy:net/securityGroup:SecurityGroup" {
  description = "Nobody said which network this is for."
}

resource database "cloudy:data/database:Database" {
  engine    = "postgres"
  size      = "small-2"
  storageGb = 20
  password  = databasePasword
  subnetIds = [subnet.id]
}

config databasePassword string {
  secret = true
}

resource spare "cloudy:data/database:Database" {
  engine    = "postgres"
  size      = "small-2"
  storageGb = 20
  password  = databasePassword
  subnetIds = [subnet.id]

  options {
    depends_on = [firewall]
  }
}

resource policy "cloudy:iam/policy:Policy" {
  document = jsonencode({
    Statement = [{ Effect = "Allow", Action = "storage:*", Resource = "*" }]
  })
}

resourse logs "cloudy:storage/bucket:Bucket" {
  acl = "log-delivery"
}

resource uploads "cloudy:storage/bucket:Bukcet" {
  acl = "private"
}

resource malformed "cloudy:storage:bucket:Bucket" {
  acl = "private"
}

resource web "cloudy:compute/instance:Instance" {
  imageId  = "img-1"
  size     = "small-2"
  subnetId = subnet.id

  options {
    range = "three"
  }
}

resource front "cloudy:net/loadBalancer:LoadBalancer" {
  subnetIds = [subnet.id]
  targetIds = [for machine in web : machine.id]
  listeners = [
    { port = 80, protocol = { name = "HTTP" } },
  ]
}

resource worker "cloudy:compute/instance:Instance" {
  imageId  = "img-1"
  size     = "small-2"
  subnetId = subnet.id

  options {
    range = replicas
  }
}

hen = "from the ${egg}"
egg = "from the ${hen}"

resource sign "cloudy:storage/bucketObject:BucketObject" {
  bucket = "signs"
  key    = egg
  source = stringAsset(network.cidr)
}

output machines {
  value = [for machine in worker : machine.privateIp]
}

output address {
  value = join(".", front.dnsName)
}

output hours {
  value = "Open from ${opening} to ten"
}
