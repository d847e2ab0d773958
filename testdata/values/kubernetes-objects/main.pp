resource ing "kubernetes:networking.k8s.io/v1:Ingress" {
  apiVersion = "networking.k8s.io/v1"
  kind = "Ingress"
  metadata = { annotations = { "kubernetes.io/ingress.class" = "nginx" } }
  spec = {
    ingressClassName = "nginx"
    rules = [{ host = "x.example", http = { paths = [{ path = "/", pathType = "Prefix", backend = { service = { name = "web", port = { number = 80 } } } }] } }]
    tls   = [{ hosts = ["x.example"], secretName = "tls" }]
  }
}
resource role "kubernetes:rbac.authorization.k8s.io/v1:Role" {
  metadata = { name = "r" }
  rules = [{ apiGroups = [""], resources = ["pods"], verbs = ["get", "list"] }]
}
resource rb "kubernetes:rbac.authorization.k8s.io/v1:RoleBinding" {
  roleRef  = { apiGroup = "rbac.authorization.k8s.io", kind = "Role", name = "r" }
  subjects = [{ kind = "ServiceAccount", name = "default", namespace = "default" }]
}
resource cron "kubernetes:batch/v1:CronJob" {
  spec = {
    schedule = "*/5 * * * *"
    concurrencyPolicy = "Forbid"
    jobTemplate = { spec = { backoffLimit = 1, template = { spec = { restartPolicy = "Never", containers = [{ name = "c", image = "busybox", command = ["sh", "-c", "date"] }] } } } }
  }
}
resource crd "kubernetes:apiextensions.k8s.io/v1:CustomResourceDefinition" {
  metadata = { name = "things.x.example" }
  spec = {
    group = "x.example", scope = "Namespaced"
    names = { plural = "things", kind = "Thing" }
    versions = [{
      name = "v1", served = true, storage = true
      schema = { openAPIV3Schema = { type = "object", properties = { spec = { type = "object", properties = { size = { type = "integer", minimum = 0.5 }, mode = { type = "string", enum = ["a", "b"], default = "a" } } } } } }
    }]
  }
}
resource thing "kubernetes:apiextensions.k8s.io:CustomResource" {
  apiVersion = "x.example/v1"
  kind       = "Thing"
  metadata   = { name = "t" }
}
resource pvc "kubernetes:core/v1:PersistentVolumeClaim" {
  spec = { accessModes = ["ReadWriteOnce"], resources = { requests = { storage = "1Gi" } }, storageClassName = "gp2" }
}
resource hpa "kubernetes:autoscaling/v2:HorizontalPodAutoscaler" {
  spec = {
    minReplicas = 1, maxReplicas = 5
    scaleTargetRef = { apiVersion = "apps/v1", kind = "Deployment", name = "web" }
    metrics = [{ type = "Resource", resource = { name = "cpu", target = { type = "Utilization", averageUtilization = 80 } } }]
  }
}
