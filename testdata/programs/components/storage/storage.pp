# A bucket that forgets.

package {
  baseProviderName    = "cloudy"
  baseProviderVersion = "1.4.0"
}

config name string {
  description = "Name of the bucket."
}

config keepDays int {
  description = "Days after which objects are deleted."
}

config tags "map(string)" {
  default = {}
}

resource bucket "cloudy:storage/bucket:Bucket" {
  name = name
  lifecycleRules = [
    { name = "forget", expireAfterDays = keepDays },
  ]
  tags = tags
}

output bucketName {
  value = bucket.bucketName
}

output arn {
  value = bucket.arn
}
