# Every option a resource can have, and hooks that run around its life.

package {
  baseProviderName    = "cloudy"
  baseProviderVersion = "1.4.0"
}

config release int {
  default = 7
}

resource west "pulumi:providers:cloudy" {
  region = "eu-west"

  options {
    envVarMappings = { CLOUDY_TOKEN = "WEST_TOKEN" }
  }
}

resource network "cloudy:net/network:Network" {
  cidrBlock = "10.0.0.0/16"

  options {
    provider       = west
    protect        = true
    retainOnDelete = true
    version        = "1.4.0"
  }
}

resource subnet "cloudy:net/subnet:Subnet" {
  networkId = network.id
  cidrBlock = "10.0.0.0/24"
  zone      = "eu-west-a"
  tags = {
    "billing.team" = "web"
  }

  options {
    parent        = network
    import        = "subnet-0123456789"
    ignoreChanges = [tags["billing.team"]]
  }
}

resource logs "cloudy:storage/bucket:Bucket" {
  acl = "log-delivery"
}

resource machine "cloudy:compute/instance:Instance" {
  imageId  = "img-debian-13"
  size     = "medium-4"
  subnetId = subnet.id
  userData = "echo release ${release}"
  rootDisk = { sizeGb = 20, type = "ssd" }
  dataDisks = [
    { sizeGb = 100 },
    { sizeGb = 200 },
  ]

  options {
    aliases = [
      "urn:pulumi:dev::options::cloudy:compute/instance:Instance::old-machine",
      { name = "older-machine", noParent = true },
    ]
    provider                = west
    dependsOn               = [logs]
    deleteBeforeReplace     = true
    ignoreChanges           = [imageId, rootDisk.sizeGb, dataDisks[0].sizeGb]
    hideDiffs               = [userData]
    replaceOnChanges        = [dataDisks["*"].sizeGb]
    additionalSecretOutputs = [userData]
    customTimeouts          = { create = "10m", update = "5m", delete = "90s" }
    deletedWith             = network
    replaceWith             = [logs]
    replacementTrigger      = release
    hooks = {
      beforeCreate = [announce]
      afterCreate  = [announce, record]
      afterUpdate  = [record]
      beforeDelete = [farewell]
      onError      = [retry]
    }
  }
}

hook resource "announce" {
  command  = ["./scripts/say.sh", "about to touch ${args.name}", args.type]
  onDryRun = true
}

hook resource "record" {
  command      = ["./scripts/say.sh", args.urn, args.newOutputs.privateIp]
  ignoreErrors = true
}

hook resource "farewell" {
  command = ["./scripts/say.sh", "good bye ${args.id}"]
}

hook error "retry" {
  command = ["sleep", "5"]
}

output address {
  value = machine.privateIp
}
