# The addresses in each zone.

blocks = {
  "eu-north-a" = "10.20.0.0/24"
  "eu-north-b" = "10.20.1.0/24"
}
