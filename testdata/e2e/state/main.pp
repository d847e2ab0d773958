resource network "cloudy:net/network:Network" {
  cidrBlock = "10.0.0.0/16"
}

resource subnet "cloudy:net/subnet:Subnet" {
  networkId = network.id
  cidrBlock = "10.0.${range.value}.0/24"
  zone      = "eu-north-a"
  options {
    range = 2
  }
}

resource database "cloudy:data/database:Database" {
  engine    = "postgres"
  size      = "small-2"
  storageGb = 40
  subnetIds = [subnet[0].id]
  password  = secret("zqwritten")
}
