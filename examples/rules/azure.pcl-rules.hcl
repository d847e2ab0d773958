# Rules for Azure: access, encryption on the way, retention and tags.

rule "azure-storage-tls" {
  title    = "Storage accounts require TLS 1.2"
  category = "encryption"
  docs     = <<-EOT
    Old versions of TLS can be broken, and HTTP is not encrypted at all. Set `minimumTlsVersion = "TLS1_2"`, and leave
    `enableHttpsTrafficOnly` out or true.
  EOT
  resource = "azure-native:storage*:StorageAccount"
  require  = resource.inputs.enableHttpsTrafficOnly != false && resource.inputs.minimumTlsVersion == "TLS1_2"
  message  = "`${resource.name}` accepts connections that are not encrypted well"
  at       = resource.inputs.enableHttpsTrafficOnly == false ? "enableHttpsTrafficOnly" : "minimumTlsVersion"

  fix {
    title = "Require TLS 1.2"
    set   = { minimumTlsVersion = "TLS1_2", enableHttpsTrafficOnly = true }
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
    fixed    = <<-EOT
      resource store "azure-native:storage:StorageAccount" {
        resourceGroupName      = "main"
        kind                   = "StorageV2"
        sku                    = { name = "Standard_LRS" }
        minimumTlsVersion      = "TLS1_2"
        enableHttpsTrafficOnly = true
      }
    EOT
  }
  test "version 1.2" {
    program = <<-EOT
      resource store "azure-native:storage:StorageAccount" {
        resourceGroupName = "main"
        kind              = "StorageV2"
        sku               = { name = "Standard_LRS" }
        minimumTlsVersion = "TLS1_2"
      }
    EOT
    expect  = "pass"
  }
  test "decided by a config" {
    program = <<-EOT
      config tls string {}
      resource store "azure-native:storage:StorageAccount" {
        resourceGroupName = "main"
        kind              = "StorageV2"
        sku               = { name = "Standard_LRS" }
        minimumTlsVersion = tls
      }
    EOT
    expect  = "unknown"
  }
}

