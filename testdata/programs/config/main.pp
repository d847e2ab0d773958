# Settings of every type, and what their names are worth.

package {
  baseProviderName    = "cloudy"
  baseProviderVersion = "1.4.0"
}

config title string {
  description = "A text; a type may stand without quotes."
  default     = "Everything"
}

config "ratio" "number" {
  description = "Any number."
  default     = 0.75
}

config replicas int {
  description = "A whole number."
  default     = 2
}

config public bool {
  default = false
}

config anything any {
  description = "Whatever the stack says, as JSON."
  default     = { nested = ["a", 1, true] }
}

config untyped {
  default = "no type at all"
}

config zones "list(string)" {
  default = ["eu-north-a", "eu-north-b"]
}

config origins "set(string)" {
  default = ["https://shop.example"]
}

config labels "map(string)" {
  default = { team = "web" }
}

config limits "map(number)" {
  default = {}
}

config disk "object({ sizeGb = int, type = string, encrypted = optional(bool) })" {
  description = "The properties of an object may all be left out."
  default     = { sizeGb = 20 }
}

config rules "list(object({ name = string, days = int }))" {
  default = [
    { name = "young", days = 30 },
    { name = "old", days = 365 },
  ]
}

config backup "object({ window = string, keep = object({ days = int, weeks = optional(int) }) })" {
  default = {
    window = "02:00-03:00"
    keep   = { days = 14 }
  }
}

config matrix "list(list(int))" {
  default = [[1, 2], [3, 4]]
}

config groups "map(list(object({ port = int, open = bool })))" {
  default = {
    web = [{ port = 443, open = true }]
    ssh = [{ port = 22, open = false }, { port = 2222, open = false }]
  }
}

config pair "tuple([string, number])" {
  default = ["ttl", 300]
}

config owner "optional(string)" {
  description = "Somebody, or nobody."
  default     = null
}

config contact string {
  description = "Somebody, or nobody: a null default makes the type optional."
  default     = null
}

config apiKey string {
  __logicalName = "api-key"
  description   = "Stored encrypted, under its own name."
  secret        = true
}

config machineSize string {
  nullable = true
  default  = "small-2"
}

resource bucket "cloudy:storage/bucket:Bucket" {
  name = "${title}-${untyped}"
  acl  = public ? "public-read" : "private"
  cors = [
    { origins = origins[*], methods = ["GET"] },
  ]
  lifecycleRules = [
    for rule in rules : {
      name            = rule.name
      expireAfterDays = rule.days
    }
  ]
  tags = labels
}

resource machine "cloudy:compute/instance:Instance" {
  imageId  = "img-debian-13"
  size     = machineSize
  subnetId = "subnet-${zones[0]}"
  rootDisk = {
    sizeGb    = disk.sizeGb
    type      = disk.type
    encrypted = disk.encrypted
  }
  tags = {
    number  = range.value
    ratio   = ratio
    owner   = owner == null ? "nobody" : owner
    contact = contact == null ? "nobody" : contact
    setting = pair[0]
    limits  = toJSON(limits)
    extra   = toJSON(anything)
  }

  options {
    range = replicas
  }
}

resource key "cloudy:data/secret:Secret" {
  name            = "api-key"
  value           = apiKey
  rotateAfterDays = matrix[1][1] * 30
}

resource database "cloudy:data/database:Database" {
  engine    = "postgres"
  size      = "small-2"
  storageGb = max(20, matrix[0][0])
  password  = apiKey
  subnetIds = [for zone in zones : "subnet-${zone}"]
  backup = {
    window        = backup.window
    retentionDays = backup.keep.days
  }
}

resource firewall "cloudy:net/securityGroup:SecurityGroup" {
  networkId   = "net-1"
  description = range.key
  ingress = [
    for rule in range.value : {
      protocol    = "tcp"
      fromPort    = rule.port
      description = rule.open ? "open" : "closed"
    }
  ]

  options {
    range = groups
  }
}

output lifetime number {
  value = pair[1]
}
