# Rules for Kubernetes: versions, rights of containers, secrets and resources.

rule "kubernetes-image-version" {
  title    = "Images have a version"
  category = "versions"
  docs     = <<-EOT
    Without a version, or with `latest`, another image can run after each restart, and nobody knows which one. Name a version or
    a digest.
  EOT
  resource = ["kubernetes:apps/v1:Deployment", "kubernetes:apps/v1:StatefulSet", "kubernetes:apps/v1:DaemonSet", "kubernetes:core/v1:Pod"]
  require = all([
    for pod in [resource.inputs.spec, resource.inputs.spec.template.spec] : all([
      for containers in [pod.containers, pod.initContainers] : all([
        for c in containers : contains(c.image, "@sha256:") || matches(c.image, ":[^/:]+$") && !ends_with(c.image, ":latest")
      ])
    ])
  ])
  message = "an image of `${resource.name}` has no version"
  at      = "spec.template.spec.containers"

  test "latest" {
    program  = <<-EOT
      resource web "kubernetes:apps/v1:Deployment" {
        spec = {
          selector = { matchLabels = { app = "web" } }
          template = {
            spec = {
              containers = [{ name = "web", image = "nginx:1.25" }, { name = "log", image = "registry:5000/log:latest" }]
            }
          }
        }
      }
    EOT
    findings = ["main.pp:6: an image of `web` has no version"]
  }
  test "no tag, but a port" {
    program = <<-EOT
      resource web "kubernetes:core/v1:Pod" {
        spec = {
          containers = [{ name = "web", image = "registry:5000/web" }]
        }
      }
    EOT
    expect  = "fail"
  }
  test "a container that runs first" {
    program = <<-EOT
      resource web "kubernetes:core/v1:Pod" {
        spec = {
          initContainers = [{ name = "init", image = "busybox" }]
          containers = [{ name = "web", image = "web:1" }]
        }
      }
    EOT
    expect  = "fail"
  }
  test "version and digest" {
    program = <<-EOT
      resource web "kubernetes:apps/v1:Deployment" {
        spec = {
          selector = { matchLabels = { app = "web" } }
          template = {
            spec = {
              containers = [{ name = "web", image = "nginx:1.25" }, { name = "b", image = "nginx@sha256:0123" }]
            }
          }
        }
      }
    EOT
    expect  = "pass"
  }
  test "decided by a config" {
    program = <<-EOT
      config version string {}
      resource web "kubernetes:apps/v1:Deployment" {
        spec = {
          selector = { matchLabels = { app = "web" } }
          template = {
            spec = {
              containers = [{ name = "web", image = "nginx:${version}" }]
            }
          }
        }
      }
    EOT
    expect  = "unknown"
  }
}

rule "kubernetes-api-version" {
  title    = "APIs are no beta versions"
  category = "versions"
  docs     = <<-EOT
    Clusters stop serving beta versions of an API after a few releases, and then the program cannot be updated. Use the version
    without `beta`, such as `networking.k8s.io/v1`.
  EOT
  resource = "kubernetes:*"
  require  = !matches(resource.type, "/v[0-9]+(alpha|beta)[0-9]+:")
  message  = "`${resource.name}` uses the API ${split(":", resource.type)[1]}, which newer clusters do not serve"

  test "beta" {
    program  = <<-EOT
      resource web "kubernetes:networking.k8s.io/v1beta1:Ingress" {}
    EOT
    findings = ["main.pp:1: `web` uses the API networking.k8s.io/v1beta1, which newer clusters do not serve"]
  }
  test "stable" {
    program = <<-EOT
      resource web "kubernetes:networking.k8s.io/v1:Ingress" {}
    EOT
    expect  = "pass"
  }
  test "a group without a domain" {
    program = <<-EOT
      resource web "kubernetes:core/v1:Pod" {
        spec = {
          containers = [{ name = "web" }]
        }
      }
    EOT
    expect  = "pass"
  }
}

