# What every cluster has besides: a group of machines for the additions, in a cluster of this name.

package {
  baseProviderName    = "eks"
  baseProviderVersion = "4.3.0"
}

config clusterName string {
}

resource side "eks:index:Cluster" {
  name                  = "${clusterName}-side"
  fargate               = true
  instanceType          = "t3.small"
  storageClasses        = { fast = { type = "gp3", encrypted = true, default = true } }
  kubeProxyAddonOptions = { enabled = true, resolveConflictsOnUpdate = "OVERWRITE" }
}

resource addon "eks:index:Addon" {
  cluster                  = side
  addonName                = range.value
  resolveConflictsOnCreate = "OVERWRITE"
  configurationValues      = { replicaCount = 2, nested = { list = [1, 2] } }

  options {
    range = { network = "vpc-cni", names = "coredns" }
  }
}

output names {
  value = [for name, a in addon : name]
}
