# The machines; everything they mention is declared in another file.

resource machine "cloudy:compute/instance:Instance" {
  imageId  = image.imageId
  size     = size
  subnetId = subnet.id
  tags     = commonTags

  options {
    dependsOn = [record]
  }
}