rule "kubernetes-limits" {
  title    = "Containers have a memory limit"
  category = "resources"
  docs     = <<-EOT
    A container without a limit can take the memory of all others on its node, and then the kernel ends any of them. Set
    `resources.limits.memory`, and `resources.requests` for the scheduler.
  EOT
  resource = ["kubernetes:apps/v1:Deployment", "kubernetes:apps/v1:StatefulSet", "kubernetes:apps/v1:DaemonSet", "kubernetes:core/v1:Pod"]
  require = all([
    for pod in [resource.inputs.spec, resource.inputs.spec.template.spec] : all([
      for containers in [pod.containers, pod.initContainers] : all([
        for c in containers : c.resources.limits.memory != null
      ])
    ])
  ])
  message = "a container of `${resource.name}` has no memory limit"
  at      = "spec.template.spec.containers"

  test "no limits" {
    program  = <<-EOT
      resource web "kubernetes:apps/v1:Deployment" {
        spec = {
          selector = { matchLabels = { app = "web" } }
          template = {
            spec = {
              containers = [{ name = "web", image = "nginx:1.25" }]
            }
          }
        }
      }
    EOT
    findings = ["main.pp:6: a container of `web` has no memory limit"]
  }
  test "only a limit of CPU" {
    program = <<-EOT
      resource web "kubernetes:core/v1:Pod" {
        spec = {
          containers = [{ name = "web", resources = { limits = { cpu = "1" } } }]
        }
      }
    EOT
    expect  = "fail"
  }
  test "a limit" {
    program = <<-EOT
      resource web "kubernetes:apps/v1:Deployment" {
        spec = {
          selector = { matchLabels = { app = "web" } }
          template = {
            spec = {
              containers = [{ name = "web", resources = { limits = { memory = "64Mi" } } }]
            }
          }
        }
      }
    EOT
    expect  = "pass"
  }
  test "decided by a config" {
    program = <<-EOT
      config limits "map(string)" {}
      resource web "kubernetes:apps/v1:Deployment" {
        spec = {
          selector = { matchLabels = { app = "web" } }
          template = {
            spec = {
              containers = [{ name = "web", resources = { limits = limits } }]
            }
          }
        }
      }
    EOT
    expect  = "unknown"
  }
}

rule "kubernetes-readiness" {
  title    = "Deployments say when their containers are ready"
  category = "resources"
  severity = "information"
  docs     = <<-EOT
    Without a `readinessProbe`, requests reach a container before it can answer, and an update goes on even if the new version
    never starts.
  EOT
  resource = ["kubernetes:apps/v1:Deployment", "kubernetes:apps/v1:StatefulSet"]
  require  = all([for c in resource.inputs.spec.template.spec.containers : c.readinessProbe != null])
  message  = "a container of `${resource.name}` does not say when it is ready"
  at       = "spec.template.spec.containers"

  test "no probe" {
    program  = <<-EOT
      resource web "kubernetes:apps/v1:Deployment" {
        spec = {
          selector = { matchLabels = { app = "web" } }
          template = {
            spec = {
              containers = [{ name = "web", image = "nginx:1.25" }]
            }
          }
        }
      }
    EOT
    findings = ["main.pp:6: a container of `web` does not say when it is ready"]
  }
  test "a probe" {
    program = <<-EOT
      resource web "kubernetes:apps/v1:Deployment" {
        spec = {
          selector = { matchLabels = { app = "web" } }
          template = {
            spec = {
              containers = [{ name = "web", readinessProbe = { httpGet = { path = "/", port = 80 } } }]
            }
          }
        }
      }
    EOT
    expect  = "pass"
  }
  test "decided by a config" {
    program = <<-EOT
      config probe bool {}
      resource web "kubernetes:apps/v1:Deployment" {
        spec = {
          selector = { matchLabels = { app = "web" } }
          template = {
            spec = {
              containers = [{ name = "web", readinessProbe = probe ? { httpGet = { path = "/", port = 80 } } : null }]
            }
          }
        }
      }
    EOT
    expect  = "unknown"
  }
}

