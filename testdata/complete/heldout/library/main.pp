# A library on Azure: an app, its plan, a database, storage and a vault.

config location string {
  default = "westeurope"
}

config sqlPassword string {
  secret = true
}

config branches "map(string)" {
  default = {
    north = "10.70.1.0/24"
    south = "10.70.2.0/24"
  }
}

labels = { system = "library" }

resource group "azure-native:resources:ResourceGroup" {
  location = location
  tags     = labels
}

resource network "azure-native:network:VirtualNetwork" {
  resourceGroupName = group.name
  location          = group.location
  addressSpace      = { addressPrefixes = ["10.70.0.0/16"] }
  tags              = labels
}

resource branch "azure-native:network:Subnet" {
  resourceGroupName  = group.name
  virtualNetworkName = network.name
  addressPrefix      = range.value

  options {
    range = branches
  }
}

resource rules "azure-native:network:NetworkSecurityGroup" {
  resourceGroupName = group.name
  location          = group.location
  securityRules = [{
    name                     = "web"
    priority                 = 100
    access                   = "Allow"
    direction                = "Inbound"
    protocol                 = "Tcp"
    sourceAddressPrefix      = "*"
    sourcePortRange          = "*"
    destinationAddressPrefix = "*"
    destinationPortRange     = "443"
  }]
}

resource account "azure-native:storage:StorageAccount" {
  resourceGroupName      = group.name
  location               = group.location
  kind                   = "StorageV2"
  sku                    = { name = "Standard_LRS" }
  enableHttpsTrafficOnly = true
  minimumTlsVersion      = "TLS1_2"
  tags                   = labels

  options {
    protect = true
  }
}

resource scans "azure-native:storage:BlobContainer" {
  resourceGroupName = group.name
  accountName       = account.name
  publicAccess      = "None"
}

keys = invoke("azure-native:storage:listStorageAccountKeys", {
  resourceGroupName = group.name
  accountName       = account.name
})

resource plan "azure-native:web:AppServicePlan" {
  resourceGroupName = group.name
  location          = group.location
  kind              = "Linux"
  reserved          = true
  sku               = { name = "B1", tier = "Basic" }
}

resource app "azure-native:web:WebApp" {
  resourceGroupName = group.name
  location          = group.location
  serverFarmId      = plan.id
  httpsOnly         = true
  identity          = { type = "SystemAssigned" }
  siteConfig = {
    alwaysOn       = true
    linuxFxVersion = "NODE|18-lts"
    appSettings = [
      { name = "STORAGE_ACCOUNT", value = account.name },
      { name = "STORAGE_KEY", value = keys.keys[0].value },
      { name = "SQL_SERVER", value = server.fullyQualifiedDomainName },
      { name = "APPINSIGHTS_INSTRUMENTATIONKEY", value = insights.instrumentationKey },
    ]
  }
  tags = labels
}

resource insights "azure-native:insights:Component" {
  resourceGroupName = group.name
  location          = group.location
  kind              = "web"
  applicationType   = "web"
}

resource server "azure-native:sql:Server" {
  resourceGroupName          = group.name
  location                   = group.location
  administratorLogin         = "librarian"
  administratorLoginPassword = sqlPassword
  version                    = "12.0"
}

resource catalogue "azure-native:sql:Database" {
  resourceGroupName = group.name
  location          = group.location
  serverName        = server.name
  sku               = { name = "S0" }

  options {
    protect = true
  }
}

resource fromAzure "azure-native:sql:FirewallRule" {
  resourceGroupName = group.name
  serverName        = server.name
  startIpAddress    = "0.0.0.0"
  endIpAddress      = "0.0.0.0"
}

caller = invoke("azure-native:authorization:getClientConfig", {})

resource vault "azure-native:keyvault:Vault" {
  resourceGroupName = group.name
  location          = group.location
  properties = {
    tenantId = caller.tenantId
    sku      = { family = "A", name = "standard" }
    accessPolicies = [{
      tenantId    = caller.tenantId
      objectId    = app.identity.principalId
      permissions = { secrets = ["get", "list"] }
    }]
  }
}

resource sqlSecret "azure-native:keyvault:Secret" {
  resourceGroupName = group.name
  vaultName         = vault.name
  properties        = { value = sqlPassword }

  options {
    additionalSecretOutputs = [properties]
  }
}

output address {
  value = "https://${app.defaultHostName}"
}

output scansUrl {
  value = "${account.primaryEndpoints.blob}${scans.name}"
}
