# A data warehouse on Google Cloud: a network, a cluster, a database, topics and schedules.

config gcpProject string {
  description = "The project everything is in."
}

config region string {
  default = "europe-west3"
}

config shops "list(string)" {
  default = ["berlin", "hamburg", "munich"]
}

resource wide "gcp:compute/network:Network" {
  autoCreateSubnetworks = false
  description           = "Everything of the warehouse"
}

resource inner "gcp:compute/subnetwork:Subnetwork" {
  network               = wide.id
  region                = region
  ipCidrRange           = "10.60.0.0/20"
  privateIpGoogleAccess = true
  secondaryIpRanges = [
    { rangeName = "pods", ipCidrRange = "10.61.0.0/16" },
    { rangeName = "services", ipCidrRange = "10.62.0.0/20" },
  ]
}

resource router "gcp:compute/router:Router" {
  network = wide.id
  region  = region
}

resource nat "gcp:compute/routerNat:RouterNat" {
  router                        = router.name
  region                        = region
  natIpAllocateOption           = "AUTO_ONLY"
  sourceSubnetworkIpRangesToNat = "ALL_SUBNETWORKS_ALL_IP_RANGES"
}

resource within "gcp:compute/firewall:Firewall" {
  network      = wide.name
  direction    = "INGRESS"
  sourceRanges = [inner.ipCidrRange]
  allows       = [{ protocol = "tcp" }, { protocol = "icmp" }]
}

resource runner "gcp:serviceAccount/account:Account" {
  accountId   = "warehouse-runner"
  displayName = "Runs the jobs of the warehouse"
}

resource runnerRole "gcp:projects/iAMMember:IAMMember" {
  project = gcpProject
  role    = range.value
  member  = "serviceAccount:${runner.email}"

  options {
    range = ["roles/bigquery.dataEditor", "roles/pubsub.subscriber", "roles/logging.logWriter"]
  }
}

resource cluster "gcp:container/cluster:Cluster" {
  location              = region
  network               = wide.name
  subnetwork            = inner.name
  initialNodeCount      = 1
  removeDefaultNodePool = true
  minMasterVersion      = "1.27"
}

resource pool "gcp:container/nodePool:NodePool" {
  cluster   = cluster.name
  location  = region
  nodeCount = 2
  nodeConfig = {
    machineType    = "e2-standard-4"
    serviceAccount = runner.email
    oauthScopes    = ["https://www.googleapis.com/auth/cloud-platform"]
  }

  options {
    deleteBeforeReplace = true
  }
}

resource raw "gcp:storage/bucket:Bucket" {
  location         = region
  forceDestroy     = true
  bucketPolicyOnly = true
  lifecycleRules = [{
    action    = { type = "Delete" }
    condition = { age = 90 }
  }]
}

resource layout "gcp:storage/bucketObject:BucketObject" {
  bucket      = raw.name
  contentType = "application/json"
  source      = fileAsset("./layout.json")
}

resource runnerReads "gcp:storage/bucketIAMMember:BucketIAMMember" {
  bucket = raw.name
  role   = "roles/storage.objectViewer"
  member = "serviceAccount:${runner.email}"
}

resource sales "gcp:pubsub/topic:Topic" {
  labels = { shop = range.value }

  options {
    range = shops
  }
}

resource salesReader "gcp:pubsub/subscription:Subscription" {
  topic              = sales[range.key].name
  ackDeadlineSeconds = 60

  options {
    range = shops
  }
}

resource analysis "gcp:bigquery/dataset:Dataset" {
  datasetId                = "analysis"
  location                 = region
  defaultTableExpirationMs = 31536000000

  options {
    protect = true
  }
}

resource salesTable "gcp:bigquery/table:Table" {
  datasetId = analysis.datasetId
  tableId   = "sales"
  schema    = readFile("./sales.json")

  options {
    protect = true
    parent  = analysis
  }
}

resource sqlPassword "random:index/randomPassword:RandomPassword" {
  length  = 24
  special = false
}

resource ledger "gcp:sql/databaseInstance:DatabaseInstance" {
  databaseVersion = "POSTGRES_11"
  region          = region
  settings = {
    tier     = "db-f1-micro"
    diskSize = 20
    backupConfiguration = {
      enabled   = true
      startTime = "02:00"
    }
    ipConfiguration = {
      privateNetwork = wide.id
    }
  }
  options {
    protect = true
  }
}

resource books "gcp:sql/database:Database" {
  instance = ledger.name
}

resource bookkeeper "gcp:sql/user:User" {
  instance = ledger.name
  password = sqlPassword.result
}

resource morning "gcp:cloudscheduler/job:Job" {
  schedule = "0 6 * * *"
  timeZone = "Europe/Berlin"
  pubsubTarget = {
    topicName = sales[0].id
    data      = toBase64("{\"report\": \"daily\"}")
  }
}

output clusterEndpoint {
  value = cluster.endpoint
}

output topics {
  value = [for topic in sales : topic.name]
}

output connection {
  value = secret("postgres://${bookkeeper.name}:${sqlPassword.result}@${ledger.connectionName}/${books.name}")
}
