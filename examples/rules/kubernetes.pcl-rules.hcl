# Rules for Kubernetes: versions of images, and rights of containers.

rule "kubernetes-image-version" {
  title    = "Images have a version"
  category = "versions"
  resource = ["kubernetes:apps/v1:Deployment", "kubernetes:apps/v1:StatefulSet", "kubernetes:apps/v1:DaemonSet"]
  require = all([
    for c in resource.inputs.spec.template.spec.containers :
    contains(c.image, "@sha256:") || matches(c.image, ":[^/:]+$") && !ends_with(c.image, ":latest")
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
      resource web "kubernetes:apps/v1:Deployment" {
        spec = {
          selector = { matchLabels = { app = "web" } }
          template = { spec = { containers = [{ name = "web", image = "registry:5000/web" }] } }
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
          template = { spec = { containers = [{ name = "web", image = "nginx:1.25" }, { name = "b", image = "nginx@sha256:0123" }] } }
        }
      }
    EOT
    expect  = "pass"
  }
  test "from a config" {
    program = <<-EOT
      config version string {}
      resource web "kubernetes:apps/v1:Deployment" {
        spec = {
          selector = { matchLabels = { app = "web" } }
          template = { spec = { containers = [{ name = "web", image = "nginx:${version}" }] } }
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
  resource = ["kubernetes:apps/v1:Deployment", "kubernetes:core/v1:Pod"]
  require = !any([for c in resource.inputs.spec.containers : c.securityContext.privileged]) && !any([
    for c in resource.inputs.spec.template.spec.containers : c.securityContext.privileged
  ])
  message = "a container of `${resource.name}` is privileged"
  at      = "spec"

  test "a pod" {
    program  = <<-EOT
      resource agent "kubernetes:core/v1:Pod" {
        spec = { containers = [{ name = "a", image = "a:1", securityContext = { privileged = true } }] }
      }
    EOT
    findings = ["main.pp:2: a container of `agent` is privileged"]
  }
  test "a deployment" {
    program = <<-EOT
      resource web "kubernetes:apps/v1:Deployment" {
        spec = {
          selector = { matchLabels = { app = "web" } }
          template = { spec = { containers = [{ name = "web", image = "nginx:1.25" }] } }
        }
      }
    EOT
    expect  = "pass"
  }
}
