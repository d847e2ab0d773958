# Rules for Azure: encryption on the way, and access from the Internet.

rule "azure-storage-tls" {
  title    = "Storage accounts require TLS 1.2"
  category = "encryption"
  resource = "azure-native:storage*:StorageAccount"
  require  = resource.inputs.enableHttpsTrafficOnly != false && resource.inputs.minimumTlsVersion == "TLS1_2"
  message  = "`${resource.name}` accepts connections that are not encrypted well"
  at       = resource.inputs.enableHttpsTrafficOnly == false ? "enableHttpsTrafficOnly" : "minimumTlsVersion"

  fix {
    set = { minimumTlsVersion = "TLS1_2", enableHttpsTrafficOnly = true }
  }

  test "HTTP" {
    program  = <<-EOT
      resource store "azure-native:storage:StorageAccount" {
        resourceGroupName      = "main"
        kind                   = "StorageV2"
        sku                    = { name = "Standard_LRS" }
        enableHttpsTrafficOnly = false
        minimumTlsVersion      = "TLS1_2"
      }
    EOT
    findings = ["main.pp:5: `store` accepts connections that are not encrypted well"]
    fixed    = <<-EOT
      resource store "azure-native:storage:StorageAccount" {
        resourceGroupName      = "main"
        kind                   = "StorageV2"
        sku                    = { name = "Standard_LRS" }
        enableHttpsTrafficOnly = true
        minimumTlsVersion      = "TLS1_2"
      }
    EOT
  }
  test "default version" {
    program  = <<-EOT
      resource store "azure-native:storage:StorageAccount" {
        resourceGroupName = "main"
        kind              = "StorageV2"
        sku               = { name = "Standard_LRS" }
      }
    EOT
    findings = ["main.pp:1: `store` accepts ..."]
  }
}

rule "azure-storage-private" {
  title    = "Blobs are not public"
  category = "access"
  severity = "error"
  resource = "azure-native:storage*:StorageAccount"
  require  = resource.inputs.allowBlobPublicAccess == false
  message  = "containers of `${resource.name}` can be made public"
  at       = "allowBlobPublicAccess"

  fix {
    set = { allowBlobPublicAccess = false }
  }

  test "not set" {
    program  = <<-EOT
      resource store "azure-native:storage:StorageAccount" {
        resourceGroupName = "main"
        kind              = "StorageV2"
        sku               = { name = "Standard_LRS" }
      }
    EOT
    findings = ["main.pp:1: containers of `store` can be made public"]
  }
  test "private" {
    program = <<-EOT
      resource store "azure-native:storage:StorageAccount" {
        resourceGroupName     = "main"
        kind                  = "StorageV2"
        sku                   = { name = "Standard_LRS" }
        allowBlobPublicAccess = false
      }
    EOT
    expect  = "pass"
  }
}

rule "azure-database-private" {
  title    = "Database servers have no public address"
  category = "access"
  severity = "error"
  resource = "azure-native:sql*:Server"
  require  = resource.inputs.publicNetworkAccess == "Disabled"
  message  = "`${resource.name}` can be reached from the Internet"
  at       = "publicNetworkAccess"

  test "enabled" {
    program  = <<-EOT
      resource db "azure-native:sql:Server" {
        resourceGroupName   = "main"
        publicNetworkAccess = "Enabled"
      }
    EOT
    findings = ["main.pp:3: `db` can be reached from the Internet"]
  }
  test "disabled" {
    program = <<-EOT
      resource db "azure-native:sql:Server" {
        resourceGroupName   = "main"
        publicNetworkAccess = "Disabled"
      }
    EOT
    expect  = "pass"
  }
}
