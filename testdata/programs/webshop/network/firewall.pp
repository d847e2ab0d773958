# Who may talk to whom.

webPorts = [80, 443, 8080]

resource webGroup "cloudy:net/securityGroup:SecurityGroup" {
  networkId   = network.id
  description = "The world to the web machines."
  ingress = [
    for port in webPorts : {
      protocol    = "tcp"
      fromPort    = port
      toPort      = port
      cidrBlocks  = ["0.0.0.0/0"]
      description = "web on ${port}"
    }
  ]
  egress = [{ protocol = "all", cidrBlocks = ["0.0.0.0/0"] }]
  tags   = tags
}

resource databaseGroup "cloudy:net/securityGroup:SecurityGroup" {
  networkId   = network.id
  description = "The web machines to the database."
  ingress = [
    { protocol = "tcp", fromPort = 5432, toPort = 5432, sourceGroupIds = [webGroup.id] },
  ]
  tags = tags
}

output publicSubnetIds {
  value = [for subnet in public : subnet.id]
}

output privateSubnetIds {
  value = [for subnet in private : subnet.id]
}

output webGroupId {
  value = webGroup.id
}

output databaseGroupId {
  value = databaseGroup.id
}
