resource rg "azure-native:resources:ResourceGroup" {}
resource sa "azure-native:storage:StorageAccount" {
  resourceGroupName = rg.name
  kind              = "StorageV22"  # enum.value
  sku               = { name = "Standard_lrs" }  # enum.case
  accessTier        = "hot"  # enum.case
  minimumTlsVersion = "TLS1.2"  # enum.value
  networkRuleSet    = { bypass = "AzureService", defaultAction = "Denied", ipRule = [] }  # enum.value enum.value prop.unknown-nested
}
resource alert "azure-native:insights:MetricAlert" {
  resourceGroupName   = rg.name
  severity            = 3.5  # number.fraction
  enabled             = "yes"  # literal.parse
  scopes              = []
  evaluationFrequency = "PT1M"
  windowSize          = "PT15M"
  criteria = {
    odataType = "Microsoft.Azure.Monitor.SingleResourceMultiMetricCriteria"  # union.discriminator
    allOf = []
  }
}
resource alert2 "azure-native:insights:MetricAlert" {
  resourceGroupName   = rg.name
  severity            = 3
  enabled             = true
  scopes              = []
  evaluationFrequency = "PT1M"
  windowSize          = "PT15M"
  criteria = {
    odataType = "Microsoft.Azure.Monitor.SingleResourceMultipleMetricCriteria"
    componentId = "x"  # prop.unknown-nested
    allOf = []
  }
}
resource deploy "kubernetes:extensions/v1beta1:Deployment" {  # deprecated.resource
  apiVersion = "apps/v1"  # const.value
  kind = "Deploy"  # const.value
  spec = { selectr = {}, replicas = "three", template = { spec = { containers = [{ name = "x", imag = "y" }] } } }  # prop.unknown-nested literal.parse prop.unknown-nested
}
resource l "aws:applicationloadbalancing/listener:Listener" {  # deprecated.resource
  loadBalancerArn = "x"
  defaultActions = [{ type = "forward" }]
}
resource b "aws:s3/buckets:Bucket" { acl = "privat" }  # token.style enum.value
resource att "aws:autoscaling/attachment:Attachment" {
  autoscalingGroupName = "x"
  albTargetGroupArn = "x"  # deprecated.property
}
resource i "aws:ec2/instance:Instance" {
  instanceType = "t3.mico"  # enum.value
  tenancy = "Dedicated"  # enum.case
}
q = invoke("aws:cloudtrail/getFunction:getFunction", { name = "x", stage = "LIVE" })  # deprecated.function
r = invoke("aws:bogus:getRegion", {})  # token.fallback
resource c "aws:ecs/cluster:Cluster" {
  options {
    version = "5.0.0"  # version.unchecked
    provider = rg  # provider.mismatch
  }
}
output x { value = "${q.code}" }  # template.redundant