rule "kubernetes-not-privileged" {
  title    = "Containers are not privileged"
  category = "access"
  severity = "error"
  docs     = <<-EOT
    A privileged container can do everything on its node that root can, including reading what other containers store.
  EOT
  resource = ["kubernetes:apps/v1:Deployment", "kubernetes:apps/v1:StatefulSet", "kubernetes:apps/v1:DaemonSet", "kubernetes:core/v1:Pod"]
  require = all([
    for pod in [resource.inputs.spec, resource.inputs.spec.template.spec] : all([
      for containers in [pod.containers, pod.initContainers] : all([
        for c in containers : !c.securityContext.privileged
      ])
    ])
  ])
  message = "a container of `${resource.name}` is privileged"
  at      = "spec.template.spec.containers"

  test "a pod" {
    program  = <<-EOT
      resource agent "kubernetes:core/v1:Pod" {
        spec = {
          containers = [{ name = "a", image = "a:1", securityContext = { privileged = true } }]
        }
      }
    EOT
    findings = ["main.pp:2: a container of `agent` is privileged"]
  }
  test "a container that runs first" {
    program = <<-EOT
      resource web "kubernetes:apps/v1:Deployment" {
        spec = {
          selector = { matchLabels = { app = "web" } }
          template = {
            spec = {
              initContainers = [{ name = "init", securityContext = { privileged = true } }]
              containers = [{ name = "web" }]
            }
          }
        }
      }
    EOT
    expect  = "fail"
  }
  test "a deployment" {
    program = <<-EOT
      resource web "kubernetes:apps/v1:Deployment" {
        spec = {
          selector = { matchLabels = { app = "web" } }
          template = {
            spec = {
              containers = [{ name = "web", image = "nginx:1.25" }]
            }
          }
        }
      }
    EOT
    expect  = "pass"
  }
  test "decided by a config" {
    program = <<-EOT
      config debug bool {}
      resource web "kubernetes:apps/v1:Deployment" {
        spec = {
          selector = { matchLabels = { app = "web" } }
          template = {
            spec = {
              containers = [{ name = "web", securityContext = { privileged = debug } }]
            }
          }
        }
      }
    EOT
    expect  = "unknown"
  }
}

rule "kubernetes-no-escalation" {
  title    = "Containers cannot get more rights"
  category = "access"
  docs     = <<-EOT
    Programs such as `sudo` give a process more rights than it started with. Set `securityContext.allowPrivilegeEscalation = false`
    in each container.
  EOT
  resource = ["kubernetes:apps/v1:Deployment", "kubernetes:apps/v1:StatefulSet", "kubernetes:apps/v1:DaemonSet", "kubernetes:core/v1:Pod"]
  require = all([
    for pod in [resource.inputs.spec, resource.inputs.spec.template.spec] : all([
      for containers in [pod.containers, pod.initContainers] : all([
        for c in containers : c.securityContext.allowPrivilegeEscalation == false
      ])
    ])
  ])
  message = "a container of `${resource.name}` can get more rights"
  at      = "spec.template.spec.containers"

  test "the default" {
    program  = <<-EOT
      resource web "kubernetes:apps/v1:Deployment" {
        spec = {
          selector = { matchLabels = { app = "web" } }
          template = {
            spec = {
              containers = [{ name = "web", securityContext = { runAsNonRoot = true } }]
            }
          }
        }
      }
    EOT
    findings = ["main.pp:6: a container of `web` can get more rights"]
  }
  test "forbidden" {
    program = <<-EOT
      resource web "kubernetes:apps/v1:Deployment" {
        spec = {
          selector = { matchLabels = { app = "web" } }
          template = {
            spec = {
              containers = [{ name = "web", securityContext = { allowPrivilegeEscalation = false } }]
            }
          }
        }
      }
    EOT
    expect  = "pass"
  }
  test "decided by a config" {
    program = <<-EOT
      config sudo bool {}
      resource web "kubernetes:apps/v1:Deployment" {
        spec = {
          selector = { matchLabels = { app = "web" } }
          template = {
            spec = {
              containers = [{ name = "web", securityContext = { allowPrivilegeEscalation = sudo } }]
            }
          }
        }
      }
    EOT
    expect  = "unknown"
  }
}

