# A component of the program beside it.

config label string {
}

output name {
  value = label
}
