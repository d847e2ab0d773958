# The rest of the program, for what needs two files: a component and names of its own.

component storage "./storage" {
  label = "😀 backup"
}

zones = [for zone in ["a", "b"] : "😀 ${zone}-north"]

output labels {
  value = [storage.name, zones]
}
