# What the other programs may know.

output address string {
  value = machine.privateIp
}

output gateway string {
  value = record.fqdn
}
