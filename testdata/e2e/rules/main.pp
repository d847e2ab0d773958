config block string {
  description = "the addresses of the network"
}

resource network "cloudy:net/network:Network" {
  cidrBlock = block
}

resource logs "cloudy:storage/bucket:Bucket" {
  acl = "private"
}

output names {
  value = [network.id, logs.id]
}
