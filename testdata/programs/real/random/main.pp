# Everything the random provider makes.

package {
  baseProviderName    = "random"
  baseProviderVersion = "4.21.1"
}

config teams "list(string)" {
  description = "Who wants a name."
  default     = ["red", "green", "blue"]
}

config generation int {
  description = "Count up to throw everything again."
  default     = 1
}

keepers = { generation = generation }

resource pet "random:index/randomPet:RandomPet" {
  length    = 2
  prefix    = range.value
  separator = "."
  keepers   = keepers

  options {
    range = { for team in teams : team => "team-${team}" }
  }
}

resource password "random:index/randomPassword:RandomPassword" {
  length          = 24
  minNumeric      = 2
  minUpper        = 2
  overrideSpecial = "!-_"
  keepers         = keepers
}

resource text "random:index/randomString:RandomString" {
  length  = dice.result + 8
  special = false
  upper   = false
}

resource dice "random:index/randomInteger:RandomInteger" {
  min     = 1
  max     = 6
  seed    = join("-", teams)
  keepers = keepers
}

resource suffix "random:index/randomId:RandomId" {
  byteLength = 4
  prefix     = "${text.result}-"
}

resource order "random:index/randomShuffle:RandomShuffle" {
  inputs      = teams
  resultCount = 2
}

resource uuid "random:index/randomUuid:RandomUuid" {
  keepers = { order = join(",", order.results) }
}

resource bytes "random:index/randomBytes:RandomBytes" {
  length = 32
}

output pets {
  value = { for team, animal in pet : team => animal.id }
}

output suffix string {
  value = suffix.hex
}

output first {
  value = order.results[0]
}

output identity {
  value = toJSON({
    uuid  = uuid.result
    dice  = dice.result
    bytes = bytes.length
  })
}
