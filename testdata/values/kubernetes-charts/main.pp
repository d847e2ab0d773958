config kubeconfig string { secret = true }
resource prov "pulumi:providers:kubernetes" {
  kubeconfig = kubeconfig
  kubeClientSettings = { burst = 10, qps = 5.5 }
  helmReleaseSettings = { driver = "secret" }
}
resource release "kubernetes:helm.sh/v3:Release" {
  chart          = "nginx"
  version        = "1.0.0"
  repositoryOpts = { repo = "https://charts.example" }
  values         = { controller = { replicas = 2, nested = { anything = [1, "a"] } } }
  namespace      = "x"
  options { provider = prov }
}
resource secret "kubernetes:core/v1:Secret" {
  type       = "Opaque"
  stringData = { password = "x" }
  options { provider = prov }
}
resource sts "kubernetes:apps/v1:StatefulSet" {
  spec = {
    serviceName = "db"
    replicas = 1
    selector = { matchLabels = { app = "db" } }
    template = { metadata = { labels = { app = "db" } }, spec = { containers = [{ name = "db", image = "postgres", args = ["-c", "x"], envFrom = [{ secretRef = { name = "s" } }] }] } }
    volumeClaimTemplates = [{ metadata = { name = "data" }, spec = { accessModes = ["ReadWriteOnce"], resources = { requests = { storage = "1Gi" } } } }]
  }
  options { provider = prov }
}
resource pdb "kubernetes:policy/v1:PodDisruptionBudget" {
  spec = { minAvailable = "50%", selector = { matchLabels = { app = "db" } } }
}
resource np "kubernetes:networking.k8s.io/v1:NetworkPolicy" {
  spec = { podSelector = {}, policyTypes = ["Ingress"], ingress = [{ from = [{ ipBlock = { cidr = "10.0.0.0/8", except = ["10.1.0.0/16"] } }], ports = [{ port = 80, protocol = "TCP" }, { port = "http" }] }] }
}
