# A containerized service on AWS with the components of awsx: network, registry, image, balancer, services.

package {
  baseProviderName    = "awsx"
  baseProviderVersion = "3.8.0"
}

config services "map(object({ port = int, count = int }))" {
  description = "Services by name."
  default = {
    web = { port = 80, count = 2 }
    api = { port = 8080, count = 1 }
  }
}

config clusterArn string {
  description = "The cluster that the services run in."
}

config auditBucket string {
}

config databasePassword string {
  secret = true
}

tags = { stack = stack() }

resource network "awsx:ec2:Vpc" {
  cidrBlock                 = "10.50.0.0/16"
  numberOfAvailabilityZones = 2
  enableDnsHostnames        = true
  natGateways               = { strategy = "Single" }
  subnetStrategy            = "Auto"
  subnetSpecs = [
    { type = "Public", cidrMask = 22 },
    { type = "Private", cidrMask = 20, tags = { use = "services" } },
  ]
  tags = tags
}

resource registry "awsx:ecr:Repository" {
  forceDelete = true
  lifecyclePolicy = {
    rules = [
      { description = "few old ones", tagStatus = "untagged", maximumNumberOfImages = 3 },
      { tagStatus = "any", maximumAgeLimit = 90 },
    ]
  }
}

resource image "awsx:ecr:Image" {
  repositoryUrl  = registry.url
  context        = "./${range.key}"
  platform       = "linux/arm64"
  builderVersion = "BuilderBuildKit"
  args           = { SERVICE = range.key, PORT = range.value.port }

  options {
    range = services
  }
}

resource balancer "awsx:lb:ApplicationLoadBalancer" {
  subnetIds              = network.publicSubnetIds
  defaultTargetGroupPort = 80
  listener               = { port = 80, protocol = "HTTP" }
  tags                   = tags
}

resource service "awsx:ecs:FargateService" {
  cluster              = clusterArn
  desiredCount         = range.value.count
  networkConfiguration = { subnets = network.privateSubnetIds, assignPublicIp = false }
  taskDefinitionArgs = {
    logGroup = { args = { retentionInDays = 14 } }
    containers = {
      main = {
        name      = range.key
        image     = image[range.key].imageUri
        cpu       = 256
        memory    = 512
        essential = true
        environment = [
          { name = "PORT", value = range.value.port },
          { name = "PASSWORD", value = databasePassword },
        ]
        portMappings = [{ containerPort = range.value.port, targetGroup = balancer.defaultTargetGroup }]
      }
    }
  }

  options {
    range  = services
    parent = balancer
  }
}

resource trail "awsx:cloudtrail:Trail" {
  s3Bucket            = { existing = { name = auditBucket } }
  cloudWatchLogsGroup = { enable = true, args = { retentionInDays = 30 } }
  enableLogging       = stack() == "production"
}

output url {
  value = "http://${balancer.loadBalancer.dnsName}/"
}

output repository string {
  value = registry.url
}

output taskDefinitions {
  value = { for name, s in service : name => s.taskDefinition.arn }
}
