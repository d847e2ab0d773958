# A newsroom in an existing Kubernetes cluster: a site, its database, and jobs at night.

config host string {
  default = "news.example.org"
}

config replicas int {
  default = 3
}

config storageClass string {
  default = "fast"
}

config databasePassword string {
  secret = true
}

siteLabels = {
  app  = "news"
  tier = "site"
}

storeLabels = {
  app  = "news"
  tier = "store"
}

resource room "kubernetes:core/v1:Namespace" {
  metadata = {
    name   = "news"
    labels = { team = "editors" }
  }
}

resource access "kubernetes:core/v1:Secret" {
  metadata   = { namespace = room.metadata.name }
  stringData = { password = databasePassword }
}

resource disk "kubernetes:core/v1:PersistentVolumeClaim" {
  metadata = { namespace = room.metadata.name }
  spec = {
    accessModes      = ["ReadWriteOnce"]
    storageClassName = storageClass
    resources        = { requests = { storage = "20Gi" } }
  }

  options {
    protect = true
  }
}

resource store "kubernetes:apps/v1:StatefulSet" {
  metadata = {
    namespace = room.metadata.name
    labels    = storeLabels
  }
  spec = {
    serviceName = "store"
    replicas    = 1
    selector    = { matchLabels = storeLabels }
    template = {
      metadata = { labels = storeLabels }
      spec = {
        containers = [{
          name  = "postgres"
          image = "postgres:15"
          ports = [{ containerPort = 5432, name = "sql" }]
          env = [{
            name = "POSTGRES_PASSWORD"
            valueFrom = {
              secretKeyRef = { name = access.metadata.name, key = "password" }
            }
          }]
          volumeMounts = [{ name = "data", mountPath = "/var/lib/postgresql/data" }]
        }]
        volumes = [{
          name                  = "data"
          persistentVolumeClaim = { claimName = disk.metadata.name }
        }]
      }
    }
  }
}

resource storeService "kubernetes:core/v1:Service" {
  metadata = {
    namespace = room.metadata.name
    labels    = storeLabels
  }
  spec = {
    clusterIP = "None"
    selector  = storeLabels
    ports     = [{ port = 5432 }]
  }
}

resource site "kubernetes:apps/v1:Deployment" {
  metadata = {
    namespace = room.metadata.name
    labels    = siteLabels
  }
  spec = {
    replicas = replicas
    selector = { matchLabels = siteLabels }
    strategy = { type = "RollingUpdate" }
    template = {
      metadata = { labels = siteLabels }
      spec = {
        serviceAccountName = reader.metadata.name
        containers = [{
          name            = "site"
          image           = "registry.example.org/news/site:2.4"
          imagePullPolicy = "IfNotPresent"
          ports           = [{ containerPort = 3000 }]
          env = [
            { name = "DATABASE_HOST", value = storeService.metadata.name },
            { name = "HOST", value = host },
          ]
          livenessProbe = {
            httpGet             = { path = "/", port = 3000 }
            initialDelaySeconds = 10
          }
        }]
      }
    }
  }

  options {
    dependsOn = [store]
  }
}

resource siteService "kubernetes:core/v1:Service" {
  metadata = {
    namespace = room.metadata.name
    labels    = siteLabels
  }
  spec = {
    type     = "ClusterIP"
    selector = siteLabels
    ports    = [{ port = 80, targetPort = 3000, protocol = "TCP" }]
  }
}

resource entrance "kubernetes:networking.k8s.io/v1:Ingress" {
  metadata = {
    namespace   = room.metadata.name
    annotations = { "cert-manager.io/cluster-issuer" = "letsencrypt" }
  }
  spec = {
    ingressClassName = "nginx"
    rules = [{
      host = host
      http = {
        paths = [{
          path     = "/"
          pathType = "Prefix"
          backend = {
            service = {
              name = siteService.metadata.name
              port = { number = 80 }
            }
          }
        }]
      }
    }]
    tls = [{ hosts = [host], secretName = "news-tls" }]
  }
}

resource growth "kubernetes:autoscaling/v2:HorizontalPodAutoscaler" {
  metadata = { namespace = room.metadata.name }
  spec = {
    minReplicas = replicas
    maxReplicas = replicas * 4
    scaleTargetRef = {
      apiVersion = "apps/v1"
      kind       = "Deployment"
      name       = site.metadata.name
    }
    metrics = [{
      type = "Resource"
      resource = {
        name   = "cpu"
        target = { type = "Utilization", averageUtilization = 70 }
      }
    }]
  }
}

resource backup "kubernetes:batch/v1:CronJob" {
  metadata = { namespace = room.metadata.name }
  spec = {
    schedule          = "0 3 * * *"
    concurrencyPolicy = "Forbid"
    jobTemplate = {
      spec = {
        template = {
          spec = {
            restartPolicy = "OnFailure"
            containers = [{
              name    = "backup"
              image   = "postgres:15"
              command = ["sh", "-c", readFile("./backup.sh")]
            }]
          }
        }
      }
    }
  }
}

resource reader "kubernetes:core/v1:ServiceAccount" {
  metadata = { namespace = room.metadata.name }
}

resource mayRead "kubernetes:rbac.authorization.k8s.io/v1:Role" {
  metadata = { namespace = room.metadata.name }
  rules    = [{ apiGroups = [""], resources = ["configmaps"], verbs = ["get", "list"] }]
}

resource readerReads "kubernetes:rbac.authorization.k8s.io/v1:RoleBinding" {
  metadata = { namespace = room.metadata.name }
  roleRef = {
    apiGroup = "rbac.authorization.k8s.io"
    kind     = "Role"
    name     = mayRead.metadata.name
  }
  subjects = [{
    kind      = "ServiceAccount"
    name      = reader.metadata.name
    namespace = room.metadata.name
  }]
}

output address {
  value = "https://${host}"
}

output service {
  value = siteService.metadata.name
}
