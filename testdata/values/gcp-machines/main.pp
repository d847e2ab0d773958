config zone string { default = "europe-west1-b" }
resource net "gcp:compute/network:Network" { autoCreateSubnetworks = false }
resource subnet "gcp:compute/subnetwork:Subnetwork" {
  ipCidrRange = "10.2.0.0/16"
  network     = net.id
  region      = "europe-west1"
  secondaryIpRanges = [{ ipCidrRange = "192.168.10.0/24", rangeName = "pods" }]
}
resource fw "gcp:compute/firewall:Firewall" {
  network      = net.name
  allows       = [{ protocol = "tcp", ports = ["22", "80", "1000-2000"] }, { protocol = "icmp" }]
  sourceRanges = ["0.0.0.0/0"]
}
resource vm "gcp:compute/instance:Instance" {
  machineType = "e2-micro"
  zone        = zone
  bootDisk    = { initializeParams = { image = "debian-cloud/debian-9", size = 20, type = "pd-ssd" }, autoDelete = true }
  networkInterfaces = [{ network = net.name, accessConfigs = [{}] }]
  metadata    = { foo = "bar" }
  serviceAccount = { scopes = ["userinfo-email", "compute-ro"] }
  scheduling  = { preemptible = true, automaticRestart = false }
}
resource addr "gcp:compute/address:Address" { addressType = "EXTERNAL" }
output ip { value = vm.networkInterfaces[0].networkIp }
output address { value = addr.address }
