resource cluster "gcp:container/cluster:Cluster" {
  location              = "us-central1"
  removeDefaultNodePool = true
  initialNodeCount      = 1
  masterAuth = { username = "", password = "", clientCertificateConfig = { issueClientCertificate = false } }
  addonsConfig = { horizontalPodAutoscaling = { disabled = true } }
}
resource pool "gcp:container/nodePool:NodePool" {
  location  = "us-central1"
  cluster   = cluster.name
  nodeCount = 1
  autoscaling = { minNodeCount = 1, maxNodeCount = "3" }
  nodeConfig = {
    preemptible = true
    machineType = "n1-standard-1"
    metadata    = { "disable-legacy-endpoints" = "true" }
    oauthScopes = ["https://www.googleapis.com/auth/logging.write"]
  }
}
resource bucket "gcp:storage/bucket:Bucket" {
  location = "EU"
  forceDestroy = true
  lifecycleRules = [{ action = { type = "Delete" }, condition = { age = 3 } }]
  cors = [{ origins = ["http://x"], methods = ["GET"], responseHeaders = ["*"], maxAgeSeconds = 3600 }]
  website = { mainPageSuffix = "index.html", notFoundPage = "404.html" }
}
resource obj "gcp:storage/bucketObject:BucketObject" {
  bucket = bucket.name
  source = fileAsset("./x")
}
resource fn "gcp:cloudfunctions/function:Function" {
  runtime             = "nodejs10"
  availableMemoryMb   = 128
  sourceArchiveBucket = bucket.name
  sourceArchiveObject = obj.name
  triggerHttp         = true
  timeout             = 60
  entryPoint          = "helloGET"
  labels              = { "my-label" = "v" }
}
resource invoker "gcp:cloudfunctions/functionIamMember:FunctionIamMember" {
  project = fn.project
  cloudFunction = fn.name
  role = "roles/cloudfunctions.invoker"
  member = "allUsers"
}
