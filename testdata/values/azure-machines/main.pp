resource rg "azure-native:resources:ResourceGroup" {}
resource vnet "azure-native:network:VirtualNetwork" {
  resourceGroupName = rg.name
  addressSpace      = { addressPrefixes = ["10.0.0.0/16"] }
  subnets           = [{ name = "default", addressPrefix = "10.0.1.0/24" }]
}
resource nsg "azure-native:network:NetworkSecurityGroup" {
  resourceGroupName = rg.name
  securityRules = [{
    name = "ssh", access = "Allow", direction = "Inbound", priority = 100, protocol = "Tcp"
    sourceAddressPrefix = "*", sourcePortRange = "*", destinationAddressPrefix = "*", destinationPortRange = "22"
  }]
}
resource ip "azure-native:network:PublicIPAddress" {
  resourceGroupName        = rg.name
  publicIPAllocationMethod = "Dynamic"
  sku                      = { name = "Basic" }
}
resource nic "azure-native:network:NetworkInterface" {
  resourceGroupName = rg.name
  ipConfigurations = [{
    name = "ipcfg"
    subnet = { id = vnet.subnets[0].id }
    privateIPAllocationMethod = "Dynamic"
    publicIPAddress = { id = ip.id }
  }]
}
resource vm "azure-native:compute:VirtualMachine" {
  resourceGroupName = rg.name
  networkProfile    = { networkInterfaces = [{ id = nic.id, primary = true }] }
  hardwareProfile   = { vmSize = "Standard_A0" }
  osProfile = {
    computerName = "host", adminUsername = "u", adminPassword = "p"
    linuxConfiguration = { disablePasswordAuthentication = false, ssh = { publicKeys = [{ keyData = "k", path = "/home" }] } }
  }
  storageProfile = {
    osDisk         = { createOption = "FromImage", caching = "ReadWrite", managedDisk = { storageAccountType = "Premium_LRS" } }
    imageReference = { publisher = "canonical", offer = "UbuntuServer", sku = "16.04-LTS", version = "latest" }
  }
}
resource aks "azure-native:containerservice:ManagedCluster" {
  resourceGroupName = rg.name
  dnsPrefix         = "aks"
  enableRBAC        = true
  agentPoolProfiles = [{ name = "agentpool", count = 3, mode = "System", osType = "Linux", vmSize = "Standard_DS2_v2", type = "VirtualMachineScaleSets", maxPods = 110, osDiskSizeGB = 30 }]
  identity          = { type = "SystemAssigned" }
  networkProfile    = { networkPlugin = "azure", loadBalancerSku = "standard" }
}
