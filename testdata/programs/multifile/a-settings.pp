# Settings, packages, and what is worked out from them.

package {
  baseProviderName    = "cloudy"
  baseProviderVersion = "1.4.0"
}

package {
  baseProviderName    = "dns"
  baseProviderVersion = "0.3.1"
}

config size string {
  default = "small-2"
}

config domain string {}

commonTags = {
  domain = domain
  stack  = stackName
}

stackName = "${project()}-${stack()}"

image = invoke("cloudy:compute/getImage:getImage", { family = "debian-13", mostRecent = true })
