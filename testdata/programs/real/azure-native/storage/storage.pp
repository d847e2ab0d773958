# A storage account with a container for each name, and how to reach it.

package {
  baseProviderName    = "azure-native"
  baseProviderVersion = "1.77.0-alpha.1663190557"
}

config groupName string {
}

config names "map(string)" {
}

resource account "azure-native:storage:StorageAccount" {
  resourceGroupName     = groupName
  kind                  = "StorageV2"
  sku                   = { name = "Standard_LRS" }
  accessTier            = "Hot"
  minimumTlsVersion     = "TLS1_2"
  allowBlobPublicAccess = false
}

resource container "azure-native:storage:BlobContainer" {
  resourceGroupName = groupName
  accountName       = account.name
  containerName     = range.value
  publicAccess      = "None"

  options {
    range = names
  }
}

resource readme "azure-native:storage:Blob" {
  resourceGroupName = groupName
  accountName       = account.name
  containerName     = element([for c in container : c.name], 0)
  type              = "Block"
  source            = stringAsset("what belongs here\n")
}

keys = invoke("azure-native:storage:listStorageAccountKeys", {
  resourceGroupName = groupName
  accountName       = account.name
})

output connection string {
  value = secret("AccountName=${account.name};AccountKey=${keys.keys[0].value}")
}