rule "kubernetes-not-root" {
  title    = "Containers do not run as root"
  category = "access"
  docs     = <<-EOT
    Whoever breaks out of a container that runs as root is root on the node. Set `securityContext.runAsNonRoot = true` for the
    pod, or for each container: what a container says counts more.
  EOT
  resource = ["kubernetes:apps/v1:Deployment", "kubernetes:apps/v1:StatefulSet", "kubernetes:apps/v1:DaemonSet", "kubernetes:core/v1:Pod"]
  require = all([
    for pod in [resource.inputs.spec, resource.inputs.spec.template.spec] : all([
      for c in pod.containers :
      c.securityContext.runAsNonRoot || c.securityContext.runAsNonRoot == null && pod.securityContext.runAsNonRoot
    ])
  ])
  message = "a container of `${resource.name}` may run as root"
  at      = "spec.template.spec.containers"

  test "nothing is said" {
    program  = <<-EOT
      resource web "kubernetes:apps/v1:Deployment" {
        spec = {
          selector = { matchLabels = { app = "web" } }
          template = {
            spec = {
              containers = [{ name = "web", image = "nginx:1.25" }]
            }
          }
        }
      }
    EOT
    findings = ["main.pp:6: a container of `web` may run as root"]
  }
  test "a container decides otherwise" {
    program = <<-EOT
      resource web "kubernetes:core/v1:Pod" {
        spec = {
          securityContext = { runAsNonRoot = true }
          containers = [{ name = "web", securityContext = { runAsNonRoot = false } }]
        }
      }
    EOT
    expect  = "fail"
  }
  test "said for the pod" {
    program = <<-EOT
      resource web "kubernetes:apps/v1:Deployment" {
        spec = {
          selector = { matchLabels = { app = "web" } }
          template = {
            spec = {
              securityContext = { runAsNonRoot = true }
              containers = [{ name = "web" }]
            }
          }
        }
      }
    EOT
    expect  = "pass"
  }
  test "said for the container" {
    program = <<-EOT
      resource web "kubernetes:apps/v1:Deployment" {
        spec = {
          selector = { matchLabels = { app = "web" } }
          template = {
            spec = {
              containers = [{ name = "web", securityContext = { runAsNonRoot = true } }]
            }
          }
        }
      }
    EOT
    expect  = "pass"
  }
  test "decided by a config" {
    program = <<-EOT
      config root bool {}
      resource web "kubernetes:apps/v1:Deployment" {
        spec = {
          selector = { matchLabels = { app = "web" } }
          template = {
            spec = {
              containers = [{ name = "web", securityContext = { runAsNonRoot = !root } }]
            }
          }
        }
      }
    EOT
    expect  = "unknown"
  }
}

rule "kubernetes-read-only" {
  title    = "Containers cannot change their own files"
  category = "access"
  severity = "information"
  docs     = <<-EOT
    An intruder who cannot write files cannot install tools. Set `securityContext.readOnlyRootFilesystem = true`, and mount a volume
    where the program needs to write.
  EOT
  resource = ["kubernetes:apps/v1:Deployment", "kubernetes:apps/v1:StatefulSet", "kubernetes:apps/v1:DaemonSet", "kubernetes:core/v1:Pod"]
  require = all([
    for pod in [resource.inputs.spec, resource.inputs.spec.template.spec] : all([
      for containers in [pod.containers, pod.initContainers] : all([
        for c in containers : c.securityContext.readOnlyRootFilesystem
      ])
    ])
  ])
  message = "a container of `${resource.name}` can change its own files"
  at      = "spec.template.spec.containers"

  test "the default" {
    program  = <<-EOT
      resource web "kubernetes:apps/v1:Deployment" {
        spec = {
          selector = { matchLabels = { app = "web" } }
          template = {
            spec = {
              containers = [{ name = "web", image = "nginx:1.25" }]
            }
          }
        }
      }
    EOT
    findings = ["main.pp:6: a container of `web` can change its own files"]
  }
  test "read-only" {
    program = <<-EOT
      resource web "kubernetes:apps/v1:Deployment" {
        spec = {
          selector = { matchLabels = { app = "web" } }
          template = {
            spec = {
              containers = [{ name = "web", securityContext = { readOnlyRootFilesystem = true } }]
            }
          }
        }
      }
    EOT
    expect  = "pass"
  }
  test "decided by a config" {
    program = <<-EOT
      config readOnly bool {}
      resource web "kubernetes:apps/v1:Deployment" {
        spec = {
          selector = { matchLabels = { app = "web" } }
          template = {
            spec = {
              containers = [{ name = "web", securityContext = { readOnlyRootFilesystem = readOnly } }]
            }
          }
        }
      }
    EOT
    expect  = "unknown"
  }
}

