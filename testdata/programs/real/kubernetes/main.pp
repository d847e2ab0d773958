# A web application on Kubernetes.

package {
  baseProviderName    = "kubernetes"
  baseProviderVersion = "3.19.4"
}

config host string {
  description = "The name under which the application is reached."
  default     = "app.shop.example"
}

config image string {
  default = "registry.shop.example/app:1.9.2"
}

config replicas int {
  default = 3
}

config apiToken string {
  description = "Token for the payment service."
  secret      = true
}

space    = "shop-${stack()}"
labels   = { app = "shop", tier = "web" }
settings = { LOG_LEVEL = "info", FEATURES = join(",", ["search", "basket"]) }

resource namespace "kubernetes:core/v1:Namespace" {
  metadata = {
    name   = space
    labels = { team = "web" }
  }
}

resource account "kubernetes:core/v1:ServiceAccount" {
  metadata                     = { name = "shop", namespace = space }
  automountServiceAccountToken = false

  options {
    dependsOn = [namespace]
  }
}

resource settingsMap "kubernetes:core/v1:ConfigMap" {
  metadata = { name = "settings", namespace = space, labels = labels }
  data     = settings

  options {
    dependsOn = [namespace]
  }
}

resource credentials "kubernetes:core/v1:Secret" {
  metadata   = { name = "credentials", namespace = space }
  type       = "Opaque"
  stringData = { token = apiToken }

  options {
    dependsOn = [namespace]
  }
}

resource web "kubernetes:apps/v1:Deployment" {
  metadata = {
    name      = "web"
    namespace = space
    labels    = labels
    annotations = {
      "shop.example/settings" = sha1(toJSON(settings))
    }
  }
  spec = {
    replicas = replicas
    selector = { matchLabels = labels }
    strategy = {
      type          = "RollingUpdate"
      rollingUpdate = { maxSurge = "25%", maxUnavailable = 1 }
    }
    template = {
      metadata = { labels = labels }
      spec = {
        serviceAccountName            = "shop"
        terminationGracePeriodSeconds = 30
        containers = [
          {
            name            = "app"
            image           = image
            imagePullPolicy = "IfNotPresent"
            ports           = [{ name = "http", containerPort = 8080 }]
            envFrom         = [{ configMapRef = { name = "settings" } }]
            env = [
              { name = "HOST", value = host },
              {
                name      = "API_TOKEN"
                valueFrom = { secretKeyRef = { name = "credentials", key = "token" } }
              },
            ]
            resources = {
              requests = { cpu = "100m", memory = "128Mi" }
              limits   = { memory = "256Mi" }
            }
            readinessProbe  = { httpGet = { path = "/ready", port = "http" }, periodSeconds = 5 }
            livenessProbe   = { httpGet = { path = "/alive", port = 8080 }, failureThreshold = 3 }
            securityContext = { runAsNonRoot = true, readOnlyRootFilesystem = true }
            volumeMounts    = [{ name = "scratch", mountPath = "/tmp" }]
          },
        ]
        volumes = [{ name = "scratch", emptyDir = { sizeLimit = "64Mi" } }]
      }
    }
  }

  options {
    dependsOn      = [account, settingsMap, credentials]
    ignoreChanges  = [spec.replicas, metadata.annotations["shop.example/settings"]]
    customTimeouts = { create = "5m" }
  }
}

resource service "kubernetes:core/v1:Service" {
  metadata = { name = "web", namespace = space, labels = labels }
  spec = {
    type     = "ClusterIP"
    selector = labels
    ports    = [{ name = "http", port = 80, targetPort = "http", protocol = "TCP" }]
  }

  options {
    dependsOn = [web]
  }
}

resource ingress "kubernetes:networking.k8s.io/v1:Ingress" {
  metadata = { name = "web", namespace = space }
  spec = {
    ingressClassName = "nginx"
    rules = [
      for name in [host, "www.${host}"] : {
        host = name
        http = {
          paths = [
            {
              path     = "/"
              pathType = "Prefix"
              backend = {
                service = { name = "web", port = { number = 80 } }
              }
            },
          ]
        }
      }
    ]
    tls = [{ hosts = [host], secretName = "web-tls" }]
  }

  options {
    dependsOn = [service]
  }
}

resource scaler "kubernetes:autoscaling/v2:HorizontalPodAutoscaler" {
  metadata = { name = "web", namespace = space }
  spec = {
    scaleTargetRef = { apiVersion = "apps/v1", kind = "Deployment", name = "web" }
    minReplicas    = replicas
    maxReplicas    = replicas * 4
    metrics = [
      {
        type = "Resource"
        resource = {
          name   = "cpu"
          target = { type = "Utilization", averageUtilization = 70 }
        }
      },
    ]
  }

  options {
    dependsOn = [web]
  }
}

resource cleaner "kubernetes:batch/v1:CronJob" {
  metadata = { name = "clean-baskets", namespace = space }
  spec = {
    schedule          = "30 3 * * *"
    concurrencyPolicy = "Forbid"
    jobTemplate = {
      spec = {
        backoffLimit = 2
        template = {
          spec = {
            restartPolicy = "Never"
            containers    = [{ name = "clean", image = image, args = ["clean", "--older-than", "30d"] }]
          }
        }
      }
    }
  }

  options {
    dependsOn = [settingsMap]
  }
}

resource reader "kubernetes:rbac.authorization.k8s.io/v1:Role" {
  metadata = { name = "reader", namespace = space }
  rules = [
    { apiGroups = [""], resources = ["configmaps"], verbs = ["get", "list"] },
  ]

  options {
    dependsOn = [namespace]
  }
}

resource readerBinding "kubernetes:rbac.authorization.k8s.io/v1:RoleBinding" {
  metadata = { name = "reader", namespace = space }
  roleRef  = { apiGroup = "rbac.authorization.k8s.io", kind = "Role", name = "reader" }
  subjects = [{ kind = "ServiceAccount", name = "shop", namespace = space }]

  options {
    dependsOn = [reader, account]
  }
}

output url string {
  value = "https://${host}/"
}

output clusterAddress {
  value = service.spec.clusterIP
}
