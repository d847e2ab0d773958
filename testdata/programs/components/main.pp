# Two sites from one component, each with its own provider settings.

package {
  baseProviderName    = "cloudy"
  baseProviderVersion = "1.4.0"
}

config company string {
  description = "Whose sites these are."
  default     = "Wharf and Sons"
}

resource west "pulumi:providers:cloudy" {
  region     = "eu-west"
  maxRetries = 5
  defaultTags = {
    company = company
  }
}

component harbour "./site" {
  name     = "harbour"
  cidr     = "10.1.0.0/16"
  keepDays = 30
  labels   = { company = company, kind = "port" }

  options {
    providers = [west]
  }
}

component quarry "./site" {
  __logicalName = "old-quarry"
  name          = "quarry"
  cidr          = "10.2.0.0/16"

  options {
    providers = { cloudy = west }
  }
}

# A component that the engine knows and this program does not: its outputs can be anything.
component monitoring {
  token  = "watch:index:Monitor"
  target = harbour.networkId
  every  = 60
}

output buckets "map(string)" {
  value = {
    harbour = harbour.bucketName
    quarry  = quarry.bucketName
  }
}

output arns {
  value = [for site in [harbour, quarry] : site.arn]
}

output networks {
  value = join(", ", [harbour.networkId, quarry.networkId])
}

output dashboard {
  value = monitoring.dashboardUrl
}