rule "kubernetes-host-namespaces" {
  title    = "Pods do not use the network and processes of their node"
  category = "access"
  severity = "error"
  docs     = <<-EOT
    With `hostNetwork`, `hostPID` or `hostIPC`, a pod sees the traffic or the processes of everything on its node. Leave them out.
  EOT
  resource = ["kubernetes:apps/v1:Deployment", "kubernetes:apps/v1:StatefulSet", "kubernetes:apps/v1:DaemonSet", "kubernetes:core/v1:Pod"]
  require = !any([
    for pod in [resource.inputs.spec, resource.inputs.spec.template.spec] : pod.hostNetwork || pod.hostPID || pod.hostIPC
  ])
  message = "`${resource.name}` uses what belongs to its node"
  at      = "spec.template.spec.hostNetwork"

  fix {
    title = "Leave the node alone"
    remove = [
      "spec.hostNetwork", "spec.hostPID", "spec.hostIPC",
      "spec.template.spec.hostNetwork", "spec.template.spec.hostPID", "spec.template.spec.hostIPC",
    ]
  }

  test "network" {
    program  = <<-EOT
      resource web "kubernetes:apps/v1:Deployment" {
        spec = {
          selector = { matchLabels = { app = "web" } }
          template = {
            spec = {
              hostNetwork = true
              containers = [{ name = "web", image = "nginx:1.25" }]
            }
          }
        }
      }
    EOT
    findings = ["main.pp:6: `web` uses what belongs to its node"]
    fixed    = <<-EOT
      resource web "kubernetes:apps/v1:Deployment" {
        spec = {
          selector = { matchLabels = { app = "web" } }
          template = {
            spec = {
              containers = [{ name = "web", image = "nginx:1.25" }]
            }
          }
        }
      }
    EOT
  }
  test "processes" {
    program  = <<-EOT
      resource agent "kubernetes:core/v1:Pod" {
        spec = {
          hostPID    = true
          containers = [{ name = "agent" }]
        }
      }
    EOT
    findings = ["main.pp:2: `agent` uses what belongs to its node"]
    fixed    = <<-EOT
      resource agent "kubernetes:core/v1:Pod" {
        spec = {
          containers = [{ name = "agent" }]
        }
      }
    EOT
  }
  test "nothing" {
    program = <<-EOT
      resource web "kubernetes:apps/v1:Deployment" {
        spec = {
          selector = { matchLabels = { app = "web" } }
          template = {
            spec = {
              containers = [{ name = "web" }]
            }
          }
        }
      }
    EOT
    expect  = "pass"
  }
  test "decided by a config" {
    program = <<-EOT
      config host bool {}
      resource agent "kubernetes:core/v1:Pod" {
        spec = {
          hostNetwork = host
          containers = [{ name = "agent" }]
        }
      }
    EOT
    expect  = "unknown"
  }
}

