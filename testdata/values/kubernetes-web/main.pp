config replicas int { default = 3 }
labels = { app = "web" }
resource ns "kubernetes:core/v1:Namespace" { metadata = { name = "web" } }
resource cm "kubernetes:core/v1:ConfigMap" {
  apiVersion = "v1"
  kind       = "ConfigMap"
  metadata   = { namespace = ns.metadata.name }
  data       = { "app.conf" = "x=1", count = "3" }
}
resource deploy "kubernetes:apps/v1:Deployment" {
  apiVersion = "apps/v1"
  kind       = "Deployment"
  metadata   = { name = "web", namespace = "web", labels = labels, annotations = { "pulumi.com/skipAwait" = "true" } }
  spec = {
    replicas = replicas
    selector = { matchLabels = labels }
    strategy = { type = "RollingUpdate", rollingUpdate = { maxSurge = "25%", maxUnavailable = 1 } }
    template = {
      metadata = { labels = labels }
      spec = {
        containers = [{
          name  = "web"
          image = "nginx:1.25"
          imagePullPolicy = "IfNotPresent"
          ports = [{ containerPort = 80, name = "http", protocol = "TCP" }]
          env   = [
            { name = "A", value = "b" },
            { name = "POD", valueFrom = { fieldRef = { fieldPath = "metadata.name" } } },
            { name = "S", valueFrom = { secretKeyRef = { name = "s", key = "k" } } },
          ]
          resources      = { requests = { cpu = "100m", memory = "128Mi" }, limits = { cpu = 1 } }
          livenessProbe  = { httpGet = { path = "/", port = "http" }, initialDelaySeconds = 5 }
          readinessProbe = { tcpSocket = { port = 80 } }
          volumeMounts   = [{ name = "conf", mountPath = "/etc/x", readOnly = true }]
          securityContext = { runAsNonRoot = true, capabilities = { drop = ["ALL"] } }
        }]
        volumes       = [{ name = "conf", configMap = { name = cm.metadata.name } }, { name = "tmp", emptyDir = {} }]
        restartPolicy = "Always"
        affinity = { podAntiAffinity = { preferredDuringSchedulingIgnoredDuringExecution = [{ weight = 1, podAffinityTerm = { topologyKey = "zone", labelSelector = { matchLabels = labels } } }] } }
        tolerations   = [{ key = "k", operator = "Exists", effect = "NoSchedule" }]
      }
    }
  }
}
resource svc "kubernetes:core/v1:Service" {
  metadata = { labels = labels }
  spec     = { type = "ClusterIP", ports = [{ port = 80, targetPort = "http" }, { port = 81, targetPort = 8080 }], selector = labels }
}
