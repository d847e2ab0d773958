# Point at a name to see its type. Two lines have a mistake, and each mistake has a fix.

config digits int {
  description = "How many digits the password has at least."
  default     = 4
}

resource admin "kit:index:Password" {
  lenght    = 24
  minDigits = digits
}

output hash {
  value = admin.bcryptHas
}
