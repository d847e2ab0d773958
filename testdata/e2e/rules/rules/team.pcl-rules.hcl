rule "encrypted-buckets" {
  title    = "Buckets are encrypted"
  category = "security"
  docs     = <<-EOT
    Without `encryption`, objects are stored in plain text.
  EOT
  resource = "cloudy:storage/bucket:Bucket"
  require  = resource.inputs.encryption != null
  message  = "`${resource.name}` is not encrypted"

  fix {
    title = "Encrypt it"
    set   = { encryption = { algorithm = "aes256" } }
  }
}

rule "private-networks" {
  title    = "Networks are private"
  resource = "cloudy:net/network:Network"
  require  = starts_with(resource.inputs.cidrBlock, "10.")
}
