resource rg "azure-native:resources:ResourceGroup" {}
resource cosmos "azure-native:documentdb:DatabaseAccount" {
  resourceGroupName        = rg.name
  databaseAccountOfferType = "Standard"
  kind                     = "GlobalDocumentDB"
  locations                = [{ locationName = "westeurope", failoverPriority = 0, isZoneRedundant = false }]
  consistencyPolicy        = { defaultConsistencyLevel = "Session", maxIntervalInSeconds = 5, maxStalenessPrefix = 100 }
  backupPolicy             = { type = "Periodic", periodicModeProperties = { backupIntervalInMinutes = 240, backupRetentionIntervalInHours = 8 } }
  capabilities             = [{ name = "EnableServerless" }]
}
resource kv "azure-native:keyvault:Vault" {
  resourceGroupName = rg.name
  properties = {
    tenantId = "00000000-0000-0000-0000-000000000000"
    sku      = { family = "A", name = "standard" }
    accessPolicies = [{ objectId = "o", tenantId = "t", permissions = { keys = ["get", "list"], secrets = ["all"] } }]
    enableSoftDelete = true
  }
}
resource sql "azure-native:sql:Server" {
  resourceGroupName          = rg.name
  administratorLogin         = "admin"
  administratorLoginPassword = "pw"
  version                    = "12.0"
  minimalTlsVersion          = "1.2"
}
resource db "azure-native:sql:Database" {
  resourceGroupName = rg.name
  serverName        = sql.name
  sku               = { name = "S0", tier = "Standard", capacity = 10 }
  createMode        = "Default"
}
resource ag "azure-native:insights:ActionGroup" {
  resourceGroupName = rg.name
  groupShortName    = "x"
  enabled           = true
  emailReceivers    = [{ name = "me", emailAddress = "a@b.c", useCommonAlertSchema = true }]
}
resource alert "azure-native:insights:MetricAlert" {
  resourceGroupName   = rg.name
  severity            = 3
  enabled             = true
  scopes              = [db.id]
  evaluationFrequency = "PT1M"
  windowSize          = "PT15M"
  criteria = {
    odataType = "Microsoft.Azure.Monitor.SingleResourceMultipleMetricCriteria"
    allOf = [{
      criterionType = "StaticThresholdCriterion", name = "c", metricName = "cpu_percent", operator = "GreaterThan", threshold = 80.5, timeAggregation = "Average"
      dimensions = [{ name = "x", operator = "Include", values = ["y"] }]
    }]
  }
  actions = [{ actionGroupId = ag.id }]
}
resource task "azure-native:containerregistry:Task" {
  resourceGroupName = rg.name
  registryName      = "r"
  step = { type = "Docker", dockerFilePath = "Dockerfile", imageNames = ["x"], isPushEnabled = true, noCache = false, contextPath = "src" }
  platform = { os = "Linux", architecture = "amd64" }
  trigger  = { baseImageTrigger = { name = "b", baseImageTriggerType = "Runtime", status = "Enabled" } }
}
resource rule "azure-native:cdn:Rule" {
  resourceGroupName = rg.name
  profileName = "p"
  ruleSetName = "s"
  order       = 1
  conditions = [{ name = "RequestMethod", parameters = { odataType = "#Microsoft.Azure.Cdn.Models.DeliveryRuleRequestMethodConditionParameters", operator = "Equal", matchValues = ["GET"], negateCondition = false } }]
  actions    = [{ name = "ModifyResponseHeader", parameters = { odataType = "#Microsoft.Azure.Cdn.Models.DeliveryRuleHeaderActionParameters", headerAction = "Overwrite", headerName = "X", value = "Y" } }]
}