rule "kubernetes-no-host-path" {
  title    = "Pods do not mount directories of their node"
  category = "access"
  docs     = <<-EOT
    A pod that writes to a directory of its node can change the node, and what it stores there is lost when it moves to another one.
    Use a PersistentVolumeClaim.
  EOT
  resource = ["kubernetes:apps/v1:Deployment", "kubernetes:apps/v1:StatefulSet", "kubernetes:apps/v1:DaemonSet", "kubernetes:core/v1:Pod"]
  require = all([
    for pod in [resource.inputs.spec, resource.inputs.spec.template.spec] : all([for v in pod.volumes : v.hostPath == null])
  ])
  message = "`${resource.name}` mounts a directory of its node"
  at      = "spec.template.spec.volumes"

  test "a directory of the node" {
    program  = <<-EOT
      resource web "kubernetes:apps/v1:Deployment" {
        spec = {
          selector = { matchLabels = { app = "web" } }
          template = {
            spec = {
              containers = [{ name = "web" }]
              volumes    = [{ name = "logs", hostPath = { path = "/var/log" } }]
            }
          }
        }
      }
    EOT
    findings = ["main.pp:7: `web` mounts a directory of its node"]
  }
  test "an empty directory" {
    program = <<-EOT
      resource web "kubernetes:apps/v1:Deployment" {
        spec = {
          selector = { matchLabels = { app = "web" } }
          template = {
            spec = {
              containers = [{ name = "web" }]
              volumes    = [{ name = "cache", emptyDir = {} }]
            }
          }
        }
      }
    EOT
    expect  = "pass"
  }
  test "decided by a config" {
    program = <<-EOT
      config local bool {}
      resource web "kubernetes:core/v1:Pod" {
        spec = {
          volumes    = [{ name = "logs", hostPath = local ? { path = "/var/log" } : null }]
          containers = [{ name = "web" }]
        }
      }
    EOT
    expect  = "unknown"
  }
}

rule "kubernetes-no-plain-secrets" {
  title    = "Passwords are not in the environment as plain text"
  category = "secrets"
  severity = "error"
  docs     = <<-EOT
    Everybody who may look at a pod can read the values in its environment. Put passwords, tokens and keys into a Secret, and refer to
    it with `valueFrom`.
  EOT
  resource = ["kubernetes:apps/v1:Deployment", "kubernetes:apps/v1:StatefulSet", "kubernetes:apps/v1:DaemonSet", "kubernetes:core/v1:Pod"]
  require = all([
    for pod in [resource.inputs.spec, resource.inputs.spec.template.spec] : all([
      for c in pod.containers : all([
        for e in c.env :
        e.value == null || e.value == "" || !matches(lower(e.name), "passw(or)?d|secret|token|api_?key|private_?key")
      ])
    ])
  ])
  message = "a password or key of `${resource.name}` is in its environment"
  at      = "spec.template.spec.containers"

  test "a password" {
    program  = <<-EOT
      resource web "kubernetes:apps/v1:Deployment" {
        spec = {
          selector = { matchLabels = { app = "web" } }
          template = {
            spec = {
              containers = [{ name = "web", env = [{ name = "PORT", value = "80" }, { name = "DB_PASSWORD", value = "hunter2" }] }]
            }
          }
        }
      }
    EOT
    findings = ["main.pp:6: a password or key of `web` is in its environment"]
  }
  test "a reference" {
    program = <<-EOT
      resource web "kubernetes:apps/v1:Deployment" {
        spec = {
          selector = { matchLabels = { app = "web" } }
          template = {
            spec = {
              containers = [{ name = "web", env = [{ name = "DB_PASSWORD", valueFrom = { secretKeyRef = { name = "db", key = "password" } } }] }]
            }
          }
        }
      }
    EOT
    expect  = "pass"
  }
  test "another value" {
    program = <<-EOT
      resource web "kubernetes:apps/v1:Deployment" {
        spec = {
          selector = { matchLabels = { app = "web" } }
          template = {
            spec = {
              containers = [{ name = "web", env = [{ name = "PORT", value = "80" }] }]
            }
          }
        }
      }
    EOT
    expect  = "pass"
  }
  test "decided by a config" {
    program = <<-EOT
      config name string {}
      resource web "kubernetes:apps/v1:Deployment" {
        spec = {
          selector = { matchLabels = { app = "web" } }
          template = {
            spec = {
              containers = [{ name = "web", env = [{ name = name, value = "x" }] }]
            }
          }
        }
      }
    EOT
    expect  = "unknown"
  }
}
