# A small program for the tests in real editors. 😀 Signs beyond the first plane tell wrong columns.

package {
  baseProviderName    = "cloudy"
  baseProviderVersion = "1.4.0"
}

config password string {
  description = "What the database is opened with."
  secret      = true
}

resource network "cloudy:net/network:Network" {
  cidrBlock = /* 😀 */ "10.20.0.0/16"
}

resource subnet "cloudy:net/subnet:Subnet" {
  networkId = network.id
  cidrBlock = "10.20.0.0/24"
  zone      = "eu-north-a"
}

resource database "cloudy:data/database:Database" {
  engine    = "postgres"
  size      = "small-2"
  storageGb = 20
  password  = password
  subnetIds = [subnet.id]
}

output greeting {
  value = "😀 ${join("-", [network.id, subnet.id])}"
}

output broken {
  value = "😀 ${network.idd}"
}
