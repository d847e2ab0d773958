# The worker: it is given what it needs to know, and shows some of it.

config connection string {
  secret = true
}

config licence string {
  secret = true
}

resource token "kit:index:Password" {
  length = 32
}

resource key "cloudy:data/secret:Secret" {
  name  = "worker-${token.result}"
  value = secret("${connection}/${licence}")
}

output greeting {
  value = "worker ${licence}"
}

output name {
  value = key.name
}
