# A cluster on EKS: groups of machines, who may do what, and additions in a component.

package {
  baseProviderName    = "eks"
  baseProviderVersion = "4.3.0"
}

config groups "map(object({ types = list(string), disk = int, spot = bool }))" {
  description = "Groups of machines by name."
  default = {
    steady = { types = ["m6i.large"], disk = 50, spot = false }
    cheap  = { types = ["m5.large", "m5a.large"], disk = 30, spot = true }
  }
}

config admins "list(string)" {
  description = "Roles that may do everything."
  default     = []
}

config nodeRoleArn string {
  description = "The role of the machines."
}

config networkId string {
}

config networkSubnets "list(string)" {
}

config workers int {
  default = 0
}

tags = { stack = stack(), cluster = "shop" }

hook resource "drain" {
  command  = ["drain", args.name]
  onDryRun = false
}

hook error "again" {
  command = ["sleep", "5"]
}

resource cluster "eks:index:Cluster" {
  name                  = "shop-${stack()}"
  version               = "1.29"
  vpcId                 = networkId
  subnetIds             = networkSubnets
  authenticationMode    = "API"
  skipDefaultNodeGroup  = true
  endpointPublicAccess  = false
  endpointPrivateAccess = true
  createOidcProvider    = true
  enabledClusterLogTypes = [
    "api",
    "audit",
  ]
  accessEntries = {
    for arn in admins : sha1(arn) => {
      principalArn     = arn
      type             = "STANDARD"
      kubernetesGroups = ["admins"]
    }
  }
  vpcCniOptions = { enablePrefixDelegation = true, warmPrefixTarget = 1, enableNetworkPolicy = true }
  tags          = tags

  options {
    protect = true
  }
}

resource machines "eks:index:ManagedNodeGroup" {
  cluster       = cluster
  nodeGroupName = range.key
  instanceTypes = range.value.types
  diskSize      = range.value.disk
  capacityType  = range.value.spot ? "SPOT" : "ON_DEMAND"
  nodeRoleArn   = nodeRoleArn
  subnetIds     = networkSubnets
  labels        = { group = range.key }
  scalingConfig = { minSize = 1, desiredSize = 2, maxSize = 6 }

  options {
    range     = groups
    parent    = cluster
    dependsOn = [cluster]
    hooks     = { beforeDelete = [drain], onError = [again] }
  }
}

resource workerGroup "eks:index:NodeGroupV2" {
  cluster         = cluster
  instanceType    = "c6i.large"
  desiredCapacity = 1
  minSize         = 1
  maxSize         = 2
  labels          = { kind = "worker", number = range.value }
  taints          = { dedicated = { value = "worker", effect = "NoSchedule" } }

  options {
    range = workers
  }
}

component addons "./addons" {
  clusterName = cluster.eksCluster.name

  options {
    parent = cluster
  }
}

access = call(cluster, "getKubeconfig", {})

output kubeconfig {
  value = secret(access.result)
}

output issuer string {
  value = cluster.oidcIssuer
}

output additions {
  value = addons.names
}
