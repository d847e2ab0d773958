# A Kubernetes cluster on AWS and what runs in it.

config version string {
  default = "1.28"
}

config nodeSize int {
  default = 3
}

network = invoke("aws:ec2/getVpc:getVpc", { default = true })

subnets = invoke("aws:ec2/getSubnetIds:getSubnetIds", { vpcId = network.id })

resource clusterRole "aws:iam/role:Role" {
  assumeRolePolicy = toJSON({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Action    = "sts:AssumeRole"
      Principal = { Service = "eks.amazonaws.com" }
    }]
  })
}

resource clusterPolicy "aws:iam/rolePolicyAttachment:RolePolicyAttachment" {
  role      = clusterRole.name
  policyArn = "arn:aws:iam::aws:policy/AmazonEKSClusterPolicy"
}

resource nodeRole "aws:iam/role:Role" {
  assumeRolePolicy = toJSON({
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Action    = "sts:AssumeRole"
      Principal = { Service = "ec2.amazonaws.com" }
    }]
  })
}

resource nodePolicy "aws:iam/rolePolicyAttachment:RolePolicyAttachment" {
  role      = nodeRole.name
  policyArn = "arn:aws:iam::aws:policy/${range.value}"

  options {
    range = ["AmazonEKSWorkerNodePolicy", "AmazonEKS_CNI_Policy", "AmazonEC2ContainerRegistryReadOnly"]
  }
}

resource cluster "aws:eks/cluster:Cluster" {
  roleArn = clusterRole.arn
  version = version
  vpcConfig = {
    subnetIds            = subnets.ids
    endpointPublicAccess = true
  }
  enabledClusterLogTypes = ["api", "audit"]

  options {
    dependsOn = [clusterPolicy]
  }
}

resource nodes "aws:eks/nodeGroup:NodeGroup" {
  clusterName   = cluster.name
  nodeRoleArn   = nodeRole.arn
  subnetIds     = subnets.ids
  instanceTypes = ["m5.large"]
  scalingConfig = {
    desiredSize = nodeSize
    minSize     = 1
    maxSize     = nodeSize * 2
  }

  options {
    dependsOn     = nodePolicy
    ignoreChanges = [scalingConfig.desiredSize]
  }
}

resource images "aws:ecr/repository:Repository" {
  imageScanningConfiguration = { scanOnPush = true }
  imageTagMutability         = "IMMUTABLE"
}

kubeconfig = toJSON({
  apiVersion = "v1"
  kind       = "Config"
  clusters = [{
    name = "main"
    cluster = {
      server                       = cluster.endpoint
      "certificate-authority-data" = cluster.certificateAuthority.data
    }
  }]
})

resource inside "pulumi:providers:kubernetes" {
  kubeconfig = kubeconfig
}

resource apps "kubernetes:core/v1:Namespace" {
  metadata = { name = "apps" }

  options {
    provider = inside
  }
}

resource settings "kubernetes:core/v1:ConfigMap" {
  metadata = { namespace = apps.metadata.name }
  data = {
    LOG_LEVEL = "info"
    GREETING  = "hello"
  }

  options {
    provider = inside
  }
}

podLabels = { app = "greeter" }

resource greeter "kubernetes:apps/v1:Deployment" {
  metadata = {
    namespace = apps.metadata.name
    labels    = podLabels
  }
  spec = {
    replicas = 2
    selector = { matchLabels = podLabels }
    template = {
      metadata = { labels = podLabels }
      spec = {
        containers = [{
          name    = "greeter"
          image   = "${images.repositoryUrl}:latest"
          ports   = [{ containerPort = 8080 }]
          envFrom = [{ configMapRef = { name = settings.metadata.name } }]
          resources = {
            requests = { cpu = "100m", memory = "128Mi" }
            limits   = { memory = "256Mi" }
          }
          readinessProbe = {
            httpGet       = { path = "/ready", port = 8080 }
            periodSeconds = 5
          }
        }]
      }
    }
  }

  options {
    provider = inside
  }
}

resource door "kubernetes:core/v1:Service" {
  metadata = {
    namespace = apps.metadata.name
    labels    = podLabels
  }
  spec = {
    type     = "LoadBalancer"
    selector = podLabels
    ports    = [{ port = 80, targetPort = 8080 }]
  }

  options {
    provider = inside
  }
}

output endpoint {
  value = cluster.endpoint
}

output config {
  value = secret(kubeconfig)
}
