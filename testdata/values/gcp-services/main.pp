resource gp "pulumi:providers:gcp" {
  project = "p"
  region = "us-central1"
}
resource sql "gcp:sql/databaseInstance:DatabaseInstance" {
  databaseVersion = "POSTGRES_11"
  region          = "us-central1"
  settings = {
    tier = "db-f1-micro"
    ipConfiguration = { ipv4Enabled = true, authorizedNetworks = [{ value = "1.2.3.4/32", name = "x" }] }
    backupConfiguration = { enabled = true, startTime = "03:00" }
    databaseFlags = [{ name = "x", value = "y" }]
  }
  options { provider = gp }
}
resource run "gcp:cloudrun/service:Service" {
  location = "us-central1"
  template = { spec = { containers = [{ image = "gcr.io/cloudrun/hello", envs = [{ name = "A", value = "b" }], resources = { limits = { memory = "1G" } } }], containerConcurrency = 5 } }
  traffics = [{ percent = 100, latestRevision = true }]
}
resource topic "gcp:pubsub/topic:Topic" { labels = { foo = "bar" } }
resource sub "gcp:pubsub/subscription:Subscription" {
  topic = topic.name
  ackDeadlineSeconds = "20"
  pushConfig = { pushEndpoint = "https://x", attributes = { "x-goog-version" = "v1" } }
  expirationPolicy = { ttl = "300000.5s" }
}
resource ds "gcp:bigquery/dataset:Dataset" {
  datasetId = "d"
  defaultTableExpirationMs = 3600000
  accesses = [{ role = "OWNER", userByEmail = "x@y" }, { role = "READER", domain = "z" }]
}
resource alert "gcp:monitoring/alertPolicy:AlertPolicy" {
  combiner    = "OR"
  displayName = "x"
  conditions  = [{ displayName = "c", conditionThreshold = { comparison = "COMPARISON_GT", duration = "60s", filter = "f", thresholdValue = 0.8, aggregations = [{ alignmentPeriod = "60s", perSeriesAligner = "ALIGN_RATE" }] } }]
}
resource dns "gcp:dns/managedZone:ManagedZone" { dnsName = "x.example." }
resource rec "gcp:dns/recordSet:RecordSet" {
  managedZone = dns.name
  name    = "a.x.example."
  type    = "A"
  ttl     = 300
  rrdatas = ["1.2.3.4"]
}
image = invoke("gcp:compute/getImage:getImage", { family = "debian-9", project = "debian-cloud" }, { provider = gp })
output img { value = image.selfLink }