rule "azure-storage-private" {
  title    = "Blobs are not public"
  category = "access"
  severity = "error"
  docs     = <<-EOT
    Unless the account forbids it, anybody who may write a container can make it public. Set
    `allowBlobPublicAccess = false`.
  EOT
  resource = "azure-native:storage*:StorageAccount"
  require  = resource.inputs.allowBlobPublicAccess == false
  message  = "containers of `${resource.name}` can be made public"
  at       = "allowBlobPublicAccess"

  fix {
    title = "Forbid public containers"
    set   = { allowBlobPublicAccess = false }
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
    fixed    = <<-EOT
      resource store "azure-native:storage:StorageAccount" {
        resourceGroupName     = "main"
        kind                  = "StorageV2"
        sku                   = { name = "Standard_LRS" }
        allowBlobPublicAccess = false
      }
    EOT
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
  test "decided by a config" {
    program = <<-EOT
      config public bool {}
      resource store "azure-native:storage:StorageAccount" {
        resourceGroupName     = "main"
        kind                  = "StorageV2"
        sku                   = { name = "Standard_LRS" }
        allowBlobPublicAccess = public
      }
    EOT
    expect  = "unknown"
  }
}

rule "azure-blob-retention" {
  title    = "Deleted blobs can be restored for a week"
  category = "retention"
  docs     = <<-EOT
    Without a retention policy, a deleted blob is gone at once. Set
    `deleteRetentionPolicy = { enabled = true, days = 7 }` or longer.
  EOT
  resource = "azure-native:storage*:BlobServiceProperties"
  require  = resource.inputs.deleteRetentionPolicy.enabled && resource.inputs.deleteRetentionPolicy.days >= 7
  message  = "deleted blobs of `${resource.name}` cannot be restored for a week"
  at       = "deleteRetentionPolicy.days"

  test "three days" {
    program  = <<-EOT
      resource blobs "azure-native:storage:BlobServiceProperties" {
        resourceGroupName = "main"
        accountName       = "store"
        deleteRetentionPolicy = {
          enabled = true
          days    = 3
        }
      }
    EOT
    findings = ["main.pp:6: deleted blobs of `blobs` cannot be restored for a week"]
  }
  test "two weeks" {
    program = <<-EOT
      resource blobs "azure-native:storage:BlobServiceProperties" {
        resourceGroupName     = "main"
        accountName           = "store"
        deleteRetentionPolicy = { enabled = true, days = 14 }
      }
    EOT
    expect  = "pass"
  }
  test "decided by a config" {
    program = <<-EOT
      config days int {}
      resource blobs "azure-native:storage:BlobServiceProperties" {
        resourceGroupName     = "main"
        accountName           = "store"
        deleteRetentionPolicy = { enabled = true, days = days }
      }
    EOT
    expect  = "unknown"
  }
}

rule "azure-database-private" {
  title    = "Database servers have no public address"
  category = "access"
  severity = "error"
  docs     = <<-EOT
    By default, a server has a public address, and only firewall rules protect it. Set
    `publicNetworkAccess = "Disabled"`, and connect through a private endpoint.
  EOT
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
  test "decided by a config" {
    program = <<-EOT
      config public bool {}
      resource db "azure-native:sql:Server" {
        resourceGroupName   = "main"
        publicNetworkAccess = public ? "Enabled" : "Disabled"
      }
    EOT
    expect  = "unknown"
  }
}

rule "azure-database-tls" {
  title    = "Database servers require TLS 1.2"
  category = "encryption"
  docs     = <<-EOT
    Old versions of TLS can be broken. Set `minimalTlsVersion = "1.2"`.
  EOT
  resource = "azure-native:sql*:Server"
  require  = resource.inputs.minimalTlsVersion == "1.2"
  message  = "`${resource.name}` accepts old versions of TLS"
  at       = "minimalTlsVersion"

  fix {
    title = "Require TLS 1.2"
    set   = { minimalTlsVersion = "1.2" }
  }

  test "version 1.0" {
    program  = <<-EOT
      resource db "azure-native:sql:Server" {
        resourceGroupName = "main"
        minimalTlsVersion = "1.0"
      }
    EOT
    findings = ["main.pp:3: `db` accepts old versions of TLS"]
    fixed    = <<-EOT
      resource db "azure-native:sql:Server" {
        resourceGroupName = "main"
        minimalTlsVersion = "1.2"
      }
    EOT
  }
  test "version 1.2" {
    program = <<-EOT
      resource db "azure-native:sql:Server" {
        resourceGroupName = "main"
        minimalTlsVersion = 1.2
      }
    EOT
    expect  = "pass"
  }
  test "decided by a config" {
    program = <<-EOT
      config tls string {}
      resource db "azure-native:sql:Server" {
        resourceGroupName = "main"
        minimalTlsVersion = tls
      }
    EOT
    expect  = "unknown"
  }
}

rule "azure-vault-purge-protected" {
  title    = "Keys and secrets that are deleted can be restored"
  category = "retention"
  docs     = <<-EOT
    Without purge protection, whoever may delete a vault can also destroy its keys for good, and with them everything that
    they encrypt. Set `properties.enablePurgeProtection = true`.
  EOT
  resource = "azure-native:keyvault*:Vault"
  require  = resource.inputs.properties.enablePurgeProtection == true
  message  = "what is deleted in `${resource.name}` can be destroyed at once"
  at       = "properties.enablePurgeProtection"

  fix {
    title = "Protect the vault"
    set   = { "properties.enablePurgeProtection" = true }
  }

  test "not set" {
    program  = <<-EOT
      resource vault "azure-native:keyvault:Vault" {
        resourceGroupName = "main"
        properties = {
          tenantId = "00000000-0000-0000-0000-000000000000"
          sku      = { family = "A", name = "standard" }
        }
      }
    EOT
    findings = ["main.pp:3: what is deleted in `vault` can be destroyed at once"]
    fixed    = <<-EOT
      resource vault "azure-native:keyvault:Vault" {
        resourceGroupName = "main"
        properties = {
          tenantId              = "00000000-0000-0000-0000-000000000000"
          sku                   = { family = "A", name = "standard" }
          enablePurgeProtection = true
        }
      }
    EOT
  }
  test "protected" {
    program = <<-EOT
      resource vault "azure-native:keyvault:Vault" {
        resourceGroupName = "main"
        properties = {
          tenantId              = "00000000-0000-0000-0000-000000000000"
          sku                   = { family = "A", name = "standard" }
          enablePurgeProtection = true
        }
      }
    EOT
    expect  = "pass"
  }
  test "decided by a config" {
    program = <<-EOT
      config protect bool {}
      resource vault "azure-native:keyvault:Vault" {
        resourceGroupName = "main"
        properties = {
          tenantId              = "00000000-0000-0000-0000-000000000000"
          sku                   = { family = "A", name = "standard" }
          enablePurgeProtection = protect
        }
      }
    EOT
    expect  = "unknown"
  }
}

rule "azure-admin-ports-closed" {
  title    = "SSH and RDP are not open to the Internet"
  category = "access"
  severity = "error"
  docs     = <<-EOT
    Machines whose ports 22 and 3389 are open to everybody are attacked within minutes. Name the networks that may
    connect in `sourceAddressPrefix`, or use Azure Bastion.
  EOT
  resource = ["azure-native:network*:NetworkSecurityGroup", "azure-native:network*:SecurityRule"]
  require = !any([
    for rule in(resource.inputs.access == null ? resource.inputs.securityRules : [resource.inputs]) :
    rule.access == "Allow" && rule.direction == "Inbound" && contains(["*", "Internet", "0.0.0.0/0"], rule.sourceAddressPrefix) && any([
      for ranges in [[rule.destinationPortRange], rule.destinationPortRanges] : any([
        for range in ranges :
        range == "*" || any([
          for port in [22, 3389] :
          matches(range, "^[0-9]+(-[0-9]+)?$") && split("-", range)[0] <= port && split("-", range)[length(split("-", range)) - 1] >= port
        ])
      ])
    ])
  ])
  message = "everybody can connect to SSH or RDP through `${resource.name}`"
  at      = resource.inputs.access == null ? "securityRules" : "sourceAddressPrefix"

  test "a range of ports" {
    program  = <<-EOT
      resource web "azure-native:network:NetworkSecurityGroup" {
        resourceGroupName = "main"
        securityRules = [{
          name                  = "all"
          priority              = 100
          access                = "Allow"
          direction             = "Inbound"
          protocol              = "Tcp"
          sourceAddressPrefix   = "*"
          destinationPortRanges = ["443", "20-80"]
        }]
      }
    EOT
    findings = ["main.pp:3: everybody can connect to SSH or RDP through `web`"]
  }
  test "a rule of its own" {
    program  = <<-EOT
      resource rdp "azure-native:network:SecurityRule" {
        resourceGroupName        = "main"
        networkSecurityGroupName = "web"
        priority                 = 100
        access                   = "Allow"
        direction                = "Inbound"
        protocol                 = "Tcp"
        sourceAddressPrefix      = "Internet"
        destinationPortRange     = 3389
      }
    EOT
    findings = ["main.pp:8: everybody can connect to SSH or RDP through `rdp`"]
  }
  test "HTTPS for everybody, and SSH for one network" {
    program = <<-EOT
      resource web "azure-native:network:NetworkSecurityGroup" {
        resourceGroupName = "main"
        securityRules = [
          { name = "web", priority = 100, access = "Allow", direction = "Inbound", protocol = "Tcp", sourceAddressPrefix = "*", destinationPortRange = "443" },
          { name = "ssh", priority = 110, access = "Allow", direction = "Inbound", protocol = "Tcp", sourceAddressPrefix = "10.0.0.0/8", destinationPortRange = "22" },
        ]
      }
    EOT
    expect  = "pass"
  }
  test "decided by a config" {
    program = <<-EOT
      config office string {}
      resource ssh "azure-native:network:SecurityRule" {
        resourceGroupName        = "main"
        networkSecurityGroupName = "web"
        priority                 = 100
        access                   = "Allow"
        direction                = "Inbound"
        protocol                 = "Tcp"
        sourceAddressPrefix      = office
        destinationPortRange     = "22"
      }
    EOT
    expect  = "unknown"
  }
}

rule "azure-cluster-accounts" {
  title    = "AKS clusters have no local accounts"
  category = "access"
  docs     = <<-EOT
    The local accounts of a cluster are certificates that nobody can take back. Set `disableLocalAccounts = true`, and let
    people log in with Azure AD.
  EOT
  resource = "azure-native:containerservice*:ManagedCluster"
  require  = resource.inputs.disableLocalAccounts == true
  message  = "`${resource.name}` has local accounts"
  at       = "disableLocalAccounts"

  fix {
    title = "Disable local accounts"
    set   = { disableLocalAccounts = true }
  }

  test "not set" {
    program  = <<-EOT
      resource main "azure-native:containerservice:ManagedCluster" {
        resourceGroupName = "main"
      }
    EOT
    findings = ["main.pp:1: `main` has local accounts"]
    fixed    = <<-EOT
      resource main "azure-native:containerservice:ManagedCluster" {
        resourceGroupName    = "main"
        disableLocalAccounts = true
      }
    EOT
  }
  test "disabled" {
    program = <<-EOT
      resource main "azure-native:containerservice:ManagedCluster" {
        resourceGroupName    = "main"
        disableLocalAccounts = true
      }
    EOT
    expect  = "pass"
  }
  test "decided by a config" {
    program = <<-EOT
      config local bool {}
      resource main "azure-native:containerservice:ManagedCluster" {
        resourceGroupName    = "main"
        disableLocalAccounts = !local
      }
    EOT
    expect  = "unknown"
  }
}

rule "azure-cluster-rbac" {
  title    = "AKS clusters check who may do what"
  category = "access"
  severity = "error"
  docs     = <<-EOT
    Without role-based access control, everybody who can log in to the cluster may do everything. Leave `enableRBAC` out,
    or set it to true. It cannot be changed later.
  EOT
  resource = "azure-native:containerservice*:ManagedCluster"
  require  = resource.inputs.enableRBAC != false
  message  = "everybody may do everything in `${resource.name}`"
  at       = "enableRBAC"

  fix {
    title = "Check who may do what"
    set   = { enableRBAC = true }
  }

  test "switched off" {
    program  = <<-EOT
      resource main "azure-native:containerservice:ManagedCluster" {
        resourceGroupName = "main"
        enableRBAC        = false
      }
    EOT
    findings = ["main.pp:3: everybody may do everything in `main`"]
    fixed    = <<-EOT
      resource main "azure-native:containerservice:ManagedCluster" {
        resourceGroupName = "main"
        enableRBAC        = true
      }
    EOT
  }
  test "the default" {
    program = <<-EOT
      resource main "azure-native:containerservice:ManagedCluster" {
        resourceGroupName = "main"
      }
    EOT
    expect  = "pass"
  }
  test "decided by a config" {
    program = <<-EOT
      config rbac bool {}
      resource main "azure-native:containerservice:ManagedCluster" {
        resourceGroupName = "main"
        enableRBAC        = rbac
      }
    EOT
    expect  = "unknown"
  }
}

rule "azure-app-https" {
  title    = "Web apps only speak HTTPS"
  category = "encryption"
  severity = "error"
  docs     = <<-EOT
    An app answers HTTP, too, unless `httpsOnly = true` makes it redirect. Everybody on the way can read and change what is
    sent over HTTP.
  EOT
  resource = "azure-native:web*:WebApp"
  require  = resource.inputs.httpsOnly == true
  message  = "`${resource.name}` serves HTTP"
  at       = "httpsOnly"

  fix {
    title = "Only speak HTTPS"
    set   = { httpsOnly = true }
  }

  test "not set" {
    program  = <<-EOT
      resource shop "azure-native:web:WebApp" {
        resourceGroupName = "main"
      }
    EOT
    findings = ["main.pp:1: `shop` serves HTTP"]
    fixed    = <<-EOT
      resource shop "azure-native:web:WebApp" {
        resourceGroupName = "main"
        httpsOnly         = true
      }
    EOT
  }
  test "HTTPS" {
    program = <<-EOT
      resource shop "azure-native:web:WebApp" {
        resourceGroupName = "main"
        httpsOnly         = true
      }
    EOT
    expect  = "pass"
  }
  test "decided by a config" {
    program = <<-EOT
      config insecure bool {}
      resource shop "azure-native:web:WebApp" {
        resourceGroupName = "main"
        httpsOnly         = !insecure
      }
    EOT
    expect  = "unknown"
  }
}

rule "azure-app-tls" {
  title    = "Web apps do not allow old versions of TLS"
  category = "encryption"
  docs     = <<-EOT
    Versions 1.0 and 1.1 of TLS can be broken. Leave `siteConfig.minTlsVersion` out, or set it to `"1.2"`.
  EOT
  resource = "azure-native:web*:WebApp"
  require  = !contains(["1.0", "1.1"], resource.inputs.siteConfig.minTlsVersion)
  message  = "`${resource.name}` accepts version ${resource.inputs.siteConfig.minTlsVersion} of TLS"
  at       = "siteConfig.minTlsVersion"

  fix {
    title = "Require TLS 1.2"
    set   = { "siteConfig.minTlsVersion" = "1.2" }
  }

  test "version 1.1" {
    program  = <<-EOT
      resource shop "azure-native:web:WebApp" {
        resourceGroupName = "main"
        siteConfig        = { alwaysOn = true, minTlsVersion = "1.1" }
      }
    EOT
    findings = ["main.pp:3: `shop` accepts version 1.1 of TLS"]
    fixed    = <<-EOT
      resource shop "azure-native:web:WebApp" {
        resourceGroupName = "main"
        siteConfig        = { alwaysOn = true, minTlsVersion = "1.2" }
      }
    EOT
  }
  test "the default" {
    program = <<-EOT
      resource shop "azure-native:web:WebApp" {
        resourceGroupName = "main"
      }
    EOT
    expect  = "pass"
  }
  test "decided by a config" {
    program = <<-EOT
      config tls string {}
      resource shop "azure-native:web:WebApp" {
        resourceGroupName = "main"
        siteConfig        = { minTlsVersion = tls }
      }
    EOT
    expect  = "unknown"
  }
}

rule "azure-registry-no-admin" {
  title    = "Container registries have no admin account"
  category = "access"
  docs     = <<-EOT
    The admin account has one password that everybody shares, and may do everything. Leave `adminUserEnabled` out, and give
    people and clusters roles.
  EOT
  resource = "azure-native:containerregistry*:Registry"
  require  = resource.inputs.adminUserEnabled != true
  message  = "`${resource.name}` has an admin account"
  at       = "adminUserEnabled"

  fix {
    title  = "Remove the admin account"
    remove = ["adminUserEnabled"]
  }

  test "enabled" {
    program  = <<-EOT
      resource images "azure-native:containerregistry:Registry" {
        resourceGroupName = "main"
        sku               = { name = "Standard" }
        adminUserEnabled  = true
      }
    EOT
    findings = ["main.pp:4: `images` has an admin account"]
    fixed    = <<-EOT
      resource images "azure-native:containerregistry:Registry" {
        resourceGroupName = "main"
        sku               = { name = "Standard" }
      }
    EOT
  }
  test "the default" {
    program = <<-EOT
      resource images "azure-native:containerregistry:Registry" {
        resourceGroupName = "main"
        sku               = { name = "Standard" }
      }
    EOT
    expect  = "pass"
  }
  test "decided by a config" {
    program = <<-EOT
      config admin bool {}
      resource images "azure-native:containerregistry:Registry" {
        resourceGroupName = "main"
        sku               = { name = "Standard" }
        adminUserEnabled  = admin
      }
    EOT
    expect  = "unknown"
  }
}

rule "azure-owner-tag" {
  title    = "Resources have an owner"
  category = "tags"
  severity = "information"
  docs     = <<-EOT
    Somebody has to pay for a resource, and to know whether it can go. Write the team in `tags`, as `owner`.
  EOT
  resource = "azure-native:*"
  when     = resource.schema.inputs.tags != null
  require  = resource.inputs.tags.owner != null && resource.inputs.tags.owner != ""
  message  = "`${resource.name}` has no tag `owner`"
  at       = "tags"

  test "other tags" {
    program  = <<-EOT
      resource web "azure-native:network:NetworkSecurityGroup" {
        resourceGroupName = "main"
        tags              = { team = "core" }
      }
    EOT
    findings = ["main.pp:3: `web` has no tag `owner`"]
  }
  test "an owner" {
    program = <<-EOT
      resource web "azure-native:network:NetworkSecurityGroup" {
        resourceGroupName = "main"
        tags              = { owner = "core" }
      }
    EOT
    expect  = "pass"
  }
  test "no tags are possible" {
    program = <<-EOT
      resource blobs "azure-native:storage:BlobServiceProperties" {
        resourceGroupName = "main"
        accountName       = "store"
      }
    EOT
    expect  = "none"
  }
  test "decided by a config" {
    program = <<-EOT
      config owner string {}
      resource web "azure-native:network:NetworkSecurityGroup" {
        resourceGroupName = "main"
        tags              = { owner = owner }
      }
    EOT
    expect  = "unknown"
  }
}
