# A web application on Azure: a network, a plan with several sites, and storage in a component.

package {
  baseProviderName    = "azure-native"
  baseProviderVersion = "1.77.0-alpha.1663190557"
}

config location string {
  default = "westeurope"
}

config sites "map(object({ alwaysOn = bool, settings = map(string) }))" {
  description = "What runs, by name."
  default = {
    shop  = { alwaysOn = true, settings = { LOG = "info" } }
    admin = { alwaysOn = false, settings = { LOG = "debug", BETA = "1" } }
  }
}

config withStaging bool {
  default = false
}

tags = { stack = stack(), project = project() }

client = invoke("azure-native:authorization:getClientConfig", {})

resource group "azure-native:resources:ResourceGroup" {
  location = location
  tags     = tags

  options {
    protect = true
  }
}

resource network "azure-native:network:VirtualNetwork" {
  resourceGroupName = group.name
  location          = location
  addressSpace      = { addressPrefixes = ["10.30.0.0/16"] }
  tags              = tags
}

resource guard "azure-native:network:NetworkSecurityGroup" {
  resourceGroupName = group.name
  securityRules = [
    for i, port in ["80", "443"] : {
      name                     = "web-${port}"
      access                   = "Allow"
      direction                = "Inbound"
      protocol                 = "Tcp"
      priority                 = 100 + i
      sourceAddressPrefix      = "Internet"
      sourcePortRange          = "*"
      destinationAddressPrefix = "*"
      destinationPortRange     = port
    }
  ]
}

resource subnet "azure-native:network:Subnet" {
  resourceGroupName    = group.name
  virtualNetworkName   = network.name
  addressPrefix        = "10.30.${range.value}.0/24"
  networkSecurityGroup = { id = guard.id }

  options {
    range  = 2
    parent = network
  }
}

resource plan "azure-native:web:AppServicePlan" {
  resourceGroupName = group.name
  kind              = "Linux"
  reserved          = true
  sku               = { name = "B1", tier = "Basic", capacity = 1 }
}

component storage "./storage" {
  groupName = group.name
  names     = { for name, settings in sites : name => "${name}-files" }
}

resource site "azure-native:web:WebApp" {
  resourceGroupName      = group.name
  serverFarmId           = plan.id
  httpsOnly              = true
  virtualNetworkSubnetId = subnet[0].id
  siteConfig = {
    alwaysOn       = range.value.alwaysOn
    linuxFxVersion = "NODE|18-lts"
    ftpsState      = "Disabled"
    appSettings    = [for key, text in range.value.settings : { name = key, value = text }]
    connectionStrings = [
      { name = "storage", connectionString = storage.connection, type = "Custom" },
    ]
  }
  tags = tags

  options {
    range         = sites
    dependsOn     = [network]
    ignoreChanges = [siteConfig.appSettings, tags["stack"]]
  }
}

resource staging "azure-native:web:WebApp" {
  resourceGroupName = group.name
  serverFarmId      = plan.id

  options {
    range          = withStaging
    customTimeouts = { create = "20m" }
  }
}

output hosts {
  value = { for name, s in site : name => "https://${s.defaultHostName}" }
}

output tenant {
  value = client.tenantId
}
