config location string { default = "westeurope" }
resource rg "azure-native:resources:ResourceGroup" { location = location }
resource sa "azure-native:storage:StorageAccount" {
  resourceGroupName = rg.name
  kind              = "StorageV2"
  sku               = { name = "Standard_LRS" }
  accessTier        = "Hot"
  enableHttpsTrafficOnly = true
  minimumTlsVersion = "TLS1_2"
  networkRuleSet    = { bypass = "AzureServices", defaultAction = "Deny", ipRules = [{ iPAddressOrRange = "1.2.3.4", action = "Allow" }] }
  encryption = { keySource = "Microsoft.Storage", services = { blob = { enabled = true, keyType = "Account" } } }
  identity = { type = "SystemAssigned" }
}
resource container "azure-native:storage:BlobContainer" {
  accountName       = sa.name
  resourceGroupName = rg.name
  publicAccess      = "None"
}
resource plan "azure-native:web:AppServicePlan" {
  resourceGroupName = rg.name
  kind              = "App"
  sku               = { name = "B1", tier = "Basic" }
}
resource app "azure-native:web:WebApp" {
  resourceGroupName = rg.name
  serverFarmId      = plan.id
  siteConfig = {
    appSettings = [{ name = "A", value = "b" }]
    connectionStrings = [{ name = "db", type = "SQLAzure", connectionString = "x" }]
    ftpsState   = "Disabled"
    minTlsVersion = "1.2"
  }
  httpsOnly = true
}
keys = invoke("azure-native:storage:listStorageAccountKeys", { accountName = sa.name, resourceGroupName = rg.name })
output key { value = keys.keys[0].value }
output host { value = app.defaultHostName }
